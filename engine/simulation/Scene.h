// Everything the user chose, as plain immutable values: what a solver simulates.
#pragma once

#include "engine/core/Hash.h"
#include "engine/core/Parameter.h"
#include "engine/fields/VectorField.h"
#include "engine/geometry/TriangleMesh.h"
#include "engine/motion/Deformation.h"
#include "engine/motion/PlateLoad.h"
#include "engine/motion/RigidBody.h"
#include "engine/motion/RigidMotion.h"
#include "engine/simulation/Inflow.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sastrugi
{

class Solver;

/// What belongs to the whole scene: the parameters of the reserved node `scene`.
struct SceneSettings {
    Vector3 gravity = {0, 0, -9.81};
    double gravityRampTime = 0;
    double framesPerSecond = 24;
    std::int64_t firstFrame = 1;
    std::int64_t lastFrame = 48;
    std::int64_t seed = 0;
    bool periodic = false;
    Vector3 periodOrigin = {0, 0, 0};
    Vector3 periodSize = {1, 1, 1};

    /// Seconds since the first frame.
    double timeOf(std::int64_t frame) const { return static_cast<double>(frame - firstFrame) / framesPerSecond; }
    /// m/s^2 at `time`, seconds.
    Vector3 gravityAt(double time) const
    {
        return time < gravityRampTime ? Vector3(time / gravityRampTime * gravity) : gravity;
    }
};

inline auto parameters(Tag<SceneSettings>)
{
    using P = SceneSettings;
    return std::tuple{
        vector(&P::gravity, "gravity", Unit::MetrePerSecondSquared, -1000, 1000, "Acceleration of free fall."),
        zeroMeans("at once", number(&P::gravityRampTime, "gravityRampTime", Unit::Second, 0, 1e5,
                                    "Time in which gravity grows to the whole; snow that starts with its full weight "
                                    "at once is compacted by more than its weight.")),
        number(&P::framesPerSecond, "framesPerSecond", Unit::PerSecond, 1, 10000,
               "Frames per second of simulated time."),
        integer(&P::firstFrame, "firstFrame", 0, 1000000, "The frame that shows the scene at time zero."),
        integer(&P::lastFrame, "lastFrame", 0, 1000000, "The last frame of the range; extending it changes no frame."),
        integer(&P::seed, "seed", 0, 4294967295, "Another seed gives another outcome of all that is random."),
        toggle(&P::periodic, "periodic",
               "What leaves the domain sideways, along x or y, comes back on the other side."),
        vector(&P::periodOrigin, "periodOrigin", Unit::Metre, -1e6, 1e6,
               "Lower corner of the periodic domain; z is not used."),
        vector(&P::periodSize, "periodSize", Unit::Metre, 1e-6, 1e6,
               "Size of the periodic domain along x and y; z is not used."),
    };
}

enum class FrictionMode { Full, Tangential };
enum class FrictionCoupling { InShearSolve, ExplicitOrder };

/// The surface of an obstacle. Each solver uses what its method has; the sampler node declares them.
struct SurfaceProperties {
    double viscousFriction = 1;
    FrictionMode frictionMode = FrictionMode::Full;
    FrictionCoupling frictionCoupling = FrictionCoupling::InShearSolve;
    double adhesion = 0;
    double restitution = 0;
    double temperature = 0;
    double frictionCoefficient = 0.3;
    bool sticky = false;
};

inline auto parameters(Tag<SurfaceProperties>)
{
    using P = SurfaceProperties;
    return std::tuple{
        number(&P::viscousFriction, "viscousFriction", Unit::SquareMetrePerSecond, 0, 100,
               "Friction of the SPH solver: 0 slips, 1 and more sticks; its effect depends on the spacing."),
        choice(&P::frictionMode, "frictionMode",
               {{"full", FrictionMode::Full,
                 "It brakes every motion against the surface, so that flakes land softly, a spacing above it."},
                {"tangential", FrictionMode::Tangential, "It brakes what moves along the surface only."}},
               "Which motion the friction of the SPH solver brakes."),
        choice(&P::frictionCoupling, "frictionCoupling",
               {{"inShearSolve", FrictionCoupling::InShearSolve,
                 "Together with the shear stress: snow that sticks creeps the same for any time step."},
                {"explicitOrder", FrictionCoupling::ExplicitOrder,
                 "Before the stresses, as in Gissler et al. 2020: snow that sticks creeps by the time step."}},
               "When in its step the SPH solver applies the friction."),
        number(&P::adhesion, "adhesion", Unit::MetrePerSecondSquared, 0, 100,
               "Acceleration with which the surface attracts snow that is near but does not touch it; 9.81 and more "
               "holds flakes on a ceiling."),
        number(&P::restitution, "restitution", Unit::None, 0, 1,
               "Share of its speed with which a single flake or crystal bounces off; snow that holds together does "
               "not. In the SPH solver it wants tangential friction, or none: full friction has stopped the flake "
               "before."),
        zeroMeans("insulated", number(&P::temperature, "temperature", Unit::Kelvin, 0, 2000,
                                      "Temperature of the obstacle, for snow that conducts heat; '200 degC' may be "
                                      "typed. 0 lets no heat through.")),
        number(&P::frictionCoefficient, "frictionCoefficient", Unit::None, 0, 5,
               "Coulomb friction of the MPM and DEM solvers: 0 slips."),
        toggle(&P::sticky, "sticky",
               "In the MPM and DEM solvers, whatever touches the surface stays on it, also under an overhang."),
    };
}

/// An obstacle.
struct Boundary {
    std::string name; // of the node
    std::shared_ptr<const TriangleMesh> mesh;
    SurfaceProperties surface;
    double spacing = 0;                                  // of the samples; 0 leaves it to the solver. Metres
    std::shared_ptr<const Deformation> deformation = {}; // of the mesh's points; null keeps them
    RigidMotion motion = {};                             // of the mesh, in whatever shape
    std::optional<PlateLoad> load = {};                  // moves it from where the motion has it
    std::optional<RigidBody> body = {};                  // what it is once it is let go

    /// Where it is, a run decides: a scene does not say it. See BoundaryInFrame.h.
    bool isMovedByRun() const { return load || body; }
    bool isStill() const { return motion.isStill() && !deformation && !isMovedByRun(); }
};

/// The mesh of an obstacle where it is at `time`, seconds; without what only a run knows: the way of a load or a body.
std::shared_ptr<const TriangleMesh> meshAt(const Boundary& boundary, double time);
/// Of the same, the bounds; of one that turns, a box that holds them.
Bounds boundsAt(const Boundary& boundary, double time);

/// Particles that are there already, from a file.
struct GivenParticles {
    std::vector<Vector3> positions;  // m
    std::vector<Vector3> velocities; // m/s
    std::vector<float> temperatures; // K; empty: that of the material
};

/// Fills a region with particles at the start.
struct FillEmitter {
    std::string name; // of the node
    std::shared_ptr<const TriangleMesh> region;
    Material material;
    Vector3 velocity = Vector3::Zero();                   // m/s
    Vector3 angularVelocity = Vector3::Zero();            // rad/s, about the centre of the region's bounds
    double jitter = 0;                                    // displacement of a particle, in spacings
    std::shared_ptr<const GivenParticles> particles = {}; // instead of a lattice in the region, which bounds them
};

/// What flows along a link of emitters.
using Emitter = std::variant<FillEmitter, InflowEmitter>;

/// What is filled, or the surface on which flakes appear; null where there is no mesh.
std::shared_ptr<const TriangleMesh> regionOf(const Emitter& emitter);

struct Scene {
    SceneSettings settings;
    std::vector<Boundary> boundaries;
    std::vector<FillEmitter> emitters;
    std::vector<InflowEmitter> inflows;
    Field wind; // velocity of the air; null where there is none, so that nothing is braked
    /// What a window of the solver follows, outside of which snow is frozen; null where all snow is simulated.
    std::shared_ptr<const Boundary> window;
    std::shared_ptr<const Solver> solver;
    std::string solverNode; // name of the node the solver comes from

    /// Of all that decides the content of a frame: not the frame range. The identity of a cache.
    Hash contentHash() const;
};

/// Of all that decides what happens up to a time: frames with equal ones are interchangeable, whatever scene they come
/// from. What only matters later is not told apart yet: everything counts as if it mattered from the start.
class PrefixHash
{
public:
    explicit PrefixHash(const Scene& scene) : m_whole(scene.contentHash()) {}

    /// `time` in seconds; cheap.
    Hash upTo(double /*time*/) const { return m_whole; }

private:
    Hash m_whole;
};

} // namespace sastrugi
