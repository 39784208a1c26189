#include "app/render/cameraStrokes.h"

namespace sastrugi
{

Strokes cameraStrokes(const Camera& camera, double aspect, const Strokes::Bytes& colour)
{
    Strokes strokes;
    strokes.origin = camera.target;
    const auto at = [&](const Vector3& place) {
        return strokes.add(Vector3(place - strokes.origin).cast<float>(), colour);
    };
    const Vector3 right = 0.5 * aspect * camera.height() * camera.right(), up = 0.5 * camera.height() * camera.up();
    const auto corner = [&](int k) { return Vector3((k == 1 || k == 2 ? 1 : -1) * right + (k >= 2 ? 1 : -1) * up); };
    std::vector<std::uint32_t> frame;
    for (int k = 0; k < 4; ++k) {
        frame.push_back(at(camera.target + corner(k)));
        const Vector3 eye = camera.position() + (camera.isOrthographic ? corner(k) : Vector3::Zero());
        strokes.lines.push_back({at(eye), frame.back()});
    }
    frame.push_back(frame.front());
    strokes.lines.push_back(frame);
    const std::uint32_t left = at(camera.target - 0.25 * right + 1.06 * up), tip = at(camera.target + 1.25 * up),
                        last = at(camera.target + 0.25 * right + 1.06 * up);
    strokes.triangles.push_back({left, last, tip});
    return strokes;
}

} // namespace sastrugi
