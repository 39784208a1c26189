#include "engine/io/meshMessages.h"

#include "engine/core/Words.h"

#include <fmt/format.h>

#include <algorithm>

namespace sastrugi
{

namespace
{

class Messages
{
public:
    std::vector<LogMessage> list;

    void warn(const char* code, std::string text) { add(LogLevel::Warning, code, std::move(text)); }
    void remark(const char* code, std::string text) { add(LogLevel::Info, code, std::move(text)); }

private:
    void add(LogLevel level, const char* code, std::string text) { list.push_back({level, {}, code, std::move(text)}); }
};

/// "a, b, c" of what is not empty.
std::string listed(std::initializer_list<std::string> parts)
{
    std::string text;
    for (const std::string& part : parts)
        if (!part.empty())
            text += (text.empty() ? "" : ", ") + part;
    return text;
}

std::string countedUnlessNone(std::size_t count, std::string_view one, std::string_view many)
{
    return count > 0 ? counted(static_cast<std::int64_t>(count), one, many) : std::string();
}

void addDefects(const MeshReport& report, HoleRepair holes, Messages& messages)
{
    if (report.boundaryEdges > 0 && holes != HoleRepair::ThinShell)
        messages.warn("mesh.open", fmt::format("the surface is open: {} with {}; what is inside is a guess near them",
                                               counted(report.holes, "hole"), counted(report.boundaryEdges, "edge")));
    if (report.nonManifoldEdges > 0)
        messages.warn("mesh.nonManifold", fmt::format("{} more than two triangles",
                                                      counted(report.nonManifoldEdges, "edge has", "edges have")));
    if (report.inconsistentEdges > 0)
        messages.warn("mesh.orientation",
                      fmt::format("{} triangles that face opposite sides; what is inside may be wrong",
                                  counted(report.inconsistentEdges, "edge joins", "edges join")));
    else if (report.isClosed && report.volume < 0)
        messages.warn("mesh.flipped", "the surface is turned inside out; it is used as it is");
    const double size = report.bounds.size().maxCoeff();
    if (report.bounds.centre().cwiseAbs().maxCoeff() > 1e5 * size)
        messages.warn("mesh.far",
                      fmt::format("the mesh of {:.3g} m stands {:.3g} m from the origin: its details may be rounded",
                                  size, report.bounds.centre().norm()));
}

void addLeftOut(const MeshFileFacts& facts, const RepairReport& repair, Messages& messages)
{
    if (facts.lines + facts.pointElements > 0)
        messages.warn("mesh.noFaces", fmt::format("{} and {} without a surface were left out",
                                                  counted(facts.lines, "line"), counted(facts.pointElements, "point")));
    if (repair.degenerateTriangles > 0)
        messages.warn("mesh.degenerate",
                      fmt::format("{} without area left out",
                                  counted(repair.degenerateTriangles, "triangle was", "triangles were")));
    if (repair.duplicateTriangles > 0)
        messages.warn("mesh.duplicate",
                      fmt::format("{} twice; the second ones were left out",
                                  counted(repair.duplicateTriangles, "triangle is there", "triangles are there")));
    if (repair.loosePoints > 0)
        messages.warn("mesh.loose", fmt::format("{} in no triangle left out",
                                                counted(repair.loosePoints, "point was", "points were")));
    if (facts.skippedTracks > 0)
        messages.warn("mesh.tracks",
                      fmt::format("{} of the animation left out: what they move is not there, or keys are not finite",
                                  counted(facts.skippedTracks, "track was", "tracks were")));
}

/// What was done that nobody needs to worry about.
void addMended(const RepairReport& repair, Messages& messages)
{
    const std::string mended =
        listed({countedUnlessNone(repair.mergedPoints, "point merged with another", "points merged with others"),
                countedUnlessNone(repair.turnedTriangles, "triangle turned round", "triangles turned round"),
                repair.filledHoles > 0 ? fmt::format("{} filled with {}", counted(repair.filledHoles, "hole"),
                                                     counted(repair.addedTriangles, "triangle"))
                                       : std::string()});
    if (!mended.empty())
        messages.remark("mesh.mended", "mended: " + mended);
}

void addClips(const ImportedMesh& imported, const MeshImportOptions& options, Messages& messages)
{
    if (!options.isAnimated)
        return;
    const std::vector<MeshFileChoices::Clip>& clips = imported.choices.clips;
    if (!imported.clip.empty() || imported.moving.deformation) {
        const auto played = std::ranges::find(clips, imported.clip, &MeshFileChoices::Clip::name);
        std::string others;
        for (const MeshFileChoices::Clip& clip : clips)
            if (&clip != &*played)
                others += fmt::format("{}'{}' of {:.4g} s", others.empty() ? "" : ", ", clip.name, clip.duration);
        messages.remark("mesh.clip", fmt::format("plays the clip '{}' of {:.4g} s{}", imported.clip, played->duration,
                                                 others.empty() ? "" : "; there are also " + others));
    } else if (!clips.empty()) {
        messages.remark("mesh.clip", "its animation moves nothing that is used of it");
    }
}

} // namespace

std::string stateOf(const MeshReport& report)
{
    return listed({report.isClosed ? "closed" : "open", counted(static_cast<std::int64_t>(report.shells), "shell"),
                   countedUnlessNone(report.holes, "hole", "holes"),
                   report.isClosed ? fmt::format("{:.4g} m^3", report.volume) : std::string()});
}

std::vector<LogMessage> meshMessages(const ImportedMesh& imported, const MeshImportOptions& options)
{
    Messages messages;
    const MeshFileFacts& facts = imported.facts;
    const char axis = imported.upAxis == UpAxis::X ? 'X' : imported.upAxis == UpAxis::Y ? 'Y' : 'Z';
    messages.remark("mesh.read", fmt::format("{}, {}; 1 in the file is {:.6g} m, {} is up{}",
                                             counted(static_cast<std::int64_t>(imported.report.triangles), "triangle"),
                                             stateOf(imported.report), imported.unit, axis,
                                             facts.note.empty() ? "" : "; the file says: " + facts.note));
    addLeftOut(facts, imported.repair, messages);
    addMended(imported.repair, messages);
    addDefects(imported.report, options.repair.holes, messages);
    addClips(imported, options, messages);
    return messages.list;
}

} // namespace sastrugi
