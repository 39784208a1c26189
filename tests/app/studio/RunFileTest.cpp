// The record of a run as it is followed: line by line, begun anew, and without an end.
#include "app/studio/jobs/RunFile.h"

#include "app/studio/document/Document.h"
#include "app/studio/document/ProcessIdentity.h"
#include "app/studio/jobs/jobWords.h"

#include "engine/cache/CacheLock.h"
#include "tests/TestCase.h"

#include <QTemporaryDir>

using namespace sastrugi;
using namespace sastrugi::studio;

class RunFileTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<CacheLock> m_lock;

    QString path(const char* name = "run.jsonl") const { return m_folder->filePath(name); }
    std::filesystem::path folder() const { return toPath(m_folder->path()); }

    void append(const QByteArray& text, const char* name = "run.jsonl") const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::Append));
        file.write(text);
    }

    static QByteArray start(qint64 process, int last = 10)
    {
        return QByteArray(
                   R"({"type":"start","node":"sph","frames":[1,%2],"there":0,"process":%1,"processStart":"7","host":"here"})"
                   "\n")
            .replace("%1", QByteArray::number(process))
            .replace("%2", QByteArray::number(last));
    }
    static QByteArray frame(int number)
    {
        return QByteArray(R"({"type":"frame","frame":%1,"bytes":100,"particles":20,"written":true})"
                          "\n")
            .replace("%1", QByteArray::number(number));
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_lock = std::make_unique<CacheLock>(folder());
    }

    void linesAreReadAsTheyCome()
    {
        RunFile file(folder());
        QVERIFY(!file.read(true).isAnew);
        QCOMPARE(file.report().state, RecordState::Absent);
        append(start(4) + frame(1));
        RunNews news = file.read(true);
        QVERIFY(news.isAnew);
        QCOMPARE(news.frames, QList<qint64>{1});
        QCOMPARE(file.report().state, RecordState::Running);
        const QByteArray progress =
            R"({"type":"progress","frame":3,"of":10,"substep":2,"t":0.1,"dt":0.002,"limiter":"cfl","particles":30,"ms":5.5,)"
            R"("mem":2048,"etaSeconds":null,"figures":{"pressureIterations":12,"iterations":3,"residual":0.1}})"
            "\n";
        append(frame(2) + progress.left(50));
        news = file.read(true);
        QVERIFY(!news.isAnew);
        QCOMPARE(news.frames, QList<qint64>{2});
        QCOMPARE(file.report().subStep, 0); // the line is not whole
        append(progress.mid(50));
        QVERIFY(file.read(true).frames.isEmpty());
        const RunReport report = file.report();
        QCOMPARE(report.frame, 3);
        QCOMPARE(report.timeStep, 0.002);
        QCOMPARE(report.limiter, QString("cfl"));
        QCOMPARE(report.iterations, QString("3+12"));
        QVERIFY(std::isnan(report.secondsLeft));
        QCOMPARE(report.progress(), 0.2);
        append(R"({"type":"paused","node":"sph","frame":2,"t":0.1})"
               "\n");
        file.read(false);
        QCOMPARE(file.report().state, RecordState::Paused);
        append(R"({"type":"continued","node":"sph"})"
               "\n"
               R"({"type":"warning","level":"warning","node":"ball","code":"x","msg":"thin"})"
               "\n"
               R"({"type":"end","status":"failed","code":4,"msg":"it fell apart"})"
               "\n");
        news = file.read(false);
        QCOMPARE(news.messages.size(), 1);
        QCOMPARE(news.messages[0].node, std::string("ball"));
        QCOMPARE(file.report().state, RecordState::Failed);
        QCOMPARE(file.report().sentence, QString("it fell apart"));
        m_lock.reset();
        file.read(true);
        QCOMPARE(file.report().state, RecordState::Failed); // it has ended, and did not die
    }

    void aRecordThatIsBegunAnewIsAnotherRun()
    {
        RunFile file(folder());
        append(start(4) + frame(1) + frame(2) + frame(3));
        file.read(true);
        QVERIFY(QFile::remove(path()));
        append(start(5) + frame(1) + frame(2) + frame(3) + frame(4)); // longer than what was read
        const RunNews news = file.read(true);
        QVERIFY(news.isAnew);
        QCOMPARE(news.frames, (QList<qint64>{1, 2, 3, 4}));
        QCOMPARE(file.report().process, 5);
    }

    void aRunThatHasNoEndAndNoLockHasDied()
    {
        RunFile file(folder());
        append(start(4) + frame(1));
        file.read(true);
        QCOMPARE(file.report().state, RecordState::Running);
        m_lock.reset();
        file.read(false);
        QCOMPARE(file.report().state, RecordState::Running); // nobody looked
        file.read(true);
        QCOMPARE(file.report().state, RecordState::Died);
        QVERIFY(!file.report().sentence.isEmpty());
        QCOMPARE(file.report().doneFrame, 1);
    }

    void anAwaitedRunIsNotTheOneBefore()
    {
        append(start(4) + frame(1) + R"({"type":"end","status":"ok","code":0})" + "\n");
        RunFile file(folder());
        const qint64 alive = ProcessIdentity::ofThis().process;
        file.expect(alive, toPath(path("errors")));
        RunNews news = file.read(true);
        QCOMPARE(file.report().state, RecordState::Awaited);
        QVERIFY(news.frames.isEmpty());
        QVERIFY(QFile::remove(path()));
        append(start(alive));
        file.read(true);
        QCOMPARE(file.report().state, RecordState::Running);
    }

    void anAwaitedRunThatCannotBeginSaysWhy()
    {
        RunFile file(folder());
        append("warning: node 'ball': thin\nsastrugi: error: 'a: b' is not there\nto be read\n", "errors");
        file.expect(std::numeric_limits<int>::max(), toPath(path("errors"))); // no process has this number
        file.read(true);
        QCOMPARE(file.report().state, RecordState::Failed);
        QCOMPARE(file.report().sentence, QString("'a: b' is not there\nto be read"));
    }

    void figuresAreReadable()
    {
        QCOMPARE(durationText(8.2), QString("9 s"));
        QCOMPARE(durationText(750), QString("12 min 30 s"));
        QCOMPARE(durationText(3900), QString("1 h 05 min"));
        QCOMPARE(durationText(std::numeric_limits<double>::quiet_NaN()), QString());
        QCOMPARE(countText(30700), QString("30,700"));
        QCOMPARE(byteText(1.5 * 1024 * 1024), QString("1.5 MiB"));
        QCOMPARE(timeStepText(0.00083), QString("0.83 ms"));
    }
};

SASTRUGI_TEST(RunFileTest)
#include "RunFileTest.moc"
