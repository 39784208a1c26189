// A picture of a scene: its boundaries, shaded, and a frame's particles as lit spheres coloured by an attribute.
//
// VTK without Qt: whoever owns an OpenGL context can draw with it.
#pragma once

#include "engine/simulation/Frame.h"
#include "engine/simulation/Scene.h"

#include <filesystem>
#include <memory>
#include <string>

namespace sastrugi
{

struct ViewOptions {
    int width = 960, height = 540;
    std::string colourBy = "density";          // an attribute; of a vector its length; empty: white
    double rangeMinimum = 0, rangeMaximum = 0; // of the colours; equal: that of the first frame that has any
    Vector3 direction = {0.8, -2.2, 0.8};      // from what is looked at towards the camera
};

class SceneView
{
public:
    /// An OpenGL context must be current, and stay.
    SceneView(const Scene& scene, const ViewOptions& options);
    ~SceneView();

    /// Frames the given box; the camera stays there.
    void lookAt(const Bounds& bounds);
    /// Throws Error(Usage) that names the known attributes when `colourBy` is none of them.
    void show(const Frame& frame);
    /// Writes a PNG file, under a temporary name until it is whole. Throws Error(InputOutput).
    void writePng(const std::filesystem::path& file);

private:
    struct Pipeline;
    ViewOptions m_options;
    std::unique_ptr<Pipeline> m_pipeline;
};

/// Of the particles, in scene coordinates, with their radius.
Bounds boundsOf(const Frame& frame);

} // namespace sastrugi
