#include "app/cli/formatBytes.h"

#include <fmt/format.h>

namespace sastrugi
{

std::string formatBytes(double bytes)
{
    constexpr const char* names[] = {"KiB", "MiB", "GiB", "TiB"};
    if (bytes < 1024)
        return fmt::format("{:.0f} B", bytes);
    int step = -1;
    for (; bytes >= 1024 && step < 3; ++step)
        bytes /= 1024;
    return fmt::format("{:.1f} {}", bytes, names[step]);
}

} // namespace sastrugi
