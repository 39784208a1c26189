#include "app/studio/viewport/PlacesReader.h"

namespace sastrugi::studio
{

void PlacesReader::want(const Order& order)
{
    if (order == m_order)
        return;
    m_order = order;
    start([order](const std::stop_token& stop) {
        auto strokes = std::make_shared<Strokes>();
        strokes->hasDots = true;
        strokes->width = 2.5;
        for (const auto& particles : order.particles) {
            if (strokes->points.empty() && !particles->positions.empty())
                strokes->origin = particles->positions.front();
            for (const Vector3& position : particles->positions) {
                if (stop.stop_requested() || strokes->points.size() >= mostShown)
                    return strokes;
                strokes->add(Vector3(position - strokes->origin).cast<float>(), order.colour);
            }
        }
        return strokes;
    });
}

} // namespace sastrugi::studio
