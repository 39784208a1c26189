#include "engine/dem/SleepingGrains.h"

#include "engine/core/Error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sastrugi
{

namespace
{

constexpr double blockRadii = 8 * 2.25; // of fresh snow: eight cells with the usual skin, whatever the skin is now
constexpr std::size_t group = NeighbourLists::groupSize;

Float4& operator+=(Float4& to, const Vector3& add)
{
    to.x += static_cast<float>(add.x());
    to.y += static_cast<float>(add.y());
    to.z += static_cast<float>(add.z());
    return to;
}

Vector3 toVector(const Float4& v) { return {v.x, v.y, v.z}; }

} // namespace

bool holds(std::span<const std::uint64_t> keys, std::uint64_t key) { return std::ranges::binary_search(keys, key); }

SleepingGrains::SleepingGrains(const DemParameters& parameters)
    : m_isOn(parameters.sleeping), m_edge(blockRadii * parameters.radius)
{
    const auto passes = static_cast<double>(1 + parameters.fewestPasses);
    const double factor = parameters.normalise ? parameters.forceFactor / passes : parameters.forceFactor;
    m_passes = static_cast<int>(parameters.fewestPasses);
    m_normal = passes * factor;
    m_tangential = parameters.friction == GrainFriction::Spring ? factor * parameters.tangentialStiffness : 0;
}

std::uint64_t SleepingGrains::keyOf(const Float4& place) const
{
    const auto index = [&](float x) { return static_cast<int>(std::floor(static_cast<double>(x) / m_edge)); };
    return CellGrid::cellKey(index(place.x), index(place.y), index(place.z));
}

Bounds SleepingGrains::boundsOf(std::uint64_t key) const
{
    const std::array<int, 3> at = CellGrid::cellOfKey(key);
    const Vector3 low = m_edge * Vector3(at[0], at[1], at[2]);
    return {low, low.array() + m_edge};
}

const SleepingGrains::Block* SleepingGrains::find(std::uint64_t key) const
{
    const auto found = std::ranges::lower_bound(m_blocks, key, {}, &Block::key);
    return found != m_blocks.end() && found->key == key ? &*found : nullptr;
}

std::pair<float, float> SleepingGrains::sinceMark(const Grains& grains, std::size_t i) const
{
    const Float4& place = grains.now().place[i];
    if (i >= m_mark.size() || m_mark[i].w <= 0)
        return {std::numeric_limits<float>::infinity(), 0.0f};
    return {static_cast<float>((toVector(place) - toVector(m_mark[i])).norm()), m_mark[i].w - place.w};
}

void SleepingGrains::note(std::span<const Calm> found, const Grains& grains, double time)
{
    const double since = time - m_markTime;
    m_markTime = time;
    m_mark.assign(grains.now().place.begin(), grains.now().place.begin() + static_cast<std::ptrdiff_t>(grains.count()));
    std::vector<Block> blocks;
    auto old = m_blocks.begin();
    const auto keepSleepers = [&] { // of a block without grains that are awake
        if (old->hasSleepers())
            blocks.push_back({old->key, false, 0, old->since});
        ++old;
    };
    for (const Calm& now : found) {
        while (old != m_blocks.end() && old->key < now.key)
            keepSleepers();
        Block block{now.key, true};
        if (old != m_blocks.end() && old->key == now.key) {
            block.since = old->since;
            block.calm = now.isCalm ? old->calm + since : 0;
            ++old;
        }
        blocks.push_back(block);
    }
    while (old != m_blocks.end())
        keepSleepers();
    m_blocks.swap(blocks);
}

void SleepingGrains::resize(std::size_t count)
{
    m_asleep.resize(count);
    for (std::vector<Float4>* values : {&m_mark, &m_push, &m_onWalls, &m_sag})
        values->resize(count);
}

void SleepingGrains::change(std::span<const std::uint64_t> falling, std::span<const std::uint64_t> waking,
                            Grains& grains, const GrainWalls& walls, double time, const Step& step)
{
    const std::size_t count = grains.count(), awake = grains.awakeCount();
    resize(count);
    const DemArrays arrays = grains.arrays(false);
    const Float4* predicted =
        step.passes > 0 ? arrays.predicted[static_cast<std::size_t>(step.passes - 1) % 2] : arrays.place;
    const double perSquare = 1 / (step.length * step.length);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t key = keyOf(grains.now().place[i]);
        if (i < awake && holds(falling, key)) {
            m_asleep[i] = 1;
            m_onWalls[i] = {};
            m_sag[i] = {};
            m_sag[i] += Vector3(perSquare * (toVector(predicted[i]) - toVector(arrays.place[i])));
        } else if (i >= awake && holds(waking, key))
            m_asleep[i] = 0;
    }
    walls.forEachForce([&](std::size_t grain, const Vector3f& force) {
        if (grain < awake && m_asleep[grain])
            m_onWalls[grain] += Vector3(-force.cast<double>());
    });
    for (Block& block : m_blocks)
        if (holds(waking, block.key))
            block = {block.key, true};
        else if (holds(falling, block.key))
            block = {block.key, false, 0, block.hasSleepers() ? block.since : time};
}

std::size_t SleepingGrains::awakeAfter(std::span<const std::uint64_t> falling, const Grains& grains) const
{
    std::size_t left = 0;
    for (std::size_t i = 0; i < grains.awakeCount(); ++i)
        left += holds(falling, keyOf(grains.now().place[i])) ? 0 : 1;
    return (left + group - 1) / group * group;
}

/// Kernels write eight grains at once: the last ones that are awake are filled up with sleepers.
void SleepingGrains::fillLastGroup()
{
    const auto asleep = static_cast<std::size_t>(std::ranges::count(m_asleep, 1));
    std::size_t awake = m_asleep.size() - asleep;
    for (std::size_t i = 0; i < m_asleep.size() && awake % group != 0; ++i)
        if (m_asleep[i]) {
            m_asleep[i] = 0;
            ++awake;
        }
    m_count = static_cast<std::size_t>(std::ranges::count(m_asleep, 1));
}

void SleepingGrains::beginLists(const Grains& grains, const ContactLists& lists)
{
    if (!m_isOn)
        return;
    resize(grains.count());
    fillLastGroup();
    addPushes(grains, lists, -1);
    for (std::size_t i = 0; i < m_asleep.size(); ++i) {
        if (!m_asleep[i] || i < lists.awakeCount())
            m_push[i] = {};
        if (!m_asleep[i])
            m_onWalls[i] = {};
    }
}

void SleepingGrains::endLists(const Grains& grains, const ContactLists& lists, std::span<const std::uint32_t> order)
{
    if (!m_isOn)
        return;
    const auto follow = [&](auto& values) {
        auto sorted = values;
        for (std::size_t i = 0; i < order.size(); ++i)
            sorted[i] = values[order[i]];
        values.swap(sorted);
    };
    resize(grains.count());
    follow(m_mark);
    if (order.size() < grains.count())
        return; // all sleepers stayed
    follow(m_asleep);
    follow(m_push);
    follow(m_onWalls);
    follow(m_sag);
    addPushes(grains, lists, 1);
    sumUp(grains);
}

void SleepingGrains::sumUp(const Grains& grains)
{
    m_count = grains.count() - grains.awakeCount();
    m_bonded = 0;
    m_wallForce.setZero();
    for (std::size_t i = grains.awakeCount(); i < grains.count(); ++i) {
        m_bonded += grains.isBonded(i) ? 1 : 0;
        m_wallForce += toVector(m_onWalls[i]);
    }
}

/// 4.4 and the springs of 4.5, at the end of a step and over all its passes.
Vector3 SleepingGrains::pushOn(const ContactLists::BorderPair& pair, const Grains& grains,
                               const ContactLists& lists) const
{
    const Float4 &p = grains.now().place[pair.sleeper], &q = grains.now().place[pair.awake];
    const Float4 &own = grains.traitsOf(pair.sleeper), &other = grains.traitsOf(pair.awake);
    const Vector3 between = toVector(p) - toVector(q);
    const double distance = between.norm(), overlap = static_cast<double>(p.w + q.w) - distance;
    const double stiffness = 0.5 * static_cast<double>(own.x + other.x), spring = stiffness * overlap;
    const double limit = 2 * static_cast<double>(std::abs(own.y) + std::abs(other.y));
    const bool sticks = own.y > 0 && other.y > 0 && spring > -limit;
    if (distance <= 0 || (overlap <= 0 && !sticks))
        return Vector3::Zero();
    const auto share = static_cast<double>(std::min(own.z, other.z));
    Vector3 push = m_normal * share * spring / distance * between;
    if (overlap > 0)
        push += m_tangential * share * stiffness * lists.shearOf(pair).cast<double>();
    return push;
}

void SleepingGrains::addPushes(const Grains& grains, const ContactLists& lists, float sign)
{
    for (const ContactLists::BorderPair& pair : lists.border())
        m_push[pair.sleeper] += Vector3(static_cast<double>(sign) * pushOn(pair, grains, lists));
}

void SleepingGrains::predict(Grains& grains, const ContactLists& lists, double timeStep, int number) const
{
    const std::vector<ContactLists::BorderPair>& border = lists.border();
    if (border.empty())
        return;
    const DemArrays arrays = grains.arrays(false);
    Float4* predicted = arrays.predicted[static_cast<std::size_t>(number - 1) % 2];
    const double left = timeStep * timeStep * std::max(0, m_passes + 1 - number);
    for (std::size_t k = 0; k < border.size(); ++k)
        if (const std::uint32_t i = border[k].sleeper; k == 0 || border[k - 1].sleeper != i) {
            predicted[i] = arrays.place[i];
            predicted[i] += Vector3(left * toVector(m_sag[i]));
        }
}

std::vector<std::uint64_t> SleepingGrains::pushed(const Grains& grains, const ContactLists& lists, double least) const
{
    std::vector<std::uint64_t> keys;
    const std::vector<ContactLists::BorderPair>& border = lists.border();
    for (std::size_t k = 0; k < border.size();) {
        const std::uint32_t sleeper = border[k].sleeper;
        Vector3 push = -toVector(m_push[sleeper]);
        for (; k < border.size() && border[k].sleeper == sleeper; ++k)
            push += pushOn(border[k], grains, lists);
        if (push.norm() > least)
            keys.push_back(keyOf(grains.now().place[sleeper]));
    }
    std::ranges::sort(keys);
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

std::size_t SleepingGrains::memory() const
{
    return m_blocks.capacity() * sizeof(Block) + m_asleep.capacity() +
           (m_push.capacity() + m_onWalls.capacity() + m_sag.capacity() + m_mark.capacity()) * sizeof(Float4);
}

void SleepingGrains::save(const Grains& grains, Snapshot& snapshot) const
{
    if (!m_isOn)
        return;
    Attributes sleepers(m_count);
    const auto add = [&](std::string_view name, const std::vector<Float4>& forces) {
        const auto to = sleepers.add<float>(name, 3);
        for (std::size_t k = 0; k < 3 * m_count; ++k)
            to[k] = (&forces[grains.awakeCount() + k / 3].x)[k % 3];
    };
    add("push", m_push);
    add("onWalls", m_onWalls);
    add("sag", m_sag);
    Attributes marks(grains.awakeCount());
    const auto mark = marks.add<float>("mark", 4);
    for (std::size_t k = 0; k < 4 * std::min(m_mark.size(), grains.awakeCount()); ++k)
        mark[k] = (&m_mark[k / 4].x)[k % 4];
    snapshot.tables["sleepMarks"] = std::move(marks);
    Attributes blocks(m_blocks.size());
    const auto keys = blocks.add<std::uint64_t>("key");
    const auto hasAwake = blocks.add<std::uint8_t>("hasAwake");
    const auto calm = blocks.add<double>("calm"), since = blocks.add<double>("since");
    for (std::size_t k = 0; k < m_blocks.size(); ++k) {
        keys[k] = m_blocks[k].key;
        hasAwake[k] = m_blocks[k].hasAwake ? 1 : 0;
        calm[k] = m_blocks[k].calm;
        since[k] = m_blocks[k].since;
    }
    snapshot.tables["sleepers"] = std::move(sleepers);
    snapshot.tables["sleepBlocks"] = std::move(blocks);
    snapshot.numbers["sleepMarkTime"] = m_markTime;
}

void SleepingGrains::restore(Grains& grains, const Snapshot& snapshot)
{
    if (!m_isOn || !snapshot.tables.contains("sleepers")) // saved where nobody may: nobody does yet
        return;
    const auto tableOf = [&](const std::string& name) -> const Attributes& {
        const auto found = snapshot.tables.find(name);
        if (found == snapshot.tables.end())
            fail(ErrorKind::InputOutput, "the checkpoint lacks '{}'", name);
        return found->second;
    };
    const Attributes &sleepers = tableOf("sleepers"), &blocks = tableOf("sleepBlocks");
    if (sleepers.count() > grains.count())
        fail(ErrorKind::InputOutput, "more grains of the checkpoint sleep than there are");
    const std::size_t awake = grains.count() - sleepers.count();
    if (const auto time = snapshot.numbers.find("sleepMarkTime"); time != snapshot.numbers.end())
        m_markTime = time->second;
    m_asleep.assign(grains.count(), 0);
    std::fill(m_asleep.begin() + static_cast<std::ptrdiff_t>(awake), m_asleep.end(), std::uint8_t{1});
    const auto take = [&](std::string_view name, std::vector<Float4>& forces) {
        const auto from = sleepers.get<float>(name, 3);
        forces.assign(grains.count(), {});
        for (std::size_t k = 0; k < from.size(); ++k)
            (&forces[awake + k / 3].x)[k % 3] = from[k];
    };
    take("push", m_push);
    take("onWalls", m_onWalls);
    take("sag", m_sag);
    const auto mark = tableOf("sleepMarks").get<float>("mark", 4);
    m_mark.assign(grains.count(), {});
    for (std::size_t k = 0; k < std::min(mark.size(), 4 * awake); ++k)
        (&m_mark[k / 4].x)[k % 4] = mark[k];
    const auto keys = blocks.get<std::uint64_t>("key");
    const auto hasAwake = blocks.get<std::uint8_t>("hasAwake");
    const auto calm = blocks.get<double>("calm"), since = blocks.get<double>("since");
    m_blocks.clear();
    for (std::size_t k = 0; k < keys.size(); ++k)
        m_blocks.push_back({keys[k], hasAwake[k] != 0, calm[k], since[k]});
    grains.setAwake(awake);
    sumUp(grains);
}

} // namespace sastrugi
