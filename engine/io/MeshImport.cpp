#include "engine/io/MeshImport.h"

#include "engine/core/Error.h"
#include "engine/core/Parameter.h"
#include "engine/core/Words.h"
#include "engine/io/meshMessages.h"
#include "engine/motion/ClipDeformation.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace sastrugi
{

namespace
{

/// The one of a name, or of a number from 1; names first. Throws Error(Scene).
template <class Named>
std::size_t choose(const std::vector<Named>& all, const std::string& wanted, std::string_view what,
                   const std::string& file)
{
    const auto named = std::ranges::find(all, wanted, &Named::name);
    if (named != all.end())
        return static_cast<std::size_t>(named - all.begin());
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
    if (error == std::errc() && end == wanted.data() + wanted.size() && number >= 1 && number <= all.size())
        return number - 1;
    std::string there;
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < all.size() && i < 20; ++i) {
        there += fmt::format("{}{} '{}'", i > 0 ? ", " : "", i + 1, all[i].name);
        names.push_back(all[i].name);
    }
    if (all.size() > 20)
        there += fmt::format(" and {} more", all.size() - 20);
    const bool isNumber = error == std::errc() && end == wanted.data() + wanted.size();
    const std::string near = isNumber ? std::string() : nearestName(wanted, names);
    fail(ErrorKind::Scene, "the mesh file '{}' has no {} '{}'; {}", file, what, wanted,
         all.empty()    ? fmt::format("it has no {} at all", what)
         : near.empty() ? "it has " + there
                        : fmt::format("is '{}' meant? It has {}", near, there));
}

/// Only the chosen part, of which there may be several of the same name; with what moves it.
AnimatedModel onlyPart(const AnimatedModel& model, const std::string& wanted, const std::string& file)
{
    const std::string name = model.parts[choose(model.parts, wanted, "part", file)].name;
    const bool isNamed = name == wanted;
    const std::size_t number = choose(model.parts, wanted, "part", file);
    std::vector<std::uint32_t> sources, indices(model.points.size(), 0);
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (std::size_t p = 0; p < model.parts.size(); ++p) {
        const ModelPart& part = model.parts[p];
        if (isNamed ? part.name != name : p != number)
            continue;
        for (std::uint32_t i = 0; i < part.points; ++i) {
            indices[part.firstPoint + i] = static_cast<std::uint32_t>(sources.size());
            sources.push_back(part.firstPoint + i);
        }
        for (std::uint32_t t = 0; t < part.triangles; ++t) {
            const auto& [a, b, c] = model.triangles[part.firstTriangle + t];
            triangles.push_back({indices[a], indices[b], indices[c]});
        }
    }
    if (triangles.empty())
        fail(ErrorKind::Scene, "the part '{}' of the mesh file '{}' has no faces", name, file);
    return keptOf(model, sources, std::move(triangles));
}

MeshFileChoices choicesOf(const AnimatedModel& model)
{
    MeshFileChoices choices;
    for (const ModelPart& part : model.parts)
        choices.parts.push_back({part.name, part.points, part.triangles, part.targets, part.isSkinned});
    for (const AnimationClip& clip : model.clips)
        choices.clips.push_back({clip.name, clip.duration, moves(model, clip)});
    choices.bones = model.bones.size();
    return choices;
}

void requireFinite(const std::string& file, std::span<const Vector3> points)
{
    std::size_t notFinite = 0, first = points.size();
    for (std::size_t i = 0; i < points.size(); ++i)
        if (!points[i].allFinite() || points[i].cwiseAbs().maxCoeff() > 1e30) {
            first = std::min(first, i);
            ++notFinite;
        }
    if (notFinite > 0)
        fail(ErrorKind::Scene,
             "the mesh file '{}' has {} with coordinates that are not finite, the first is number {}: ({}, {}, {})",
             file, counted(notFinite, "point"), first, points[first].x(), points[first].y(), points[first].z());
}

/// Unit and axis.
AffineMap turned(double unit, UpAxis axis)
{
    AffineMap map;
    if (axis == UpAxis::Y)
        map.linear << 1, 0, 0, 0, 0, -1, 0, 1, 0;
    else if (axis == UpAxis::X)
        map.linear << 0, 1, 0, 0, 0, 1, 1, 0, 0;
    map.linear *= unit;
    return map;
}

/// The same, with the size and the origin of what has these bounds at the start.
AffineMap placed(AffineMap map, const Bounds& bounds, const MeshImportOptions& options)
{
    const double longest = bounds.size().maxCoeff();
    const double factor = options.size > 0 && longest > 0 ? options.size / longest : 1;
    Vector3 origin = Vector3::Zero();
    if (options.origin != MeshOrigin::File)
        origin = bounds.centre();
    if (options.origin == MeshOrigin::Base)
        origin.z() = bounds.minimum.z();
    return AffineMap{factor * Matrix3::Identity(), -factor * origin} * map;
}

/// Of what has a surface: a stray point must not move it.
Bounds boundsOf(std::span<const Vector3> points, const AnimatedModel& model)
{
    Bounds bounds;
    for (const auto& triangle : model.triangles)
        for (const std::uint32_t corner : triangle)
            bounds.add(points[corner]);
    return bounds;
}

std::vector<Vector3> mapped(std::vector<Vector3> points, const AffineMap& map)
{
    for (Vector3& point : points)
        point = map(point);
    return points;
}

void checkOptions(const std::string& file, const MeshImportOptions& options)
{
    if (options.unit && (!(*options.unit > 0) || !std::isfinite(*options.unit)))
        fail(ErrorKind::Scene, "the unit of the mesh file '{}' is {} m: it must be above zero", file, *options.unit);
    if (!(options.size >= 0) || !std::isfinite(options.size))
        fail(ErrorKind::Scene, "the size of the mesh file '{}' is {} m: it must not be negative", file, options.size);
}

UpAxis axisOf(const MeshImportOptions& options, const MeshFileFacts& facts)
{
    if (options.upAxis)
        return *options.upAxis;
    return facts.upAxis == 'X' ? UpAxis::X : facts.upAxis == 'Y' ? UpAxis::Y : UpAxis::Z;
}

} // namespace

ImportedMesh importMesh(const std::filesystem::path& file, const MeshImportOptions& options, std::stop_token stop)
{
    const std::string name = file.string();
    checkOptions(name, options); // before anything is read
    return importMesh(readMeshFile(file, options.timeLimit, std::move(stop)), name, options);
}

ImportedMesh importMesh(MeshFileContent content, const std::string& name, const MeshImportOptions& options,
                        std::span<const std::uint64_t> given)
{
    checkOptions(name, options);
    ImportedMesh imported;
    imported.choices = choicesOf(content.model);
    imported.facts = std::move(content.facts);
    imported.unit = options.unit ? *options.unit : imported.facts.unit > 0 ? imported.facts.unit : 1;
    imported.upAxis = axisOf(options, imported.facts);
    AnimatedModel model = options.part.empty() ? std::move(content.model) : onlyPart(content.model, options.part, name);
    const bool hasClips = options.isAnimated && (!model.clips.empty() || !options.clip.empty());
    const std::size_t clip = hasClips && !options.clip.empty() ? choose(model.clips, options.clip, "clip", name) : 0;
    const bool isMoving = hasClips && moves(model, model.clips[clip]);
    // A clip that moves nothing still is a pose.
    const std::vector<Vector3> atRest =
        pointsIn(model, hasClips && !isMoving ? poseAt(model, model.clips[clip], 0) : restPose(model));
    requireFinite(name, atRest);
    std::vector<Vector3> atStart = atRest;
    if (isMoving) {
        const ClipClock clock(options.timing, model.clips[clip].duration);
        const ClipMoment moment = clock.momentOf(clock.playedAt(0));
        atStart = pointsIn(model, poseAt(model, model.clips[clip], moment.time));
        requireFinite(name, atStart);
    }
    const AffineMap turn = turned(imported.unit, imported.upAxis);
    const AffineMap placement = placed(turn, boundsOf(mapped(atStart, turn), model), options);

    // Mended as it is at rest: what is flat for a moment only is no defect.
    const std::vector<std::uint64_t> classes =
        isMoving ? motionClasses(model) : std::vector<std::uint64_t>(given.begin(), given.end());
    RepairedMesh mended = repaired({mapped(atRest, placement), model.triangles}, options.repair, classes);
    imported.repair = mended.report;
    imported.placement = placement;
    imported.sources = mended.sources;
    if (mended.mesh.triangles.empty())
        fail(ErrorKind::Scene, "the mesh file '{}' has {}, all without area", name,
             counted(mended.report.triangles, "triangle"));
    imported.report = inspectMesh(mended.mesh);
    if (isMoving) {
        imported.clip = model.clips[clip].name;
        const auto kept = std::make_shared<const AnimatedModel>(keptOf(model, mended.sources, mended.mesh.triangles));
        imported.moving.deformation = std::make_shared<const ClipDeformation>(kept, clip, options.timing, placement);
        mended.mesh.points = imported.moving.deformation->pointsAt(0);
    }
    imported.moving.mesh = std::make_shared<const TriangleMesh>(std::move(mended.mesh));
    imported.messages = meshMessages(imported, options);
    return imported;
}

} // namespace sastrugi
