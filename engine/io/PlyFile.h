// A PLY file as Turk 1994 defines it, as text or in either byte order: elements of any names, each with the same
// properties, single numbers and lists of them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

struct PlyProperty {
    std::string name;
    bool isList = false;
    std::vector<double> values;      // of a list, of all elements in a row
    std::vector<std::uint64_t> ends; // of a list, where that of each element ends
};

struct PlyElement {
    std::string name; // "vertex", "face"
    std::uint64_t count = 0;
    std::vector<PlyProperty> properties;

    /// Null when there is none.
    const PlyProperty* find(std::string_view property) const;
};

/// Whether a property of an element is wanted; the values of others stay empty, and what follows the last that is
/// wanted is not read.
using PlyChoice = std::function<bool(std::string_view element, std::string_view property)>;

/// In the order of the file. Throws Error(Scene) with what is wrong. Asks for no more memory than the content
/// justifies.
std::vector<PlyElement> elementsOfPly(std::string_view content, const PlyChoice& isWanted);

} // namespace sastrugi
