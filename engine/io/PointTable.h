// Points of a file with everything that it says of each: columns of numbers, by name.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sastrugi
{

struct PointColumn {
    std::string name;
    int components = 1;
    std::vector<double> values; // components for each point
};

/// An array of a file that is no column, and why: "it is not of 3 particles, as the positions are".
struct UnusedArray {
    std::string name, reason;
};

struct PointTable {
    std::size_t count = 0;
    std::vector<PointColumn> columns;
    double metresPerUnit = 0; // 0: the file does not say
    char upAxis = 0;          // 'Y' or 'Z'; 0: the same
    std::vector<UnusedArray> unused;

    void addOfOtherLength(std::string name) { unused.push_back({std::move(name), "it is not one of each particle"}); }
    /// Null when there is none.
    const PointColumn* find(std::string_view name) const
    {
        for (const PointColumn& column : columns)
            if (column.name == name)
                return &column;
        return nullptr;
    }
};

/// By the ending: .ply, .vtp, .csv, .xyz, .npz, .usda, .bgeo or .bhclassic. Throws Error(Scene) with a sentence that
/// names the file and the place in it when it cannot be read; never asks for more memory than the file itself
/// justifies.
PointTable readPointTable(const std::filesystem::path& file);

/// The formats, each from the whole content of a file. Throw Error(Scene) with what is wrong.
PointTable pointsOfPly(std::string_view content);
PointTable pointsOfCsv(std::string_view content);
PointTable pointsOfXyz(std::string_view content);
PointTable pointsOfBgeo(std::string_view content);
PointTable pointsOfNpz(std::string_view content);
PointTable pointsOfUsda(std::string_view content);
PointTable pointsOfVtp(const std::filesystem::path& file);

} // namespace sastrugi
