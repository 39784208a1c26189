// Tables and numbers as the bytes of an HDF5 file, compressed with Blosc (LZ4, shuffled), built in memory.
//
// The chunks are compressed and decompressed here, by all threads, and handed to HDF5 as they are; other programs read
// them with the registered filter 32001. The README of this folder shows the layout.
#pragma once

#include "engine/particles/Attributes.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace sastrugi
{

using ContainerValue = std::variant<std::int64_t, double, std::string, std::vector<double>>;
using ContainerValues = std::map<std::string, ContainerValue>;

/// What is written. Tables are named by the path of their group.
struct ContainerView {
    ContainerValues values;                          // attributes of the file
    std::map<std::string, ContainerValues> groups;   // further attributes, by group
    std::map<std::string, const Attributes*> tables; // one data set per array, by group
};

/// What is read.
struct Container {
    ContainerValues values;
    std::map<std::string, ContainerValues> groups;
    std::map<std::string, Attributes> tables;
};

std::vector<std::byte> toHdf5(const ContainerView& view);

/// `bytes` must be sound: damage is found before, by the seal. HDF5 wants them writable and leaves them as they are.
/// Throws Error(InputOutput) without the name of the file when the layout is another one.
Container fromHdf5(std::span<std::byte> bytes);

} // namespace sastrugi
