// A camera as others see it: the edges of what it sees, up to where it looks, and which side is up.
#pragma once

#include "app/render/Camera.h"
#include "app/render/Strokes.h"

namespace sastrugi
{

/// With a picture of this width per height.
Strokes cameraStrokes(const Camera& camera, double aspect, const Strokes::Bytes& colour);

} // namespace sastrugi
