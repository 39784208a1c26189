// A scene with a rigid body, simulated in no time.
#pragma once

#include <QString>

namespace sastrugi::test
{

/// A crate that falls, turning, beside a little snow.
inline QString crateScene()
{
    return R"({
  "format": "sastrugi",
  "version": 1,
  "nodes": [
    {"name": "scene", "type": "scene", "parameters": {"framesPerSecond": 20, "lastFrame": 6}},
    {"name": "cube", "type": "geometry.box", "parameters": {"size": [0.2, 0.2, 0.2], "centre": [0, 0, 0.1]}},
    {"name": "snow", "type": "material.granularSnow"},
    {"name": "fill", "type": "emitter.fill"},
    {"name": "box", "type": "geometry.box", "parameters": {"size": [0.1, 0.2, 0.3], "centre": [2, 0, 3]}},
    {"name": "side", "type": "sampling.boundarySampler"},
    {"name": "crate", "type": "body.rigid",
     "parameters": {"velocity": [1, 0, 0], "angularVelocity": [0, 0, "90 deg/s"]}},
    {"name": "plane", "type": "geometry.plane", "parameters": {"sizeX": 9, "sizeY": 9}},
    {"name": "floor", "type": "sampling.boundarySampler"},
    {"name": "dem", "type": "solver.dem"}
  ],
  "links": [
    {"from": ["cube", "mesh"], "to": ["fill", "region"]},
    {"from": ["snow", "material"], "to": ["fill", "material"]},
    {"from": ["fill", "emitter"], "to": ["dem", "emitters"]},
    {"from": ["box", "mesh"], "to": ["side", "mesh"]},
    {"from": ["side", "boundary"], "to": ["crate", "boundary"]},
    {"from": ["crate", "boundary"], "to": ["dem", "boundaries"]},
    {"from": ["plane", "mesh"], "to": ["floor", "mesh"]},
    {"from": ["floor", "boundary"], "to": ["dem", "boundaries"]}
  ]
}
)";
}

} // namespace sastrugi::test
