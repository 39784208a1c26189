// XYZ point clouds: three coordinates per line and nothing else, as CloudCompare and MeshLab read them.
#include "engine/io/ParticleFormat.h"
#include "engine/io/TextRows.h"

namespace sastrugi
{

namespace
{

std::string encode(const ParticleTable& table, const std::stop_token& stop)
{
    const ParticleColumn& position = table.position();
    return textRows("", table.count, stop, [&](std::size_t i, std::string& text) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            position.append(3 * i + axis, text);
            text += axis < 2 ? ' ' : '\n';
        }
    });
}

} // namespace

ParticleFormat xyzFormat()
{
    return {"xyz",
            ".xyz",
            "Text with three coordinates per line, for point cloud programs.",
            "XYZ carries positions only: no velocities, ids or other attributes",
            {.doublesFarOut = true, .wideIds = true},
            encode};
}

} // namespace sastrugi
