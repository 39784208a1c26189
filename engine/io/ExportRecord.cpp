#include "engine/io/ExportRecord.h"

#include "engine/core/Error.h"

#include <nlohmann/json.hpp>

#include <system_error>

namespace sastrugi
{

namespace
{

std::string hashOf(std::string_view bytes)
{
    ContentHash hash;
    hash.add(bytes);
    return hash.digest().hex();
}

} // namespace

ExportRecord::ExportRecord(const FrameNames& names, FileLayer& files)
    : m_files(files), m_path(names.folder() / fmt::format(".{}{}.exported", names.base(), names.ending()))
{
    std::error_code error;
    if (!std::filesystem::exists(m_path, error))
        return;
    const auto json = nlohmann::json::parse(m_files.readText(m_path), nullptr, false);
    if (!json.is_object() || !json.contains("files") || !json["files"].is_object())
        return;
    for (const auto& [name, entry] : json["files"].items()) {
        try {
            m_entries.insert_or_assign(
                name, Entry{entry.at("source").get<std::string>(), entry.at("settings").get<std::string>(),
                            entry.at("content").get<std::string>(), entry.at("time").get<double>()});
        } catch (const nlohmann::json::exception&) {
            continue; // not ours
        }
    }
}

bool ExportRecord::isThere(const std::filesystem::path& path, const Hash& source) const
{
    const auto found = m_entries.find(path.filename().string());
    std::error_code error;
    if (found == m_entries.end() || found->second.source != source.hex() || !std::filesystem::exists(path, error))
        return false;
    try {
        return hashOf(m_files.readText(path)) == found->second.content;
    } catch (const Error&) {
        return false; // writing it will say what is wrong
    }
}

std::optional<double> ExportRecord::timeOf(const std::filesystem::path& path, const Hash& settings) const
{
    const auto found = m_entries.find(path.filename().string());
    if (found == m_entries.end() || found->second.settings != settings.hex())
        return {};
    return found->second.time;
}

void ExportRecord::add(const std::filesystem::path& path, const std::optional<Hash>& source, const Hash& settings,
                       double time, std::string_view bytes)
{
    m_entries[path.filename().string()] = {source ? source->hex() : "", settings.hex(), hashOf(bytes), time};
    auto files = nlohmann::ordered_json::object();
    for (const auto& [name, entry] : m_entries)
        files[name] = {
            {"source", entry.source}, {"settings", entry.settings}, {"content", entry.content}, {"time", entry.time}};
    const nlohmann::ordered_json json = {{"program", "Sastrugi"}, {"files", std::move(files)}};
    m_files.writeAtomically(m_path, json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

} // namespace sastrugi
