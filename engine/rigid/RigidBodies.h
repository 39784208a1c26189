// The scene's rigid bodies: held by their motions until they are let go, then moved by gravity, by what the method's
// particles do to them, and by contacts with obstacles and with each other.
//
// For any method: in a step it drives its obstacles as drives() says, adds up what they got in push(), and calls
// move().
#pragma once

#include "engine/rigid/BodyContacts.h"

#include <map>
#include <string>

namespace sastrugi
{

/// Where a body is in a step, were it not for the forces of the step.
struct BodyDrive {
    std::size_t boundary; // its index in the scene
    RigidPose before, after;
    double speed; // no point is faster, m/s
};

class RigidBodies
{
public:
    /// `spacing` is at most that of distances; `places` are of snow, by which sides of obstacles are
    /// chosen. Metres. Throws what bodyOf() throws.
    RigidBodies(const Scene& scene, double spacing, std::span<const Vector3> places);

    bool empty() const { return m_bodies.empty(); }
    const std::vector<Body>& all() const { return m_bodies; }
    /// The body that a boundary is, by its index; null where it is none.
    const Body* of(std::size_t boundary) const;

    /// Lets go whose time has come, and moves those that are held.
    void begin(double time);
    /// In a step that has begun.
    std::vector<BodyDrive> drives(const StepInterval& step) const;
    /// What particles did to a body in this step, as a force on its centre, N, and a torque about it, N m.
    void push(std::size_t boundary, const Vector3& force, const Vector3& torque);
    /// To the end of the step. `gravity` in m/s^2.
    void move(const StepInterval& step, const Vector3& gravity);

    /// No point of a body is faster in that interval, m/s; of one that is let go, at its begin.
    double largestSpeed(const StepInterval& interval) const;

    /// The index of a boundary whose body has come to a value that is not finite.
    std::optional<std::size_t> broken() const;

    void save(std::map<std::string, double>& numbers) const;
    /// Throws Error(InputOutput) where a number is missing.
    void restore(const std::map<std::string, double>& numbers);
    /// As asIn() reads them.
    void addFigures(const Scene& scene, std::map<std::string, double>& figures) const;

private:
    std::vector<Body> m_bodies;             // in the order of the scene
    std::optional<BodyContacts> m_contacts; // none where there is no body
};

} // namespace sastrugi
