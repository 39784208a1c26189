#include "app/render/windStrokes.h"

#include "app/render/colourMap.h"
#include "app/render/screenColour.h"

#include <algorithm>
#include <cmath>

namespace sastrugi
{

namespace
{

constexpr int arrowsAlong = 9, linesAlong = 6; // along the longest edge of the box
constexpr int stepsEachWay = 80;
constexpr double stepShare = 1.0 / 120; // of the longest edge, per step of a streamline

class Drawing
{
public:
    Drawing(const VectorField& field, const Bounds& box, double time, const WindLook& look)
        : m_field(field), m_box(box), m_time(time), m_map(coloursOf(look.map)), m_longest(box.size().maxCoeff())
    {
        m_result.strokes.origin = box.centre();
        const std::vector<Vector3f> feet = lattice(arrowsAlong);
        const std::vector<Vector3f> winds = velocities(feet);
        for (const Vector3f& wind : winds)
            m_result.speed = std::max(m_result.speed, static_cast<double>(wind.norm()));
        if (m_result.speed == 0)
            return;
        if (look.hasArrows)
            for (std::size_t i = 0; i < feet.size(); ++i)
                addArrow(feet[i], winds[i]);
        if (look.hasStreamlines)
            addStreamlines();
    }

    WindStrokes take() { return std::move(m_result); }

private:
    /// Centres of cubes that fill the box, relative to its centre.
    std::vector<Vector3f> lattice(int along) const
    {
        const double cell = m_longest / along;
        const Eigen::Array3i count = (m_box.size().array() / cell).round().max(1.0).cast<int>();
        std::vector<Vector3f> points;
        for (int z = 0; z < count[2]; ++z)
            for (int y = 0; y < count[1]; ++y)
                for (int x = 0; x < count[0]; ++x) {
                    const Vector3 place = (Eigen::Array3d(x, y, z) + 0.5 - 0.5 * count.cast<double>()).matrix();
                    points.push_back((cell * place).cast<float>());
                }
        return points;
    }

    std::vector<Vector3f> velocities(const std::vector<Vector3f>& points) const
    {
        std::vector<Float4> places, winds(points.size());
        for (const Vector3f& point : points)
            places.push_back({point.x(), point.y(), point.z(), 0});
        m_field.sample({places, m_result.strokes.origin}, m_time, winds);
        std::vector<Vector3f> result;
        for (const Float4& wind : winds)
            result.emplace_back(wind.x, wind.y, wind.z);
        return result;
    }

    Strokes::Bytes colour(double speed) const
    {
        const double share = std::clamp(speed / m_result.speed, 0.0, 1.0);
        return toBytes(m_map[static_cast<std::size_t>(std::lround(255 * share))]);
    }

    void addArrow(const Vector3f& foot, const Vector3f& wind)
    {
        const double speed = wind.norm(), length = 0.95 * m_longest / arrowsAlong * speed / m_result.speed;
        if (length < 1e-3 * m_longest / arrowsAlong)
            return;
        Strokes& s = m_result.strokes;
        const Strokes::Bytes bytes = colour(speed);
        const Vector3f along = wind.normalized(), tip = foot + static_cast<float>(length) * along;
        const Vector3f aside = along.unitOrthogonal(), other = along.cross(aside);
        const Vector3f neck = foot + static_cast<float>(0.68 * length) * along;
        const auto radius = static_cast<float>(0.11 * length);
        s.lines.push_back({s.add(foot, bytes), s.add(neck, bytes)});
        const std::uint32_t top = s.add(tip, bytes);
        const std::uint32_t rim[4] = {s.add(neck + radius * aside, bytes), s.add(neck + radius * other, bytes),
                                      s.add(neck - radius * aside, bytes), s.add(neck - radius * other, bytes)};
        for (int side = 0; side < 4; ++side)
            s.triangles.push_back({top, rim[side], rim[(side + 1) % 4]});
    }

    /// Directions at the points; zero where nothing blows.
    std::vector<Vector3f> directions(const std::vector<Vector3f>& points, std::vector<double>* speeds = nullptr) const
    {
        std::vector<Vector3f> result = velocities(points);
        if (speeds)
            speeds->clear();
        for (Vector3f& wind : result) {
            const double speed = wind.norm();
            if (speeds)
                speeds->push_back(speed);
            wind = speed > 1e-6 * m_result.speed ? Vector3f(wind / static_cast<float>(speed)) : Vector3f(0, 0, 0);
        }
        return result;
    }

    void addStreamlines()
    {
        const std::vector<Vector3f> seeds = lattice(linesAlong);
        std::vector<std::vector<Vector3f>> places[2]; // behind and before each seed
        std::vector<std::vector<double>> speeds[2];
        for (const int way : {0, 1})
            follow(seeds, way == 0 ? -1.0F : 1.0F, places[way], speeds[way]);
        Strokes& s = m_result.strokes;
        for (std::size_t i = 0; i < seeds.size(); ++i) {
            std::vector<std::uint32_t> line;
            for (std::size_t k = places[0][i].size(); k-- > 1;) // the seed itself is in the other half
                line.push_back(s.add(places[0][i][k], colour(speeds[0][i][k])));
            for (std::size_t k = 0; k < places[1][i].size(); ++k)
                line.push_back(s.add(places[1][i][k], colour(speeds[1][i][k])));
            if (line.size() > 1)
                s.lines.push_back(std::move(line));
        }
    }

    /// All seeds at once, so that the field is sampled in batches; a line ends outside the box and where nothing blows.
    void follow(std::vector<Vector3f> points, float way, std::vector<std::vector<Vector3f>>& places,
                std::vector<std::vector<double>>& speeds) const
    {
        const float h = way * static_cast<float>(stepShare * m_longest);
        const Vector3f half = (0.5 * m_box.size()).cast<float>() + Vector3f::Constant(std::abs(h));
        places.assign(points.size(), {});
        speeds.assign(points.size(), {});
        std::vector<char> isOver(points.size(), false);
        const auto ahead = [&](const std::vector<Vector3f>& slopes, float share) {
            std::vector<Vector3f> moved = points;
            for (std::size_t i = 0; i < moved.size(); ++i)
                moved[i] += share * h * slopes[i];
            return moved;
        };
        for (int step = 0; step < stepsEachWay; ++step) {
            std::vector<double> now;
            const std::vector<Vector3f> k1 = directions(points, &now);
            const std::vector<Vector3f> k2 = directions(ahead(k1, 0.5F)), k3 = directions(ahead(k2, 0.5F)),
                                        k4 = directions(ahead(k3, 1.0F));
            for (std::size_t i = 0; i < points.size(); ++i) {
                if (isOver[i])
                    continue;
                places[i].push_back(points[i]);
                speeds[i].push_back(now[i]);
                const Vector3f slope = (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) / 6;
                points[i] += h * slope;
                isOver[i] = slope.squaredNorm() == 0 || (points[i].cwiseAbs() - half).maxCoeff() > 0;
            }
        }
    }

    const VectorField& m_field;
    Bounds m_box;
    double m_time;
    const std::array<Colour, 256>& m_map;
    double m_longest;
    WindStrokes m_result;
};

} // namespace

WindStrokes windStrokes(const VectorField& field, const Bounds& box, double time, const WindLook& look)
{
    if (box.isEmpty() || !(box.size().maxCoeff() > 0))
        return {};
    return Drawing(field, box, time, look).take();
}

} // namespace sastrugi
