// Flows on VTK's data sets as velocities on a lattice, by VTK's own readers.
#pragma once

#include <string>

namespace sastrugi
{

/// Writes the vectors of a VTK file (.vti .vtr .vts .vtu .vtk) to the standard output as windStream.h says; false when
/// that fails. An empty `array` takes what can be meant; `spacing` 0 takes the lattice of the file, or one as fine as
/// its points. Throws std::runtime_error with what is wrong.
bool writeWind(const std::string& path, const std::string& array, double spacing);

} // namespace sastrugi
