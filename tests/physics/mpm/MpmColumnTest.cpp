// Snow between ideal walls: the speed, damping and energy of waves in a bar, a column under its weight, and a slab that
// hangs from a ceiling.
#include "tests/TestCase.h"
#include "tests/physics/mpm/ConfinedSnow.h"

#include <Eigen/QR>

#include <numbers>

using namespace sastrugi;
using namespace sastrugi::test;

namespace
{

constexpr double lambda = 140e3 * 0.2 / (1.2 * 0.6), shearModulus = 140e3 / 2.4, modulus = lambda + 2 * shearModulus;
constexpr double density = 400, gravity = 9.81, barSpeed = 0.01;

/// What a bar of a metre does in its first mode, after each step.
struct Swing {
    std::vector<double> velocity, energy; // m/s, J; before the first step too
};

double energyOf(const MpmRun& run)
{
    double sum = 0;
    for (std::size_t i = 0; i < run.count(); ++i) {
        const Matrix3 f = run.deformation(i);
        const Eigen::JacobiSVD<Matrix3> svd(f, Eigen::ComputeFullU | Eigen::ComputeFullV);
        const double stretch = (svd.singularValues() - Vector3::Ones()).squaredNorm(), j = f.determinant() - 1;
        sum += 0.5 * run.mass(i) * run.velocity(i).squaredNorm() +
               run.mass(i) / density * (shearModulus * stretch + 0.5 * lambda * j * j);
    }
    return sum;
}

Swing swingingBar(double cell, Integration integration, double timeStep, int steps, double flip)
{
    ConfinedSnow bar;
    MpmRun& run = bar.run;
    run.parameters.spacing = cell / 2;
    run.parameters.integration = integration;
    run.parameters.flipRatio = flip;
    run.parameters.solveTolerance = 1e-5;
    run.scene.settings.gravity.setZero();
    run.makeElastic();
    run.addBox({2 * cell, 2 * cell, 1}, {0, 0, 0.5});
    run.start();
    const auto mode = [&](std::size_t i) { return std::cos(std::numbers::pi * run.position(i).z()); };
    for (std::size_t i = 0; i < run.count(); ++i)
        run.setVelocity(i, {0, 0, barSpeed * mode(i)});
    Swing swing;
    for (int k = 0; k <= steps; ++k) {
        if (k > 0)
            bar.step(timeStep);
        double sum = 0, square = 0;
        for (std::size_t i = 0; i < run.count(); ++i) {
            sum += run.velocity(i).z() * mode(i);
            square += mode(i) * mode(i);
        }
        swing.velocity.push_back(sum / square);
        swing.energy.push_back(energyOf(run));
    }
    return swing;
}

/// From the zeros of the velocities; starts at a maximum.
double periodOf(const std::vector<double>& velocity, double timeStep)
{
    std::vector<double> zeros;
    for (std::size_t k = 1; k < velocity.size(); ++k)
        if (velocity[k - 1] * velocity[k] < 0)
            zeros.push_back(timeStep * (static_cast<double>(k) + velocity[k - 1] / (velocity[k - 1] - velocity[k])));
    return 2 * (zeros.back() - zeros.front()) / static_cast<double>(zeros.size() - 1);
}

/// The factor by which an oscillation falls in a period: v = e^(-d t) (a cos w t + b sin w t) at equal steps satisfies
/// v_(k+1) = p v_k + q v_(k-1) with q = -e^(-2 d dt), which least squares find.
double decayPerPeriod(const std::vector<double>& v, double timeStep, double period)
{
    Eigen::Matrix2d square = Eigen::Matrix2d::Zero();
    Eigen::Vector2d right = Eigen::Vector2d::Zero();
    const std::size_t stride = 50; // steps: about a quarter of the period
    for (std::size_t k = stride; k + stride < v.size(); ++k) {
        const Eigen::Vector2d row(v[k], v[k - stride]);
        square += row * row.transpose();
        right += row * v[k + stride];
    }
    const double q = square.ldlt().solve(right)[1];
    return std::pow(-q, period / (2 * stride * timeStep));
}

/// Deep in a column under its weight at a height Z at rest, from its floor: how far it has sunk, and how much it is
/// compressed. Linear elasticity.
struct UnderWeight {
    double height;
    double sunk(double z) const { return density * gravity * (height * z - z * z / 2) / modulus; }
    double stretch(double z) const { return 1 - density * gravity * (height - z) / modulus; }
};

double cubicWeight(double x)
{
    x = std::abs(x);
    return x < 1 ? (0.5 * x - 1) * x * x + 2.0 / 3 : x < 2 ? std::pow(2 - x, 3) / 6 : 0;
}

double cubicSlope(double x)
{
    const double y = std::abs(x), down = y < 1 ? (2 - 1.5 * y) * y : y < 2 ? 0.5 * (2 - y) * (2 - y) : 0;
    return x > 0 ? -down : down;
}

/// 4.5 and 4.7 at rest, in one dimension: forces of stress and weight balance on each node above the floor, two
/// particles to a cell. By cell, the pressure over rho g (H - Z).
std::vector<double> pressuresAtRest(double h, double height)
{
    const auto cells = static_cast<Eigen::Index>(std::lround(height / h)), particles = 2 * cells;
    const Eigen::Index nodes = cells + 1; // those from h to H + h
    Eigen::MatrixXd weights(particles, nodes), slopes(particles, nodes);
    for (Eigen::Index p = 0; p < particles; ++p)
        for (Eigen::Index i = 0; i < nodes; ++i) {
            const double x = 0.5 * (static_cast<double>(p) + 0.5) - static_cast<double>(i + 1);
            weights(p, i) = cubicWeight(x);
            slopes(p, i) = cubicSlope(x) / h;
        }
    // per area of the column: a particle has the volume h / 2
    const Eigen::VectorXd weight = -density * gravity * 0.5 * h * weights.colwise().sum().transpose();
    const Eigen::MatrixXd stiffness = modulus * 0.5 * h * slopes.transpose() * slopes;
    const Eigen::VectorXd pressure = -modulus * slopes * stiffness.completeOrthogonalDecomposition().solve(weight);
    std::vector<double> ratios;
    for (Eigen::Index cell = 0; cell < cells; ++cell)
        ratios.push_back(pressure.segment<2>(2 * cell).sum() /
                         (2 * density * gravity * (height - (static_cast<double>(cell) + 0.5) * h)));
    return ratios;
}

} // namespace

class MpmColumnTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBarSwingsWithTheSpeedOfPlaneWaves()
    {
        // V11: T = 2 L / c, and the error falls with the square of the cell.
        const double period = 2 / std::sqrt(modulus / density), dt = 2e-4;
        const auto error = [&](double cell) {
            return periodOf(swingingBar(cell, Integration::Explicit, dt, 1100, 1).velocity, dt) / period - 1;
        };
        const double coarse = error(0.04), fine = error(0.02);
        compare(coarse, 0, 0.01, "V11: period, cells of 40 mm");
        compare(fine, 0, 0.0025, "V11: period, cells of 20 mm");
        compare(coarse / fine, 4, 1, "V11: error of a cell twice as large");
    }

    void implicitStepsDampAsTheTheorySays_data()
    {
        QTest::addColumn<int>("integration");
        QTest::addColumn<double>("beta");
        QTest::addRow("explicit") << static_cast<int>(Integration::Explicit) << 0.0;
        QTest::addRow("half implicit") << static_cast<int>(Integration::HalfImplicit) << 0.5;
        QTest::addRow("implicit") << static_cast<int>(Integration::Implicit) << 1.0;
    }

    void implicitStepsDampAsTheTheorySays()
    {
        // V12: per period the amplitude falls by (1 + beta w^2 dt^2)^(-T / 2 dt).
        QFETCH(int, integration);
        QFETCH(double, beta);
        const double c = std::sqrt(modulus / density), period = 2 / c, omega = std::numbers::pi * c, dt = 5e-4;
        const int steps = static_cast<int>(std::lround(2 * period / dt));
        const Swing swing = swingingBar(0.02, static_cast<Integration>(integration), dt, steps, 1);
        compare(decayPerPeriod(swing.velocity, dt, period),
                std::pow(1 + beta * omega * omega * dt * dt, -period / (2 * dt)), 0.003, "V12: amplitude per period");
    }

    void energyIsKept()
    {
        // V27. The energy of a symplectic step swings by w dt / 2 around what is kept.
        const double period = 2 / std::sqrt(modulus / density), dt = 1e-4;
        const int half = static_cast<int>(std::lround(0.5 * period / dt));
        const Swing kept = swingingBar(0.04, Integration::Explicit, dt, 6 * half, 1);
        double most = 0;
        for (const double energy : kept.energy)
            most = std::max(most, std::abs(energy / kept.energy[0] - 1));
        compare(most, 0, 0.005, "V27: change of the energy, FLIP");
        const Swing damped = swingingBar(0.04, Integration::Explicit, dt, 6 * half, 0.95);
        const auto mean = [&](int from) { // over half a period
            double sum = 0;
            for (int k = from; k < from + half; ++k)
                sum += damped.energy[static_cast<std::size_t>(k)] / damped.energy[0];
            return sum / half;
        };
        double rise = -1;
        for (int from = 0; from + 1 + half <= 6 * half; ++from)
            rise = std::max(rise, mean(from + 1) - mean(from));
        QVERIFY2(rise < 0, qPrintable(QString::number(rise)));
        record(mean(5 * half), 0.5, 0.5, "V27: share of the energy after three periods, FLIP 0.95");
    }

    void aColumnCarriesItsWeight()
    {
        // V15 (a): in equilibrium the forces of stress are the weights.
        const double h = 0.05;
        const UnderWeight exact{0.5};
        ConfinedSnow column;
        MpmRun& run = column.run;
        run.parameters.spacing = h / 2;
        run.makeElastic();
        run.addBox({2 * h, 2 * h, exact.height}, {0, 0, 0.5 * exact.height});
        run.start();
        for (std::size_t i = 0; i < run.count(); ++i) {
            const double z = run.position(i).z();
            run.setDeformation(i, Vector3(1, 1, exact.stretch(z)).asDiagonal());
            run.state().snow.now().position[i].z = static_cast<float>(z - exact.sunk(z));
        }
        const MpmStep step(run.scene, run.parameters, run.state(), 5e-4);
        column.toGrid(step);
        double worst = 0;
        const MpmNodes& nodes = run.state().nodes;
        for (std::size_t i = 0; i < nodes.force.size(); ++i) {
            const double z = column.height(i);
            if (z > 2 * h && z < exact.height - 2 * h && nodes.before[i].w > 0)
                worst =
                    std::max(worst, std::abs(double{nodes.force[i].z} / double{nodes.before[i].w} - gravity) / gravity);
        }
        compare(worst, 0, 1e-3, "V15: force over weight of a node, less 1");
    }

    void aColumnSettlesUnderItsWeight()
    {
        // V15 (b): from rest, with all damping that the transfer can give.
        const double h = 0.05;
        const UnderWeight exact{0.5};
        ConfinedSnow column;
        column.isHeld = [](double z) { return z < 1e-6; };
        MpmRun& run = column.run;
        run.parameters.spacing = h / 2;
        run.parameters.flipRatio = 0;
        run.makeElastic();
        run.addBox({2 * h, 2 * h, exact.height}, {0, 0, 0.5 * exact.height});
        run.start();
        std::vector<double> start(run.count());
        for (std::size_t i = 0; i < run.count(); ++i)
            start[run.state().snow.now().id[i]] = run.position(i).z();
        for (int k = 0; k < 2600; ++k)
            column.step(5e-4);
        double settlement = 0;
        int tops = 0;
        std::vector<double> pressure(10), law(10); // of a cell: sums over its particles
        for (std::size_t i = 0; i < run.count(); ++i) {
            const double z = start[run.state().snow.now().id[i]];
            if (z > exact.height - 0.6 * h) {
                settlement += z - run.position(i).z();
                ++tops;
            }
            const auto layer = static_cast<std::size_t>(z / h);
            pressure[layer] += modulus * (1 - run.deformation(i)(2, 2));
            law[layer] += density * gravity * (exact.height - z);
        }
        compare(1e3 * settlement / tops, 3.153, 0.12 * 3.153, "V15: settlement of the top, mm");
        // The soft floor makes the pressure swing from cell to cell, less and less, about its law; so does the exact
        // solution of the column's equations on the same nodes, which the run must find.
        const std::vector<double> atRest = pressuresAtRest(h, exact.height);
        double deviation = 0, worst = 0;
        for (std::size_t layer = 0; layer < 10; ++layer) {
            const double ratio = pressure[layer] / law[layer];
            if (layer < 9) // the uppermost bears hardly anything
                worst = std::max(worst, std::abs(ratio - atRest[layer]));
            if (layer >= 2 && layer < 8)
                deviation += std::abs(ratio - 1) / 6;
        }
        compare(deviation, 0, 0.03, "V15: pressure inside, mean deviation from its law");
        compare(worst, 0, 0.01, "V15: pressure over its law, from that of the column's equations");
    }

    void aStickyCeilingHoldsWhatItCan()
    {
        // V17: a slab hangs up to H* = M theta_s / (rho g) = 0.2973 m.
        const auto play = [](double thickness, int steps, double& largestRatio) {
            ConfinedSnow slab;
            slab.isHeld = [](double z) { return z > -1e-6; };
            MpmRun& run = slab.run;
            const double h = 0.05;
            run.parameters.spacing = h / 2;
            run.parameters.flipRatio = 0;
            run.addBox({2 * h, 2 * h, thickness}, {0, 0, -0.5 * thickness});
            run.start();
            const double middle = run.mean("position").z();
            run.scene.settings.gravity.z() = -gravity;
            run.scene.settings.gravityRampTime = 0.4;
            for (int k = 0; k < steps; ++k)
                slab.step(5e-4);
            const auto& ratio = run.state().snow.now().plasticRatio;
            largestRatio = 0;
            for (std::size_t i = 0; i < run.count(); ++i)
                largestRatio = std::max(largestRatio, static_cast<double>(ratio[i]));
            return middle - run.mean("position").z();
        };
        double ratio = 0;
        const double held = play(0.25, 1600, ratio);
        compare(held, 0, 0.005, "V17: a slab of 0.25 m sinks, m");
        compare(ratio, 1, 0.002, "V17: its largest plastic ratio");
        const double torn = play(0.3, 3200, ratio);
        QVERIFY2(torn > 0.1, qPrintable(QString::number(torn)));
    }
};

SASTRUGI_TEST(MpmColumnTest)
#include "MpmColumnTest.moc"
