// What `sastrugi export` is to write: found out from the node, and from what was typed.
#pragma once

#include "app/cli/SceneInput.h"
#include "app/cli/exportFrames.h"

#include "engine/fineScale/FineScaleParameters.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sastrugi
{

/// As typed.
struct ExportOptions {
    SceneArguments scene;
    std::string node, out, frames, format, preset, progress = "auto";
    std::optional<std::int64_t> samples;
    bool force = false;
};

struct ExportTarget {
    std::string solver;                        // whose cached frames; empty: `source`
    std::shared_ptr<const FineParticles> fine; // that they carry, which are written instead; null: none
    std::unique_ptr<FrameSource> source;       // where there is no solver
    std::string pattern, ending, frames;       // the latter as typed
    bool isStill = false;                      // what has no solver has the same shape in each frame
    std::int64_t samplesPerFrame = 1;
    std::function<std::unique_ptr<FrameWriter>(FrameNames, const SceneSettings&, FileLayer&)> makeWriter;
};

/// What a pattern ends with, in small letters; nothing when that is the frame's number or the decimals of a figure:
/// snow_0.5.
std::string endingOf(std::string_view pattern);

/// Throws Error(Usage) where --out is missing though the node names no file, or has no ending though nothing else says
/// the format.
void requireOut(const ExportOptions& options, const Node& node, bool hasName, bool hasFormat,
                const std::string& endings);

/// The node from which the only link into the input comes. Throws Error(Scene) where there is none.
std::string sourceOf(const SceneInput& input, const std::string& node, std::string_view port);

/// The node that is linked to an export, on whichever of its inputs. Throws Error(Scene) unless it is exactly one.
std::string sourceOf(const SceneInput& input, const Node& node);

/// The solver node whose run moves a boundary: what carries a load, or is a rigid body. Throws Error(Usage) where no
/// solver has it, or several.
std::string solverThatMoves(SceneInput& input, const Boundary& boundary);

/// Whether a node of this type writes what is linked to one of several inputs.
bool takesOneOfItsInputs(const NodeType& type);

/// The format that --format or the ending of --out names, if one does, by its place in the table. A format whose ending
/// the pattern has already is kept: PLY is two of them. Throws Error(Usage) for one that is not known.
template <class Format>
std::optional<std::size_t> chosenFormat(const ExportOptions& options, const std::vector<Format>& formats,
                                        const Format* now);

/// ".ply, .obj"
template <class Format>
std::string endingsOf(const std::vector<Format>& formats);

ExportTarget meshTarget(SceneInput& input, const Node& node, const ExportOptions& options);

/// Whether meshTarget() is for nodes of this type.
bool isMeshTarget(const NodeType& type);

/// Whether --out asks for the motion of what a node of this type gives, as a table of keys.
bool isMotionTarget(const NodeType& type, const ExportOptions& options);

/// Writes it, a key for each frame. Returns the exit code. Throws Error(Usage) where it is no rigid motion.
int exportMotion(SceneInput& input, const Node& node, const ExportOptions& options);

// Of templates.

template <class Format>
std::string endingsOf(const std::vector<Format>& formats)
{
    std::vector<std::string_view> all;
    for (const Format& format : formats)
        if (std::ranges::find(all, format.ending) == all.end())
            all.push_back(format.ending);
    return fmt::format("{}", fmt::join(all, ", "));
}

template <class Format>
std::optional<std::size_t> chosenFormat(const ExportOptions& options, const std::vector<Format>& formats,
                                        const Format* now)
{
    if (!options.format.empty()) {
        std::vector<std::string_view> names;
        for (const Format& format : formats)
            names.push_back(format.name);
        const std::size_t chosen = chooseName("--format", options.format, names);
        const std::string ending = endingOf(options.out);
        if (ending != formats[chosen].ending && std::ranges::find(formats, ending, &Format::ending) != formats.end())
            fail(ErrorKind::Usage, "--format {} writes {}, and '{}' ends otherwise", options.format,
                 formats[chosen].ending, options.out);
        return chosen;
    }
    const std::string ending = endingOf(options.out);
    if (ending.empty() || (now && now->ending == ending))
        return {};
    const auto found = std::ranges::find(formats, ending, &Format::ending);
    if (found == formats.end())
        fail(ErrorKind::Usage, "--out: the ending '{}' of '{}' is not a known format; there are {}", ending,
             options.out, endingsOf(formats));
    return static_cast<std::size_t>(found - formats.begin());
}

} // namespace sastrugi
