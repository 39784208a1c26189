// The folder of recovery copies: what is in it, whose it is, and what of it is worth offering.
//
// A copy is two files: `<id>.sastrugi`, the scene as text, and `<id>.json`, which says of which file it is a copy and
// which process wrote it. Relative paths in it start where the original stands.
#pragma once

#include "app/studio/document/ProcessIdentity.h"
#include "nodes/document/SceneDocument.h"

#include <QDateTime>
#include <QString>

#include <filesystem>
#include <optional>
#include <vector>

namespace sastrugi::studio
{

struct RecoveryCopy {
    QString id;
    std::filesystem::path original;              // empty when the scene was never saved
    int version = SceneDocument::currentVersion; // of the original's format
    ProcessIdentity owner;                       // the process that works on it
    QDateTime time;                              // of its last change
    bool isSetAside = false;                     // not offered at the start of the program, only in the menu

    /// "snowball-drop", or "Untitled".
    QString title() const;
};

class RecoveryFolder
{
public:
    /// Copies beyond these are deleted, oldest first, once their process is gone.
    static constexpr std::size_t mostKept = 20;

    /// That of the user, or the one named by the environment variable SASTRUGI_RECOVERY.
    static std::filesystem::path standard();

    explicit RecoveryFolder(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    /// A name that no copy had, in any process.
    static QString newId();

    /// Says whose copy `id` is, before there is one or afterwards. Throws Error(InputOutput).
    void describe(const RecoveryCopy& copy, FileLayer& files) const;
    /// Throws Error(InputOutput).
    void write(const QString& id, const SceneDocument& scene, FileLayer& files) const;
    /// Throws Error(Scene) when it cannot be read.
    SceneDocument read(const RecoveryCopy& copy, const NodeRegistry& types) const;
    void remove(const QString& id) const;

    /// Complete ones, newest first.
    std::vector<RecoveryCopy> copies() const;
    /// Those that no process of this machine works on, newer than their file and different from it.
    std::vector<RecoveryCopy> worthRecovering(const NodeRegistry& types) const;
    /// Those of worthRecovering() whose process died, and that were not set aside.
    std::vector<RecoveryCopy> offers(const NodeRegistry& types) const;
    void prune() const;

private:
    std::filesystem::path sceneFile(const QString& id) const;
    std::filesystem::path descriptionFile(const QString& id) const;
    std::optional<RecoveryCopy> copyOf(const QString& id) const;
    bool isNews(const RecoveryCopy& copy, const NodeRegistry& types) const;

    std::filesystem::path m_folder;
};

} // namespace sastrugi::studio
