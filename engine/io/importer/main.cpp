// sastrugi-import --version: says which Assimp reads.
// sastrugi-import --heights FILE: reads a picture with VTK, and writes it as heightStream.h says.
// sastrugi-import --wind ARRAY SPACING FILE: the same with a flow, and windStream.h.
// sastrugi-import FILE: reads a mesh file with Assimp, VTP with VTK, PLY and USD as text by itself, and writes it to the
// standard output as MeshStream.h says.
//
// A process of its own, with bounded memory and time: some files make Assimp crash or ask for all memory there is. What
// is wrong goes to the standard error, one sentence; the exit code says of which kind it is.
#include "engine/core/lowerCase.h"
#include "engine/io/Importer.h"
#include "engine/io/MeshStream.h"
#include "engine/io/importer/AssimpScene.h"
#include "engine/io/importer/readPlyMesh.h"
#include "engine/io/importer/readUsdMesh.h"
#include "engine/io/importer/readWithVtk.h"
#include "engine/io/importer/writeHeights.h"
#include "engine/io/importer/writeWind.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include <sys/resource.h>

namespace
{

void limitResources()
{
#if !defined(__SANITIZE_ADDRESS__) // which reserves terabytes of address space
    const rlimit memory{sastrugi::importMemoryLimit, sastrugi::importMemoryLimit};
    setrlimit(RLIMIT_AS, &memory);
#endif
    const rlimit seconds{120, 120};
    setrlimit(RLIMIT_CPU, &seconds);
    const rlimit noCoreFile{0, 0};
    setrlimit(RLIMIT_CORE, &noCoreFile);
}

/// The other end of MeshStreamReader.
class MeshStreamWriter
{
public:
    void raw(const void* values, std::size_t size)
    {
        m_isWritten = m_isWritten && (size == 0 || std::fwrite(values, size, 1, stdout) == 1);
    }
    template <class Container>
    void resize(const Container& container)
    {
        const std::uint64_t count = container.size();
        raw(&count, sizeof count);
    }
    bool finish() { return std::fflush(stdout) == 0 && m_isWritten; }

private:
    bool m_isWritten = true;
};

sastrugi::MeshFileContent read(const std::string& path)
{
    const std::string ending = sastrugi::lowerCaseEnding(path);
    if (ending == ".vtp")
        return sastrugi::readWithVtk(path);
    if (ending == ".ply")
        return sastrugi::readPlyMesh(path);
    if (ending == ".usda")
        return sastrugi::readUsdMesh(path);
    return sastrugi::readWithAssimp(path);
}

int write(sastrugi::MeshFileContent content)
{
    MeshStreamWriter writer;
    writer.raw(sastrugi::meshStreamMagic, sizeof sastrugi::meshStreamMagic);
    stream(writer, content);
    return writer.finish() ? 0 : 5;
}

} // namespace

int main(int argc, char** argv)
{
    const std::string_view option = argc > 1 ? argv[1] : "";
    const bool wantsHeights = option == "--heights" && argc == 3, wantsWind = option == "--wind" && argc == 5;
    if (argc != 2 && !wantsHeights && !wantsWind) {
        std::fprintf(stderr, "usage: sastrugi-import [--heights | --wind ARRAY SPACING] FILE\n");
        return 2;
    }
    if (option == "--version") {
        std::printf("%s", sastrugi::assimpVersion().c_str());
        return 0;
    }
    limitResources();
    try {
        if (wantsHeights)
            return sastrugi::writeHeights(argv[2]) ? 0 : 5;
        if (wantsWind)
            return sastrugi::writeWind(argv[4], argv[2], std::strtod(argv[3], nullptr)) ? 0 : 5;
        return write(read(argv[1]));
    } catch (const std::bad_alloc&) {
        return sastrugi::importTooLarge;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return sastrugi::importRefused;
    }
}
