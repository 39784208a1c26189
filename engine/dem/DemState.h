// What moves in the discrete element method.
#pragma once

#include "engine/dem/ContactLists.h"
#include "engine/dem/GrainWalls.h"
#include "engine/dem/Grains.h"
#include "engine/dem/SleepingGrains.h"
#include "engine/simulation/Emission.h"
#include "engine/simulation/Solver.h"

#include <utility>

namespace sastrugi
{

/// Stages of a step, in the order of the README.
enum class DemStage { Neighbours, Walls, Wind, WarmStart, Relaxation, Motion, Bodies, Compression, Heat, Sleep };

/// How the grains that are awake move as a whole.
struct DemMotion {
    double gap = 0;           // as far as grains stick to each other, m
    double skin = 0;          // of the lists, m
    double largestSpeed = 0;  // after the last step, m/s
    double lastTravel = 0;    // how far any has gone in the last step, m
    double strayed = 0;       // how far any has gone since the lists were made, less the drift; m
    double relativeSpeed = 0; // the largest, less that of the drift; m/s
    double heatTime = 0;      // for which heat has not flowed yet, s
    // Zero where some sleep, as these do not go along
    Vector3 drift = Vector3::Zero();        // of all since the lists were made, m
    Vector3 meanVelocity = Vector3::Zero(); // after the last step, m/s

    /// Calls visit(name, number) for each number.
    template <class Motion, class Visit>
    static void forEach(Motion& motion, Visit&& visit)
    {
        visit("gap", motion.gap);
        visit("skin", motion.skin);
        visit("largestSpeed", motion.largestSpeed);
        visit("lastTravel", motion.lastTravel);
        visit("strayed", motion.strayed);
        visit("relativeSpeed", motion.relativeSpeed);
        visit("heatTime", motion.heatTime);
        visit("driftX", motion.drift.x());
        visit("driftY", motion.drift.y());
        visit("driftZ", motion.drift.z());
        visit("meanVelocityX", motion.meanVelocity.x());
        visit("meanVelocityY", motion.meanVelocity.y());
        visit("meanVelocityZ", motion.meanVelocity.z());
    }
};

class DemState : public State, public DemMotion
{
public:
    DemState(Grains theGrains, ContactLists theLists, GrainWalls theWalls, RigidBodies theBodies,
             SleepingGrains sleepers, const Vector3& localOrigin, Emission inflow)
        : grains(std::move(theGrains)), lists(std::move(theLists)), walls(std::move(theWalls)),
          bodies(std::move(theBodies)), sleep(std::move(sleepers)), origin(localOrigin), emission(std::move(inflow))
    {
    }

    Grains grains;
    ContactLists lists;
    GrainWalls walls;
    RigidBodies bodies;
    SleepingGrains sleep;
    Vector3 origin; // of the grains' places, in scene coordinates
    Emission emission;
};

} // namespace sastrugi
