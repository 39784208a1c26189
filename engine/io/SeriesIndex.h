// The files with which ParaView finds the times of a series: <base>.pvd and <base>.<ending>.series.
#pragma once

#include "engine/io/ParticleFormat.h"

#include <cstdint>
#include <filesystem>
#include <map>

namespace sastrugi
{

class SeriesIndex : public FrameIndex
{
public:
    SeriesIndex(FrameNames names, FileLayer& files);

    void write(const std::map<std::int64_t, SeriesFile>& series) override;

    std::filesystem::path pvdPath() const;
    std::filesystem::path seriesPath() const;

private:
    FrameNames m_names;
    FileLayer& m_files;
};

} // namespace sastrugi
