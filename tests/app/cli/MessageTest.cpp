// What the program says of a scene and its cache: warnings, what is missing, and paths as they were typed.
#include "tests/TestCase.h"
#include "tests/app/cli/Program.h"

#include <sys/stat.h>

using namespace sastrugi::test;

class MessageTest : public QObject
{
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    QString write(const char* name, const QString& text) { return writeFile(m_folder->filePath(name), text); }
    ProgramResult run(const QStringList& arguments) { return runProgram(arguments, m_folder->path()); }

    /// A ball that is simulated with SPH above or below a plane at z.
    static QString ballAndPlane(double z)
    {
        return freeFallScene()
            .replace(R"({"name": "fall", "type": "solver.freeFall"})",
                     QString(R"({"name": "fall", "type": "solver.sph", "parameters": {"spacing": "10 cm"}},
                         {"name": "plane", "type": "geometry.plane", "parameters": {"centre": [0, 0, %1]}},
                         {"name": "ground", "type": "sampling.boundarySampler"})")
                         .arg(z))
            .replace(R"("links": [)", R"("links": [
                {"from": ["plane", "mesh"], "to": ["ground", "mesh"]},
                {"from": ["ground", "boundary"], "to": ["fall", "boundaries"]},)");
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void snowBelowTheGroundIsSaid()
    {
        write("above.sastrugi", ballAndPlane(-0.5));
        write("below.sastrugi", ballAndPlane(0.5));
        const ProgramResult good = run({"check", "above.sastrugi"});
        QVERIFY2(good.code == 0 && good.errors.isEmpty(), qPrintable(good.errors));
        const ProgramResult check = run({"check", "below.sastrugi"});
        QCOMPARE(check.code, 0);
        QVERIFY2(check.output.contains("with 1 warning"), qPrintable(check.output));
        const ProgramResult sim = run({"sim", "below.sastrugi", "--frames", "1"});
        QCOMPARE(sim.code, 0);
        for (const ProgramResult& result : {check, sim}) {
            QCOMPARE(result.errors.count("warning: node 'fill'"), 1);
            QVERIFY2(result.errors.contains("start below the boundary 'ground'"), qPrintable(result.errors));
        }
    }
};

SASTRUGI_TEST(MessageTest)
#include "MessageTest.moc"
