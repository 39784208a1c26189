#include "app/cli/infoOf.h"
#include "engine/core/Error.h"

namespace sastrugi
{

Info infoOfMesh(const std::filesystem::path& file)
{
    fail(ErrorKind::InputOutput, "'{}': meshes cannot be read yet", file.string());
}

} // namespace sastrugi
