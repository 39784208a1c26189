// `sastrugi info`: what is in a scene, a cache, a frame or a mesh file.
#include "app/cli/Command.h"
#include "app/cli/arguments.h"
#include "app/cli/infoOf.h"
#include "engine/core/Error.h"

#include <fstream>

namespace sastrugi
{

namespace
{

namespace fs = std::filesystem;

struct InfoOptions {
    std::string path;
    bool json = false;
};

void declare(CLI::App& command, InfoOptions& options)
{
    command.add_option("path", options.path, "A scene, a cache folder, a frame file or a mesh file")->required();
    command.add_flag("--json", options.json, "As JSON");
}

bool isHdf5(const fs::path& file)
{
    char start[8] = {};
    std::ifstream(file, std::ios::binary).read(start, sizeof start);
    return std::string_view(start, sizeof start) == "\x89HDF\r\n\x1a\n";
}

int run(const InfoOptions& options)
{
    const fs::path path = pathOf(options.path);
    std::error_code status;
    if (!fs::exists(path, status))
        fail(ErrorKind::InputOutput, "there is no file or folder '{}'", options.path);
    const Info info = fs::is_directory(path)                      ? infoOfCache(path)
                      : path.extension() == ".sastrugi"           ? infoOfScene(path)
                      : fs::is_regular_file(path) && isHdf5(path) ? infoOfFrame(path)
                                                                  : infoOfMesh(path);
    if (options.json)
        fmt::print("{}\n", info.json);
    else
        fmt::print("{}", info.text);
    return 0;
}

} // namespace

void addInfo(CLI::App& app, Action& action)
{
    addCommand<InfoOptions>(app, action, "info", "What is in a scene, a cache, a frame or a mesh file", declare, run);
}

} // namespace sastrugi
