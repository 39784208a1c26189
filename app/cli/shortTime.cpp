#include "app/cli/shortTime.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

namespace sastrugi
{

std::string shortTime(double seconds)
{
    if (!std::isfinite(seconds))
        return "?";
    const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
    if (whole >= 86400)
        return fmt::format("{} d {:02} h", whole / 86400, whole / 3600 % 24);
    if (whole >= 3600)
        return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
    return whole >= 60 ? fmt::format("{} min {:02} s", whole / 60, whole % 60) : fmt::format("{} s", whole);
}

} // namespace sastrugi
