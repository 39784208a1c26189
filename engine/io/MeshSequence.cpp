#include "engine/io/MeshSequence.h"

#include "engine/core/Error.h"
#include "engine/core/Words.h"
#include "engine/io/NumberedFiles.h"
#include "engine/motion/SequenceDeformation.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

using Path = std::filesystem::path;

/// The model of a file as it is at rest, in its own coordinates.
TriangleMesh restOf(const MeshFileContent& content)
{
    return {pointsIn(content.model, restPose(content.model)), content.model.triangles};
}

/// Reads files one after the other, and learns what a deformation by them must know.
class SequenceSurvey
{
public:
    SequenceSurvey(NumberedFiles files, const MeshSequenceOptions& options)
        : m_files(std::move(files)), m_options(options), m_isMerged(options.mesh.repair.mergeDistance > 0)
    {
    }

    ImportedSequence run(const std::stop_token& stop)
    {
        for (std::size_t i = 0; i < m_files.files.size(); ++i) {
            if (stop.stop_requested())
                fail(ErrorKind::Interrupted, "the reading of a sequence was stopped");
            look(i, stop);
        }
        ImportedMesh first = importFirst();
        ImportedSequence sequence;
        sequence.report = first.report;
        sequence.numbers = m_files.numbers;
        sequence.missing = m_files.missing;
        sequence.isStepped = m_isStepped;
        sequence.messages = std::move(first.messages);
        sequence.moving.mesh = first.moving.mesh;
        if (m_files.files.size() > 1)
            sequence.moving.deformation = deformationOf(first);
        addMessages(sequence);
        return sequence;
    }

private:
    void look(std::size_t index, const std::stop_token& stop)
    {
        const Path& file = m_files.files[index];
        MeshFileContent content = readMeshFile(file, m_options.mesh.timeLimit, stop);
        m_content.add(fileHash(file));
        TriangleMesh mesh = restOf(content);
        if (index == 0) {
            m_first = std::move(content);
            m_raw = mesh;
            m_classes.assign(mesh.points.size(), 0);
        }
        m_isStepped = m_isStepped || mesh.points.size() != m_raw.points.size() || mesh.triangles != m_raw.triangles;
        for (const auto& triangle : mesh.triangles)
            for (const std::uint32_t corner : triangle)
                m_bounds.add(mesh.points[corner]);
        if (m_isStepped) {
            m_ways.push_back(0);
        } else {
            // Points that are together in all files are one.
            for (std::size_t i = 0; i < m_classes.size(); ++i)
                m_classes[i] = ContentHash()
                                   .add(static_cast<std::int64_t>(m_classes[i]))
                                   .add(mesh.points[i].x())
                                   .add(mesh.points[i].y())
                                   .add(mesh.points[i].z())
                                   .digest()
                                   .low;
            if (index > 0)
                m_ways.push_back(wayBetween(m_before, mesh));
        }
        m_before = std::move(mesh);
    }

    static double wayBetween(const TriangleMesh& a, const TriangleMesh& b)
    {
        double way = 0;
        for (const auto& triangle : a.triangles)
            for (const std::uint32_t corner : triangle)
                way = std::max(way, (b.points[corner] - a.points[corner]).squaredNorm());
        return std::sqrt(way);
    }

    ImportedMesh importFirst()
    {
        MeshImportOptions options = m_options.mesh;
        options.isAnimated = false;
        const bool hasClasses = !m_isStepped && !m_isMerged && options.part.empty();
        return importMesh(m_first, m_files.files.front().string(), options,
                          hasClasses ? std::span<const std::uint64_t>(m_classes) : std::span<const std::uint64_t>());
    }

    std::shared_ptr<const Deformation> deformationOf(const ImportedMesh& first)
    {
        const double scale = std::cbrt(std::abs(first.placement.linear.determinant()));
        SequenceTimes times;
        for (const std::int64_t number : m_files.numbers)
            times.times.push_back(m_options.start +
                                  static_cast<double>(number - m_files.numbers.front()) / m_options.framesPerSecond);
        m_ways.resize(times.times.size() - 1, 0);
        m_ways.push_back(m_isStepped || !m_options.isLoop ? 0 : wayBetween(m_before, m_raw));
        for (const double way : m_ways)
            times.largestWays.push_back(scale * way);
        if (m_options.isLoop)
            times.period = times.times.back() - times.times.front() + 1 / m_options.framesPerSecond;
        for (int corner = 0; corner < 8; ++corner) {
            Vector3 point;
            for (int axis = 0; axis < 3; ++axis)
                point[axis] = (corner >> axis & 1 ? m_bounds.maximum : m_bounds.minimum)[axis];
            times.bounds.add(first.placement(point));
        }
        for (const std::uint32_t source : first.sources)
            m_content.add(static_cast<std::int64_t>(source));
        for (int axis = 0; axis < 3; ++axis)
            for (int row = 0; row < 4; ++row)
                m_content.add(row < 3 ? first.placement.linear(row, axis) : first.placement.translation[axis]);
        addParametersToHash(m_content, m_options.mesh.repair);
        times.content = m_content.digest();
        auto read = m_isStepped ? steppedReader(first) : pointReader(first);
        return std::make_shared<const SequenceDeformation>(std::move(times), first.mesh().points.size(), m_isStepped,
                                                           std::move(read));
    }

    /// Points of the triangles that all files have.
    SequenceDeformation::Reader pointReader(const ImportedMesh& first) const
    {
        return [files = m_files.files, limit = m_options.mesh.timeLimit, sources = first.sources,
                placement = first.placement, count = m_raw.points.size(),
                triangles = first.mesh().triangles](std::size_t index) {
            const TriangleMesh raw = restOf(readMeshFile(files[index], limit));
            if (raw.points.size() != count)
                fail(ErrorKind::InputOutput, "the file '{}' of a sequence has changed since it was first read",
                     files[index].string());
            TriangleMesh mesh{{}, triangles};
            for (const std::uint32_t source : sources)
                mesh.points.push_back(placement(raw.points[source]));
            return std::make_shared<const TriangleMesh>(std::move(mesh));
        };
    }

    /// Each file mended by itself, and placed as the first one.
    SequenceDeformation::Reader steppedReader(const ImportedMesh& first) const
    {
        return [files = m_files.files, limit = m_options.mesh.timeLimit, placement = first.placement,
                repair = m_options.mesh.repair](std::size_t index) {
            TriangleMesh mesh = restOf(readMeshFile(files[index], limit));
            for (Vector3& point : mesh.points)
                point = placement(point);
            return std::make_shared<const TriangleMesh>(repaired(mesh, repair).mesh);
        };
    }

    void addMessages(ImportedSequence& sequence) const
    {
        const auto say = [&](LogLevel level, const char* code, std::string text) {
            sequence.messages.push_back({level, {}, code, std::move(text)});
        };
        if (m_files.files.size() > 1)
            say(LogLevel::Info, "sequence.read",
                fmt::format("{} from {} to {}, {}", counted(std::ssize(m_files.files), "file"), m_files.numbers.front(),
                            m_files.numbers.back(),
                            m_isStepped ? "with other triangles: each stands still until the next one"
                                        : "with the same triangles: points go from file to file"));
        else
            say(LogLevel::Warning, "sequence.single",
                m_files.hasNumber
                    ? "there is one file with a number: the mesh stands still"
                    : "the name has no place for a number, such as ####: the mesh of one file stands still");
        if (!m_files.missing.empty())
            say(LogLevel::Warning, "sequence.missing",
                fmt::format("{} missing: {}; {}", counted(countOf(m_files.missing), "file is", "files are"),
                            textOf(m_files.missing),
                            m_isStepped ? "those before them stay" : "the points go straight over them"));
    }

    NumberedFiles m_files;
    const MeshSequenceOptions& m_options;
    bool m_isMerged, m_isStepped = false;
    MeshFileContent m_first;
    TriangleMesh m_raw, m_before; // of the first file, of the last one
    std::vector<std::uint64_t> m_classes;
    std::vector<double> m_ways; // in units of the files
    Bounds m_bounds;            // the same
    ContentHash m_content;
};

} // namespace

ImportedSequence importSequence(const std::filesystem::path& pattern, const MeshSequenceOptions& options,
                                const std::stop_token& stop)
{
    if (!options.mesh.part.empty())
        fail(ErrorKind::Usage, "a part cannot be chosen of the meshes of a sequence");
    return SequenceSurvey(findNumberedFiles(pattern, options.firstNumber, options.lastNumber), options).run(stop);
}

} // namespace sastrugi
