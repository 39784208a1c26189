#include "engine/cache/FrameFile.h"

#include "engine/cache/Container.h"
#include "engine/cache/Seal.h"
#include "engine/core/Error.h"
#include "engine/core/File.h"

namespace sastrugi
{

namespace
{

Frame frameFrom(Container&& content)
{
    if (const auto& kind = std::get<std::string>(content.values.at("kind")); kind != "frame")
        fail(ErrorKind::InputOutput, "it is a {} and not a frame", kind);
    Frame frame;
    frame.number = std::get<std::int64_t>(content.values.at("frame"));
    frame.time = std::get<double>(content.values.at("time"));
    const auto& origin = std::get<std::vector<double>>(content.values.at("origin"));
    frame.origin = {origin.at(0), origin.at(1), origin.at(2)};
    for (const auto& [name, value] : content.groups.at("figures"))
        frame.figures[name] = std::get<double>(value);
    frame.particles = std::move(content.tables.at("particles"));
    return frame;
}

} // namespace

std::vector<std::byte> encodeFrame(const Frame& frame, const Hash& contentHash, const Hash& prefixHash)
{
    ContainerView view;
    view.values = {{"kind", "frame"},
                   {"format", std::int64_t{1}},
                   {"program", "Sastrugi " SASTRUGI_VERSION},
                   {"frame", frame.number},
                   {"time", frame.time},
                   {"origin", std::vector<double>(frame.origin.data(), frame.origin.data() + 3)},
                   {"contentHash", contentHash.hex()}};
    ContainerValues& figures = view.groups["figures"];
    for (const auto& [name, value] : frame.figures)
        figures[name] = value;
    view.tables["particles"] = &frame.particles;
    std::vector<std::byte> bytes = toHdf5(view);
    appendSeal(bytes, {contentHash, prefixHash});
    return bytes;
}

Frame decodeFrame(std::span<std::byte> bytes, const std::filesystem::path& file)
{
    if (!verifiedSeal(bytes))
        fail(ErrorKind::InputOutput, "'{}' is damaged or truncated; simulating again computes it anew", file.string());
    try {
        return frameFrom(fromHdf5(bytes.first(bytes.size() - sealSize)));
    } catch (const std::exception& error) {
        // std::out_of_range and std::bad_variant_access: a file of another layout with a good checksum.
        fail(ErrorKind::InputOutput, "'{}' cannot be read as a frame: {}; simulating again computes it anew",
             file.string(), error.what());
    }
}

Frame readFrameFile(const std::filesystem::path& file)
{
    std::vector<std::byte> bytes = FileLayer().readAll(file);
    return decodeFrame(bytes, file);
}

} // namespace sastrugi
