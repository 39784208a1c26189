// How the program starts: arguments, a missing display, a plain locale, samples.
#include "app/studio/start/Arguments.h"
#include "app/studio/start/samples.h"

#include "engine/core/Error.h"
#include "tests/TestCase.h"

#include <QFile>
#include <QProcess>

using namespace sastrugi;
using namespace sastrugi::studio;

namespace
{

struct Ended {
    int code = -1;
    QString out, err;
};

Ended run(const QStringList& arguments,
          const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment())
{
    QProcess program;
    program.setProcessEnvironment(environment);
    program.start(SASTRUGI_BINARY_DIR "/sastrugi-studio", arguments);
    if (!program.waitForFinished(60'000))
        return {};
    return {program.exitStatus() == QProcess::NormalExit ? program.exitCode() : -2,
            QString::fromUtf8(program.readAllStandardOutput()), QString::fromUtf8(program.readAllStandardError())};
}

QProcessEnvironment withoutDisplay()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(variable);
    return environment;
}

} // namespace

class StartTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void argumentsAreRead()
    {
        const Arguments arguments = readArguments({"-platform", "xcb", "--safe", "snow.sastrugi"});
        QVERIFY(arguments.isSafe && !arguments.isHelpWanted);
        QCOMPARE(arguments.scene, std::string("snow.sastrugi"));
        QCOMPARE(readArguments({"--", "--safe"}).scene, std::string("--safe"));
        QVERIFY_EXCEPTION_THROWN(readArguments({"a", "b"}), Error);
    }

    void itAnswersWithoutADisplay()
    {
        const Ended version = run({"--version"}, withoutDisplay());
        QCOMPARE(version.code, 0);
        QCOMPARE(version.out, QString("sastrugi-studio %1\n").arg(SASTRUGI_VERSION));
        QVERIFY(run({"--help"}, withoutDisplay()).out.contains("--safe"));
        const Ended wrong = run({"--saef"}, withoutDisplay());
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("'--safe'"), qPrintable(wrong.err));
    }

    void aMissingDisplayIsASentence()
    {
        const Ended none = run({}, withoutDisplay());
        QCOMPARE(none.code, 1);
        QVERIFY2(none.err.contains("there is no display"), qPrintable(none.err));
        QProcessEnvironment wrong = withoutDisplay();
        wrong.insert("DISPLAY", ":54321");
        const Ended closed = run({}, wrong);
        QCOMPARE(closed.code, 1);
        QVERIFY2(closed.err.contains("cannot be opened"), qPrintable(closed.err));
    }

    void samplesHaveTitlesAndPictures()
    {
        const QList<Sample> samples = samplesIn(SASTRUGI_SOURCE_DIR "/samples");
        QVERIFY(samples.size() >= 2);
        for (const Sample& sample : samples) {
            QVERIFY(QFile::exists(sample.picture));
            QVERIFY2(!sample.title.contains('-') && !sample.text.isEmpty(), qPrintable(sample.title));
        }
        QVERIFY(samplesIn("/no/such/folder").isEmpty());
    }
};

SASTRUGI_TEST(StartTest)
#include "StartTest.moc"
