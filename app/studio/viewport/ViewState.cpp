#include "app/studio/viewport/ViewState.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <utility>

namespace sastrugi::studio
{

namespace
{

using Json = nlohmann::ordered_json;

constexpr std::size_t mostViews = 4;

constexpr std::array<std::pair<ContentKind, const char*>, 10> kindNames = {
    {{ContentKind::Mesh, "mesh"},
     {ContentKind::Boundary, "boundary"},
     {ContentKind::Emitter, "emitter"},
     {ContentKind::Outline, "outline"},
     {ContentKind::Samples, "samples"},
     {ContentKind::Wind, "wind"},
     {ContentKind::Volume, "volume"},
     {ContentKind::Surface, "surface"},
     {ContentKind::FineParticles, "fineParticles"},
     {ContentKind::Camera, "camera"}}};

double sixDigits(double number) { return std::stod(fmt::format("{:.6g}", number)); }

Json toJson(const Vector3& v) { return {sixDigits(v.x()), sixDigits(v.y()), sixDigits(v.z())}; }

Json toJson(const ViewState& view)
{
    const Camera& camera = view.camera;
    const ViewSettings& settings = view.settings;
    Json json = {{"target", toJson(camera.target)},
                 {"azimuth", sixDigits(camera.azimuth)},
                 {"elevation", sixDigits(camera.elevation)},
                 {"distance", sixDigits(camera.distance)},
                 {"orthographic", camera.isOrthographic},
                 {"viewAngle", sixDigits(camera.viewAngle)},
                 {"hidden", Json::array()},
                 {"hiddenNodes", settings.hiddenNodes},
                 {"particles", settings.hasParticles},
                 {"edges", settings.hasEdges},
                 {"streamlines", settings.hasStreamlines},
                 {"faults", settings.hasFaults},
                 {"cutsMeshes", settings.cutsMeshes},
                 {"colourBy", settings.colours.attribute},
                 {"colourMap", settings.colours.map},
                 {"rangePerFrame", settings.colours.isPerFrame},
                 {"range", {sixDigits(settings.colours.minimum), sixDigits(settings.colours.maximum)}}};
    for (const auto& [kind, name] : kindNames)
        if (settings.hidden.contains(kind))
            json["hidden"].push_back(name);
    if (settings.slice)
        json["slice"] = {{"normal", toJson(settings.slice->normal)},
                         {"offset", sixDigits(settings.slice->offset)},
                         {"thickness", sixDigits(settings.slice->thickness)}};
    return json;
}

/// Reads members into values; leaves a value as it is where the member is missing or of another kind.
struct Members {
    const Json& json;

    void read(const char* key, double& value) const
    {
        if (const auto found = json.find(key); found != json.end() && found->is_number())
            value = found->get<double>();
    }
    void read(const char* key, bool& value) const
    {
        if (const auto found = json.find(key); found != json.end() && found->is_boolean())
            value = found->get<bool>();
    }
    void read(const char* key, std::string& value) const
    {
        if (const auto found = json.find(key); found != json.end() && found->is_string())
            value = found->get<std::string>();
    }
    void read(const char* key, Vector3& value) const
    {
        const std::vector<double> numbers = list<double>(key, &Json::is_number);
        if (numbers.size() == 3)
            value = {numbers[0], numbers[1], numbers[2]};
    }
    template <class T>
    std::vector<T> list(const char* key, bool (Json::*isKind)() const noexcept) const
    {
        std::vector<T> values;
        if (const auto found = json.find(key); found != json.end() && found->is_array())
            for (const Json& element : *found)
                if ((element.*isKind)())
                    values.push_back(element.get<T>());
        return values;
    }
};

ViewState fromJson(const Json& json)
{
    const Members members{json};
    ViewState view;
    Camera& camera = view.camera;
    members.read("target", camera.target);
    members.read("azimuth", camera.azimuth);
    members.read("elevation", camera.elevation);
    camera.elevation = std::clamp(camera.elevation, -90.0, 90.0);
    double distance = 0;
    members.read("distance", distance);
    if (distance > 1e-6 && distance < 1e9)
        camera.distance = distance;
    members.read("orthographic", camera.isOrthographic);
    members.read("viewAngle", camera.viewAngle);
    camera.viewAngle = std::clamp(camera.viewAngle, 1.0, 150.0);
    ViewSettings& settings = view.settings;
    if (json.contains("hidden")) {
        settings.hidden.clear();
        for (const std::string& name : members.list<std::string>("hidden", &Json::is_string))
            for (const auto& [kind, known] : kindNames)
                if (name == known)
                    settings.hidden.insert(kind);
    }
    for (const std::string& name : members.list<std::string>("hiddenNodes", &Json::is_string))
        settings.hiddenNodes.insert(name);
    members.read("particles", settings.hasParticles);
    members.read("edges", settings.hasEdges);
    members.read("streamlines", settings.hasStreamlines);
    members.read("faults", settings.hasFaults);
    members.read("cutsMeshes", settings.cutsMeshes);
    members.read("colourBy", settings.colours.attribute);
    members.read("colourMap", settings.colours.map);
    members.read("rangePerFrame", settings.colours.isPerFrame);
    if (const auto range = members.list<double>("range", &Json::is_number); range.size() == 2) {
        settings.colours.minimum = range[0];
        settings.colours.maximum = range[1];
    }
    if (const auto slice = json.find("slice"); slice != json.end() && slice->is_object()) {
        const Members cut{*slice};
        settings.slice.emplace();
        cut.read("normal", settings.slice->normal);
        cut.read("offset", settings.slice->offset);
        cut.read("thickness", settings.slice->thickness);
        if (!(settings.slice->normal.norm() > 1e-6))
            settings.slice.reset();
        else
            settings.slice->normal.normalize();
    }
    return view;
}

} // namespace

std::string writeViews(const std::vector<ViewState>& views)
{
    std::vector<std::string> lines;
    for (const ViewState& view : views)
        lines.push_back("    " + toJson(view).dump());
    return fmt::format("[\n{}\n  ]", fmt::join(lines, ",\n"));
}

std::vector<ViewState> readViews(std::string_view json)
{
    const Json list = Json::parse(json, nullptr, false);
    std::vector<ViewState> views;
    if (list.is_array())
        for (const Json& view : list)
            if (view.is_object() && views.size() < mostViews)
                views.push_back(fromJson(view));
    return views;
}

} // namespace sastrugi::studio
