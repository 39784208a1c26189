// The files with which ParaView finds the times of a series: <base>.pvd and <base>.<ending>.series.
#pragma once

#include "engine/io/ParticleFormat.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace sastrugi
{

class SeriesIndex : public FrameIndex
{
public:
    /// Reads the times that an earlier export left; an unreadable index counts as none, and is replaced.
    SeriesIndex(FrameNames names, FileLayer& files);

    /// Adds a frame whose file exists, and writes both files. Entries without a file are dropped.
    void add(std::int64_t frame, double time) override;

    std::filesystem::path pvdPath() const;
    std::filesystem::path seriesPath() const;

private:
    void readTimes();

    FrameNames m_names;
    FileLayer& m_files;
    std::map<std::string, double> m_times; // by file name, seconds
};

} // namespace sastrugi
