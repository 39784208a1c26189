#include "app/studio/inspect/compareFrames.h"

#include <cmath>

namespace sastrugi::studio
{

namespace
{

struct Particles {
    explicit Particles(const Frame& frame)
        : origin(frame.origin), ids(frame.particles.get<std::uint32_t>("id")),
          positions(frame.particles.get<float>("position", 3))
    {
    }

    Vector3 place(std::size_t i) const
    {
        return origin + Vector3(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);
    }

    Vector3 origin;
    std::span<const std::uint32_t> ids;
    std::span<const float> positions;
};

} // namespace

ComparedFrame compareFrames(const Frame& first, const Frame& second)
{
    auto frame = std::make_shared<Frame>(first);
    std::span<float> difference;
    if (const AttributeArray* old = first.particles.find(differenceName); !old)
        difference = frame->particles.add<float>(differenceName);
    const Particles a(first), b(second);
    FrameComparison result;
    double squares = 0;
    std::size_t j = 0; // both are in the order of their ids
    for (std::size_t i = 0; i < a.ids.size(); ++i) {
        for (; j < b.ids.size() && b.ids[j] < a.ids[i]; ++j)
            ++result.onlySecond;
        double distance = -1;
        if (j < b.ids.size() && b.ids[j] == a.ids[i]) {
            distance = (a.place(i) - b.place(j)).norm();
            squares += distance * distance;
            if (distance > result.largest) {
                result.largest = distance;
                result.largestId = a.ids[i];
            }
            ++result.both;
            ++j;
        } else
            ++result.onlyFirst;
        if (!difference.empty())
            difference[i] = static_cast<float>(distance);
    }
    result.onlySecond += b.ids.size() - j;
    if (result.both > 0)
        result.rootMeanSquare = std::sqrt(squares / static_cast<double>(result.both));
    return {result, std::move(frame)};
}

} // namespace sastrugi::studio
