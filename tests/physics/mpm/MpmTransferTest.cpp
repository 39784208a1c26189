// What goes between particles and grid: mass, momentum and angular momentum, and the exact free fall.
#include "tests/TestCase.h"
#include "tests/physics/mpm/MpmRun.h"

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

/// A block of a few cells, with random velocities and, if asked, random strains.
MpmRun randomBlock(TransferScheme transfer, Integration integration, double strain)
{
    MpmRun run;
    run.parameters.spacing = 0.02;
    run.parameters.transfer = transfer;
    run.parameters.integration = integration;
    run.scene.settings.gravity.setZero();
    run.makeElastic();
    run.addBox({0.16, 0.12, 0.2}, {0.013, -0.007, 0.3});
    run.scene.emitters.back().jitter = 0.5;
    run.start();
    for (std::size_t i = 0; i < run.count(); ++i) {
        run.setVelocity(i, {randomSigned(i, 0), randomSigned(i, 1), randomSigned(i, 2)});
        Matrix3 f, c;
        for (std::uint32_t k = 0; k < 9; ++k) {
            f(k / 3, k % 3) = randomSigned(i, 3 + k);
            c(k / 3, k % 3) = 5 * randomSigned(i, 12 + k);
        }
        run.setDeformation(i, Matrix3::Identity() + strain * f);
        if (transfer == TransferScheme::Apic)
            run.setAffine(i, c);
    }
    return run;
}

double speedSum(const MpmRun& run)
{
    double sum = 0;
    for (std::size_t i = 0; i < run.count(); ++i)
        sum += run.mass(i) * run.velocity(i).norm();
    return sum;
}

/// Of points with affine velocities: m (x x v + ax(B)), B = C D.
Vector3 angularMomentum(const MpmRun& run)
{
    const double h = run.parameters.cellSize();
    Vector3 sum = Vector3::Zero();
    for (std::size_t i = 0; i < run.count(); ++i) {
        const Matrix3 b = run.affine(i) * h * h / 3;
        sum += run.mass(i) * (run.position(i).cross(run.velocity(i)) +
                              Vector3(b(2, 1) - b(1, 2), b(0, 2) - b(2, 0), b(1, 0) - b(0, 1)));
    }
    return sum;
}

} // namespace

class MpmTransferTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void weightsAreAPartitionAndReproduceLinearFunctions()
    {
        // V1, of one particle at many places: the masses of the nodes are its weights, and the forces of a pressure
        // their gradients.
        for (const TransferScheme transfer : {TransferScheme::FlipPic, TransferScheme::Mls}) {
            MpmRun run;
            run.parameters.spacing = 0.5;
            run.parameters.transfer = transfer;
            run.makeElastic();
            run.addBox({0.5, 0.5, 0.5}, {0, 0, 0});
            run.start();
            QCOMPARE(run.count(), std::size_t{1});
            MpmState& state = run.state();
            const double h = 1, f = 0.75; // numbers that single precision has
            run.setDeformation(0, f * Matrix3::Identity());
            const double lambda = double{static_cast<float>(140e3 * 0.2 / (1.2 * 0.6))},
                         mu = double{static_cast<float>(140e3 / 2.4)};
            const double stress = (2 * mu * (f - 1) + lambda * (f * f * f - 1) * f * f) * f * std::pow(0.5, 3);
            double sum = 0, centre = 0, slope = 0, linear = 0;
            for (std::uint64_t k = 0; k < 3000; ++k) {
                const Vector3f place =
                    (3 * Vector3(randomSigned(k, 0), randomSigned(k, 1), randomSigned(k, 2))).cast<float>();
                state.snow.now().position[0] = {place.x(), place.y(), place.z(), 0};
                sortParticles(state);
                const MpmStep step(run.scene, run.parameters, state, 1e-4);
                particlesToGrid(step);
                double weights = 0;
                Vector3 mean = Vector3::Zero(), slopes = Vector3::Zero();
                Matrix3 moment = Matrix3::Zero();
                for (std::size_t i = 0; i < state.nodes.before.size(); ++i) {
                    const auto index =
                        MpmGrid::nodeIndex(state.grid.gridBlocks()[i / nodesPerBlock], i % nodesPerBlock);
                    const Vector3 node = h * Vector3(index[0], index[1], index[2]) - place.cast<double>();
                    const double w = double{state.nodes.before[i].w} / run.mass(0);
                    const Float4& force = state.nodes.force[i];
                    const Vector3 gradient = Vector3(double{force.x}, double{force.y}, double{force.z}) / -stress;
                    weights += w;
                    mean += w * node;
                    slopes += gradient;
                    moment += node * gradient.transpose();
                }
                sum = std::max(sum, std::abs(weights - 1));
                centre = std::max(centre, mean.cwiseAbs().maxCoeff());
                slope = std::max(slope, h * slopes.cwiseAbs().maxCoeff());
                linear = std::max(linear, (moment - Matrix3::Identity()).cwiseAbs().maxCoeff());
            }
            compare(sum, 0, 2e-6, "V1: sum of weights, less 1");
            compare(centre / h, 0, 2e-6, "V1: weighted mean of the nodes, from the particle");
            compare(slope, 0, 2e-6, "V1: h times the sum of gradients");
            compare(linear, 0, 2e-6, "V1: sum of x grad w, less the unit matrix");
        }
    }

    void massAndMomentumReachTheGrid()
    {
        for (const TransferScheme transfer : {TransferScheme::FlipPic, TransferScheme::Apic, TransferScheme::Mls}) {
            MpmRun run = randomBlock(transfer, Integration::HalfImplicit, 0);
            const Vector3 expected = run.momentum();
            double mass = 0;
            for (std::size_t i = 0; i < run.count(); ++i)
                mass += run.mass(i);
            sortParticles(run.state());
            const MpmStep step(run.scene, run.parameters, run.state(), 1e-4);
            particlesToGrid(step);
            double gridMass = 0;
            Vector3 momentum = Vector3::Zero();
            for (const Float4& node : run.state().nodes.before) {
                gridMass += static_cast<double>(node.w);
                momentum += Vector3(node.x, node.y, node.z);
            }
            compare(gridMass, mass, 1e-6 * mass, "mass");
            compare((momentum - expected).norm(), 0, 1e-6 * speedSum(run), "momentum");
        }
    }

    void momentumIsKept_data()
    {
        QTest::addColumn<int>("transfer");
        QTest::addColumn<int>("integration");
        QTest::addColumn<double>("tolerance");
        for (const TransferScheme transfer : {TransferScheme::FlipPic, TransferScheme::Apic, TransferScheme::Mls})
            for (const Integration integration :
                 {Integration::Explicit, Integration::HalfImplicit, Integration::Implicit})
                for (const double tolerance : {0.1, 1e-4})
                    QTest::addRow("%d %d %g", static_cast<int>(transfer), static_cast<int>(integration), tolerance)
                        << static_cast<int>(transfer) << static_cast<int>(integration) << tolerance;
    }

    void momentumIsKept()
    {
        QFETCH(int, transfer);
        QFETCH(int, integration);
        QFETCH(double, tolerance);
        MpmRun run = randomBlock(static_cast<TransferScheme>(transfer), static_cast<Integration>(integration), 0.01);
        run.parameters.solveTolerance = tolerance;
        const Vector3 before = run.momentum();
        const double scale = speedSum(run);
        run.step(integration == 0 ? 5e-5 : 5e-4);
        double change = 0; // stress has done something
        for (std::size_t i = 0; i < run.count(); ++i)
            change = std::max(change, (run.deformation(i) - Matrix3::Identity()).norm());
        QVERIFY(change > 1e-3);
        compare((run.momentum() - before).norm(), 0, 1e-6 * scale, "momentum");
    }

    void affineVelocitiesKeepAngularMomentum()
    {
        MpmRun run = randomBlock(TransferScheme::Apic, Integration::Explicit, 0.01);
        const Vector3 before = angularMomentum(run);
        double scale = 0;
        for (std::size_t i = 0; i < run.count(); ++i)
            scale += run.mass(i) * run.position(i).norm() * run.velocity(i).norm();
        run.step(5e-5);
        compare((angularMomentum(run) - before).norm(), 0, 2e-6 * scale, "angular momentum");
        run.step(5e-5); // the affine part is what the step has left
        compare((angularMomentum(run) - before).norm(), 0, 4e-6 * scale, "angular momentum after two steps");
    }

    void freeFallIsExact()
    {
        for (const TransferScheme transfer : {TransferScheme::FlipPic, TransferScheme::Apic, TransferScheme::Mls}) {
            MpmRun run;
            run.parameters.spacing = 0.02;
            run.parameters.transfer = transfer;
            run.addBox({0.12, 0.12, 0.12}, {0, 0, 0}, {1, 2, 3});
            run.start();
            const std::vector<Vector3> start = run.vectors("position");
            const double dt = 5e-4;
            const int steps = 200;
            for (int k = 0; k < steps; ++k)
                run.step(dt);
            const Vector3 way =
                steps * dt * Vector3(1, 2, 3) + 0.5 * dt * dt * steps * (steps + 1) * run.scene.settings.gravity;
            const std::vector<Vector3> end = run.vectors("position");
            double worst = 0, strain = 0;
            for (std::size_t i = 0; i < end.size(); ++i) {
                worst = std::max(worst, (end[i] - start[i] - way).norm());
                strain = std::max(strain, (run.deformation(i) - Matrix3::Identity()).norm());
            }
            compare(worst, 0, 1e-5, "position");
            compare(strain, 0, 1e-4, "deformation");
        }
    }

    void blocksAreSparseAndFollowTheSnow()
    {
        MpmRun run;
        run.parameters.spacing = 0.02;
        run.addBox({0.08, 0.08, 0.08}, {0, 0, 0});
        run.addBox({0.08, 0.08, 0.08}, {400, 0, 0}); // far away: a box around both has 10^7 nodes
        run.scene.settings.gravity.setZero();
        run.step(1e-4);
        QVERIFY(run.state().grid.nodeCount() < 64 * 60);

        MpmRun far;
        far.parameters.spacing = 0.02;
        far.addBox({0.08, 0.08, 0.08}, {0, 0, 0}, {0, 0, 900});
        far.scene.settings.gravity.setZero();
        far.parameters.largestTimeStep = 1e-2;
        far.start();
        const std::vector<Vector3> start = far.vectors("position");
        for (int k = 0; k < 100; ++k)
            far.step(5e-3);
        QVERIFY(far.state().origin.z() > 160); // 4096 cells of 4 cm
        // Velocities are single; the shape is kept better than the way.
        const std::vector<Vector3> end = far.vectors("position");
        const Vector3 way = end[0] - start[0];
        compare((way - Vector3(0, 0, 450)).norm(), 0, 2e-3, "way");
        double shape = 0;
        for (std::size_t i = 0; i < start.size(); ++i)
            shape = std::max(shape, (end[i] - start[i] - way).norm());
        compare(shape, 0, 2e-4, "shape");
    }
};

SASTRUGI_TEST(MpmTransferTest)
#include "MpmTransferTest.moc"
