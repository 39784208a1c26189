#include "engine/rigid/RigidBodies.h"

#include "engine/core/Error.h"
#include "engine/simulation/BoundaryInFrame.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

/// Calls visit(name, number) for each number of a body's state.
template <class OneBody, class Visit>
void forEachNumber(OneBody& body, std::size_t index, Visit&& visit)
{
    const auto each = [&](std::string_view name, auto& vector) {
        for (Eigen::Index k = 0; k < vector.size(); ++k)
            visit(fmt::format("body {} {} {}", index, name, k), vector[k]);
    };
    each("centre", body.centre);
    each("turn", body.turn.coeffs());
    each("velocity", body.velocity);
    each("spin", body.spin);
}

std::string freeName(std::size_t index) { return fmt::format("body {} is free", index); }

} // namespace

RigidBodies::RigidBodies(const Scene& scene, double spacing, std::span<const Vector3> places)
{
    for (std::size_t k = 0; k < scene.boundaries.size(); ++k)
        if (scene.boundaries[k].body)
            m_bodies.push_back(bodyOf(scene, k));
    if (!m_bodies.empty())
        m_contacts.emplace(scene, spacing, places);
    begin(0);
}

const Body* RigidBodies::of(std::size_t boundary) const
{
    const auto found = std::ranges::find(m_bodies, boundary, &Body::boundary);
    return found == m_bodies.end() ? nullptr : &*found;
}

void RigidBodies::begin(double time)
{
    for (Body& body : m_bodies) {
        body.force.setZero();
        body.torque.setZero();
        if (body.isFree)
            continue;
        const RigidPose pose = body.motion.poseAt(time);
        const RigidVelocity velocity = body.motion.velocityAt(time);
        body.turn = Eigen::Quaterniond(pose.rotation).normalized();
        body.centre = pose(body.meshCentre);
        body.velocity = velocity.at(body.centre);
        body.spin = velocity.angular;
        if (time >= body.settings.start) {
            body.isFree = true;
            body.velocity += body.settings.velocity;
            body.spin += body.settings.angularVelocity;
        }
    }
}

std::vector<BodyDrive> RigidBodies::drives(const StepInterval& step) const
{
    std::vector<BodyDrive> drives;
    for (const Body& body : m_bodies) {
        BodyDrive drive{body.boundary, body.pose(), body.motion.poseAt(step.end),
                        body.largestSpeed() + body.partingSpeed};
        if (body.isFree) {
            Body after = body;
            after.advance(step.end - step.begin);
            drive.after = after.pose();
        } else {
            drive.speed = body.motion.largestSpeed(step.begin, step.end, body.bounds);
        }
        drives.push_back(drive);
    }
    return drives;
}

void RigidBodies::push(std::size_t boundary, const Vector3& force, const Vector3& torque)
{
    const auto body = std::ranges::find(m_bodies, boundary, &Body::boundary);
    body->force += force;
    body->torque += torque;
}

void RigidBodies::move(const StepInterval& step, const Vector3& gravity)
{
    if (m_bodies.empty())
        return;
    const double timeStep = step.end - step.begin;
    for (Body& body : m_bodies)
        if (body.isFree) {
            body.velocity += timeStep * (body.force / body.mass + gravity);
            body.spin += timeStep * body.spinOf(body.torque);
        }
    m_contacts->move(m_bodies, step, gravity.norm());
}

double RigidBodies::largestSpeed(const StepInterval& interval) const
{
    double speed = 0;
    for (const Body& body : m_bodies)
        speed = std::max(speed, body.isFree ? body.largestSpeed()
                                            : body.motion.largestSpeed(interval.begin, interval.end, body.bounds) +
                                                  (interval.end >= body.settings.start
                                                       ? body.settings.velocity.norm() +
                                                             body.extent * body.settings.angularVelocity.norm()
                                                       : 0));
    return speed;
}

std::optional<std::size_t> RigidBodies::broken() const
{
    for (const Body& body : m_bodies)
        if (!(body.centre + body.velocity + body.spin).allFinite() || !body.turn.coeffs().allFinite())
            return body.boundary;
    return {};
}

void RigidBodies::save(std::map<std::string, double>& numbers) const
{
    for (std::size_t k = 0; k < m_bodies.size(); ++k) {
        numbers[freeName(k)] = m_bodies[k].isFree ? 1 : 0;
        forEachNumber(m_bodies[k], k, [&](const std::string& name, double value) { numbers[name] = value; });
    }
}

void RigidBodies::restore(const std::map<std::string, double>& numbers)
{
    const auto find = [&](const std::string& name) {
        const auto found = numbers.find(name);
        if (found == numbers.end())
            fail(ErrorKind::InputOutput, "the checkpoint lacks '{}'", name);
        return found->second;
    };
    for (std::size_t k = 0; k < m_bodies.size(); ++k) {
        m_bodies[k].isFree = find(freeName(k)) != 0;
        forEachNumber(m_bodies[k], k, [&](const std::string& name, double& value) { value = find(name); });
    }
}

void RigidBodies::addFigures(const Scene& scene, std::map<std::string, double>& figures) const
{
    for (const Body& body : m_bodies)
        addBodyFigures(figures, scene.boundaries[body.boundary].name, body.pose());
}

} // namespace sastrugi
