#include "app/studio/viewport/FineScaleOfFrame.h"

#include "engine/cache/Cache.h"
#include "engine/fineScale/FineScaleSeries.h"

#include <algorithm>

namespace sastrugi::studio
{

struct FineScaleOfFrame::Open {
    Open(const Source& from, const FineScaleParameters& parameters)
        : source(from), cache(files, from.base, *from.scene, Cache::Access::Read, [](const LogMessage&) {}),
          series({from.scene, parameters}, cache)
    {
        ContentHash hash;
        addParametersToHash(hash, parameters);
        content = hash.digest();
    }

    Source source;
    Hash content; // of the parameters
    FileLayer files;
    Cache cache;
    FineScaleSeries series;
};

FineScaleOfFrame::FineScaleOfFrame() = default;
FineScaleOfFrame::~FineScaleOfFrame() = default;

void FineScaleOfFrame::setSource(std::shared_ptr<const Scene> scene, const std::filesystem::path& base)
{
    const std::lock_guard lock(m_mutex);
    m_source = {std::move(scene), base};
}

Frame FineScaleOfFrame::at(const Frame& frame, const FineScaleParameters& parameters, const std::stop_token& stop)
{
    Source source;
    {
        const std::lock_guard lock(m_mutex);
        source = m_source;
    }
    if (!source.scene)
        fail(ErrorKind::Scene, "the scene cannot be evaluated");
    ContentHash hash;
    addParametersToHash(hash, parameters);
    const auto isKnown = [&] { return std::ranges::binary_search(m_open->series.frames(), frame.number); };
    if (!m_open || m_open->source != source || m_open->content != hash.digest() || !isKnown())
        m_open = std::make_unique<Open>(source, parameters);
    return *m_open->series.at(frame.number, stop);
}

} // namespace sastrugi::studio
