#include "engine/motion/finiteMotion.h"

#include "engine/core/Error.h"
#include "engine/motion/MotionPath.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace sastrugi
{

void requireFinite(const MotionPath& path, std::span<const double> times)
{
    constexpr double mostTimes = 200'000;
    std::vector<double> all(times.begin(), times.end());
    if (!times.empty()) {
        const auto [first, last] = std::ranges::minmax(times);
        double perSecond = 1000;
        while ((last - first) * perSecond > mostTimes)
            perSecond /= 10;
        for (double k = std::ceil(first * perSecond); k <= last * perSecond; ++k)
            all.push_back(k / perSecond); // the number that is typed so, which k steps are not
    }
    std::ranges::sort(all);
    for (std::size_t i = 0; i < channelNames.size(); ++i)
        if (const auto* expression = std::get_if<Expression>(&path.channels[i]))
            for (const double time : all)
                try {
                    expression->valueAt(time);
                } catch (const Error& error) {
                    fail(error.kind(), "'{}' of a motion: {}", channelNames[i], error.what());
                }
}

} // namespace sastrugi
