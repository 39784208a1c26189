#include "engine/cache/CheckpointFile.h"

#include "engine/cache/Container.h"
#include "engine/cache/Seal.h"
#include "engine/core/Error.h"

namespace sastrugi
{

namespace
{

constexpr std::string_view tablesFolder = "tables/";

ContainerValues toValues(const std::map<std::string, double>& numbers)
{
    ContainerValues values;
    for (const auto& [name, value] : numbers)
        values[name] = value;
    return values;
}

std::map<std::string, double> toNumbers(const ContainerValues& values)
{
    std::map<std::string, double> numbers;
    for (const auto& [name, value] : values)
        numbers[name] = std::get<double>(value);
    return numbers;
}

Checkpoint checkpointFrom(Container&& content)
{
    if (std::get<std::string>(content.values.at("kind")) != "checkpoint")
        fail(ErrorKind::InputOutput, "it is not a checkpoint");
    Checkpoint checkpoint;
    checkpoint.frame = std::get<std::int64_t>(content.values.at("frame"));
    checkpoint.time = std::get<double>(content.values.at("time"));
    checkpoint.stepCount = std::get<std::int64_t>(content.values.at("stepCount"));
    checkpoint.figures = toNumbers(content.groups.at("figures"));
    checkpoint.snapshot.numbers = toNumbers(content.groups.at("numbers"));
    for (auto& [path, table] : content.tables)
        if (path.starts_with(tablesFolder))
            checkpoint.snapshot.tables.emplace(path.substr(tablesFolder.size()), std::move(table));
    return checkpoint;
}

} // namespace

std::vector<std::byte> encodeCheckpoint(const Checkpoint& checkpoint, const Hash& prefixHash)
{
    ContainerView view;
    view.values = {{"kind", "checkpoint"},      {"format", std::int64_t{1}}, {"program", "Sastrugi " SASTRUGI_VERSION},
                   {"frame", checkpoint.frame}, {"time", checkpoint.time},   {"stepCount", checkpoint.stepCount}};
    view.groups["figures"] = toValues(checkpoint.figures);
    view.groups["numbers"] = toValues(checkpoint.snapshot.numbers);
    for (const auto& [name, table] : checkpoint.snapshot.tables)
        view.tables[std::string(tablesFolder) + name] = &table;
    std::vector<std::byte> bytes = toHdf5(view);
    appendSeal(bytes, {{}, prefixHash});
    return bytes;
}

Checkpoint decodeCheckpoint(std::span<std::byte> bytes, const std::filesystem::path& file)
{
    if (!verifiedSeal(bytes))
        fail(ErrorKind::InputOutput, "'{}' is damaged or truncated; an older checkpoint is used", file.string());
    try {
        return checkpointFrom(fromHdf5(bytes.first(bytes.size() - sealSize)));
    } catch (const std::exception& error) {
        fail(ErrorKind::InputOutput, "'{}' cannot be read as a checkpoint: {}; an older one is used", file.string(),
             error.what());
    }
}

} // namespace sastrugi
