#include "engine/simulation/FreeFallSolver.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/simulation/SceneMaterials.h"
#include "engine/simulation/Seeding.h"

#include <cmath>

namespace sastrugi
{

namespace
{

class FreeFallState : public State
{
public:
    std::vector<float> position, velocity; // 3 per particle; m, m/s
    std::vector<std::uint8_t> material;
    std::vector<float> mass; // kg

    std::size_t count() const { return mass.size(); }
};

enum class Stage { Move };

/// All particles at the start.
std::vector<Seed> seedsOf(const Scene& scene, double spacing, const Log& log, const std::stop_token& stop)
{
    refuseRigidBodies(scene);
    if (!scene.inflows.empty())
        throw NodeError(ErrorKind::Scene, scene.inflows.front().name,
                        fmt::format("emitter '{}' lets in snow while the simulation runs, which solver '{}' cannot do",
                                    scene.inflows.front().name, scene.solverNode));
    return seedEmitters(scene, spacing, log, stop);
}

constexpr double bytesPerParticle = 29; // of memory

class FreeFallSolver : public Solver
{
public:
    explicit FreeFallSolver(const FreeFallParameters& parameters) : m_parameters(parameters) {}

    std::string_view title() const override { return "Free fall"; }

    std::span<const std::string_view> stages() const override
    {
        static constexpr std::string_view names[] = {"move"};
        return names;
    }

    double spacing() const override { return m_parameters.spacing; }
    void addToHash(ContentHash& hash) const override
    {
        hash.add("freeFall 2");
        addParametersToHash(hash, m_parameters);
    }

    Prediction estimate(const Scene& scene) const override
    {
        Prediction prediction;
        prediction.particles = static_cast<std::size_t>(estimateSeeds(scene, m_parameters.spacing));
        prediction.memory = bytesPerParticle * static_cast<double>(prediction.particles);
        return prediction;
    }

    Prediction predict(const Scene& scene, const Log& log, std::stop_token stop) const override
    {
        Prediction prediction;
        prediction.particles = seedsOf(scene, m_parameters.spacing, log, stop).size();
        prediction.timeStep = m_parameters.largestTimeStep;
        prediction.memory = bytesPerParticle * static_cast<double>(prediction.particles);
        prediction.bytesPerFrame = 37.0 * static_cast<double>(prediction.particles);
        return prediction;
    }

    std::unique_ptr<State> start(const Scene& scene, const Log& log, std::stop_token stop) const override
    {
        auto state = std::make_unique<FreeFallState>();
        const Vector3 origin = localOrigin(scene);
        const double volume = std::pow(m_parameters.spacing, 3);
        for (const Seed& seed : seedsOf(scene, m_parameters.spacing, log, stop)) {
            const Vector3f position = (seed.position - origin).cast<float>(), velocity = seed.velocity.cast<float>();
            state->position.insert(state->position.end(), position.begin(), position.end());
            state->velocity.insert(state->velocity.end(), velocity.begin(), velocity.end());
            const double density = std::visit([](const auto& material) { return material.density; },
                                              scene.emitters[seed.emitter].material);
            state->mass.push_back(static_cast<float>(density * volume));
            state->material.push_back(seed.emitter);
        }
        state->timer = StageTimer(stages().size());
        return state;
    }

    double largestTimeStep(const Scene&, const State&, std::string_view& limiter) const override
    {
        limiter = "largestTimeStep";
        return m_parameters.largestTimeStep;
    }

    StepReport step(const Scene& scene, State& base, double timeStep, std::stop_token) const override
    {
        auto& state = static_cast<FreeFallState&>(base);
        const auto timed = state.timer.measure(Stage::Move);
        const Vector3f change = (scene.settings.gravityAt(state.time + 0.5 * timeStep) * timeStep).cast<float>();
        const auto duration = static_cast<float>(timeStep);
        parallelFor(state.count(), [&](std::size_t i) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                state.velocity[3 * i + axis] += change[static_cast<int>(axis)];
                state.position[3 * i + axis] += duration * state.velocity[3 * i + axis];
            }
        });
        return {};
    }

    Frame frame(const Scene& scene, const State& base) const override
    {
        const auto& state = static_cast<const FreeFallState&>(base);
        Frame frame;
        frame.origin = localOrigin(scene);
        frame.particles = Attributes(state.count());
        const auto id = frame.particles.add<std::uint32_t>("id");
        for (std::size_t i = 0; i < id.size(); ++i)
            id[i] = static_cast<std::uint32_t>(i);
        std::ranges::copy(state.position, frame.particles.add<float>("position", 3).begin());
        std::ranges::copy(state.velocity, frame.particles.add<float>("velocity", 3).begin());
        std::ranges::fill(frame.particles.add<float>("radius"), static_cast<float>(m_parameters.spacing / 2));
        std::ranges::copy(state.mass, frame.particles.add<float>("mass").begin());
        std::ranges::copy(state.material, frame.particles.add<std::uint8_t>("material").begin());
        return frame;
    }

    Snapshot save(const State& base) const override
    {
        const auto& state = static_cast<const FreeFallState&>(base);
        Attributes particles(state.count());
        std::ranges::copy(state.position, particles.add<float>("position", 3).begin());
        std::ranges::copy(state.velocity, particles.add<float>("velocity", 3).begin());
        std::ranges::copy(state.mass, particles.add<float>("mass").begin());
        std::ranges::copy(state.material, particles.add<std::uint8_t>("material").begin());
        Snapshot snapshot;
        snapshot.tables.emplace("particles", std::move(particles));
        return snapshot;
    }

    std::unique_ptr<State> restore(const Scene&, const Snapshot& snapshot, std::stop_token) const override
    {
        const auto table = snapshot.tables.find("particles");
        if (table == snapshot.tables.end())
            fail(ErrorKind::InputOutput, "the snapshot has no particles");
        const auto copyOf = [](auto values) { return std::vector(values.begin(), values.end()); };
        auto state = std::make_unique<FreeFallState>();
        state->position = copyOf(table->second.get<float>("position", 3));
        state->velocity = copyOf(table->second.get<float>("velocity", 3));
        state->mass = copyOf(table->second.get<float>("mass"));
        state->material = copyOf(table->second.get<std::uint8_t>("material"));
        state->timer = StageTimer(stages().size());
        return state;
    }

private:
    FreeFallParameters m_parameters;
};

} // namespace

std::shared_ptr<const Solver> makeFreeFallSolver(const FreeFallParameters& parameters)
{
    return std::make_shared<FreeFallSolver>(parameters);
}

} // namespace sastrugi
