// The libraries that this program was built with, for people who report a fault.
#pragma once

#include <string>
#include <vector>

namespace sastrugi
{

struct LibraryVersion {
    std::string name, version;
};

/// In the order of their names.
std::vector<LibraryVersion> libraryVersions();

} // namespace sastrugi
