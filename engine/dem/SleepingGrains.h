// Which grains sleep, and why: the state of section 7 of the specification. When they do is decided in GrainSleep.h.
//
// Snow sleeps by blocks of eight cells along each axis. A sleeper stays where it is and only pushes back. What grains
// that are awake did to it when they or it came to be so is remembered; by how much that changes is what may wake it.
//
// A grain at rest sags in the first passes of a step, whose forces are a part of its load only, and is back in the last
// one. A sleeper goes on to sag in the eyes of others: beside one that does not they would be pushed up.
#pragma once

#include "engine/dem/ContactLists.h"
#include "engine/dem/GrainWalls.h"
#include "engine/simulation/Solver.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace sastrugi
{

class SleepingGrains
{
public:
    struct Block {
        std::uint64_t key;
        bool hasAwake = false; // grains
        double calm = 0;       // for how long these have been, s
        double since = -1;     // when its first sleepers fell asleep, s; negative where none sleeps
        bool hasSleepers() const { return since >= 0; }
    };
    /// Whether all grains of a block that are awake were calm since the last mark.
    struct Calm {
        std::uint64_t key;
        bool isCalm;
    };

    explicit SleepingGrains(const DemParameters& parameters);

    /// Edge of a block, m.
    double edge() const { return m_edge; }
    std::uint64_t keyOf(const Float4& place) const;
    /// Relative to the origin of the places.
    Bounds boundsOf(std::uint64_t key) const;
    /// By key; of all that is occupied.
    const std::vector<Block>& blocks() const { return m_blocks; }
    const Block* find(std::uint64_t key) const;

    /// When marks were set at last, s.
    double markTime() const { return m_markTime; }
    /// How far a grain that is awake has gone since, and how much it has shrunk; m. More than any does without a mark.
    std::pair<float, float> sinceMark(const Grains& grains, std::size_t i) const;
    /// How long blocks have been calm at that time; `found` has all with grains that are awake, by key. Sets the marks.
    void note(std::span<const Calm> found, const Grains& grains, double time);
    /// Of the step that ends.
    struct Step {
        double length; // s
        int passes;    // after the warm start
    };
    /// Chooses who sleeps from now, `time`, on: all in some blocks, nobody in others; keys in order. Then
    /// listNeighbours() must follow.
    void change(std::span<const std::uint64_t> falling, std::span<const std::uint64_t> waking, Grains& grains,
                const GrainWalls& walls, double time, const Step& step);
    /// How many would be awake if all in these blocks fell asleep.
    std::size_t awakeAfter(std::span<const std::uint64_t> falling, const Grains& grains) const;

    /// Before lists are made after change(), or after grains were added, which are awake; and after any were made.
    /// `order` as of ContactLists.
    void beginLists(const Grains& grains, const ContactLists& lists);
    void endLists(const Grains& grains, const ContactLists& lists, std::span<const std::uint32_t> order);
    /// 1 for each grain that is to sleep from the next lists on; empty where none may.
    std::span<const std::uint8_t> flags() const { return m_asleep; }
    std::size_t count() const { return m_count; }

    /// Where a pass sees the sleepers that others may touch; as of DemStep::relax().
    void predict(Grains& grains, const ContactLists& lists, double timeStep, int number) const;
    /// Blocks with a sleeper on which the force has changed by more than that, N; by key.
    std::vector<std::uint64_t> pushed(const Grains& grains, const ContactLists& lists, double least) const;

    /// Of those that sleep: which are bonded, and their force on all obstacles, N.
    double bonded() const { return m_bonded; }
    const Vector3& wallForce() const { return m_wallForce; }
    std::size_t memory() const;

    /// Adds the tables "sleepers", "sleepMarks" and "sleepBlocks" where grains may sleep.
    void save(const Grains& grains, Snapshot& snapshot) const;
    /// Before the lists; throws Error(InputOutput) where something is missing.
    void restore(Grains& grains, const Snapshot& snapshot);

private:
    void resize(std::size_t count);
    void fillLastGroup();
    void addPushes(const Grains& grains, const ContactLists& lists, float sign);
    Vector3 pushOn(const ContactLists::BorderPair& pair, const Grains& grains, const ContactLists& lists) const;
    void sumUp(const Grains& grains);

    bool m_isOn;
    double m_edge;
    int m_passes;                  // of a calm step
    double m_normal, m_tangential; // factors on the stiffness of a contact, across and along it
    std::vector<Block> m_blocks;
    std::vector<std::uint8_t> m_asleep;
    std::vector<Float4> m_mark; // place and radius at the last mark, m; by grain, of those that are awake
    double m_markTime = 0;
    // Of sleepers, by grain: what grains that are awake did to them once, and they to obstacles, N; how much of their
    // sagging each pass takes back, m/s^2
    std::vector<Float4> m_push, m_onWalls, m_sag;
    std::size_t m_count = 0;
    double m_bonded = 0;
    Vector3 m_wallForce = Vector3::Zero();
};

/// Whether a key is among those, which are in order.
bool holds(std::span<const std::uint64_t> keys, std::uint64_t key);

} // namespace sastrugi
