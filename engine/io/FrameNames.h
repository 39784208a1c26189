// File names with a frame number in them: "snow.####.ply", "snow.$F4.ply", "snow.${F4}.ply", "snow.%04d.ply",
// "snow.{frame:04}.ply".
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace sastrugi
{

class FrameNames
{
public:
    /// `ending`, such as ".ply", is added when the pattern does not end with it, in whatever case. A number without a
    /// width has four digits, and more where they are needed. Throws Error(Usage) with a sentence when the pattern
    /// names no file, has two numbers or one in a folder's name, or has none though `frameCount` is above one.
    FrameNames(std::string_view pattern, std::string_view ending, std::int64_t frameCount);

    /// Throws Error(Usage) when the frame is negative.
    std::filesystem::path of(std::int64_t frame) const;

    const std::filesystem::path& folder() const { return m_folder; }
    /// What is common to all names, without separators at its end: "snow".
    std::string base() const;
    const std::string& ending() const { return m_ending; }

    /// Whether frames have files of their own.
    bool hasNumber() const { return m_hasNumber; }

    /// The files that are there, by frame. Throws Error(InputOutput) when the folder cannot be read.
    std::map<std::int64_t, std::filesystem::path> existing() const;

private:
    std::filesystem::path m_folder;
    std::string m_before, m_after, m_ending; // of the file's name
    bool m_hasNumber = false;
    int m_width = 0;
};

} // namespace sastrugi
