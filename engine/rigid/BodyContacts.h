// What bodies do to each other and to obstacles: impulses at places where the samples of one are at the surface of
// another, found one after the other until they agree (sequential impulses; Guendelman et al. 2003, doi
// 10.1145/882262.882358, and Catto 2005).
//
// A contact lets two surfaces approach as far as they touch at the end of the step, bounces them where they hit, brakes
// what slides (Coulomb), and drives apart what overlaps, by velocities that are forgotten after the step, so that this
// adds no energy. All in double precision and in one order: nothing depends on the number of threads.
#pragma once

#include "engine/obstacles/MovingObstacles.h"
#include "engine/rigid/Body.h"

#include <optional>
#include <span>
#include <vector>

namespace sastrugi
{

class BodyContacts
{
public:
    /// `spacing` of distances from surfaces, m; `places` are of snow, by which sides are chosen.
    BodyContacts(const Scene& scene, double spacing, std::span<const Vector3> places);

    /// Changes the velocities of bodies, which have felt all other forces, and moves them to the end of the step.
    void move(std::span<Body> bodies, const StepInterval& step, double gravity);

    std::size_t count() const { return m_contacts.size(); }

private:
    struct Contact {
        Body* body;
        Body* other;                            // null: an obstacle, which moves with surfaceVelocity
        Vector3 place, normal, surfaceVelocity; // the normal points to the body
        double gap;                             // at the begin of the step; negative where they overlap. m
        double friction, restitution;           // the latter of places that hit first
        double inverseMass;                     // along the normal, 1/kg
        double approach = 0;                    // the least velocity along the normal that it may end with, m/s
        double pressing = 0, parting = 0;       // impulses, N s
        Vector3 rubbing = Vector3::Zero();
    };
    /// Velocities that drive apart what overlaps, in the order of the bodies.
    struct Parting {
        Vector3 velocity = Vector3::Zero(), spin = Vector3::Zero();
    };

    void find(std::span<Body> bodies, const StepInterval& step, double gravity);
    void addContacts(Body& body, const Obstacle& obstacle, Body* other, double reach);
    void keepFirstHits(std::size_t first);
    void aim(Contact& contact, double gravity) const;
    static void press(Contact& contact);
    static void rub(Contact& contact);
    void part(Contact& contact, std::span<Body> bodies);

    double m_spacing;
    MovingObstacles m_obstacles;
    std::vector<Contact> m_contacts;
    std::vector<Parting> m_parting;
    double m_timeStep = 0;
};

} // namespace sastrugi
