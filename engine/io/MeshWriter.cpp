#include "engine/io/MeshWriter.h"

#include "engine/core/Parallel.h"

namespace sastrugi
{

namespace
{

/// The points of the mesh as if they were particles: relative to the middle, so that single precision is enough.
Frame pointsOf(const AttributedMesh& mesh, const Frame& frame)
{
    Frame points;
    points.number = frame.number;
    points.time = frame.time;
    const Bounds bounds = mesh.mesh.bounds();
    if (!bounds.isEmpty())
        points.origin = bounds.centre();
    points.particles = Attributes(mesh.mesh.points.size());
    const auto position = points.particles.add<float>("position", 3);
    parallelFor(mesh.mesh.points.size(), [&](std::size_t i) {
        const Vector3f p = (mesh.mesh.points[i] - points.origin).cast<float>();
        for (std::size_t axis = 0; axis < 3; ++axis)
            position[3 * i + axis] = p[static_cast<Eigen::Index>(axis)];
    });
    for (const AttributeArray& array : mesh.attributes.arrays())
        points.particles.add(array);
    return points;
}

} // namespace

MeshWriter::MeshWriter(const MeshFormat& format, FrameNames names, MeshExportSettings settings, MeshSource source,
                       FileLayer& files)
    : FrameWriter(std::move(names), settings.numberOffset,
                  ContentHash().add("mesh").add(hashOf(format.name, settings)).add(source.content).digest(), files),
      m_format(format), m_settings(std::move(settings)), m_source(std::move(source))
{
    if (format.isAlwaysYUpInMetres && m_settings.metresPerUnit != 1)
        fail(ErrorKind::Usage, "metresPerUnit: {} files are always in metres, not in units of {} m", format.ending,
             m_settings.metresPerUnit);
    if (format.isAlwaysYUpInMetres)
        m_settings.upAxis = UpAxis::Y;
}

std::string MeshWriter::encode(const Frame& frame, const std::stop_token& stop) const
{
    const AttributedMesh mesh = m_source.meshOf(frame, stop);
    const Frame points = pointsOf(mesh, frame);
    TableNeeds needs = m_format.needs;
    needs.isMesh = true;
    return m_format.encode({makeTable(points, m_settings, needs), mesh.mesh.triangles}, stop);
}

std::unique_ptr<FrameIndex> MeshWriter::makeIndex(const FrameNames& names, FileLayer& files) const
{
    return m_format.makeIndex ? m_format.makeIndex(names, m_settings, files) : nullptr;
}

} // namespace sastrugi
