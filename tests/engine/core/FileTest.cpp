#include "engine/core/File.h"

#include "engine/core/Error.h"
#include "tests/TestCase.h"

#include <QTemporaryDir>

#include <cerrno>
#include <cstdlib>

#include <sys/wait.h>
#include <unistd.h>

using namespace sastrugi;
namespace fs = std::filesystem;

namespace
{

/// A disk that takes `room` more bytes, fails to flush or to rename, or kills the process at a point.
class FailingFiles : public FileLayer
{
public:
    std::size_t room = SIZE_MAX;
    int writeError = ENOSPC;
    int flushError = 0;
    int renameError = 0;
    std::string_view dieAt;

    void reached(std::string_view point, const fs::path&) override
    {
        if (point == dieAt)
            ::_exit(77);
    }

protected:
    std::ptrdiff_t writeSome(int descriptor, std::span<const std::byte> bytes) override
    {
        if (room == 0)
            return errno = writeError, -1;
        // Short writes, as a real disk does them.
        const std::size_t count = std::min({bytes.size(), room, std::size_t{7}});
        room -= count;
        return FileLayer::writeSome(descriptor, bytes.first(count));
    }
    int synchronise(int descriptor) override
    {
        return flushError ? (errno = flushError, -1) : FileLayer::synchronise(descriptor);
    }
    int rename(const fs::path& from, const fs::path& to) override
    {
        return renameError ? (errno = renameError, -1) : FileLayer::rename(from, to);
    }
};

std::size_t filesIn(const fs::path& folder)
{
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

} // namespace

class FileTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path m_file;

    QString sentenceOf(FileLayer& files)
    {
        try {
            files.writeAtomically(m_file, "the new text");
        } catch (const Error& error) {
            return error.kind() == ErrorKind::InputOutput ? QString::fromUtf8(error.what()) : "wrong kind";
        }
        return "no error";
    }

private Q_SLOTS:
    void init()
    {
        m_file = fs::path(m_folder.path().toStdString()) / "sch\u00f6n & gut.txt";
        FileLayer().writeAtomically(m_file, "old");
    }

    void textIsReadBack()
    {
        FileLayer files;
        for (const std::string& text : {std::string(), std::string("a"), std::string(100000, 'x')}) {
            files.writeAtomically(m_file, text);
            QCOMPARE(files.readText(m_file), text);
        }
        QCOMPARE(filesIn(m_file.parent_path()), std::size_t{1});
    }

    void aFullDiskLeavesTheOldFileAndNoLitter()
    {
        for (std::size_t room = 0; room < 12; ++room) {
            FailingFiles files;
            files.room = room;
            const QString sentence = sentenceOf(files);
            QVERIFY2(sentence.contains("no space left on device"), qPrintable(sentence));
            QVERIFY2(sentence.contains(QString::fromStdString(m_file.string())), qPrintable(sentence));
            QCOMPARE(files.readText(m_file), std::string("old"));
            QCOMPARE(filesIn(m_file.parent_path()), std::size_t{1});
        }
    }

    void aFailingFlushOrRenameLeavesTheOldFile()
    {
        FailingFiles flush, rename;
        flush.flushError = EIO;
        rename.renameError = EACCES;
        QVERIFY(sentenceOf(flush).contains("input/output error"));
        QVERIFY(sentenceOf(rename).contains("permission denied"));
        QCOMPARE(flush.readText(m_file), std::string("old"));
        QCOMPARE(filesIn(m_file.parent_path()), std::size_t{1});
    }

    void aKillAtAnyPointLeavesTheOldOrTheNewText()
    {
        for (const std::string_view point : FileLayer::writePoints()) {
            init();
            const pid_t child = ::fork();
            if (child == 0) {
                FailingFiles files;
                files.dieAt = point;
                files.writeAtomically(m_file, "the new text");
                ::_exit(0);
            }
            int status = 0;
            ::waitpid(child, &status, 0);
            QCOMPARE(WEXITSTATUS(status), 77);
            const bool renamed = point == "after rename" || point == "written";
            QCOMPARE(FileLayer().readText(m_file), std::string(renamed ? "the new text" : "old"));
        }
    }

    void linksStayLinksAndPermissionsStay()
    {
        FileLayer files;
        const fs::path link = m_file.parent_path() / "link.txt";
        fs::create_symlink(m_file, link);
        fs::permissions(m_file, fs::perms::owner_read | fs::perms::owner_write);
        files.writeAtomically(link, "new");
        QVERIFY(fs::is_symlink(link));
        QCOMPARE(files.readText(m_file), std::string("new"));
        QCOMPARE(fs::status(m_file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
        fs::remove(link);
    }

    void missingFoldersAndFilesAreNamed()
    {
        FileLayer files;
        const fs::path missing = m_file.parent_path() / "missing" / "file.txt";
        for (const bool writing : {true, false}) {
            try {
                writing ? files.writeAtomically(missing, "x") : static_cast<void>(files.readAll(missing));
                QFAIL("no error");
            } catch (const Error& error) {
                QVERIFY2(QString::fromUtf8(error.what()).contains(QString::fromStdString(missing.string())),
                         error.what());
            }
        }
        QVERIFY(files.freeSpace(missing) > 0);
    }
};

SASTRUGI_TEST(FileTest)
#include "FileTest.moc"
