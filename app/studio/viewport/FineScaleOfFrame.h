// The fine-scale particles of the current frame, carried by all cached frames up to it.
#pragma once

#include "engine/fineScale/FineScaleParameters.h"
#include "engine/simulation/Frame.h"
#include "engine/simulation/Scene.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <stop_token>

namespace sastrugi::studio
{

class FineScaleOfFrame
{
public:
    FineScaleOfFrame();
    ~FineScaleOfFrame();

    /// Whose frames, and the folder of the document's caches. Any thread.
    void setSource(std::shared_ptr<const Scene> scene, const std::filesystem::path& base);

    /// One thread at a time. Quick for the frame after the last one. Throws Error, also where a cache has no such
    /// frame.
    Frame at(const Frame& frame, const FineScaleParameters& parameters, const std::stop_token& stop);

private:
    struct Source {
        std::shared_ptr<const Scene> scene;
        std::filesystem::path base;
        bool operator==(const Source&) const = default;
    };
    struct Open;

    std::mutex m_mutex; // guards the source
    Source m_source;
    std::unique_ptr<Open> m_open; // what was read last
};

} // namespace sastrugi::studio
