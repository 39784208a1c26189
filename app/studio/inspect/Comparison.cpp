#include "app/studio/inspect/Comparison.h"

#include "app/studio/document/Document.h"

#include "engine/cache/Cache.h"

#include <QLocale>

#include <algorithm>

namespace sastrugi::studio
{

namespace fs = std::filesystem;

namespace
{

std::size_t frameCount(const fs::path& folder)
{
    FileLayer files;
    return Cache(files, folder, {}).listFrames().size();
}

/// The folder itself, or the newest one in it that has frames.
fs::path folderWithFrames(const fs::path& folder)
{
    try {
        if (frameCount(folder) > 0)
            return folder;
    } catch (const std::exception&) {
        // Perhaps it is one of several.
    }
    fs::path newest;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
        try {
            if (entry.is_directory() && frameCount(entry.path()) > 0 &&
                (newest.empty() || fs::last_write_time(entry.path()) > fs::last_write_time(newest)))
                newest = entry.path();
        } catch (const std::exception&) {
            // Not a cache.
        }
    }
    if (newest.empty())
        fail(ErrorKind::InputOutput, "there are no cached frames in '{}'", folder.string());
    return newest;
}

QString millimetres(double metres) { return QString::number(1e3 * metres, 'g', 3) + " mm"; }

} // namespace

void Comparison::setFolder(const fs::path& folder)
{
    m_folder = folder.empty() ? folder : folderWithFrames(folder);
    ++m_request;
    Q_EMIT folderChanged();
}

void Comparison::compare(const std::shared_ptr<const Frame>& frame)
{
    m_task.start([this, frame, folder = m_folder, request = ++m_request](std::stop_token stop) {
        ComparedFrame result{{}, frame};
        bool isFound = false;
        try {
            FileLayer files;
            Cache cache(files, folder, {});
            const auto listed = cache.listFrames();
            isFound = std::ranges::any_of(listed, [&](const CachedFrame& f) { return f.number == frame->number; });
            if (isFound && !stop.stop_requested())
                result = compareFrames(*frame, *cache.readFrame(frame->number));
        } catch (const std::exception&) {
            isFound = false; // gone, or damaged
        }
        QMetaObject::invokeMethod(
            this,
            [this, frame, result, isFound, request] {
                if (request == m_request)
                    Q_EMIT compared(frame, result, isFound);
            },
            Qt::QueuedConnection);
    });
}

QString Comparison::sentence(const FrameComparison& c) const
{
    const QLocale numbers(QLocale::English);
    QString text = tr("difference to %1: ").arg(toText(m_folder.filename()));
    text += c.both == 0 ? tr("no particle in both")
                        : tr("rms %1, largest %2 (particle %3); %4 in both")
                              .arg(millimetres(c.rootMeanSquare), millimetres(c.largest))
                              .arg(c.largestId)
                              .arg(numbers.toString(static_cast<qulonglong>(c.both)));
    if (c.onlyFirst > 0)
        text += tr(", %1 here only").arg(numbers.toString(static_cast<qulonglong>(c.onlyFirst)));
    if (c.onlySecond > 0)
        text += tr(", %1 there only").arg(numbers.toString(static_cast<qulonglong>(c.onlySecond)));
    return text;
}

} // namespace sastrugi::studio
