#include "engine/math/ValueNoise.h"

namespace sastrugi
{

namespace
{

double fade(double t) { return t * t * t * (t * (6 * t - 15) + 10); }

} // namespace

double valueNoise(const Vector3& place, std::int64_t seed, std::uint32_t stream, RandomPurpose purpose)
{
    const Vector3 cell = place.array().floor();
    const Vector3 inside = place - cell;
    const double weight[3] = {fade(inside.x()), fade(inside.y()), fade(inside.z())};
    double sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
        double share = 1;
        std::uint64_t key = 0; // 21 bits per axis
        for (int axis = 0; axis < 3; ++axis) {
            const int far = corner >> axis & 1;
            share *= far ? weight[axis] : 1 - weight[axis];
            key = key << 21 | (static_cast<std::uint64_t>(static_cast<std::int64_t>(cell[axis]) + far) & 0x1fffff);
        }
        const auto words = randomWords(static_cast<std::uint64_t>(seed), key, stream, purpose);
        sum += share * (2 * static_cast<double>(unitInterval(words[0])) - 1);
    }
    return sum;
}

} // namespace sastrugi
