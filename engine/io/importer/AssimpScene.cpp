#include "engine/io/importer/AssimpScene.h"

#include "engine/core/lowerCase.h"
#include "engine/io/importer/modelOfScene.h"
#include "engine/io/importer/wholeFile.h"

#include <fmt/format.h>

#include <assimp/DefaultLogger.hpp>
#include <assimp/Importer.hpp>
#include <assimp/LogStream.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <assimp/version.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <new>
#include <string_view>

namespace sastrugi
{

namespace
{

std::string readBeginning(const std::string& path)
{
    std::string text(1 << 16, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

/// The text behind `begin`, which follows `element`, up to one of `ends`; or nothing.
std::string_view textIn(std::string_view text, std::string_view element, std::string_view begin, std::string_view ends)
{
    const std::size_t place = text.find(element);
    const std::size_t from = place == text.npos ? text.npos : text.find(begin, place);
    const std::size_t to = from == text.npos ? text.npos : text.find_first_of(ends, from + begin.size());
    return to == text.npos ? std::string_view() : text.substr(from + begin.size(), to - from - begin.size());
}

/// What Assimp complains of while it reads on.
class Complaints : public Assimp::LogStream
{
public:
    Complaints()
    {
        Assimp::DefaultLogger::create("", Assimp::Logger::NORMAL, 0);
        Assimp::DefaultLogger::get()->attachStream(this, Assimp::Logger::Err);
    }
    ~Complaints() override
    {
        Assimp::DefaultLogger::get()->detachStream(this, Assimp::Logger::Err);
        Assimp::DefaultLogger::kill();
    }
    void write(const char* message) override { m_text += message; }
    bool has(const char* words) const { return m_text.find(words) != std::string::npos; }

private:
    std::string m_text;
};

/// Undoes Assimp's scaling by the unit that the file declares, which it has put into the root.
void useUnitOfCollada(const std::string& path, MeshFileContent& content)
{
    const std::string text = readBeginning(path);
    std::string_view unitText = textIn(text, "<unit", "meter=", " />");
    if (unitText.size() > 2)
        unitText = unitText.substr(1, unitText.size() - 2); // either kind of quote
    double unit = 1;
    if (std::from_chars(unitText.data(), unitText.data() + unitText.size(), unit).ec != std::errc() || !(unit > 0))
        unit = 1;
    if (!content.model.nodes.empty()) {
        content.model.nodes[0].local.linear /= unit;
        content.model.nodes[0].local.translation /= unit;
    }
    const std::string_view axis = textIn(text, "<up_axis", ">", "<");
    content.facts.unit = unit;
    content.facts.upAxis = axis.empty() ? 'Y' : axis[0];
}

/// FBX names axes by number and its unit in centimetres.
void takeFactsOfFbx(const aiScene& scene, MeshFileFacts& facts)
{
    if (!scene.mMetaData)
        return;
    int upAxis = 0;
    if (scene.mMetaData->Get("UpAxis", upAxis) && upAxis >= 0 && upAxis < 3)
        facts.upAxis = "XYZ"[upAxis];
    double unit = 0;
    float unitSingle = 0;
    if (!scene.mMetaData->Get("UnitScaleFactor", unit) && scene.mMetaData->Get("UnitScaleFactor", unitSingle))
        unit = static_cast<double>(unitSingle);
    if (unit > 0 && std::isfinite(unit))
        facts.unit = unit / 100;
}

std::string noteOf(const MeshFileFacts& facts)
{
    std::string note;
    if (facts.upAxis != 0)
        note += fmt::format("up axis {}", facts.upAxis);
    if (facts.unit > 0)
        note += fmt::format("{}unit {} m", note.empty() ? "" : ", ", facts.unit);
    return note;
}

/// Of an OBJ file, where numbers begin with their point: Assimp reads 0.5, and misses .5. Nothing where none does.
std::string withLeadingZeros(const std::string& path)
{
    const std::string text = wholeFile(path);
    const auto isAt = [&](std::size_t at) {
        return text[at] == '.' && at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t') && at + 1 < text.size() &&
               text[at + 1] >= '0' && text[at + 1] <= '9';
    };
    std::string mended;
    std::size_t copied = 0;
    for (std::size_t at = text.find('.'); at != text.npos; at = text.find('.', at + 1))
        if (isAt(at)) {
            mended.append(text, copied, at - copied).append("0");
            copied = at;
        }
    if (copied > 0)
        mended.append(text, copied);
    return mended;
}

} // namespace

MeshFileContent readWithAssimp(const std::string& path)
{
    Assimp::Importer importer;
    const std::string ending = std::filesystem::path(path).extension().string();
    if (!importer.IsExtensionSupported(ending))
        throw std::runtime_error(fmt::format("its ending '{}' is not that of a mesh format that can be read; OBJ, PLY, "
                                             "STL, FBX, glTF, Collada, OFF and 3DS are",
                                             ending));
    importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_MATERIALS, false);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_READ_TEXTURES, false);
    const Complaints complaints;
    const std::string format = lowerCase(ending);
    const std::string mended = format == ".obj" ? withLeadingZeros(path) : std::string();
    // No flags: its own triangles of concave faces may be outside of them.
    const aiScene* scene = mended.empty() ? importer.ReadFile(path, 0)
                                          : importer.ReadFileFromMemory(mended.data(), mended.size(), 0, "obj");
    if (!scene) {
        const std::string cause = importer.GetErrorString();
        if (cause.find("bad_alloc") != std::string::npos)
            throw std::bad_alloc();
        throw std::runtime_error(cause);
    }
    if (complaints.has("OFF: Faces with zero indices")) // which it says of those with more than nine as well
        throw std::runtime_error(
            "it has faces of no corners, or of ten or more, which are not read from OFF: save it as "
            "OBJ or PLY");
    MeshFileContent content = modelOfScene(*scene, format == ".dae");
    if (format == ".dae") {
        useUnitOfCollada(path, content);
    } else if (format == ".gltf" || format == ".glb") {
        content.facts.unit = 1;
        content.facts.upAxis = 'Y';
    } else {
        takeFactsOfFbx(*scene, content.facts);
    }
    content.facts.note = noteOf(content.facts);
    return content;
}

std::string assimpVersion()
{
    return std::to_string(aiGetVersionMajor()) + "." + std::to_string(aiGetVersionMinor()) + "." +
           std::to_string(aiGetVersionPatch());
}

} // namespace sastrugi
