#include "engine/simulation/figureMeaning.h"

#include <algorithm>
#include <iterator>

namespace sastrugi
{

namespace
{

struct Meaning {
    std::string_view name, meaning;
};

constexpr Meaning meanings[] = {
    {"steps", "steps since the frame before"},
    {"stepSeconds", "time they took, s"},
    {"smallestTimeStep", "the shortest of them, s"},
    {"particles", "particles"},
    {"bytes", "memory of the solver, bytes"},
    {"largestSpeed", "speed of the fastest particle, m/s"},
    {"kineticEnergy", "energy of motion, J"},
    {"momentumX", "momentum of all snow along x, kg m/s"},
    {"momentumY", "along y"},
    {"momentumZ", "along z"},
    {"heatParts", "parts of a step in which heat flowed"},
    // SPH
    {"pairs", "pairs of neighbours, each counted twice"},
    {"pairSweeps", "times all pairs were visited in a step"},
    {"pairBytes", "memory of what is kept for pairs, bytes"},
    {"boundarySamples", "samples of boundaries near the snow"},
    {"heldAtWalls", "particles that were held back at a boundary"},
    {"pressureIterations", "iterations of the pressure solve in a step"},
    {"pressureError", "mean error of the density after them, of the rest density"},
    {"shearIterations", "iterations of the shear solve in a step"},
    {"shearProducts", "products with its matrix in a step"},
    {"shearResidual", "root mean square of its residual, m/s^2"},
    // MPM
    {"nodes", "nodes of the grid that have mass"},
    {"nodeBytes", "memory of the nodes and of what is scattered to them, bytes"},
    {"frozen", "particles outside of the window: they stand still"},
    {"collidedNodes", "nodes at boundaries"},
    {"solveIterations", "iterations of the implicit solve in a step"},
    {"hessianProducts", "products with its matrix in a step"},
    {"solveResidual", "root mean square of its residual at the end, m/s"},
    {"firstResidual", "the same at its start, m/s"},
    {"yielding", "particles that yielded in a step"},
    {"inversions", "particles whose elastic part was inside out"},
    {"smallestPlasticRatio", "smallest plastic change of a volume, as a factor"},
    {"largestPlasticRatio", "largest plastic change of a volume, as a factor"},
    {"largestDensity", "largest density at a particle, kg/m^3"},
    {"largestStrain", "largest elastic strain"},
    {"courantNumber", "cells that sound crosses in a step"},
    {"elasticEnergy", "energy of deformation, J"},
    // DEM
    {"passes", "relaxation passes in a step"},
    {"overlapError", "largest weighted overlap after them"},
    {"meanOverlap", "mean overlap of contacts, of the distance of touching grains"},
    {"largestOverlap", "largest overlap"},
    {"contactsPerParticle", "contacts of a grain that is awake"},
    {"listed", "neighbours in all lists"},
    {"wallContacts", "grains near obstacles"},
    {"rebuilds", "share of steps in which lists were made anew"},
    {"bonded", "grains that stick to their neighbours"},
    {"shrunk", "grains that were compacted in a step"},
    {"asleep", "grains that sleep: they lie still, and cost nothing until they are pushed"},
    {"wallForceX", "force of all grains on all obstacles along x, N"},
    {"wallForceY", "along y"},
    {"wallForceZ", "along z"},
};

/// Of those that belong to a boundary of the scene.
constexpr Meaning starts[] = {
    {"way.", "how far its load has moved this boundary, m"},
    {"answer.", "force of the snow against that load, N"},
};
constexpr Meaning poseEnds[] = {
    {".x", "where this body is: way of its mesh along x, m"},
    {".y", "along y"},
    {".z", "along z"},
    {".turnX", "how its mesh is turned: a quaternion's x"},
    {".turnY", "its y"},
    {".turnZ", "its z"},
    {".turnW", "its w"},
};

} // namespace

std::string_view figureMeaning(std::string_view name)
{
    if (const auto* found = std::ranges::find(meanings, name, &Meaning::name); found != std::end(meanings))
        return found->meaning;
    for (const Meaning& start : starts)
        if (name.starts_with(start.name))
            return start.meaning;
    if (name.starts_with("body."))
        for (const Meaning& end : poseEnds)
            if (name.ends_with(end.name))
                return end.meaning;
    return {};
}

} // namespace sastrugi
