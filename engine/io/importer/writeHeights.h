// Pictures as heights, by VTK's own readers.
#pragma once

#include <string>

namespace sastrugi
{

/// Writes a PNG or TIFF file to the standard output as heightStream.h says; false when that fails. Throws
/// std::runtime_error with what is wrong.
bool writeHeights(const std::string& path);

} // namespace sastrugi
