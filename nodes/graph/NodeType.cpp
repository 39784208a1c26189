#include "nodes/graph/NodeType.h"

namespace sastrugi
{

namespace
{

const Port* findPort(const std::vector<Port>& ports, std::string_view name)
{
    for (const Port& port : ports)
        if (port.name == name)
            return &port;
    return nullptr;
}

} // namespace

std::filesystem::path resolvePath(const std::filesystem::path& directory, const FilePath& path)
{
    // UTF-8 whatever the locale: char8_t says so.
    const std::filesystem::path named(std::u8string(path.text.begin(), path.text.end()));
    return (directory / named).lexically_normal();
}

const Port* NodeType::findInput(std::string_view port) const { return findPort(inputs, port); }
const Port* NodeType::findOutput(std::string_view port) const { return findPort(outputs, port); }

} // namespace sastrugi
