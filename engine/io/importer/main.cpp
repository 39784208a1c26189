// sastrugi-import --version: says which Assimp reads.
// sastrugi-import FILE: reads a mesh file with Assimp and writes it to the standard output as MeshStream.h says.
//
// A process of its own, with bounded memory and time: some files make Assimp crash or ask for all memory there is. What
// is wrong goes to the standard error, one sentence; the exit code says of which kind it is.
#include "engine/io/MeshStream.h"
#include "engine/io/importer/AssimpScene.h"

#include <cstdio>
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

template <class T>
bool writeAll(const T* values, std::size_t count)
{
    return count == 0 || std::fwrite(values, sizeof(T), count, stdout) == count;
}

int writeMesh(const sastrugi::AssimpMesh& mesh)
{
    sastrugi::MeshStreamHeader header;
    header.points = mesh.points.size();
    header.triangles = mesh.triangles.size();
    header.lines = mesh.lines;
    header.pointElements = mesh.pointElements;
    header.skippedIndices = mesh.skippedIndices;
    header.noteBytes = mesh.note.size();
    const bool isWritten = writeAll(&header, 1) && writeAll(mesh.note.data(), mesh.note.size()) &&
                           writeAll(mesh.points.data(), mesh.points.size()) &&
                           writeAll(mesh.triangles.data(), mesh.triangles.size()) && std::fflush(stdout) == 0;
    return isWritten ? 0 : 5;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: sastrugi-import FILE\n");
        return 2;
    }
    if (std::string_view(argv[1]) == "--version") {
        std::printf("%s", sastrugi::assimpVersion().c_str());
        return 0;
    }
    limitResources();
    try {
        return writeMesh(sastrugi::readWithAssimp(argv[1]));
    } catch (const std::bad_alloc&) {
        return sastrugi::importTooLarge;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return sastrugi::importRefused;
    }
}
