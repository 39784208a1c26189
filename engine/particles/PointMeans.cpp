#include "engine/particles/PointMeans.h"

#include "engine/core/Isa.h"

namespace sastrugi
{

PointMeans::PointMeans(const CellGrid& grid, const Float4* points, const std::vector<const float*>& channels)
    : m_points(points), m_channels(channels), m_kernels(SASTRUGI_DISPATCH(activeIsa(), pointMeansKernels)()),
      m_rows(grid)
{
}

float PointMeans::at(const float place[3], float radius, float* out)
{
    CellBox3 box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double centre = static_cast<double>(place[axis]), reach = static_cast<double>(radius);
        box.low[axis] = m_rows.cellOf(centre - reach, static_cast<int>(axis));
        box.high[axis] = m_rows.cellOf(centre + reach, static_cast<int>(axis));
    }
    if (!m_ranges || box != m_box)
        m_ranges = &m_rows.in(box);
    m_box = box;
    return m_kernels.mean(m_points, m_ranges->data(), m_ranges->size(), place, radius, m_channels.data(),
                          m_channels.size(), out);
}

} // namespace sastrugi
