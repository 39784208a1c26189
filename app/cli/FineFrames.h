// Fine-scale particles of the frames of a cache, as what an export writes.
#pragma once

#include "app/cli/exportFrames.h"
#include "engine/cache/Cache.h"
#include "engine/fineScale/FineScaleSeries.h"

#include <map>

namespace sastrugi
{

/// Of all frames of a cache, which must outlive it. Frames that are asked for in their order are made in one go.
class FineFrames : public FrameSource
{
public:
    FineFrames(const FineParticles& particles, Cache& cache);

    Hash hash(std::int64_t frame) const override { return m_hashes.at(frame); }
    std::uint64_t bytes(std::int64_t frame) const override { return m_cache.frames().at(frame).bytes; }
    std::shared_ptr<const Frame> read(std::int64_t frame, const std::stop_token& stop) override;
    std::shared_ptr<const Frame> example(std::int64_t frame) override;

private:
    Cache& m_cache;
    FineScaleSeries m_series;
    std::map<std::int64_t, Hash> m_hashes; // of the parameters, the scene and all frames up to that one
};

} // namespace sastrugi
