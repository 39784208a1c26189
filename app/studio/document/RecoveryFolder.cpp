#include "app/studio/document/RecoveryFolder.h"

#include "app/studio/document/Document.h"
#include "engine/core/Error.h"
#include "engine/core/File.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>
#include <iterator>

namespace sastrugi::studio
{

namespace
{

namespace fs = std::filesystem;

bool isUnattended(const RecoveryCopy& copy)
{
    return copy.isSetAside || copy.owner.isElsewhere() || copy.owner.isDead();
}

} // namespace

QString RecoveryCopy::title() const { return original.empty() ? QObject::tr("Untitled") : toText(original.stem()); }

fs::path RecoveryFolder::standard()
{
    const QString named = qEnvironmentVariable("SASTRUGI_RECOVERY");
    return toPath(named.isEmpty()
                      ? QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + "/sastrugi/recovery"
                      : named);
}

QString RecoveryFolder::newId()
{
    return QDateTime::currentDateTimeUtc().toString("yyyyMMdd-HHmmss-") +
           QUuid::createUuid().toString(QUuid::Id128).left(12);
}

fs::path RecoveryFolder::sceneFile(const QString& id) const { return m_folder / toPath(id + ".sastrugi"); }
fs::path RecoveryFolder::descriptionFile(const QString& id) const { return m_folder / toPath(id + ".json"); }

void RecoveryFolder::describe(const RecoveryCopy& copy, FileLayer& files) const
{
    const QJsonObject object = {{"file", toText(copy.original)},
                                {"machine", copy.owner.machine},
                                {"process", copy.owner.process},
                                {"processStart", copy.owner.startTime},
                                {"time", copy.time.toString(Qt::ISODate)},
                                {"setAside", copy.isSetAside},
                                {"version", copy.version}};
    files.createFolder(m_folder);
    files.writeAtomically(descriptionFile(copy.id), QJsonDocument(object).toJson().toStdString());
}

void RecoveryFolder::write(const QString& id, const SceneDocument& scene, FileLayer& files) const
{
    files.createFolder(m_folder);
    files.writeAtomically(sceneFile(id), writeDocument(scene));
}

SceneDocument RecoveryFolder::read(const RecoveryCopy& copy, const NodeRegistry& types) const
{
    SceneDocument scene = loadDocument(sceneFile(copy.id), types);
    scene.file = copy.original;
    scene.version = copy.version; // a copy of a newer version's file is not saved over it either
    return scene;
}

void RecoveryFolder::remove(const QString& id) const
{
    std::error_code ignored; // what is left is offered once more, which does no harm
    fs::remove(sceneFile(id), ignored);
    fs::remove(descriptionFile(id), ignored);
}

std::optional<RecoveryCopy> RecoveryFolder::copyOf(const QString& id) const
{
    QFile file(toText(descriptionFile(id)));
    std::error_code missing;
    const fs::file_time_type written = fs::last_write_time(sceneFile(id), missing);
    if (missing || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    RecoveryCopy copy;
    copy.id = id;
    copy.original = toPath(object["file"].toString());
    copy.owner = {object["machine"].toString(), object["process"].toInteger(), object["processStart"].toString()};
    copy.isSetAside = object["setAside"].toBool();
    copy.version = object["version"].toInt(SceneDocument::currentVersion);
    const auto sinceEpoch = std::chrono::file_clock::to_sys(written).time_since_epoch();
    copy.time =
        QDateTime::fromMSecsSinceEpoch(std::chrono::duration_cast<std::chrono::milliseconds>(sinceEpoch).count());
    return copy;
}

std::vector<RecoveryCopy> RecoveryFolder::copies() const
{
    std::vector<RecoveryCopy> found;
    std::error_code ignored; // no folder, no copies
    for (const fs::directory_entry& entry : fs::directory_iterator(m_folder, ignored))
        if (entry.path().extension() == SceneDocument::extension)
            if (std::optional<RecoveryCopy> copy = copyOf(toText(entry.path().stem())))
                found.push_back(std::move(*copy));
    std::sort(found.begin(), found.end(), [](const RecoveryCopy& one, const RecoveryCopy& other) {
        return one.time != other.time ? one.time > other.time : one.id > other.id;
    });
    return found;
}

/// Whether the copy holds something that its file does not.
bool RecoveryFolder::isNews(const RecoveryCopy& copy, const NodeRegistry& types) const
{
    try {
        const std::string text = writeDocument(read(copy, types));
        if (copy.original.empty())
            return text != writeDocument(SceneDocument(types));
        std::error_code missing;
        const fs::file_time_type saved = fs::last_write_time(copy.original, missing);
        if (missing)
            return true;
        // Times of files are as coarse as the clock of the kernel: what is as old as the file may be newer.
        if (fs::last_write_time(sceneFile(copy.id)) < saved)
            return false;
        return text != writeDocument(loadDocument(copy.original, types));
    } catch (const std::exception&) {
        return true; // the file, or the copy, cannot be read: the user decides
    }
}

std::vector<RecoveryCopy> RecoveryFolder::worthRecovering(const NodeRegistry& types) const
{
    std::vector<RecoveryCopy> found;
    for (RecoveryCopy& copy : copies())
        if (isUnattended(copy) && isNews(copy, types))
            found.push_back(std::move(copy));
    return found;
}

std::vector<RecoveryCopy> RecoveryFolder::offers(const NodeRegistry& types) const
{
    std::vector<RecoveryCopy> found = worthRecovering(types);
    std::erase_if(found, [](const RecoveryCopy& copy) { return copy.isSetAside || !copy.owner.isDead(); });
    return found;
}

void RecoveryFolder::prune() const
{
    std::size_t kept = 0;
    for (const RecoveryCopy& copy : copies())
        if (isUnattended(copy) && ++kept > mostKept)
            remove(copy.id);
}

} // namespace sastrugi::studio
