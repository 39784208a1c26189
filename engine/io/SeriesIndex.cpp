#include "engine/io/SeriesIndex.h"

#include "engine/io/xmlText.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <system_error>
#include <utility>

namespace sastrugi
{

SeriesIndex::SeriesIndex(FrameNames names, FileLayer& files) : m_names(std::move(names)), m_files(files)
{
    readTimes();
}

std::filesystem::path SeriesIndex::pvdPath() const { return m_names.folder() / (m_names.base() + ".pvd"); }

std::filesystem::path SeriesIndex::seriesPath() const
{
    return m_names.folder() / (m_names.base() + m_names.ending() + ".series");
}

void SeriesIndex::readTimes()
{
    std::error_code error;
    if (!std::filesystem::exists(seriesPath(), error))
        return;
    const auto json = nlohmann::json::parse(m_files.readText(seriesPath()), nullptr, false);
    if (!json.is_object() || !json.contains("files") || !json["files"].is_array())
        return;
    for (const auto& file : json["files"])
        if (file.is_object() && file.contains("name") && file["name"].is_string() && file.contains("time") &&
            file["time"].is_number())
            m_times[file["name"].get<std::string>()] = file["time"].get<double>();
}

void SeriesIndex::add(std::int64_t frame, double time)
{
    m_times[m_names.of(frame).filename().string()] = time;
    std::map<std::int64_t, std::filesystem::path> existing = m_names.existing();
    existing[frame] = m_names.of(frame);

    std::string pvd = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
                      "byte_order=\"LittleEndian\">\n  <Collection>\n";
    auto files = nlohmann::ordered_json::array();
    for (const auto& [number, path] : existing) {
        const std::string name = path.filename().string();
        const auto known = m_times.find(name);
        if (known == m_times.end())
            continue;
        if (number < frame ? known->second >= time : number > frame && known->second <= time) {
            m_times.erase(known); // of an export that counted differently
            continue;
        }
        pvd += fmt::format("    <DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", known->second, xmlText(name));
        files.push_back({{"name", name}, {"time", known->second}});
    }
    pvd += "  </Collection>\n</VTKFile>\n";
    const nlohmann::ordered_json series = {{"file-series-version", "1.0"}, {"files", std::move(files)}};
    writeIfChanged(m_files, pvdPath(), pvd);
    writeIfChanged(m_files, seriesPath(), series.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

} // namespace sastrugi
