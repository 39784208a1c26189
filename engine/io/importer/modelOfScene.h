// From Assimp's scene to our model: parts, nodes, bones, morph targets and clips.
#pragma once

#include "engine/io/MeshStream.h"

struct aiScene;

namespace sastrugi
{

/// Of a file of Collada, targets that are called relative are ways already. Throws std::runtime_error with what is
/// wrong.
MeshFileContent modelOfScene(const aiScene& scene, bool isCollada);

/// Adds the clips of the scene to the model, whose nodes and parts are those of the scene.
void addClips(const aiScene& scene, MeshFileContent& content);

} // namespace sastrugi
