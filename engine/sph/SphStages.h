// The stages of a step that are not solves of their own, and what they need. Numbered in this folder's README.
#pragma once

#include "engine/sph/SphParameters.h"
#include "engine/sph/SphState.h"

#include <vector>

namespace sastrugi
{

/// The constants of a step, from the scene.
class SphSetup
{
public:
    SphSetup(const Scene& scene, const SphParameters& parameters, const Vector3& origin, const StepTime& time);
    SphSetup(const SphSetup&) = delete;
    SphSetup& operator=(const SphSetup&) = delete;

    const SphConstants& constants() const { return m_constants; }
    const SphKernels& kernels() const { return m_kernels; }

private:
    std::vector<SphMaterial> m_materials;
    SphConstants m_constants{};
    const SphKernels& m_kernels;
};

/// The repeating domain, relative to `origin`.
Period sphPeriod(const SceneSettings& settings, const Vector3& origin);

/// Puts every position into the period, where there is one.
void wrapPositions(const SphStep& step);

/// Sorts the snow, lists neighbours, samples boundaries that snow came near, and places those that move.
/// When stopped, some samples may be missing: the state is good for the next call only.
void findNeighbours(const SphStep& step, const SphParameters& parameters, const std::stop_token& stop = {});
/// Sums over the walls, density and kernel gradients.
void computeDensity(const SphStep& step);
/// Everything known before the solves: gravity, adhesion, the drag of the air at that time, and friction
/// where a wall wants it before the stresses.
void addForces(const SphStep& step, const Scene& scene, double time);
/// The velocity at the end of the step, with guarded contacts.
MotionExtremes changeVelocity(const SphStep& step, const SphParameters& parameters, StepReport& report);
/// Bounds the next step, which begins at `time`, by the boundaries that move then and may come near the snow.
void heedMovingWalls(const SphStep& step, const SphParameters& parameters, double time);
/// The elastic deformation at the end of the step. False when it is not finite.
bool deform(const SphStep& step);
/// Conducts heat; returns in how many parts of the step, 0 where nothing has a temperature.
int conductHeat(const SphStep& step);
void move(const SphStep& step);

} // namespace sastrugi
