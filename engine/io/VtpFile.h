// A VTK PolyData file: arrays in blocks that are compressed with LZ4 in parallel, appended to a head of XML.
//
// The format: VTK's documentation of its XML files, "appended data" with encoding raw; each array is the number of its
// blocks, their size, that of the last where it is smaller, the compressed sizes, and the blocks.
#pragma once

#include "engine/io/ParticleTable.h"

#include <array>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace sastrugi
{

/// Columns become point data, the first of them the points. Without triangles each point is a vertex cell, since
/// without cells nothing is shown by default. Throws Error(InputOutput) for more than 2147483646 points or triangles,
/// Error(Interrupted) when stopped.
std::string vtpFile(const ParticleTable& table, bool isMesh, std::span<const std::array<std::uint32_t, 3>> triangles,
                    const std::stop_token& stop);

} // namespace sastrugi
