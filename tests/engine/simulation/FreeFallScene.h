// A box of particles in free fall: the smallest scene, for tests of what surrounds a solver.
#pragma once

#include "engine/cache/Cache.h"
#include "engine/geometry/Primitives.h"
#include "engine/simulation/FreeFallSolver.h"
#include "engine/simulation/Simulation.h"

#include <string>
#include <vector>

namespace sastrugi::test
{

inline Scene freeFallScene(const FreeFallParameters& parameters = {}, std::int64_t lastFrame = 13)
{
    Scene scene;
    scene.settings.lastFrame = lastFrame;
    auto region = std::make_shared<TriangleMesh>(makeBox(Vector3(1, 1, 1), Vector3::Zero()));
    scene.emitters.push_back({"fill", region, SnowMaterial{}, Vector3(0.3, 0, 1), Vector3(0, 0, 2), 0});
    scene.solver = makeFreeFallSolver(parameters);
    scene.solverNode = "fall";
    return scene;
}

/// Keeps what a run says.
class Record : public RunObserver
{
public:
    std::vector<std::int64_t> frames;      // written
    std::vector<std::int64_t> equalFrames; // computed again, and equal
    std::vector<double> times;             // after each step
    std::vector<std::int64_t> checkpoints;
    std::vector<LogMessage> messages;
    std::int64_t firstComputed = -1;

    void beginning(std::int64_t frame, bool) override
    {
        if (firstComputed < 0)
            firstComputed = frame;
    }
    void stepDone(const StepDone& step) override { times.push_back(step.time); }
    void frameDone(const FrameDone& done) override
    {
        (done.written ? frames : equalFrames).push_back(done.frame.number);
    }
    void checkpointWritten(const Checkpoint& checkpoint, std::uint64_t) override
    {
        checkpoints.push_back(checkpoint.frame);
    }
    void message(const LogMessage& message) override { messages.push_back(message); }

    bool hasMessage(const std::string& code) const
    {
        for (const LogMessage& message : messages)
            if (message.code == code)
                return true;
        return false;
    }
};

/// Does not flush: that takes most of the time of a small run and changes nothing that a test sees.
class FastFiles : public FileLayer
{
protected:
    int synchronise(int) override { return 0; }
};

/// Without a reserve on the disk, which test machines may lack.
inline RunOptions testOptions()
{
    RunOptions options;
    options.minFreeDisk = 0;
    return options;
}

inline std::vector<Hash> hashesOf(const Cache& cache)
{
    std::vector<Hash> hashes;
    for (const CachedFrame& frame : cache.listFrames())
        hashes.push_back(frame.hash);
    return hashes;
}

} // namespace sastrugi::test
