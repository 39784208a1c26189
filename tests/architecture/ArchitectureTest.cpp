// Folder is layer: what each folder may include, and what may stand in it, read from the sources.
#include "tests/TestCase.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

namespace
{

struct Source {
    QString path; // from the root
    QString text;
    QStringList includes; // as written between the quotes or brackets
};

QList<Source> sourcesOf(const QStringList& folders)
{
    const QDir root(SASTRUGI_SOURCE_DIR);
    QList<Source> sources;
    for (const QString& folder : folders) {
        QDirIterator files(root.filePath(folder), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (!file.open(QIODevice::ReadOnly))
                continue;
            Source source{root.relativeFilePath(file.fileName()), QString::fromUtf8(file.readAll()), {}};
            static const QRegularExpression include("^\\s*#\\s*include\\s*[\"<]([^\">]+)[\">]",
                                                    QRegularExpression::MultilineOption);
            auto match = include.globalMatch(source.text);
            while (match.hasNext())
                source.includes.append(match.next().captured(1));
            sources.append(source);
        }
    }
    return sources;
}

bool isQt(const QString& include)
{
    static const QRegularExpression qt("^(Q[A-Z]|Qt[A-Z])");
    return qt.match(include).hasMatch();
}

bool isIn(const QString& path, const QStringList& folders)
{
    return std::any_of(folders.begin(), folders.end(), [&](const QString& folder) { return path.startsWith(folder); });
}

} // namespace

class ArchitectureTest : public QObject
{
    Q_OBJECT

private:
    /// Every include of `folders` that `isForbidden` names is a failure, all of them shown.
    template <class IsForbidden>
    static void forbid(const QStringList& folders, IsForbidden&& isForbidden)
    {
        QStringList found;
        const QList<Source> sources = sourcesOf(folders);
        QVERIFY(!sources.isEmpty());
        for (const Source& source : sources)
            for (const QString& include : source.includes)
                if (isForbidden(source.path, include))
                    found.append(source.path + " includes " + include);
        QVERIFY2(found.isEmpty(), qPrintable(found.join("\n")));
    }

private Q_SLOTS:
    void theEngineKnowsNeitherNodesNorProgram()
    {
        forbid({"engine"}, [](const QString&, const QString& include) { return isIn(include, {"nodes/", "app/"}); });
    }

    void nodesDoNotKnowTheProgram()
    {
        forbid({"nodes"}, [](const QString&, const QString& include) { return isIn(include, {"app/"}); });
    }

    void theCommandLineKnowsNeitherStudioNorDrawing()
    {
        forbid({"app/cli"}, [](const QString&, const QString& include) {
            return isIn(include, {"app/studio/", "app/render/"});
        });
    }

    void qtIsOnlyInTheStudio()
    {
        forbid({"engine", "nodes", "app/cli", "app/render"},
               [](const QString&, const QString& include) { return isQt(include); });
    }

    void vtkIsOnlyInSourcesOfInputOutputAndGeometryAndInDrawing()
    {
        forbid({"engine", "nodes", "app/cli"}, [](const QString& path, const QString& include) {
            const bool mayUse = isIn(path, {"engine/io/", "engine/geometry/"}) && path.endsWith(".cpp");
            return include.startsWith("vtk") && !mayUse;
        });
    }

    void openVdbIsOnlyInSourcesOfInputOutputAndGeometryAndInBenchmarks()
    {
        forbid({"engine", "nodes", "app"}, [](const QString& path, const QString& include) {
            const bool mayUse =
                isIn(path, {"engine/io/", "engine/geometry/", "app/cli/bench/"}) && path.endsWith(".cpp");
            return include.startsWith("openvdb") && !mayUse;
        });
    }

    void assimpIsOnlyInTheImporter()
    {
        forbid({"engine", "nodes", "app"}, [](const QString& path, const QString& include) {
            return include.startsWith("assimp") && !path.startsWith("engine/io/importer/");
        });
    }

    void outsideOfAMethodOnlyItsFrontIsKnown()
    {
        static const QRegularExpression method("^engine/(sph|mpm|dem|flip)/");
        static const QRegularExpression front("(Parameters|Solver)\\.h$");
        forbid({"engine", "nodes", "app/cli", "app/render"}, [](const QString& path, const QString& include) {
            const auto inside = method.match(include);
            if (!inside.hasMatch() || front.match(include).hasMatch() || path.startsWith("app/cli/bench/"))
                return false;
            return !path.startsWith(inside.captured(0));
        });
    }

    void parallelLoopsAndIntrinsicsAreOnlyInTheCore()
    {
        static const QRegularExpression forbidden("#\\s*pragma\\s+omp|\\b_mm\\d*_|<immintrin|<omp\\.h>");
        QStringList found;
        for (const Source& source : sourcesOf({"engine", "nodes", "app"}))
            if (!source.path.startsWith("engine/core/"))
                if (const auto match = forbidden.match(source.text); match.hasMatch())
                    found.append(source.path + " has " + match.captured(0));
        QVERIFY2(found.isEmpty(), qPrintable(found.join("\n")));
    }

    void everyFolderSaysWhatItIs()
    {
        QStringList missing;
        const QDir root(SASTRUGI_SOURCE_DIR);
        for (const Source& source : sourcesOf({"engine", "nodes", "app"})) {
            // A method's or a layer's subfolders may be described one level up.
            const QString folder = source.path.section('/', 0, 1);
            if (QFileInfo(root.filePath(folder)).isDir() && !root.exists(folder + "/README.md") &&
                !missing.contains(folder))
                missing.append(folder);
        }
        QVERIFY2(missing.isEmpty(), qPrintable("no README.md in " + missing.join(", ")));
    }

    void filesStaySmall()
    {
        QStringList found;
        for (const Source& source : sourcesOf({"engine", "nodes", "app"}))
            if (source.text.count('\n') >= 400)
                found.append(source.path);
        QVERIFY2(found.isEmpty(), qPrintable("400 lines or more: " + found.join(", ")));
    }
};

SASTRUGI_TEST(ArchitectureTest)
#include "ArchitectureTest.moc"
