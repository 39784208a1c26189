// Another cache beside the one that is shown: its frames are compared with those of the same number, in the background.
#pragma once

#include "app/studio/frames/BackgroundTask.h"
#include "app/studio/inspect/compareFrames.h"

#include <QObject>

#include <filesystem>

namespace sastrugi::studio
{

class Comparison : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// The folder of one solver's frames, or one of several of them; empty: no comparison. Throws Error when there are
    /// no frames.
    void setFolder(const std::filesystem::path& folder);
    const std::filesystem::path& folder() const { return m_folder; }
    bool isOn() const { return !m_folder.empty(); }

    /// Compares, and tells with compared().
    void compare(const std::shared_ptr<const Frame>& frame);
    /// "difference to 'a': rms 1.2 mm, largest 3 mm (particle 12); 12,000 particles in both, 3 here only"
    QString sentence(const FrameComparison& comparison) const;

Q_SIGNALS:
    void folderChanged();
    /// With the frame that was compared; `isFound` says whether the other cache has one of its number.
    void compared(const std::shared_ptr<const Frame>& frame, const sastrugi::studio::ComparedFrame& result,
                  bool isFound);

private:
    std::filesystem::path m_folder;
    int m_request = 0;
    BackgroundTask m_task; // last: it ends before the rest goes
};

} // namespace sastrugi::studio
