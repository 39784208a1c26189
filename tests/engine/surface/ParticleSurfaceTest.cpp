// The surface of particles: closed whatever they are, where it should be, and the same for any number of threads.
#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/core/Parallel.h"
#include "engine/surface/particleSurface.h"
#include "tests/engine/surface/closedMesh.h"

#include <cmath>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double pi = 3.14159265358979;
constexpr float spacing = 0.01f;

SurfaceParameters parametersOf(SurfaceKernelKind kernels)
{
    SurfaceParameters parameters;
    parameters.kernels = kernels;
    return parameters;
}

TriangleMesh surfaceOf(const std::vector<Vector3f>& points, const SurfaceParameters& parameters,
                       const Vector3& origin = {0, 0, 0})
{
    return particleSurface(frameOf(points, spacing / 2, origin), parameters).mesh;
}

std::vector<Vector3f> scattered(std::size_t count, float size)
{
    std::mt19937 random(11);
    std::uniform_real_distribution<float> in(-size, size);
    std::vector<Vector3f> points(count);
    for (Vector3f& point : points)
        point = {in(random), in(random), in(random)};
    return points;
}

void addKernels()
{
    QTest::addColumn<int>("kernels");
    QTest::newRow("isotropic") << static_cast<int>(SurfaceKernelKind::Isotropic);
    QTest::newRow("anisotropic") << static_cast<int>(SurfaceKernelKind::Anisotropic);
}

SurfaceParameters fetchParameters()
{
    QFETCH(int, kernels);
    return parametersOf(static_cast<SurfaceKernelKind>(kernels));
}

} // namespace

class ParticleSurfaceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isClosedAndHasAnInside_data()
    {
        QTest::addColumn<std::vector<Vector3f>>("points");
        QTest::addColumn<Vector3>("origin");
        const Vector3 here(0, 0, 0);
        QTest::newRow("one particle") << std::vector<Vector3f>{{0.001f, 0.002f, 0.003f}} << here;
        QTest::newRow("one on a node of the lattice") << std::vector<Vector3f>{{0, 0, 0}} << here;
        QTest::newRow("five at one place") << std::vector<Vector3f>(5, Vector3f(0.01f, 0, 0)) << here;
        QTest::newRow("two that touch") << std::vector<Vector3f>{{0, 0, 0}, {spacing, 0, 0}} << here;
        std::vector<Vector3f> chain, sheet;
        for (int i = 0; i < 40; ++i) {
            chain.push_back(spacing * Vector3f(float(i), 0, 0));
            for (int j = 0; j < 40; ++j)
                sheet.push_back(spacing * Vector3f(float(i), float(j), 0.25f * float(i)));
        }
        QTest::newRow("a chain") << chain << here;
        QTest::newRow("a sheet") << sheet << here;
        for (const float size : {0.05f, 0.1f, 0.2f, 0.4f, 1.0f})
            QTest::newRow(qPrintable(QString("scattered over %1 m").arg(double(size))))
                << scattered(4000, size) << here;
        QTest::newRow("a regular lattice") << ball(0.1f, spacing, 0) << here;
        QTest::newRow("denser than at rest") << ball(0.06f, 0.5f * spacing) << here;
        QTest::newRow("looser than at rest") << ball(0.2f, 1.6f * spacing) << here;
        QTest::newRow("a hollow ball") << lattice(spacing, 15, 0.2f, [](const Vector3f& p) {
            return p.norm() < 0.14f && p.norm() > 0.1f;
        }) << here;
        QTest::newRow("a hundred kilometres out") << ball(0.08f, spacing) << Vector3(-1e5, 2e5, 1e5);
        std::vector<Vector3f> apart = ball(0.05f, spacing);
        for (const Vector3f& point : ball(0.05f, spacing))
            apart.push_back(point + Vector3f(300, 0, 0));
        QTest::newRow("two, three hundred metres apart") << apart << here;
    }
    void isClosedAndHasAnInside()
    {
        QFETCH(std::vector<Vector3f>, points);
        QFETCH(Vector3, origin);
        for (const SurfaceKernelKind kernels : {SurfaceKernelKind::Isotropic, SurfaceKernelKind::Anisotropic})
            for (const double voxelSize : {0.5, 0.31, 1.7})
                for (const double threshold : {0.5, 0.2}) {
                    SurfaceParameters parameters = parametersOf(kernels);
                    parameters.voxelSize = voxelSize;
                    parameters.threshold = threshold;
                    const TriangleMesh mesh = surfaceOf(points, parameters, origin);
                    QCOMPARE(whatIsOpen(mesh), QString());
                    if (voxelSize > 1)
                        continue; // a single particle may be too small to be seen
                    QVERIFY(!mesh.triangles.empty());
                    TriangleMesh near = mesh; // volumes of what is far out lose their digits
                    for (Vector3& point : near.points)
                        point -= origin;
                    QVERIFY2(near.signedVolume() > 0, qPrintable(QString::number(near.signedVolume())));
                }
    }

    /// The threshold is where kernels of all particles would be cut, and the corners of the lattice must not care.
    void isClosedWhereTheFieldIsTheThresholdAtNodes()
    {
        // In a regular lattice whole planes of nodes have the same value: the thresholds are those values.
        const std::vector<Vector3f> points = lattice(spacing, 6, 0, [](const Vector3f&) { return true; });
        for (const SurfaceKernelKind kernels : {SurfaceKernelKind::Isotropic, SurfaceKernelKind::Anisotropic})
            for (double threshold = 0.05; threshold < 0.95; threshold += 0.01) {
                SurfaceParameters parameters = parametersOf(kernels);
                parameters.threshold = threshold;
                QCOMPARE(whatIsOpen(surfaceOf(points, parameters)), QString());
            }
    }

    void enclosesTheVolumeOfABall_data() { addKernels(); }
    void enclosesTheVolumeOfABall()
    {
        const SurfaceParameters parameters = fetchParameters();
        double before = 1;
        for (const double radius : {0.06, 0.12, 0.24}) {
            const std::vector<Vector3f> points = ball(float(radius), spacing);
            const double volume = surfaceOf(points, parameters).signedVolume();
            // A lattice fills a ball but for a share that goes up and down with the radius.
            const double filled = double(points.size()) * std::pow(double(spacing), 3);
            const double error = std::abs(volume / filled - 1);
            const double fromBall = std::abs(volume / (4 * pi / 3 * std::pow(radius, 3)) - 1);
            qInfo("radius %.0f spacings: off by %.3f %% from the particles, %.3f %% from the ball",
                  radius / double(spacing), 100 * error, 100 * fromBall);
            // The surface is off by less than a tenth of a spacing: the volume converges with the first power of it.
            QVERIFY2(error * radius / 3 < 0.1 * double(spacing), qPrintable(QString::number(error)));
            before = fromBall;
        }
        QVERIFY2(before < 8e-3, qPrintable(QString::number(before)));
    }

    void enclosesTheVolumeOfABox_data() { addKernels(); }
    /// Edges are rounded: their share goes with the spacing over the edge.
    void enclosesTheVolumeOfABox()
    {
        const SurfaceParameters parameters = fetchParameters();
        double before = 1;
        for (const int half : {6, 12, 24}) {
            const double edge = 2 * half * double(spacing);
            const double volume =
                surfaceOf(lattice(spacing, half, 0.2f, [](const Vector3f&) { return true; }), parameters)
                    .signedVolume();
            const double error = std::abs(volume / std::pow(edge, 3) - 1);
            qInfo("edge %d spacings: off by %.3f %%", 2 * half, 100 * error);
            QVERIFY2(error < 0.7 * before, qPrintable(QString::number(error)));
            before = error;
        }
        QVERIFY2(before < 2.5e-2, qPrintable(QString::number(before)));
    }

    void followsTheParticles_data() { addKernels(); }
    void followsTheParticles()
    {
        const SurfaceParameters parameters = fetchParameters();
        const std::vector<Vector3f> points = ball(0.08f, spacing);
        const TriangleMesh mesh = surfaceOf(points, parameters);
        // Moved by whole voxels, it is the same but for rounding.
        const double voxel = 0.5 * double(spacing);
        const TriangleMesh moved = surfaceOf(points, parameters, voxel * Vector3(3, -7, 1000));
        QCOMPARE(moved.triangles.size(), mesh.triangles.size());
        double worst = 0;
        for (std::size_t i = 0; i < mesh.points.size(); ++i)
            worst = std::max(worst, (moved.points[i] - voxel * Vector3(3, -7, 1000) - mesh.points[i]).norm());
        QVERIFY2(worst < 1e-2 * voxel, qPrintable(QString::number(worst / voxel)));
        // Moved by any way and turned, it is the same within a share of a voxel: by volume, and by the farthest points.
        const Eigen::Quaterniond turn(Eigen::AngleAxisd(0.7, Vector3(1, 2, -1).normalized()));
        std::vector<Vector3f> turned;
        for (const Vector3f& point : points)
            turned.push_back((turn * point.cast<double>() + Vector3(0.0013, 0.0027, -0.0041)).cast<float>());
        TriangleMesh other = surfaceOf(turned, parameters);
        for (Vector3& point : other.points)
            point = turn.inverse() * (point - Vector3(0.0013, 0.0027, -0.0041));
        QVERIFY(std::abs(other.signedVolume() / mesh.signedVolume() - 1) < 2e-3);
        for (int axis = 0; axis < 3; ++axis) {
            QVERIFY(std::abs(other.bounds().minimum[axis] - mesh.bounds().minimum[axis]) < 0.5 * voxel);
            QVERIFY(std::abs(other.bounds().maximum[axis] - mesh.bounds().maximum[axis]) < 0.5 * voxel);
        }
    }

    /// Each as large as it is: a ball of about a particle's volume.
    void loneParticlesAreSeenAtAnyPlace_data() { addKernels(); }
    void loneParticlesAreSeenAtAnyPlace()
    {
        const SurfaceParameters parameters = fetchParameters();
        std::vector<Vector3f> points;
        for (int i = 0; i < 200; ++i)
            points.push_back(0.1137f * Vector3f(float(i % 7), float(i / 7 % 7), float(i / 49)));
        const TriangleMesh mesh = surfaceOf(points, parameters);
        const double volume = mesh.signedVolume() / (200 * std::pow(double(spacing), 3));
        QVERIFY2(volume > 0.5 && volume < 1, qPrintable(QString::number(volume)));
        // Points minus edges plus triangles are two for each of them.
        QCOMPARE(std::ptrdiff_t(mesh.points.size()) - std::ptrdiff_t(mesh.triangles.size()) / 2, std::ptrdiff_t(400));
    }

    void threadsDoNotMatter_data() { addKernels(); }
    void threadsDoNotMatter()
    {
        SurfaceParameters parameters = fetchParameters();
        parameters.smoothing = 3;
        Frame frame = frameOf(ball(0.13f, spacing), spacing / 2);
        const auto velocity = frame.particles.add<float>("swirl", 3);
        for (std::size_t i = 0; i < velocity.size(); ++i)
            velocity[i] = float(i % 101);
        parameters.attributes.text = "velocity, swirl";
        Hash first{};
        for (const int threads : {1, 2, 3, 7}) {
            const ThreadScope scope(threads);
            const AttributedMesh mesh = particleSurface(frame, parameters);
            ContentHash hash;
            hash.add(mesh.mesh.contentHash());
            mesh.attributes.addToHash(hash);
            if (threads == 1)
                first = hash.digest();
            QCOMPARE(hash.digest(), first);
        }
    }

    void smoothingKeepsTheVolumeAndCalmsTheSurface()
    {
        SurfaceParameters parameters = parametersOf(SurfaceKernelKind::Isotropic);
        const std::vector<Vector3f> points = ball(0.1f, spacing, 0.3f);
        // How far points are from the middle of their neighbours.
        const auto roughness = [](const TriangleMesh& mesh) {
            std::vector<Vector3> sums(mesh.points.size(), Vector3(0, 0, 0));
            std::vector<double> counts(mesh.points.size(), 0);
            for (const auto& triangle : mesh.triangles)
                for (std::size_t k = 0; k < 3; ++k) {
                    sums[triangle[k]] += mesh.points[triangle[(k + 1) % 3]];
                    ++counts[triangle[k]];
                }
            double sum = 0;
            for (std::size_t i = 0; i < sums.size(); ++i)
                sum += (sums[i] / counts[i] - mesh.points[i]).norm();
            return sum / static_cast<double>(sums.size());
        };
        parameters.smoothing = 0;
        const TriangleMesh rough = surfaceOf(points, parameters);
        parameters.smoothing = 10;
        const TriangleMesh smooth = surfaceOf(points, parameters);
        QCOMPARE(whatIsOpen(smooth), QString());
        QCOMPARE(smooth.triangles, rough.triangles);
        QVERIFY(std::abs(smooth.signedVolume() / rough.signedVolume() - 1) < 2e-3);
        QVERIFY2(roughness(smooth) < 0.5 * roughness(rough),
                 qPrintable(QString("%1 of %2").arg(roughness(smooth)).arg(roughness(rough))));
    }

    /// Smooth fields are met within what they vary over the particles around, constants exactly.
    void verticesTakeAttributesAlong_data() { addKernels(); }
    void verticesTakeAttributesAlong()
    {
        SurfaceParameters parameters = fetchParameters();
        const std::vector<Vector3f> points = ball(0.1f, spacing);
        Frame frame = frameOf(points, spacing / 2);
        std::ranges::fill(frame.particles.add<float>("temperature"), 268.0f);
        const auto spin = frame.particles.add<float>("spin", 3);
        for (std::size_t i = 0; i < points.size(); ++i)
            for (int axis = 0; axis < 3; ++axis)
                spin[3 * i + std::size_t(axis)] = points[i][axis];
        std::ranges::fill(frame.particles.add<std::uint32_t>("id"), 1u);
        const AttributedMesh usual = particleSurface(frame, parameters);
        QVERIFY(usual.attributes.find("velocity") && usual.attributes.find("temperature"));
        QCOMPARE(usual.attributes.arrays().size(), std::size_t(2));
        for (const float value : usual.attributes.get<float>("temperature"))
            QVERIFY(std::abs(value - 268.0f) < 1e-3f);
        parameters.attributes.text = "spin";
        const AttributedMesh mesh = particleSurface(frame, parameters);
        QCOMPARE(mesh.attributes.arrays().size(), std::size_t(1));
        const auto values = mesh.attributes.get<float>("spin", 3);
        for (std::size_t i = 0; i < mesh.mesh.points.size(); ++i)
            for (int axis = 0; axis < 3; ++axis)
                QVERIFY(std::abs(double(values[3 * i + std::size_t(axis)]) - mesh.mesh.points[i][axis]) <
                        1.5 * double(spacing));
        parameters.attributes.text = "none";
        QVERIFY(particleSurface(frame, parameters).attributes.arrays().empty());
        for (const char* wrong : {"spim", "id", "position"}) {
            parameters.attributes.text = wrong;
            QVERIFY_EXCEPTION_THROWN(particleSurface(frame, parameters), Error);
        }
    }

    void staysWithinWhatIsPredicted_data() { isClosedAndHasAnInside_data(); }
    void staysWithinWhatIsPredicted()
    {
        QFETCH(std::vector<Vector3f>, points);
        QFETCH(Vector3, origin);
        for (const SurfaceKernelKind kernels : {SurfaceKernelKind::Isotropic, SurfaceKernelKind::Anisotropic}) {
            SurfaceReport report;
            particleSurface(frameOf(points, spacing / 2, origin), parametersOf(kernels), {}, &report);
            QVERIFY2(report.bytes <= report.predictedBytes,
                     qPrintable(QString("%1 of %2").arg(report.bytes).arg(report.predictedBytes)));
        }
    }

    void whatCannotBeIsSaid()
    {
        QVERIFY(surfaceOf({}, {}).triangles.empty());
        QVERIFY_EXCEPTION_THROWN(surfaceOf({{0, 0, 0}, {1e6f, 0, 0}}, {}), Error);
        QVERIFY_EXCEPTION_THROWN(particleSurface(frameOf({{0, 0, 0}}, 0), {}), Error);
        std::stop_source stop;
        stop.request_stop();
        try {
            particleSurface(frameOf(ball(0.1f, spacing), spacing / 2), {}, stop.get_token());
            QFAIL("it was stopped");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::Interrupted);
        }
    }
};

SASTRUGI_TEST(ParticleSurfaceTest)
#include "ParticleSurfaceTest.moc"
