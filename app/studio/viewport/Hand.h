// What takes drags in a view away from the camera, and the handles it shows for that.
#pragma once

#include "app/render/View.h"

#include <QPointF>

#include <memory>

namespace sastrugi::studio
{

/// Places are in shares of the height of the picture from its centre, y upwards.
class Hand
{
public:
    virtual ~Hand() = default;
    /// Takes hold of what is there, to turn it where `turns`; false where there is nothing to take.
    virtual bool grab(const View& view, const QPointF& place, bool turns) = 0;
    virtual void drag(const View& view, const QPointF& place) = 0;
    virtual void drop() = 0;
    /// Null: none.
    virtual std::shared_ptr<const Strokes> handles() const = 0;
};

} // namespace sastrugi::studio
