// The table of contents: one line per node type, in the order in which catalogue and menus show them.
#include "nodes/types/allNodes.h"

#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

const NodeRegistry& allNodes()
{
    static const NodeRegistry registry({
        sceneNode(),
        meshFileNode(),
        meshSequenceNode(),
        boxNode(),
        sphereNode(),
        planeNode(),
        terrainNode(),
        transformNode(),
        animatedMeshNode(),
        mergeNode(),
        boundarySamplerNode(),
        volumeSamplerNode(),
        steadyMotionNode(),
        keyFramesNode(),
        emitterKeyFramesNode(),
        animatedTransformNode(),
        parentNode(),
        morphNode(),
        plateLoadNode(),
        rigidBodyNode(),
        fillEmitterNode(),
        particleFileNode(),
        snowfallEmitterNode(),
        nozzleEmitterNode(),
        uniformWindNode(),
        turbulenceNode(),
        vortexNode(),
        gustNode(),
        windFileNode(),
        combineFieldsNode(),
        snowNode(),
        granularSnowNode(),
        materialVariationNode(),
        heatNode(),
        sphSolverNode(),
        mpmSolverNode(),
        demSolverNode(),
        freeFallSolverNode(),
        densityVolumeNode(),
        surfaceNode(),
        fineScaleNode(),
        exportParticlesNode(),
        exportVolumeNode(),
        exportMeshNode(),
        cameraNode(),
        movieNode(),
        backdropNode(),
        rerouteNode(),
    });
    return registry;
}

} // namespace sastrugi
