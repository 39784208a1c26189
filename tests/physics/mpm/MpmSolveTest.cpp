// The implicit solve and its stability: beside a dense direct solve, beside explicit steps, and at the limit of these.
#include "tests/TestCase.h"
#include "tests/physics/mpm/MpmRun.h"

#include <Eigen/Dense>

#include <numbers>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

double dot(const AlignedVector<Float4>& u, const AlignedVector<Float4>& v)
{
    double sum = 0;
    for (std::size_t i = 0; i < u.size(); ++i)
        sum += double{u[i].x} * double{v[i].x} + double{u[i].y} * double{v[i].y} + double{u[i].z} * double{v[i].z};
    return sum;
}

Vector3 vectorOf(const Float4& v) { return {double{v.x}, double{v.y}, double{v.z}}; }

/// 64 particles in two cells a side, strained at random, that hit two slanted planes.
MpmRun smallCorner(double stiffness)
{
    MpmRun run;
    run.parameters.spacing = 0.02;
    run.parameters.solveTolerance = 1e-6;
    run.material.youngsModulus *= stiffness;
    run.makeElastic();
    for (const double angle : {0.4, -0.5}) {
        const Matrix3 turn = Eigen::AngleAxisd(angle, Vector3(0.3, 1, 0).normalized()).toRotationMatrix();
        run.addBoundary(transformed(makePlane(2, 2, Vector3::Zero()), RigidPose{turn, Vector3(0, 0, -0.03)}), 0.2);
    }
    run.addBox({0.08, 0.08, 0.08}, {0.003, -0.004, 0.03});
    run.scene.emitters.back().jitter = 0.3;
    run.start();
    for (std::size_t i = 0; i < run.count(); ++i) {
        run.setVelocity(i, Vector3(0.3, 0.1, -2) +
                               0.5 * Vector3(randomSigned(i, 0), randomSigned(i, 1), randomSigned(i, 2)));
        Matrix3 f;
        for (std::uint32_t k = 0; k < 9; ++k)
            f(k / 3, k % 3) = randomSigned(i, 3 + k);
        run.setDeformation(i, Matrix3::Identity() + 0.01 * f);
    }
    return run;
}

void toCollisions(const MpmStep& step)
{
    sortParticles(step.state());
    particlesToGrid(step);
    changeGridVelocity(step);
    collideGrid(step);
}

/// A block of 4 x 4 x 4 cells that floats and bears everything.
MpmRun floatingBlock(Integration integration)
{
    MpmRun run;
    run.parameters.spacing = 0.02;
    run.parameters.integration = integration;
    run.parameters.flipRatio = 1;
    run.parameters.solveTolerance = 1e-5;
    run.scene.settings.gravity.setZero();
    run.makeElastic();
    run.addBox({0.16, 0.16, 0.16}, {0, 0, 0});
    run.start();
    return run;
}

double kineticEnergy(const MpmRun& run)
{
    double sum = 0;
    for (std::size_t i = 0; i < run.count(); ++i)
        sum += 0.5 * run.mass(i) * run.velocity(i).squaredNorm();
    return sum;
}

} // namespace

class MpmSolveTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theSolveIsThatOfTheDenseSystem_data()
    {
        QTest::addColumn<double>("stiffness");
        QTest::addRow("fresh") << 1.0;
        QTest::addRow("fifty times as stiff") << 50.0;
    }

    void theSolveIsThatOfTheDenseSystem()
    {
        // V10, with the operator of the kernels in single precision and the direct solve in double.
        QFETCH(double, stiffness);
        const FlushToZeroScope flush;
        MpmRun run = smallCorner(stiffness);
        run.parameters.solveIterations = 500;
        const double dt = 5e-4;
        sortParticles(run.state());
        const MpmStep step(run.scene, run.parameters, run.state(), dt);
        toCollisions(step);
        MpmState& state = run.state();
        MpmNodes& nodes = state.nodes;
        std::vector<std::size_t> active;
        for (std::size_t i = 0; i < nodes.before.size(); ++i)
            if (nodes.before[i].w > 0)
                active.push_back(i);
        const auto n = static_cast<Eigen::Index>(active.size());
        QCOMPARE(run.count(), std::size_t{64});
        QVERIFY(nodes.collided.size() > 20);
        // M + c H by columns, and the projection
        Eigen::MatrixXd hessian(3 * n, 3 * n), freedom = Eigen::MatrixXd::Identity(3 * n, 3 * n);
        Eigen::VectorXd mass(3 * n), fresh(3 * n);
        AlignedVector<Float4> unit(nodes.before.size());
        for (Eigen::Index column = 0; column < 3 * n; ++column) {
            const std::size_t node = active[static_cast<std::size_t>(column / 3)];
            (&unit[node].x)[column % 3] = 1;
            const AlignedVector<Float4> product = hessianTimes(step, unit);
            unit[node] = {};
            for (Eigen::Index row = 0; row < n; ++row)
                hessian.block<3, 1>(3 * row, column) = vectorOf(product[active[static_cast<std::size_t>(row)]]);
        }
        for (Eigen::Index k = 0; k < n; ++k) {
            const std::size_t node = active[static_cast<std::size_t>(k)];
            mass.segment<3>(3 * k).setConstant(double{nodes.before[node].w});
            fresh.segment<3>(3 * k) = vectorOf(nodes.velocity[node]);
            for (const CollidedNode& collided : nodes.collided)
                if (collided.node == node)
                    freedom.block<3, 3>(3 * k, 3 * k) = collided.freedom.cast<double>();
        }
        const Eigen::MatrixXd system = Eigen::MatrixXd(mass.asDiagonal()) + dt * dt * hessian;
        // P (M + c H) P d = -c P H v*, and d = P d; the fixed part gets the masses, so that the matrix is regular
        const Eigen::MatrixXd fixed = Eigen::MatrixXd::Identity(3 * n, 3 * n) - freedom;
        const Eigen::VectorXd change = (freedom * system * freedom + fixed * mass.asDiagonal() * fixed)
                                           .fullPivLu()
                                           .solve(-dt * dt * (freedom * (hessian * fresh)));
        const Eigen::VectorXd expected = fresh + freedom * change;

        const AlignedVector<Float4> before = nodes.velocity;
        double last = 1e300, rise = 0;
        SolveResult result;
        for (int iterations = 1; iterations <= 60; ++iterations) { // again and again, an iteration more each time
            MpmParameters some = run.parameters;
            some.solveIterations = iterations;
            nodes.velocity = before;
            result = solveImplicit(MpmStep(run.scene, some, state, dt), {});
            rise = std::max(rise, result.residual / last - 1);
            last = result.residual;
            if (result.isConverged)
                break;
        }
        QVERIFY(result.isConverged && !result.hasNegativeCurvature);
        double moved = 0, error = 0, fixedChange = 0, largestChange = 0, scale = 0;
        for (Eigen::Index k = 0; k < n; ++k) {
            const Vector3 v = vectorOf(nodes.velocity[active[static_cast<std::size_t>(k)]]);
            const Vector3 start = fresh.segment<3>(3 * k), end = expected.segment<3>(3 * k);
            const double m = mass[3 * k];
            error += m * (v - end).squaredNorm();
            moved += m * (end - start).squaredNorm();
            scale += m * end.squaredNorm();
            largestChange = std::max(largestChange, (v - start).norm());
            fixedChange = std::max(fixedChange, (fixed.block<3, 3>(3 * k, 3 * k) * (v - start)).norm());
        }
        QVERIFY(moved > 1e-6 * scale); // the solve has something to do
        compare(std::sqrt(error / scale), 0, 2e-6, "V10: difference from the direct solve");
        compare(rise, 0, 1e-5, "V10: largest relative rise of the residual");
        compare(fixedChange / largestChange, 0, 1e-6, "V10: change of what is fixed, over the largest change");
    }

    void stressForcesAreTheSlopeOfTheEnergy()
    {
        // V9: -f u is dPhi, and u H u its second difference, for displacements e u of the nodes.
        MpmRun run = floatingBlock(Integration::Implicit);
        for (std::size_t i = 0; i < run.count(); ++i) {
            Matrix3 f;
            for (std::uint32_t k = 0; k < 9; ++k)
                f(k / 3, k % 3) = randomSigned(i, k);
            run.setDeformation(i, Matrix3::Identity() + 0.05 * f);
        }
        sortParticles(run.state());
        MpmState& state = run.state();
        const MpmStep step(run.scene, run.parameters, state, 1);
        particlesToGrid(step);
        const AlignedVector<Float4> force = state.nodes.force;
        AlignedVector<Float4> u(state.grid.nodeCount());
        for (std::size_t i = 0; i < u.size(); ++i)
            if (state.nodes.before[i].w > 0)
                u[i] = {static_cast<float>(randomSigned(i, 50)), static_cast<float>(randomSigned(i, 51)),
                        static_cast<float>(randomSigned(i, 52)), 0};
        const AlignedVector<Float4> product = hessianTimes(step, u);
        // grad u at each particle, as a step of one second leaves it: F' = (I + grad u) F
        std::vector<Matrix3> gradient;
        state.nodes.velocity = u;
        state.nodes.force = u;
        const MpmStep elastic(run.scene, run.parameters, state, 1e-4);
        gridToParticles(elastic);
        std::vector<Matrix3> before;
        for (std::size_t i = 0; i < run.count(); ++i)
            before.push_back(run.deformation(i));
        state.snow.finishStep();
        for (std::size_t i = 0; i < run.count(); ++i)
            gradient.push_back((run.deformation(i) * before[i].inverse() - Matrix3::Identity()) / 1e-4);
        const double mu = 140e3 / 2.4, lambda = 140e3 * 0.2 / (1.2 * 0.6);
        const auto energy = [&](double e) {
            double sum = 0;
            for (std::size_t i = 0; i < run.count(); ++i) {
                const Matrix3 f = (Matrix3::Identity() + e * gradient[i]) * before[i];
                const Eigen::JacobiSVD<Matrix3> svd(f);
                const double j = f.determinant() - 1;
                sum += std::pow(0.02, 3) *
                       (mu * (svd.singularValues() - Vector3::Ones()).squaredNorm() + 0.5 * lambda * j * j);
            }
            return sum;
        };
        const double e = 1e-5;
        compare(-dot(force, u) / ((energy(e) - energy(-e)) / (2 * e)), 1, 1e-3,
                "V9: -f u over the slope of the energy");
        const double e2 = 1e-4;
        compare(dot(u, product) / ((energy(e2) - 2 * energy(0) + energy(-e2)) / (e2 * e2)), 1, 1e-3,
                "V9: u H u over the second difference");
    }

    void explicitAndImplicitStepsAgree()
    {
        // V19: the difference halves with the step, and is half as large for half-implicit steps.
        const auto play = [](Integration integration, double dt) {
            MpmRun run = floatingBlock(integration);
            for (std::size_t i = 0; i < run.count(); ++i) {
                const Vector3 x = run.position(i) / 0.08;
                run.setVelocity(i, 0.2 * Vector3(x.y() * x.z(), x.x(), -x.z()));
            }
            for (int k = 0; k < static_cast<int>(std::lround(8e-3 / dt)); ++k)
                run.step(dt);
            return run.vectors("position");
        };
        const auto difference = [&](Integration integration, double dt) {
            const std::vector<Vector3> a = play(Integration::Explicit, dt), b = play(integration, dt);
            double sum = 0;
            for (std::size_t i = 0; i < a.size(); ++i)
                sum += (a[i] - b[i]).squaredNorm();
            return std::sqrt(sum / static_cast<double>(a.size()));
        };
        std::vector<double> found;
        for (const double dt : {4e-4, 2e-4, 1e-4, 5e-5}) {
            found.push_back(difference(Integration::Implicit, dt));
            compare(difference(Integration::HalfImplicit, dt) / found.back(), 0.5, 0.05,
                    "V19: half-implicit over implicit");
        }
        QVERIFY(found.front() > 1e-6);
        for (std::size_t k = 1; k < found.size(); ++k)
            compare(found[k] / found[k - 1], 0.5, 0.06, "V19: half the step over the whole one");
    }

    void explicitStepsAreStableUpToTheirLimit()
    {
        // V21, with noise of 1 mm/s: single precision does not resolve the strain of less.
        const auto growth = [](double courant) {
            MpmRun run = floatingBlock(Integration::Explicit);
            for (std::size_t i = 0; i < run.count(); ++i)
                run.setVelocity(i, 1e-3 * Vector3(randomSigned(i, 0), randomSigned(i, 1), randomSigned(i, 2)));
            const double before = kineticEnergy(run), dt = courant * run.parameters.cellSize() / 19.7203;
            double most = 0;
            for (int k = 0; k < 300 && most < 1e4; ++k) {
                run.step(dt);
                most = std::max(most, kineticEnergy(run) / before);
            }
            return most;
        };
        const double stable = growth(0.6), unstable = growth(1.3);
        QVERIFY2(stable < 2, qPrintable(QString::number(stable)));
        QVERIFY2(unstable > 1e3, qPrintable(QString::number(unstable)));
        record(stable, 1, 1, "V21: kinetic energy over that before, c dt / h = 0.6");
    }

    void stiffSnowComesToRestWhereItSlips()
    {
        // V23: only what is normal to the ground is fixed there, so that the rest is solved implicitly.
        MpmRun run;
        run.parameters.spacing = 0.0025;
        run.material.youngsModulus = 5e6;
        run.makeElastic();
        run.addBoundary(makePlane(1, 1, Vector3::Zero()), 0);
        run.addBox({0.02, 0.02, 0.02}, {0.0007, 0.0004, 0.0125}, {0, 0, -0.5});
        for (int k = 0; k < 120; ++k)
            run.step(5e-4);
        compare(kineticEnergy(run), 0, 1e-7, "V23: kinetic energy after 120 steps, J");
    }
};

SASTRUGI_TEST(MpmSolveTest)
#include "MpmSolveTest.moc"
