// A scene that can be played with: a little granular snow, a paddle and a jet that follow a hand.
#pragma once

#include <QString>

namespace sastrugi::test
{

/// Snow on a floor, simulated in no time: the paddle stands at its left, the nozzle hangs over it and is shut at first.
inline QString liveScene()
{
    return R"({
  "format": "sastrugi",
  "version": 1,
  "nodes": [
    {"name": "scene", "type": "scene", "parameters": {"framesPerSecond": 50, "lastFrame": 6}},
    {"name": "cube", "type": "geometry.box", "parameters": {"size": [0.3, 0.3, 0.1], "centre": [0, 0, 0.05]}},
    {"name": "snow", "type": "material.granularSnow"},
    {"name": "fill", "type": "emitter.fill"},
    {"name": "jet", "type": "emitter.nozzle",
     "parameters": {"centre": [0, 0, 0.6], "radius": 0.03, "speed": 1, "start": 0.2}},
    {"name": "swing", "type": "motion.emitterKeyFrames"},
    {"name": "board", "type": "geometry.box", "parameters": {"size": [0.04, 0.4, 0.2], "centre": [-0.25, 0, 0.12]}},
    {"name": "paddle", "type": "sampling.boundarySampler"},
    {"name": "push", "type": "motion.keyFrames", "parameters": {"pivot": [-0.25, 0, 0.12]}},
    {"name": "plane", "type": "geometry.plane", "parameters": {"sizeX": 9, "sizeY": 9}},
    {"name": "floor", "type": "sampling.boundarySampler"},
    {"name": "dem", "type": "solver.dem"}
  ],
  "links": [
    {"from": ["cube", "mesh"], "to": ["fill", "region"]},
    {"from": ["snow", "material"], "to": ["fill", "material"]},
    {"from": ["fill", "emitter"], "to": ["dem", "emitters"]},
    {"from": ["snow", "material"], "to": ["jet", "material"]},
    {"from": ["jet", "emitter"], "to": ["swing", "emitter"]},
    {"from": ["swing", "emitter"], "to": ["dem", "emitters"]},
    {"from": ["board", "mesh"], "to": ["paddle", "mesh"]},
    {"from": ["paddle", "boundary"], "to": ["push", "boundary"]},
    {"from": ["push", "boundary"], "to": ["dem", "boundaries"]},
    {"from": ["plane", "mesh"], "to": ["floor", "mesh"]},
    {"from": ["floor", "boundary"], "to": ["dem", "boundaries"]}
  ]
}
)";
}

} // namespace sastrugi::test
