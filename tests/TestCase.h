// How a test class joins its executable: a line SASTRUGI_TEST(MyTest) at the end of MyTest.cpp.
#pragma once

#include <QObject>
#include <QString>
#include <QTest>

#include <functional>
#include <map>
#include <memory>

namespace sastrugi::test
{

using MakeTest = std::function<std::unique_ptr<QObject>()>;

/// The test classes of this executable, by name.
std::map<QString, MakeTest>& testCases();

template <class T>
bool registerTest(const char* name)
{
    testCases()[QString::fromUtf8(name)] = [] { return std::make_unique<T>(); };
    return true;
}

} // namespace sastrugi::test

// Five seconds, QtTest's own patience, are too few for a busy machine or a sanitizer; who waits longer loses nothing.
#undef QTRY_VERIFY
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT((condition), 60'000)
#undef QTRY_COMPARE
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT((actual), (expected), 60'000)

#define SASTRUGI_TEST(Class) static const bool registered##Class = ::sastrugi::test::registerTest<Class>(#Class);
