// Runs the test classes of one folder: all of them, or the one named first; further arguments go to QtTest.
#include "tests/TestCase.h"

#ifdef SASTRUGI_WINDOW_TESTS
#include "app/studio/start/environment.h"

#include <QApplication>
using Application = QApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

#include <cstdio>

namespace sastrugi::test
{

std::map<QString, MakeTest>& testCases()
{
    static std::map<QString, MakeTest> cases;
    return cases;
}

} // namespace sastrugi::test

int main(int argc, char** argv)
{
    using sastrugi::test::testCases;
#ifdef SASTRUGI_WINDOW_TESTS
    sastrugi::studio::prepareEnvironment();
#endif
    Application application(argc, argv);
    QStringList arguments = QCoreApplication::arguments();
    QStringList names;
    for (const auto& [name, make] : testCases())
        names.append(name);
    if (arguments.size() > 1 && !arguments[1].startsWith('-')) {
        if (!testCases().contains(arguments[1])) {
            std::fprintf(stderr, "no test class '%s' here\n", qPrintable(arguments[1]));
            return 2;
        }
        names = {arguments.takeAt(1)};
    }
    int failures = 0;
    for (const QString& name : names)
        failures += QTest::qExec(testCases().at(name)().get(), arguments);
    return failures == 0 ? 0 : 1;
}
