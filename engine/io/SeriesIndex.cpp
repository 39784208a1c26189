#include "engine/io/SeriesIndex.h"

#include "engine/io/xmlText.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>

namespace sastrugi
{

SeriesIndex::SeriesIndex(FrameNames names, FileLayer& files) : m_names(std::move(names)), m_files(files) {}

std::filesystem::path SeriesIndex::pvdPath() const { return m_names.folder() / (m_names.base() + ".pvd"); }

std::filesystem::path SeriesIndex::seriesPath() const
{
    return m_names.folder() / (m_names.base() + m_names.ending() + ".series");
}

void SeriesIndex::write(const std::map<std::int64_t, SeriesFile>& series)
{
    std::string pvd = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
                      "byte_order=\"LittleEndian\">\n  <Collection>\n";
    auto files = nlohmann::ordered_json::array();
    for (const auto& [number, file] : series) {
        const std::string name = file.path.filename().string();
        pvd += fmt::format("    <DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", file.time, xmlText(name));
        files.push_back({{"name", name}, {"time", file.time}});
    }
    pvd += "  </Collection>\n</VTKFile>\n";
    const nlohmann::ordered_json json = {{"file-series-version", "1.0"}, {"files", std::move(files)}};
    writeIfChanged(m_files, pvdPath(), pvd);
    writeIfChanged(m_files, seriesPath(), json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

} // namespace sastrugi
