// The declarations of the node types, one function each, defined in the file of its name.
#pragma once

#include "nodes/graph/NodeType.h"

namespace sastrugi
{

NodeType sceneNode();
NodeType meshFileNode();
NodeType meshSequenceNode();
NodeType boxNode();
NodeType sphereNode();
NodeType planeNode();
NodeType terrainNode();
NodeType transformNode();
NodeType mergeNode();
NodeType boundarySamplerNode();
NodeType volumeSamplerNode();
NodeType steadyMotionNode();
NodeType keyFramesNode();
NodeType emitterKeyFramesNode();
NodeType animatedTransformNode();
NodeType animatedMeshNode();
NodeType parentNode();
NodeType morphNode();
NodeType plateLoadNode();
NodeType rigidBodyNode();
NodeType fillEmitterNode();
NodeType particleFileNode();
NodeType snowfallEmitterNode();
NodeType nozzleEmitterNode();
NodeType uniformWindNode();
NodeType turbulenceNode();
NodeType vortexNode();
NodeType gustNode();
NodeType windFileNode();
NodeType combineFieldsNode();
NodeType snowNode();
NodeType granularSnowNode();
NodeType materialVariationNode();
NodeType heatNode();
NodeType sphSolverNode();
NodeType mpmSolverNode();
NodeType demSolverNode();
NodeType freeFallSolverNode();
NodeType densityVolumeNode();
NodeType fineScaleNode();
NodeType surfaceNode();
NodeType exportParticlesNode();
NodeType exportVolumeNode();
NodeType exportMeshNode();
NodeType cameraNode();
NodeType movieNode();
NodeType backdropNode();
NodeType rerouteNode();

} // namespace sastrugi
