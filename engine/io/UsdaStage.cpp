#include "engine/io/UsdaStage.h"

#include "engine/io/TextRows.h"

#include <algorithm>
#include <array>
#include <limits>

namespace sastrugi
{

namespace
{

std::string stageMetadata(const ParticleExportSettings& settings, std::int64_t first, std::int64_t last)
{
    return fmt::format("#usda 1.0\n(\n    defaultPrim = \"snow\"\n    doc = \"Sastrugi {}\"\n    upAxis = \"{}\"\n"
                       "    metersPerUnit = {}\n    timeCodesPerSecond = {}\n    framesPerSecond = {}\n"
                       "    startTimeCode = {}\n    endTimeCode = {}\n)\n\n",
                       SASTRUGI_VERSION, settings.upAxis == UpAxis::Z ? "Z" : "Y", settings.metresPerUnit,
                       settings.framesPerSecond, settings.framesPerSecond, first, last);
}

/// How a column is declared: "vector3f[] velocities".
struct Declaration {
    std::string type, name;
    bool isVertex = false; // its interpolation has to be said
    double factor = 1;
};

/// Names with an @ stand between three of them.
std::string assetOf(const std::filesystem::path& file)
{
    const std::string name = file.filename().string();
    const char* around = name.find('@') == std::string::npos ? "@" : "@@@";
    return fmt::format("{0}./{1}{0}", around, name);
}

/// A name may have letters, digits and _ only.
std::string identifier(std::string name)
{
    for (char& letter : name)
        if (!(letter >= 'a' && letter <= 'z') && !(letter >= 'A' && letter <= 'Z') && !(letter >= '0' && letter <= '9'))
            letter = '_';
    return name;
}

Declaration declarationOf(const ParticleColumn& column)
{
    if (column.source == "position")
        return {"point3f[]", "points"};
    if (column.source == "velocity")
        return {"vector3f[]", "velocities"};
    if (column.source == "id")
        return {"int64[]", "ids"};
    if (column.source == "radius")
        return {"float[]", "widths", true, 2};
    const std::string name = "primvars:" + identifier(column.name);
    switch (column.type) {
    case ElementType::Float32: return {column.components == 3 ? "vector3f[]" : "float[]", name, true};
    case ElementType::Float64: return {"double[]", name, true};
    case ElementType::UInt8: return {"int[]", name, true};
    case ElementType::UInt32: return {"uint[]", name, true};
    case ElementType::UInt64: return {"uint64[]", name, true};
    }
    return {};
}

/// The values of one particle, as USD writes them: 1 or (1, 2, 3).
void appendValue(const ParticleColumn& column, double factor, std::size_t i, std::string& text)
{
    const auto components = static_cast<std::size_t>(column.components);
    if (components > 1)
        text += '(';
    for (std::size_t k = 0; k < components; ++k) {
        if (k > 0)
            text += ", ";
        if (factor == 1)
            column.append(components * i + k, text);
        else
            fmt::format_to(std::back_inserter(text), "{}",
                           static_cast<float>(factor * column.number(components * i + k)));
    }
    if (components > 1)
        text += ')';
}

/// Of all particles with their radii: "[(0, 0, 0), (1, 1, 1)]"; a box turned inside out where there are none.
std::string extentOf(const ParticleTable& table)
{
    constexpr float most = std::numeric_limits<float>::max();
    std::array<float, 3> low = {most, most, most}, high = {-most, -most, -most};
    const auto position = table.position().values<float>();
    const ParticleColumn* radius = table.find("radius");
    for (std::size_t i = 0; i < table.count; ++i) {
        const float around = radius ? static_cast<float>(radius->number(i)) : 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], position[3 * i + axis] - around);
            high[axis] = std::max(high[axis], position[3 * i + axis] + around);
        }
    }
    return fmt::format("[({}), ({})]", fmt::join(low, ", "), fmt::join(high, ", "));
}

/// The stage <base>.usda over the files of the frames.
class ClipStage : public FrameIndex
{
public:
    ClipStage(FrameNames names, ParticleExportSettings settings, FileLayer& files, const UsdaPrim& prim)
        : m_names(std::move(names)), m_settings(std::move(settings)), m_files(files), m_prim(prim)
    {
    }

    void write(const std::map<std::int64_t, SeriesFile>& series) override
    {
        if (!m_names.hasNumber())
            return; // the only file is a stage
        const std::int64_t first = series.begin()->first, last = series.rbegin()->first;
        std::string assets, active;
        std::size_t clip = 0;
        for (const auto& [frame, file] : series) {
            assets += fmt::format("{}{}", clip ? ", " : "", assetOf(file.path));
            active += fmt::format("{}({}, {})", clip ? ", " : "", frame, clip);
            ++clip;
        }
        // The first file stands for the declarations: of the reference and of the manifest.
        const std::string example = assetOf(series.begin()->second.path);
        writeIfChanged(m_files, m_names.folder() / (m_names.base() + m_names.ending()),
                       (stageMetadata(m_settings, first, last) +
                        fmt::format("def Xform \"snow\"\n{{\n    def {5} \"{6}\" (\n"
                                    "        prepend references = {0}</snow/{6}>\n        clips = {{\n"
                                    "            dictionary default = {{\n"
                                    "                asset[] assetPaths = [{1}]\n"
                                    "                asset manifestAssetPath = {0}\n"
                                    "                string primPath = \"/snow/{6}\"\n"
                                    "                double2[] active = [{2}]\n"
                                    "                double2[] times = [({3}, {3}), ({4}, {4})]\n"
                                    "            }}\n        }}\n    )\n    {{\n    }}\n}}\n",
                                    example, assets, active, first, last, m_prim.type, m_prim.name)));
    }

private:
    FrameNames m_names;
    ParticleExportSettings m_settings;
    FileLayer& m_files;
    UsdaPrim m_prim;
};

} // namespace

std::string usdaFile(const ParticleTable& table, const UsdaPrim& prim, std::string more, const std::stop_token& stop)
{
    ParticleExportSettings settings;
    settings.metresPerUnit = table.metresPerUnit;
    settings.upAxis = table.upAxis;
    settings.framesPerSecond = table.framesPerSecond;
    std::string text = stageMetadata(settings, table.number, table.number) +
                       fmt::format("def Xform \"snow\"\n{{\n    def {} \"{}\"\n    {{\n", prim.type, prim.name) + more;
    more = {};
    for (const ParticleColumn& column : table.columns) {
        // Several components that are no vector would need arrays with an elementSize.
        if (column.components != 1 && (column.components != 3 || column.type != ElementType::Float32))
            continue;
        const Declaration declaration = declarationOf(column);
        if (declaration.isVertex)
            text += fmt::format("        {} {} (\n            interpolation = \"vertex\"\n        )\n",
                                declaration.type, declaration.name);
        text += fmt::format("        {} {}.timeSamples = {{\n            {}: [", declaration.type, declaration.name,
                            table.number);
        text = textRows(std::move(text), table.count, stop, [&](std::size_t i, std::string& row) {
            if (i > 0)
                row += ", ";
            appendValue(column, declaration.factor, i, row);
        });
        text += "],\n        }\n";
    }
    return text + fmt::format("        float3[] extent.timeSamples = {{\n            {}: {},\n        }}\n    }}\n}}\n",
                              table.number, extentOf(table));
}

std::unique_ptr<FrameIndex> makeUsdaStage(const FrameNames& names, const ParticleExportSettings& settings,
                                          FileLayer& files, const UsdaPrim& prim)
{
    return std::make_unique<ClipStage>(names, settings, files, prim);
}

} // namespace sastrugi
