#include "app/studio/inspect/PathReader.h"

#include "engine/cache/Cache.h"

#include <algorithm>

namespace sastrugi::studio
{

namespace
{

std::optional<Vector3> placeOf(const Frame& frame, std::uint32_t id)
{
    const auto ids = frame.particles.get<std::uint32_t>("id");
    const auto found = std::lower_bound(ids.begin(), ids.end(), id); // frames are in the order of ids
    if (found == ids.end() || *found != id)
        return {};
    const auto position = frame.particles.get<float>("position", 3);
    const auto i = 3 * static_cast<std::size_t>(found - ids.begin());
    return frame.origin + Vector3(position[i], position[i + 1], position[i + 2]);
}

std::shared_ptr<const Strokes> strokesOf(const std::vector<Vector3>& places, const Strokes::Bytes& colour)
{
    if (places.size() < 2)
        return nullptr;
    auto strokes = std::make_shared<Strokes>();
    strokes->origin = places.front();
    strokes->hasDots = true;
    strokes->width = 3;
    std::vector<std::uint32_t> line;
    for (const Vector3& place : places)
        line.push_back(strokes->add((place - strokes->origin).cast<float>(), colour));
    strokes->lines.push_back(std::move(line));
    return strokes;
}

} // namespace

void PathReader::read(const std::filesystem::path& folder, const std::optional<std::uint32_t>& id,
                      const Strokes::Bytes& colour)
{
    const int request = ++m_request;
    if (!id) {
        m_task.start([](std::stop_token) {}); // ends the one that runs
        return set(nullptr);
    }
    m_task.start([this, folder, id = *id, colour, request](std::stop_token stop) {
        if (std::exchange(m_id, id) != id)
            m_known.clear();
        std::vector<Vector3> places;
        try {
            FileLayer files;
            Cache cache(files, folder, {});
            for (const CachedFrame& frame : cache.listFrames()) {
                if (stop.stop_requested())
                    return;
                auto found = m_known.find(frame.hash);
                if (found == m_known.end())
                    found = m_known.emplace(frame.hash, placeOf(*cache.readFrame(frame.number), id)).first;
                if (found->second)
                    places.push_back(*found->second);
            }
        } catch (const std::exception&) {
            // The folder is not there yet, or a frame is damaged: who reads frames says so.
        }
        QMetaObject::invokeMethod(
            this,
            [this, request, path = strokesOf(places, colour)] {
                if (request == m_request)
                    set(path);
            },
            Qt::QueuedConnection);
    });
}

void PathReader::set(std::shared_ptr<const Strokes> path)
{
    if (path == m_path)
        return;
    m_path = std::move(path);
    Q_EMIT pathChanged();
}

} // namespace sastrugi::studio
