// Pair forces, normal and tangential, and the prediction after them: sections 4.3 to 4.8 of the specification.
#include "engine/core/Wide.h"
#include "engine/dem/DemKernelTable.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

struct Vector8 {
    Float8 x{0.0f}, y{0.0f}, z{0.0f};
};

SASTRUGI_INLINE Float8 dot(const Vector8& a, const Vector8& b) { return fma(a.x, b.x, fma(a.y, b.y, a.z * b.z)); }
SASTRUGI_INLINE Vector8 scaled(Float8 s, const Vector8& a) { return {s * a.x, s * a.y, s * a.z}; }
/// a + s b
SASTRUGI_INLINE Vector8 along(const Vector8& a, Float8 s, const Vector8& b)
{
    return {fma(s, b.x, a.x), fma(s, b.y, a.y), fma(s, b.z, a.z)};
}
SASTRUGI_INLINE void add(Vector8& to, const Vector8& a)
{
    to.x += a.x;
    to.y += a.y;
    to.z += a.z;
}

/// A group's grains, and what they gather.
struct Group {
    Vector8 place, velocity;
    Float8 radius, stiffness, cohesion, share, friction;
    Vector8 force, positive, negative; // squeeze by sign
    Float8 xx{0.0f}, yy{0.0f}, zz{0.0f}, xy{0.0f}, xz{0.0f}, yz{0.0f}, even{0.0f};
    Float8 touching{0.0f}, error{0.0f}, largest{0.0f}, overlap{0.0f}, overlapping{0.0f};
};

/// What friction needs of a contact.
struct Contact {
    Mask8 pressed; // delta > 0
    Vector8 normal;
    Float8 stiffness, normalForce, share, friction;
};

/// 4.5: the force on the grain, and the displacement u that springs leave.
template <DemFriction friction>
SASTRUGI_INLINE Vector8 tangential(const DemConstants& c, const Contact& contact, const Vector8& relative, float* shear)
{
    const Vector8 sliding = along(relative, -dot(relative, contact.normal), contact.normal);
    const Float8 cap = Float8(c.frictionScale) * contact.friction * contact.normalForce;
    const Float8 tiny(1e-30f);
    if constexpr (friction == DemFriction::Spring) {
        Vector8 u{load(shear), load(shear + lanes), load(shear + 2 * lanes)};
        u = along(u, -dot(u, contact.normal), contact.normal);
        u = along(u, Float8(c.timeStep), sliding);
        const Float8 spring = Float8(c.forceFactor * c.tangentialStiffness) * contact.share * contact.stiffness;
        Vector8 force = along(scaled(-spring, u), -Float8(c.tangentialDamping), sliding);
        const Float8 size = sqrt(dot(force, force));
        force = scaled(minimum(Float8(1.0f), cap / maximum(size, tiny)), force);
        const Float8 stretch = spring * sqrt(dot(u, u));
        u = scaled(select(contact.pressed, minimum(Float8(1.0f), cap / maximum(stretch, tiny)), Float8(0.0f)), u);
        store(shear, u.x);
        store(shear + lanes, u.y);
        store(shear + 2 * lanes, u.z);
        return force;
    } else {
        const Float8 speed = maximum(sqrt(dot(sliding, sliding)), tiny);
        const Float8 size = friction == DemFriction::Paper ? cap : minimum(cap, Float8(c.tangentialDamping) * speed);
        return scaled(-size / speed, sliding);
    }
}

/// The row's neighbours of the group: 4.4, 4.5, 4.8 and the overlap error.
template <bool isWarm, DemFriction friction>
SASTRUGI_INLINE void gatherRow(const DemBlock& block, const Float4* places, const Float4* traits,
                               const std::uint32_t* indices, float* shear, Group& own)
{
    const DemConstants& c = block.constants;
    const Float8 zero(0.0f);
    Vector8 other;
    Float8 radius, stiffness, cohesion, share, rub;
    gather(places, indices, other.x, other.y, other.z, radius);
    const Vector8 e{own.place.x - other.x, own.place.y - other.y, own.place.z - other.z};
    const Float8 squared = dot(e, e), touch = own.radius + radius, reach = touch + Float8(c.gap);
    const Mask8 near = (squared < reach * reach) & (squared > zero);
    if (!any(near)) {
        if (isWarm && friction == DemFriction::Spring)
            for (std::size_t k = 0; k < 3; ++k)
                store(shear + k * lanes, zero);
        return;
    }
    const Float8 distance = sqrt(squared), inverse = Float8(1.0f) / maximum(distance, Float8(1e-20f));
    const Vector8 normal = scaled(inverse, e);
    const Float8 overlap = touch - distance;
    gather(traits, indices, stiffness, cohesion, share, rub);
    const Float8 k = Float8(0.5f) * (own.stiffness + stiffness);
    const Float8 limit = Float8(2.0f) * (abs(own.cohesion) + abs(cohesion));
    const Float8 spring = k * overlap, least = minimum(own.share, share);
    const Mask8 pressed = near & (overlap > zero);
    const Mask8 bonded = near & (overlap <= zero) & (own.cohesion > zero) & (cohesion > zero) & (spring > -limit);
    const Mask8 active = pressed | bonded;
    own.touching += select(near & (spring >= -limit), Float8(1.0f), zero);

    const Float8 size = select(active, Float8(c.forceFactor) * least * spring, zero);
    const Vector8 force = scaled(size, normal);
    add(own.force, force);
    const Float8 push = select(pressed, Float8(1.0f), zero);
    if (c.hasTensor) {
        own.positive.x += push * size;
    } else {
        const Vector8 pushed = scaled(push, force);
        add(own.positive, {maximum(pushed.x, zero), maximum(pushed.y, zero), maximum(pushed.z, zero)});
        add(own.negative, {maximum(-pushed.x, zero), maximum(-pushed.y, zero), maximum(-pushed.z, zero)});
    }

    const Float8 stiff = select(active, k, zero), sideways = push * Float8(c.tangentialStiffness) * stiff;
    const Vector8 ahead = scaled(stiff - sideways, normal);
    own.even += sideways;
    own.xx = fma(ahead.x, normal.x, own.xx);
    own.yy = fma(ahead.y, normal.y, own.yy);
    own.zz = fma(ahead.z, normal.z, own.zz);
    own.xy = fma(ahead.x, normal.y, own.xy);
    own.xz = fma(ahead.x, normal.z, own.xz);
    own.yz = fma(ahead.y, normal.z, own.yz);

    const Float8 relative = push * overlap / maximum(touch, Float8(1e-20f));       // the padding has no size
    const Float8 snow = (touch - Float8(2 * c.iceRadius)) / Float8(c.radiusRange); // eta_p + eta_q
    own.error = maximum(own.error, relative * fnma(Float8(0.45f), snow, Float8(1.0f)));
    if constexpr (isWarm) {
        own.largest = maximum(own.largest, relative);
        own.overlap += relative;
        own.overlapping += push;
        if (any(pressed)) {
            Vector8 v;
            Float8 unused;
            gather(block.grains.velocity, indices, v.x, v.y, v.z, unused);
            const Vector8 motion{own.velocity.x - v.x, own.velocity.y - v.y, own.velocity.z - v.z};
            const Contact contact{pressed, normal, k, maximum(size, zero), least, Float8(0.5f) * (own.friction + rub)};
            const Vector8 drag = tangential<friction>(c, contact, motion, shear);
            add(own.force, {push * drag.x, push * drag.y, push * drag.z});
        } else if (friction == DemFriction::Spring)
            for (std::size_t row = 0; row < 3; ++row)
                store(shear + row * lanes, zero);
    }
}

/// 4.8: the share of force that a stiff cluster keeps.
SASTRUGI_INLINE Float8 shareOf(const DemConstants& c, const Group& own)
{
    const Float8 xx = own.xx + own.even, yy = own.yy + own.even, zz = own.zz + own.even;
    const Float8 xy = abs(own.xy), xz = abs(own.xz), yz = abs(own.yz);
    const Float8 norm = maximum(maximum(abs(xx) + xy + xz, abs(yy) + xy + yz), abs(zz) + xz + yz);
    const Float8 a = Float8(2 * c.forceFactor * c.timeStep * c.timeStep / c.mass) * norm;
    return minimum(Float8(1.0f), Float8(c.limiter) / maximum(a, Float8(1e-30f)));
}

template <bool isWarm, DemFriction friction>
DemPassSums pass(const DemBlock& block, const Float4* places, int from, Float4* predicted)
{
    const DemArrays& g = block.grains;
    const DemConstants& c = block.constants;
    const Float4* traits = g.traits[static_cast<std::size_t>(from)];
    Float4* nextTraits = g.traits[static_cast<std::size_t>(1 - from)];
    const std::uint32_t* indices = block.neighbours.indices.data();
    Float8 error(0.0f), largestOverlap(0.0f);
    Double8 overlap, overlapping;
    for (std::size_t first = block.begin; first < block.end; first += lanes) {
        const std::size_t local = first - block.begin, group = local / lanes;
        Group own;
        Float8 unused;
        loadRows(places + first, own.place.x, own.place.y, own.place.z, own.radius);
        loadRows(traits + first, own.stiffness, own.cohesion, own.share, own.friction);
        loadRows(g.velocity + first, own.velocity.x, own.velocity.y, own.velocity.z, unused);
        if (const DemWallSums* walls = block.walls) {
            own.force = {load(&walls->force[0][local]), load(&walls->force[1][local]), load(&walls->force[2][local])};
            own.positive = {load(&walls->squeeze[0][local]), load(&walls->squeeze[1][local]),
                            load(&walls->squeeze[2][local])};
            own.negative = {load(&walls->squeeze[3][local]), load(&walls->squeeze[4][local]),
                            load(&walls->squeeze[5][local])};
            own.xx = load(&walls->stiffness[0][local]);
            own.yy = load(&walls->stiffness[1][local]);
            own.zz = load(&walls->stiffness[2][local]);
            own.xy = load(&walls->stiffness[3][local]);
            own.xz = load(&walls->stiffness[4][local]);
            own.yz = load(&walls->stiffness[5][local]);
        }
        for (std::size_t row = block.neighbours.groupStart[group]; row < block.neighbours.groupStart[group + 1]; ++row)
            gatherRow<isWarm, friction>(block, places, traits, indices + row * lanes,
                                        block.shear ? block.shear + 3 * row * lanes : nullptr, own);

        Vector8 force = own.force;
        const std::array<Float8, 6> squeeze = {own.positive.x, own.positive.y, own.positive.z,
                                               own.negative.x, own.negative.y, own.negative.z};
        if constexpr (!isWarm) {
            Vector8 before;
            loadRows(g.force + first, before.x, before.y, before.z, unused);
            add(force, before);
        }
        for (std::size_t k = 0; k < 6; ++k)
            store(g.squeeze[k] + first, isWarm ? squeeze[k] : load(g.squeeze[k] + first) + squeeze[k]);
        storeRows(g.force + first, force.x, force.y, force.z, Float8(0.0f));
        store(g.touching + first, own.touching);
        storeRows(nextTraits + first, own.stiffness, own.cohesion, shareOf(c, own), own.friction);

        Vector8 external{Float8(c.weight[0]), Float8(c.weight[1]), Float8(c.weight[2])};
        if (g.external)
            loadRows(g.external + first, external.x, external.y, external.z, unused);
        add(external, force);
        const Vector8 velocity = along(own.velocity, Float8(c.timeStep / c.mass), external);
        Vector8 start = own.place;
        if constexpr (!isWarm)
            loadRows(g.place + first, start.x, start.y, start.z, unused);
        const Vector8 end = along(start, Float8(c.timeStep), velocity);
        storeRows(predicted + first, end.x, end.y, end.z, own.radius);

        error = maximum(error, own.error);
        largestOverlap = maximum(largestOverlap, own.largest);
        if constexpr (isWarm) {
            overlap.add(own.overlap);
            overlapping.add(own.overlapping);
        }
    }
    return {largest(error), largest(largestOverlap), overlap.sum(), overlapping.sum()};
}

} // namespace

DemPassSums warmStart(const DemBlock& block, DemFriction friction, int from)
{
    Float4* predicted = block.grains.predicted[0];
    const Float4* places = block.grains.place;
    switch (friction) {
    case DemFriction::Paper: return pass<true, DemFriction::Paper>(block, places, from, predicted);
    case DemFriction::Viscous: return pass<true, DemFriction::Viscous>(block, places, from, predicted);
    case DemFriction::Spring: break;
    }
    return pass<true, DemFriction::Spring>(block, places, from, predicted);
}

DemPassSums relax(const DemBlock& block, int source, int from)
{
    return pass<false, DemFriction::Paper>(block, block.grains.predicted[static_cast<std::size_t>(source)], from,
                                           block.grains.predicted[static_cast<std::size_t>(1 - source)]);
}

} // namespace sastrugi::SASTRUGI_ISA
