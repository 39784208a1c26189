// Where one particle was in all cached frames, read in the background.
#pragma once

#include "app/render/Strokes.h"
#include "app/studio/frames/BackgroundTask.h"

#include "engine/core/Hash.h"

#include <QObject>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>

namespace sastrugi::studio
{

class PathReader : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Of the particle with this id in the frames of the folder; nothing: no path. What was read before is kept, so
    /// that a path grows with a run.
    void read(const std::filesystem::path& folder, const std::optional<std::uint32_t>& id,
              const Strokes::Bytes& colour);
    /// Null: there is none.
    const std::shared_ptr<const Strokes>& path() const { return m_path; }

Q_SIGNALS:
    void pathChanged();

private:
    void set(std::shared_ptr<const Strokes> path);

    std::shared_ptr<const Strokes> m_path;
    int m_request = 0;
    // Of the task's thread:
    std::uint32_t m_id = 0;
    std::map<Hash, std::optional<Vector3>> m_known; // by the content of the frame
    BackgroundTask m_task;                          // last: it ends before the rest goes
};

} // namespace sastrugi::studio
