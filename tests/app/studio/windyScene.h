#pragma once

#include "tests/app/studio/SceneRig.h"

namespace sastrugi::test
{

/// A ball over a plane in the wind, with a movie.
inline QString windyScene()
{
    return R"({
  "format": "sastrugi",
  "version": 1,
  "nodes": [
    {"name": "scene", "type": "scene", "parameters": {"lastFrame": 4}},
    {"name": "ball", "type": "geometry.sphere", "parameters": {"radius": "10 cm", "centre": ["0 m", "0 m", "50 cm"]}},
    {"name": "floor", "type": "geometry.plane", "parameters": {"sizeX": "2 m", "sizeY": "2 m"}},
    {"name": "wall", "type": "sampling.boundarySampler"},
    {"name": "snow", "type": "material.snow"},
    {"name": "fill", "type": "emitter.fill"},
    {"name": "breeze", "type": "field.uniformWind", "parameters": {"velocity": [3, 0, 0]}},
    {"name": "sph", "type": "solver.sph", "parameters": {"spacing": "2 cm"}},
    {"name": "film", "type": "output.movie", "parameters": {"width": 200, "height": 100, "file": "film.####.png"}}
  ],
  "links": [
    {"from": ["ball", "mesh"], "to": ["fill", "region"]},
    {"from": ["snow", "material"], "to": ["fill", "material"]},
    {"from": ["floor", "mesh"], "to": ["wall", "mesh"]},
    {"from": ["wall", "boundary"], "to": ["sph", "boundaries"]},
    {"from": ["fill", "emitter"], "to": ["sph", "emitters"]},
    {"from": ["breeze", "field"], "to": ["sph", "wind"]},
    {"from": ["sph", "simulation"], "to": ["film", "simulation"]}
  ]
}
)";
}

/// Opened and evaluated; null when that fails.
inline std::unique_ptr<SceneRig> windyRig()
{
    auto rig = std::make_unique<SceneRig>(windyScene());
    const bool isReady = rig->isReady && QTest::qWaitFor([&] { return rig->window->content().scene() != nullptr; });
    return isReady ? std::move(rig) : nullptr;
}

} // namespace sastrugi::test
