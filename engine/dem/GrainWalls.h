// What obstacles do to grains: sections 4.6 and 4.11 of the specification, with the signed distance of the obstacles or
// with balls on their surfaces.
//
// The obstacles are where they end the step, and each contact is a plane through the step: distance and normal where
// the grain begins it. A grain goes half a radius at most, so that the plane is off by less than an eighth of a radius
// on an obstacle that is as round as a grain.
#pragma once

#include "engine/dem/Grains.h"
#include "engine/dem/WallSamples.h"
#include "engine/obstacles/MovingObstacles.h"
#include "engine/particles/CellGrid.h"
#include "engine/rigid/RigidBodies.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace sastrugi
{

/// Of a step.
struct WallStep {
    double timeStep, mass, forceFactor; // s, kg, kappa
    std::int64_t fewestPasses;          // N_min
    bool hasTensor;                     // as of DemConstants
};

class GrainWalls
{
public:
    /// `places` are of snow, by which sides are chosen.
    GrainWalls(const Scene& scene, const DemParameters& parameters, std::span<const Vector3> places);

    bool hasMoving() const { return m_hasMoving; }
    /// How fast any obstacle can be in that interval that may come near the snow, m/s; without rigid bodies.
    double largestSpeed(const Bounds& snow, const StepInterval& interval) const;

    /// After grains were sorted: `order` says where each was before, and is empty when grains were added as well, or
    /// others sleep.
    void follow(std::span<const std::uint32_t> order);
    /// Finds the contacts of a step of grains that are awake. `travel` bounds how far grains can have gone since the
    /// last step, and `cells` with `drift` say where they are. Rigid bodies have begun the step.
    void prepare(const Grains& grains, const Vector3& origin, const StepInterval& step, double travel,
                 const CellGrid& cells, const Vector3& drift, const RigidBodies& bodies);
    /// Bodies that weigh little against the grains that touch them yield to them: contacts are made as soft as the step
    /// can bear (6.3). After prepare().
    void yield(const RigidBodies& bodies, const Vector3& origin, const WallStep& step);

    bool touches(std::size_t block) const { return m_blockStarts[block] != m_blockStarts[block + 1]; }
    /// The forces of a pass on a block, with its grains at `places`; the first pass has dashpots and adhesion.
    void gather(std::size_t block, const Grains& grains, const Float4* places, bool isFirst, const WallStep& step,
                DemWallSums& sums);
    /// Wall friction, on velocities after the gathered force.
    void rub(std::size_t block, Grains& grains, const WallStep& step);
    /// Gives bodies what grains got from them in this step, with the opposite sign (4.12).
    void react(RigidBodies& bodies, const Vector3& origin, const WallStep& step) const;

    /// Calls visit(grain, temperature) for each grain of a block and each obstacle that it touches and that has one.
    template <class Visit>
    void forEachWarm(std::size_t block, const Grains& grains, Visit&& visit) const
    {
        for (std::size_t k = m_blockStarts[block]; k < m_blockStarts[block + 1]; ++k) {
            const Contact& contact = m_contacts[k];
            const double temperature = m_surfaces[contact.obstacle].properties.temperature;
            if (temperature > 0 && contact.distance < grains.now().place[contact.grain].w)
                visit(contact.grain, temperature);
        }
    }

    /// Calls visit(grain, force) for each contact of the last step, with what it did to the grain, without friction; N.
    template <class Visit>
    void forEachForce(Visit&& visit) const
    {
        for (const Contact& contact : m_contacts)
            visit(contact.grain, Vector3f((contact.pressing - contact.adhesion) * contact.normal));
    }

    /// Force of all grains that are awake on all obstacles, or on one of them, in the last step, without friction; N.
    Vector3 force(std::optional<std::size_t> obstacle = {}) const;
    std::size_t contactCount() const { return m_contacts.size(); }
    std::size_t memory() const;

private:
    struct Surface {
        SurfaceProperties properties;
        double damping;       // zeta
        double adhesion;      // beta V_b, m^4/s^2; of samples each has its own
        std::size_t boundary; // index in the scene
        // Of a rigid body in this step: the share of a grain's velocity that its impulse may take without moving the
        // body faster than the grains; 1 for what moves by itself.
        float share = 1;
    };
    /// A grain near an obstacle; of one that stays, with what was found where the grain was last.
    struct Candidate {
        std::uint32_t grain;
        std::uint32_t obstacle, sample;
        Vector3f place = Vector3f::Constant(std::numeric_limits<float>::quiet_NaN());
        Vector3f normal = Vector3f::Zero(), velocity = Vector3f::Zero(); // the normal is zero where there is no contact
        float distance = 0;
    };
    struct Contact {
        std::uint32_t grain, obstacle;
        Vector3f place; // of the grain at the begin of the step, from the origin; m
        Vector3f normal, velocity;
        float distance;
        float pull;                          // beta V_b, m^4/s^2
        float pressing = 0;                  // N_tot, sum over passes
        float adhesion = 0;                  // N
        float stiffness = 0;                 // k_b
        Vector3f rubbing = Vector3f::Zero(); // friction on the grain, as a change of its velocity; m/s
    };

    void findContact(Candidate& candidate, const Vector3& origin, const Float4& grain) const;
    void findCandidates(const Grains& grains, const Vector3& origin);
    void addSurface(const SurfaceProperties& properties, double adhesion, std::size_t boundary);
    Vector3 touchingPlace(const Contact& contact, const Vector3& origin) const;

    double m_radius;
    MovingObstacles m_obstacles; // none where there are samples
    std::optional<WallSamples> m_samples;
    std::vector<Surface> m_surfaces;
    bool m_isValid = false, m_hasMoving;
    double m_travel = 0; // since candidates were found, at most
    std::vector<Bounds> m_boxes;
    std::vector<Candidate> m_candidates;
    std::vector<Contact> m_contacts;
    std::vector<std::size_t> m_blockStarts; // of the contacts
};

} // namespace sastrugi
