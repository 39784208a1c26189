#include "engine/io/WindFile.h"

#include "engine/core/Error.h"
#include "engine/core/File.h"
#include "engine/core/Words.h"
#include "engine/core/lowerCase.h"
#include "engine/io/Importer.h"
#include "engine/io/NumberedFiles.h"
#include "engine/io/TextFields.h"
#include "engine/io/windStream.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

using Path = std::filesystem::path;

constexpr const char* windKind = "wind file";

struct ReadFrame {
    WindFrame frame;
    std::string array;
    std::size_t unknown = 0;         // points of which the file says nothing
    std::vector<std::string> arrays; // that may be velocities
};

/// Each once.
std::vector<std::string> namesIn(const std::vector<char>& text)
{
    std::vector<std::string> names;
    for (auto begin = text.begin(); begin != text.end();) {
        const auto end = std::find(begin, text.end(), '\0');
        if (const std::string name(begin, end); std::ranges::find(names, name) == names.end())
            names.push_back(name);
        begin = end == text.end() ? end : end + 1;
    }
    return names;
}

ReadFrame decodeWind(const Path& file, std::span<const std::byte> answer)
{
    ReadFrame read;
    WindFrame& frame = read.frame;
    try {
        AnswerReader reader(answer);
        const auto head = reader.take<WindStreamHead>();
        read.arrays = namesIn(reader.takeMany<char>(reader.take<std::uint64_t>()));
        if (head.array[0] == '\0') {
            const std::vector<char> unclear = reader.takeMany<char>(reader.take<std::uint64_t>());
            throw WindArrayError(fmt::format("the wind file '{}' cannot be read: {}", file.string(),
                                             std::string_view(unclear.data(), unclear.size())),
                                 std::move(read.arrays));
        }
        std::uint64_t count = 1;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            frame.lattice.counts[axis] = head.counts[axis];
            frame.lattice.origin[static_cast<Eigen::Index>(axis)] = head.origin[axis];
            frame.lattice.spacing[static_cast<Eigen::Index>(axis)] = head.spacing[axis];
            if (head.counts[axis] == 0 || head.counts[axis] > mostWindPoints)
                throw std::length_error("too many points");
            count *= head.counts[axis];
            if (count > mostWindPoints || !(head.spacing[axis] > 0) || !std::isfinite(head.spacing[axis]) ||
                !std::isfinite(head.origin[axis]))
                throw std::length_error("no lattice");
        }
        frame.velocities = reader.takeMany<float>(3 * count);
        const std::vector<char> isKnown = reader.takeMany<char>(count);
        read.array = std::string(head.array, std::find(head.array, std::end(head.array), '\0'));
        read.unknown = static_cast<std::size_t>(std::count(isKnown.begin(), isKnown.end(), 0));
        if (read.unknown > 0)
            frame.isKnown.assign(isKnown.begin(), isKnown.end());
    } catch (const std::length_error&) {
        fail(ErrorKind::Internal, "the reader of '{}' sent less than it announced", file.string());
    }
    for (std::size_t i = 0; i < frame.velocities.size(); ++i)
        if (!std::isfinite(frame.velocities[i])) {
            if (frame.isKnown.empty() || frame.isKnown[i / 3])
                fail(ErrorKind::Scene, "the wind file '{}' has a velocity in '{}' that is not finite, at point {}",
                     file.string(), read.array, i / 3);
            frame.velocities[i] = 0;
        }
    return read;
}

/// The value of an attribute within a tag; empty when it is not there.
std::string_view attributeOf(std::string_view tag, std::string_view name)
{
    for (std::size_t place = tag.find(name); place != tag.npos; place = tag.find(name, place + 1)) {
        std::size_t quote = place + name.size();
        while (quote < tag.size() && (isBlank(tag[quote]) || tag[quote] == '='))
            ++quote;
        if (place == 0 || !isBlank(tag[place - 1]) || quote >= tag.size() || (tag[quote] != '"' && tag[quote] != '\''))
            continue;
        const std::size_t end = tag.find(tag[quote], quote + 1);
        if (end != tag.npos)
            return tag.substr(quote + 1, end - quote - 1);
    }
    return {};
}

std::string plainText(std::string_view text)
{
    std::string result(text);
    for (const auto& [from, to] :
         {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&amp;", "&"}})
        for (std::size_t place = 0; (place = result.find(from, place)) != result.npos; ++place)
            result.replace(place, std::string_view(from).size(), to);
    return result;
}

} // namespace

std::vector<TimedFile> filesOfPvd(const std::filesystem::path& file)
{
    openForImport(file, windKind);
    const std::string content = FileLayer().readText(file);
    std::vector<TimedFile> files;
    for (std::size_t place = content.find("<DataSet"); place != content.npos;
         place = content.find("<DataSet", place + 1)) {
        const std::string_view tag = std::string_view(content).substr(place, content.find('>', place) - place);
        const std::string name = plainText(attributeOf(tag, "file"));
        const std::optional<double> time = realNumber(attributeOf(tag, "timestep"));
        if (name.empty() || !time || !std::isfinite(*time))
            fail(ErrorKind::Scene, "data set {} of the wind file '{}' has no file, or no timestep that is a number",
                 files.size() + 1, file.string());
        files.push_back({*time, file.parent_path() / name});
    }
    if (files.empty())
        fail(ErrorKind::Scene, "the wind file '{}' names no data sets", file.string());
    std::ranges::stable_sort(files, {}, &TimedFile::time);
    for (std::size_t i = 1; i < files.size(); ++i)
        if (files[i].time == files[i - 1].time)
            fail(ErrorKind::Scene,
                 "the wind file '{}' has two data sets at {} s: flows in several pieces are not joined", file.string(),
                 files[i].time);
    return files;
}

ImportedWind importWind(const std::filesystem::path& file, const WindFileOptions& options, const std::stop_token& stop)
{
    ImportedWind imported;
    std::vector<TimedFile> files;
    std::string missing;
    if (lowerCaseEnding(file) == ".pvd") {
        files = filesOfPvd(file);
    } else {
        const NumberedFiles numbered = findNumberedFiles(file, 0, 0);
        for (std::size_t i = 0; i < numbered.files.size(); ++i)
            files.push_back({static_cast<double>(numbered.numbers[i] - numbered.numbers[0]) / options.filesPerSecond,
                             numbered.files[i]});
        missing = textOf(numbered.missing);
    }
    std::vector<WindFrame> frames;
    std::size_t unknown = 0;
    std::string array = options.array;
    for (const TimedFile& timed : files) {
        openForImport(timed.file, windKind);
        const ImportTask task{windKind, {"--wind", array, fmt::format("{}", options.spacing)}, windStreamMagic, 120};
        ReadFrame read = decodeWind(timed.file, runImporter(timed.file, task, stop));
        array = read.array;
        if (imported.arrays.empty())
            imported.arrays = std::move(read.arrays);
        unknown = std::max(unknown, read.unknown);
        const double bytes = static_cast<double>(read.frame.lattice.size() * 12 * files.size());
        if (bytes > options.memoryLimit)
            fail(ErrorKind::Scene,
                 "the {} of '{}' take {:.1f} GB as wind, and {:.1f} GB is the most: choose a spacing larger "
                 "than {:.3g}",
                 counted(static_cast<std::int64_t>(files.size()), "moment"), file.string(), bytes / 1e9,
                 options.memoryLimit / 1e9,
                 read.frame.lattice.spacing.maxCoeff() * std::cbrt(bytes / options.memoryLimit));
        frames.push_back(std::move(read.frame));
        imported.times.push_back(timed.time - files.front().time);
    }
    imported.lattice = frames.front().lattice;
    const WindLattice& lattice = imported.lattice;
    imported.messages.push_back(
        {LogLevel::Info,
         {},
         "wind.read",
         fmt::format(
             "'{}' on {} x {} x {} points, {:.3g} x {:.3g} x {:.3g} apart{}{}", array, lattice.counts[0],
             lattice.counts[1], lattice.counts[2], lattice.spacing.x(), lattice.spacing.y(), lattice.spacing.z(),
             files.size() > 1 ? fmt::format(", at {} moments in {:.4g} s", files.size(), imported.times.back()) : "",
             unknown > 0
                 ? fmt::format("; of {} the file says nothing", counted(static_cast<std::int64_t>(unknown), "point"))
                 : "")});
    if (!missing.empty())
        imported.messages.push_back(
            {LogLevel::Warning,
             {},
             "wind.missing",
             fmt::format("'{}' has no file {}; the wind goes straight on there", file.string(), missing)});
    imported.field = makeGridWind(imported.times, std::move(frames), options.placing);
    return imported;
}

} // namespace sastrugi
