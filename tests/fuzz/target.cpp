// What libFuzzer calls with whatever it comes up with: one of our readers, chosen when this is compiled.
#include "engine/core/Error.h"
#include "engine/io/PointTable.h"
#include "engine/io/curveTable.h"
#include "engine/io/importer/readPlyMesh.h"
#include "engine/io/importer/readUsdMesh.h"

#include <cstdint>
#include <cstdlib>

using namespace sastrugi;

namespace
{

/// Points that do not fit their count would be read beyond their end by whoever asks for one.
[[maybe_unused]] void check(const PointTable& table)
{
    for (const PointColumn& column : table.columns)
        if (column.components < 0 || column.values.size() != table.count * static_cast<std::size_t>(column.components))
            std::abort();
}
[[maybe_unused]] void check(const CurveTable& table)
{
    for (const auto& [name, keys] : table)
        if (keys.empty())
            std::abort();
}
/// Of a mesh, triangles that name points which are not there.
[[maybe_unused]] void check(const MeshFileContent& content)
{
    for (const auto& triangle : content.model.triangles)
        for (const std::uint32_t corner : triangle)
            if (corner >= content.model.points.size())
                std::abort();
}
[[maybe_unused]] CurveTable curvesOfCsv(std::string_view content)
{
    return parseCurveTable(content, CurveKind::Linear);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    try {
        check(SASTRUGI_READER(std::string_view(reinterpret_cast<const char*>(bytes), size)));
    } catch (const std::runtime_error&) { // a sentence, which is right
    }
    return 0;
}
