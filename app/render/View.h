// A picture of a scene: meshes, shaded, and a frame's particles as lit spheres coloured by an attribute.
//
// VTK without Qt: whoever owns an OpenGL context can draw with it. All colours are sRGB.
#pragma once

#include "app/render/Camera.h"
#include "app/render/Colours.h"
#include "app/render/MeshActors.h"
#include "app/render/ParticleActor.h"
#include "app/render/Picture.h"
#include "app/render/RenderWindow.h"
#include "app/render/Strokes.h"
#include "app/render/VolumeActor.h"

#include <memory>

namespace sastrugi
{

/// Of everything but meshes and particles.
struct ViewLook {
    Colour low = {0.22, 0.27, 0.33}, high = {0.10, 0.12, 0.15}; // of the background
    Colour words = {0.92, 0.94, 0.97}, grid = {0.33, 0.37, 0.42};
    bool hasGround = false, hasScalarBar = true;
    double scale = 1; // of words, on fine screens
    bool operator==(const ViewLook&) const = default;
};

/// What is under a point of the picture.
struct Pick {
    double distance = 0; // along the ray, m
    Vector3 point = {0, 0, 0};
    std::ptrdiff_t particle = -1; // index in the frame; below zero: none
    std::string mesh;             // name of the item; empty: none
};

class View
{
public:
    explicit View(GlContext context = {});
    ~View();

    RenderWindow& window() { return *m_window; }
    /// Of the particles, and of the meshes, where they are to be cut as well.
    void setSlice(const std::optional<Slice>& slice, bool cutsMeshes);

    /// In pixels.
    void resize(int width, int height);
    double aspect() const;

    const Camera& camera() const { return m_camera; }
    void setCamera(const Camera& camera) { m_camera = camera; }
    /// Frames what is shown, or the given box.
    void fit();
    void fit(const Bounds& bounds);

    MeshActors& meshes() { return *m_meshes; }
    ParticleActor& particles() { return *m_particles; }
    StrokeActors& strokes() { return *m_strokes; }
    VolumeActor& volume() { return *m_volume; }
    /// Of the particles, and of meshes with attributes.
    void setColouring(const Colouring& colouring);
    const Colours& colours() const { return *m_colours; }
    /// Of the colours that are shown; nothing when all is white.
    std::optional<std::pair<double, double>> range() const;
    void setLook(const ViewLook& look);
    const ViewLook& look() const { return m_look; }

    /// What is under a point, in shares of the height from the centre of the picture.
    std::optional<Pick> pick(double x, double y) const;
    /// Of meshes, particles and the volume.
    Bounds bounds() const;

    /// Edges are not smoothed: less than half of the time, where the processor draws.
    void setIsFast(bool isFast);

    void render();
    /// Draws.
    Picture picture();

private:
    struct Parts;

    Camera m_camera;
    ViewLook m_look;
    std::unique_ptr<RenderWindow> m_window;
    std::unique_ptr<Parts> m_parts;
    std::unique_ptr<Colours> m_colours; // before those that are coloured
    std::unique_ptr<MeshActors> m_meshes;
    std::unique_ptr<ParticleActor> m_particles;
    std::unique_ptr<StrokeActors> m_strokes;
    std::unique_ptr<VolumeActor> m_volume;
    int m_width = 960, m_height = 540;
};

/// Of the particles, in scene coordinates, with their radius.
Bounds boundsOf(const Frame& frame);

} // namespace sastrugi
