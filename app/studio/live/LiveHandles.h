// What follows a hand in the views: three arrows at each thing, and what dragging them, or the thing itself, means.
#pragma once

#include "app/studio/viewport/Hand.h"

#include "engine/live/LiveLink.h"
#include "engine/motion/LiveMotion.h"
#include "engine/simulation/Scene.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sastrugi::studio
{

/// A thing that follows.
struct LiveThing {
    std::string item; // name of the obstacle or emitter
    Bounds bounds;    // where it is without its motion
    RigidMotion motion;
    LiveTarget target;       // where the hand has it
    bool hasOutline = false; // has no mesh that is shown: its box is
};

class LiveHandles : public Hand
{
public:
    /// Told where the hand wants the thing of this number.
    using OnTarget = std::function<void(std::size_t thing, const LiveTarget& target)>;

    explicit LiveHandles(OnTarget onTarget) : m_onTarget(std::move(onTarget)) {}

    void setThings(std::vector<LiveThing> things);
    /// Where they are drawn.
    void setTime(double time);

    bool grab(const View& view, const QPointF& place, bool turns) override;
    void drag(const View& view, const QPointF& place) override;
    void drop() override { m_held.reset(); }
    std::shared_ptr<const Strokes> handles() const override { return m_strokes; }

private:
    /// What a drag began with.
    struct Held {
        std::size_t thing;
        std::optional<int> axis; // along which it goes; in the plane of the picture without
        bool turns;
        QPointF place;
        Vector3 point, normal;
        LiveTarget target;
    };
    /// The middle of its box, where it is now.
    Vector3 centreOf(const LiveThing& thing) const;
    double lengthOf(const LiveThing& thing) const;
    std::optional<Held> arrowAt(const View& view, const QPointF& place) const;
    void makeStrokes();
    void addOutline(Strokes& strokes, const LiveThing& thing) const;

    OnTarget m_onTarget;
    std::vector<LiveThing> m_things;
    double m_time = 0;
    std::optional<Held> m_held;
    std::shared_ptr<const Strokes> m_strokes;
};

} // namespace sastrugi::studio
