#include "engine/simulation/FreeFallSolver.h"

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"

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

Vector3i latticeSize(const Bounds& bounds, double spacing)
{
    return (bounds.size() / spacing).array().floor().max(1.0).cast<int>();
}

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

    void addToHash(ContentHash& hash) const override
    {
        hash.add("freeFall 1");
        addParametersToHash(hash, m_parameters);
    }

    Prediction predict(const Scene& scene) const override
    {
        Prediction prediction;
        for (const FillEmitter& emitter : scene.emitters) {
            const Vector3i size = latticeSize(emitter.region->bounds(), m_parameters.spacing);
            prediction.particles += static_cast<std::size_t>(size.cast<std::int64_t>().prod());
        }
        prediction.timeStep = m_parameters.largestTimeStep;
        prediction.memory = 29.0 * static_cast<double>(prediction.particles);
        prediction.bytesPerFrame = 37.0 * static_cast<double>(prediction.particles);
        return prediction;
    }

    std::unique_ptr<State> start(const Scene& scene, const Log&) const override
    {
        auto state = std::make_unique<FreeFallState>();
        for (std::size_t i = 0; i < scene.emitters.size(); ++i)
            fill(scene.emitters[i], static_cast<std::uint8_t>(i), *state);
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
        const Vector3f change = (scene.settings.gravity * timeStep).cast<float>();
        const auto duration = static_cast<float>(timeStep);
        parallelFor(state.count(), [&](std::size_t i) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                state.velocity[3 * i + axis] += change[static_cast<int>(axis)];
                state.position[3 * i + axis] += duration * state.velocity[3 * i + axis];
            }
        });
        return {};
    }

    Frame frame(const Scene&, const State& base) const override
    {
        const auto& state = static_cast<const FreeFallState&>(base);
        Frame frame;
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

    std::unique_ptr<State> restore(const Scene&, const Snapshot& snapshot) const override
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
    void fill(const FillEmitter& emitter, std::uint8_t material, FreeFallState& state) const
    {
        const Bounds bounds = emitter.region->bounds();
        const Vector3i size = latticeSize(bounds, m_parameters.spacing);
        const double density = std::visit([](const auto& values) { return values.density; }, emitter.material);
        const double mass = density * std::pow(m_parameters.spacing, 3);
        for (int k = 0; k < size.z(); ++k)
            for (int j = 0; j < size.y(); ++j)
                for (int i = 0; i < size.x(); ++i) {
                    const Vector3 point =
                        bounds.minimum + m_parameters.spacing * (Vector3(i, j, k) + Vector3::Constant(0.5));
                    const Vector3 velocity = emitter.velocity + emitter.angularVelocity.cross(point - bounds.centre());
                    for (int axis = 0; axis < 3; ++axis) {
                        state.position.push_back(static_cast<float>(point[axis]));
                        state.velocity.push_back(static_cast<float>(velocity[axis]));
                    }
                    state.mass.push_back(static_cast<float>(mass));
                    state.material.push_back(material);
                }
    }

    FreeFallParameters m_parameters;
};

} // namespace

std::shared_ptr<const Solver> makeFreeFallSolver(const FreeFallParameters& parameters)
{
    return std::make_shared<FreeFallSolver>(parameters);
}

} // namespace sastrugi
