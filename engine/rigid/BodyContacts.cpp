#include "engine/rigid/BodyContacts.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

constexpr double bandSpacings = 4.5;         // of known distances, as in the method
constexpr int sweeps = 20;                   // over all contacts
constexpr double slopSpacings = 0.01;        // overlap that stays, so that what lies does not lose touch
constexpr double mostPartingSpacings = 0.05; // per step: snow must not be hit by it
constexpr double partingShare = 0.2;         // of the overlap, per step
constexpr double bounceGravities = 4;        // what is faster than gravity makes it in so many steps bounces

Vector3 relativeVelocity(const Body& body, const Body* other, const Vector3& place, const Vector3& surface)
{
    return body.velocityAt(place) - (other ? other->velocityAt(place) : surface);
}

double inverseMassAlong(const Body& body, const Body* other, const Vector3& place, const Vector3& direction)
{
    return body.inverseMassAt(place, direction) + (other ? other->inverseMassAt(place, direction) : 0);
}

} // namespace

BodyContacts::BodyContacts(const Scene& scene, double spacing, std::span<const Vector3> places)
    : m_spacing(spacing), m_obstacles(scene, spacing, bandSpacings * spacing, places)
{
}

void BodyContacts::move(std::span<Body> bodies, const StepInterval& step, double gravity)
{
    m_timeStep = step.end - step.begin;
    find(bodies, step, gravity);
    m_parting.assign(bodies.size(), {});
    for (int sweep = 0; sweep < sweeps && !m_contacts.empty(); ++sweep)
        for (Contact& contact : m_contacts) {
            press(contact);
            rub(contact);
            part(contact, bodies);
        }
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        Body& body = bodies[k];
        body.partingSpeed = m_parting[k].velocity.norm() + body.extent * m_parting[k].spin.norm();
        if (!body.isFree)
            continue;
        const Vector3 velocity = body.velocity, momentum = body.momentumOf(body.spin);
        body.velocity += m_parting[k].velocity;
        body.spin += m_parting[k].spin;
        body.advance(m_timeStep);
        body.velocity = velocity;
        body.spin = body.spinOf(momentum);
    }
}

void BodyContacts::find(std::span<Body> bodies, const StepInterval& step, double gravity)
{
    m_contacts.clear();
    std::vector<Bounds> boxes, bounds;
    std::vector<double> reaches;
    for (const Body& body : bodies) {
        reaches.push_back(body.largestSpeed() * m_timeStep + 0.25 * m_spacing);
        bounds.push_back(transformed(body.bounds, body.pose()).grownBy(reaches.back() + m_spacing));
        // Not the bounds: all of the ground under a large body would be known.
        for (const Vector3& sample : body.samples) {
            const Vector3 place = body.centre + body.turned(sample);
            boxes.push_back(Bounds{place, place}.grownBy(reaches.back() + m_spacing));
        }
        m_obstacles.drive(body.boundary, body.pose(), body.pose(), body.largestSpeed());
    }
    m_obstacles.prepare(boxes, step);
    for (std::size_t k = 0; k < bodies.size(); ++k)
        for (const Obstacle& obstacle : m_obstacles.all()) {
            const auto other = std::ranges::find(bodies, obstacle.boundary, &Body::boundary);
            if (other == bodies.end()) {
                if (bodies[k].isFree)
                    addContacts(bodies[k], obstacle, nullptr, reaches[k]);
                continue;
            }
            const auto index = static_cast<std::size_t>(other - bodies.begin());
            if (index != k && (bodies[k].isFree || other->isFree) && bounds[k].touches(bounds[index]))
                addContacts(bodies[k], obstacle, &*other, reaches[k] + reaches[index]);
        }
    for (Contact& contact : m_contacts)
        aim(contact, gravity);
}

void BodyContacts::addContacts(Body& body, const Obstacle& obstacle, Body* other, double reach)
{
    const std::size_t first = m_contacts.size();
    for (const Vector3& sample : body.samples) {
        const Vector3 place = body.centre + body.turned(sample);
        const std::optional<ObstacleContact> found = m_obstacles.contactWith(obstacle, place);
        if (!found || found->normal.isZero())
            continue;
        // The distance is that of the end of the step, as the obstacle will have moved; the gap that of its begin.
        const double gap = found->distance + (other ? 0 : m_timeStep * found->velocity.dot(found->normal));
        if (gap > reach + m_timeStep * found->velocity.norm())
            continue;
        m_contacts.push_back(
            {.body = &body,
             .other = other,
             .place = place,
             .normal = found->normal,
             .surfaceVelocity = found->velocity,
             .gap = gap,
             .friction = std::sqrt(body.surface.frictionCoefficient * obstacle.surface.frictionCoefficient),
             .restitution = std::max(body.surface.restitution, obstacle.surface.restitution),
             .inverseMass = inverseMassAlong(body, other, place, found->normal)});
    }
    keepFirstHits(first);
}

/// Of the contacts of a pair, those bounce that hit first: else a ball would be hit beside its lowest place, and spin.
void BodyContacts::keepFirstHits(std::size_t first)
{
    double lowest = 1e300;
    for (std::size_t k = first; k < m_contacts.size(); ++k)
        lowest = std::min(lowest, m_contacts[k].gap);
    for (std::size_t k = first; k < m_contacts.size(); ++k)
        if (m_contacts[k].gap > lowest + slopSpacings * m_spacing)
            m_contacts[k].restitution = 0;
}

/// The velocity along the normal that a contact ends with, at least.
void BodyContacts::aim(Contact& contact, double gravity) const
{
    contact.approach = -std::max(contact.gap, 0.0) / m_timeStep;
    const double speed =
        relativeVelocity(*contact.body, contact.other, contact.place, contact.surfaceVelocity).dot(contact.normal);
    if (contact.restitution > 0 && speed < std::min(contact.approach, -bounceGravities * gravity * m_timeStep))
        contact.approach = -contact.restitution * speed;
}

void BodyContacts::press(Contact& contact)
{
    const double speed =
        relativeVelocity(*contact.body, contact.other, contact.place, contact.surfaceVelocity).dot(contact.normal);
    const double pressing = std::max(0.0, contact.pressing + (contact.approach - speed) / contact.inverseMass);
    const Vector3 impulse = (pressing - contact.pressing) * contact.normal;
    contact.pressing = pressing;
    contact.body->push(impulse, contact.place);
    if (contact.other)
        contact.other->push(-impulse, contact.place);
}

void BodyContacts::rub(Contact& contact)
{
    if (contact.pressing <= 0 && contact.rubbing.isZero())
        return;
    const Vector3 velocity = relativeVelocity(*contact.body, contact.other, contact.place, contact.surfaceVelocity);
    const Vector3 along = velocity - velocity.dot(contact.normal) * contact.normal;
    Vector3 rubbing = contact.rubbing;
    if (const double slip = along.norm(); slip > 0) {
        const Vector3 direction = along / slip;
        rubbing -= slip / inverseMassAlong(*contact.body, contact.other, contact.place, direction) * direction;
    }
    const double most = contact.friction * contact.pressing;
    if (const double size = rubbing.norm(); size > most)
        rubbing *= most / size;
    const Vector3 impulse = rubbing - contact.rubbing;
    contact.rubbing = rubbing;
    contact.body->push(impulse, contact.place);
    if (contact.other)
        contact.other->push(-impulse, contact.place);
}

void BodyContacts::part(Contact& contact, std::span<Body> bodies)
{
    const double overlap = -contact.gap - slopSpacings * m_spacing;
    if (overlap <= 0)
        return;
    const auto parting = [&](const Body* body) -> Parting& {
        return m_parting[static_cast<std::size_t>(body - bodies.data())];
    };
    const auto speedOf = [&](const Body* body) {
        const Parting& moving = parting(body);
        return (moving.velocity + moving.spin.cross(contact.place - body->centre)).dot(contact.normal);
    };
    const auto push = [&](const Body* body, double impulse) {
        if (!body->isFree)
            return;
        parting(body).velocity += impulse / body->mass * contact.normal;
        parting(body).spin += body->spinOf((contact.place - body->centre).cross(impulse * contact.normal));
    };
    const double speed = speedOf(contact.body) - (contact.other ? speedOf(contact.other) : 0);
    const double wanted = std::min(partingShare * overlap, mostPartingSpacings * m_spacing) / m_timeStep;
    const double total = std::max(0.0, contact.parting + (wanted - speed) / contact.inverseMass);
    const double impulse = total - contact.parting;
    contact.parting = total;
    push(contact.body, impulse);
    if (contact.other)
        push(contact.other, -impulse);
}

} // namespace sastrugi
