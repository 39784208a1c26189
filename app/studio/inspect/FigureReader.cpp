#include "app/studio/inspect/FigureReader.h"

#include "app/studio/inspect/FrameFigures.h"

#include <chrono>

namespace sastrugi::studio
{

void FigureReader::read(const std::filesystem::path& folder)
{
    m_task.start([this, folder, request = ++m_request](std::stop_token stop) {
        std::map<std::int64_t, Figures> figures;
        const auto post = [&] {
            QMetaObject::invokeMethod(
                this,
                [this, request, figures] {
                    if (request != m_request || figures == m_figures)
                        return;
                    m_figures = figures;
                    Q_EMIT figuresChanged();
                },
                Qt::QueuedConnection);
        };
        try {
            FileLayer files;
            Cache cache(files, folder, {});
            auto posted = std::chrono::steady_clock::now();
            for (const CachedFrame& frame : cache.listFrames()) {
                if (stop.stop_requested())
                    return;
                auto found = m_known.find(frame.hash);
                if (found == m_known.end())
                    found = m_known.emplace(frame.hash, figuresOf(*cache.readFrame(frame.number))).first;
                figures[frame.number] = found->second;
                if (std::chrono::steady_clock::now() - posted > std::chrono::milliseconds(300)) {
                    post(); // what is there so far
                    posted = std::chrono::steady_clock::now();
                }
            }
        } catch (const std::exception&) {
            // The folder is not there yet, or a frame is damaged: who reads frames says so.
        }
        post();
    });
}

} // namespace sastrugi::studio
