// Bodies without snow: how they fall and spin, and what they do to each other and to obstacles.
#include "engine/rigid/RigidBodies.h"
#include "engine/core/Error.h"
#include "engine/geometry/Primitives.h"
#include "engine/simulation/FreeFallSolver.h"
#include "tests/TestCase.h"

#include <numbers>

using namespace sastrugi;

namespace
{

constexpr double spacing = 0.02, timeStep = 1e-3;
const Vector3 weight(0, 0, -9.81);

Boundary obstacle(const std::string& name, TriangleMesh mesh, double friction = 0.5, double restitution = 0)
{
    Boundary boundary;
    boundary.name = name;
    boundary.mesh = std::make_shared<TriangleMesh>(std::move(mesh));
    boundary.surface.frictionCoefficient = friction;
    boundary.surface.restitution = restitution;
    return boundary;
}

Boundary body(const std::string& name, TriangleMesh mesh, double friction = 0.5, double restitution = 0)
{
    Boundary boundary = obstacle(name, std::move(mesh), friction, restitution);
    boundary.body = RigidBody{};
    return boundary;
}

/// A plane through the origin that rises along x by that angle, degrees; and a turn by which bodies lie on it.
TriangleMesh turned(TriangleMesh mesh, double degrees)
{
    const Matrix3 turn = Eigen::AngleAxisd(-degrees * std::numbers::pi / 180, Vector3::UnitY()).toRotationMatrix();
    for (Vector3& point : mesh.points)
        point = turn * point;
    return mesh;
}

/// Obstacles are solid below, where no snow is.
const std::vector<Vector3> snow = {{0, 0, 5}, {0.1, 0, 5}, {0, 0.1, 5}};

class Run
{
public:
    explicit Run(std::vector<Boundary> boundaries)
    {
        m_scene.boundaries = std::move(boundaries);
        m_bodies.emplace(m_scene, spacing, snow);
    }

    void runTo(double time, const Vector3& gravity = weight)
    {
        for (; m_steps * timeStep < time - 0.5 * timeStep; ++m_steps) {
            const StepInterval step{m_steps * timeStep, (m_steps + 1) * timeStep};
            m_bodies->begin(step.begin);
            m_bodies->move(step, gravity);
        }
    }
    const Body& operator[](std::size_t index) const { return m_bodies->all()[index]; }
    RigidBodies& bodies() { return *m_bodies; }
    void restart()
    {
        std::map<std::string, double> numbers;
        m_bodies->save(numbers);
        m_bodies.emplace(m_scene, spacing, snow);
        m_bodies->restore(numbers);
    }

private:
    Scene m_scene;
    std::optional<RigidBodies> m_bodies;
    int m_steps = 0;
};

double energyOf(const Body& body)
{
    return 0.5 * body.mass * body.velocity.squaredNorm() + 0.5 * body.spin.dot(body.momentumOf(body.spin));
}

} // namespace

class RigidBodiesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void massIsThatOfTheVolume()
    {
        Run run({body("box", makeBox({0.2, 0.3, 0.4}, {1, 2, 3}))});
        QVERIFY(std::abs(run[0].mass / (400 * 0.024) - 1) < 1e-12);
        QVERIFY((run[0].centre - Vector3(1, 2, 3)).norm() < 1e-12);
        Boundary heavy = body("box", makeBox({0.2, 0.3, 0.4}, Vector3::Zero()));
        heavy.body->mass = 5;
        QVERIFY(std::abs(Run({heavy})[0].mass - 5) < 1e-12);
    }

    /// Symplectic Euler: half a step too far, exactly.
    void fallsFreely()
    {
        Boundary thrown = body("ball", makeSphere(0.1, {0, 0, 3}, 2));
        thrown.body->velocity = {1, 0, 2};
        Run run({thrown});
        run.runTo(0.5);
        const double t = 0.5;
        QVERIFY((run[0].centre - Vector3(t, 0, 3 + 2 * t - 0.5 * 9.81 * t * (t + timeStep))).norm() < 1e-10);
    }

    /// About the axis of the middle moment of inertia, which is unstable: the momentum stays, and so does the energy,
    /// as far as a step of first order keeps it.
    void spinsWithItsMomentum()
    {
        Boundary racket = body("racket", makeBox({0.1, 0.2, 0.4}, Vector3::Zero()));
        racket.body->angularVelocity = {0.01, 10, 0.01};
        Run run({racket});
        run.runTo(timeStep, Vector3::Zero());
        const Vector3 momentum = run[0].momentumOf(run[0].spin);
        const double energy = energyOf(run[0]);
        double lowest = 1;
        for (int k = 1; k <= 40; ++k) {
            run.runTo(k * 0.1, Vector3::Zero());
            QVERIFY((run[0].momentumOf(run[0].spin) - momentum).norm() < 1e-10 * momentum.norm());
            QVERIFY(std::abs(energyOf(run[0]) / energy - 1) < 0.05);
            lowest = std::min(lowest, run[0].turned(Vector3::UnitY()).normalized().y());
        }
        QVERIFY2(lowest < -0.9, "the racket has turned over");
    }

    /// Test 7 of the specification of the DEM solver, for a box on a slope.
    void slopes_data()
    {
        QTest::addColumn<double>("angle");
        QTest::addColumn<double>("acceleration");
        QTest::newRow("20 degrees") << 20.0 << 0.0;
        QTest::newRow("25 degrees") << 25.0 << 0.0;
        const double angle = 35 * std::numbers::pi / 180;
        QTest::newRow("35 degrees") << 35.0 << 9.81 * (std::sin(angle) - 0.5 * std::cos(angle));
    }
    void slopes()
    {
        QFETCH(double, angle);
        QFETCH(double, acceleration);
        Run run({obstacle("slope", turned(makePlane(20, 20, Vector3::Zero()), angle)),
                 body("box", turned(makeBox({0.3, 0.3, 0.2}, {0, 0, 0.1}), angle))});
        run.runTo(0.2); // until it has come to rest on the slope
        const Vector3 place = run[0].centre;
        const double speed = run[0].velocity.norm();
        run.runTo(1.2);
        if (acceleration == 0) {
            QVERIFY2(run[0].velocity.norm() < 1e-4, qPrintable(QString::number(run[0].velocity.norm())));
            QVERIFY2((run[0].centre - place).norm() < 1e-4,
                     qPrintable(QString::number((run[0].centre - place).norm())));
        } else {
            const double measured = run[0].velocity.norm() - speed;
            QVERIFY2(std::abs(measured / acceleration - 1) < 0.005, qPrintable(QString::number(measured)));
        }
    }

    void bounces_data()
    {
        QTest::addColumn<double>("restitution");
        for (const double restitution : {0.0, 0.5, 0.9})
            QTest::newRow(qPrintable(QString::number(restitution))) << restitution;
    }
    /// To e^2 of the height from which it fell; a step of 1 ms is 9.81 mm/s of 4.4 m/s.
    void bounces()
    {
        QFETCH(double, restitution);
        Run run({obstacle("floor", makePlane(20, 20, Vector3::Zero())),
                 body("ball", makeSphere(0.1, {0, 0, 1.1}, 3), 0.5, restitution)});
        run.runTo(0.44); // the fall takes 0.4515 s
        double highest = 0;
        for (int k = 1; k < 500; ++k) {
            run.runTo(0.46 + k * timeStep);
            highest = std::max(highest, run[0].centre.z() - 0.1);
        }
        QVERIFY2(std::abs(highest - restitution * restitution) < 0.02, qPrintable(QString::number(highest)));
        QVERIFY(run[0].centre.z() > 0.095);
    }

    /// Two balls of different weight: momentum stays, and the speeds of parting are e times those of meeting.
    void ballsCollide()
    {
        Boundary left = body("left", makeSphere(0.1, {-0.3, 0, 0}, 3), 0.5, 0.8);
        left.body->velocity = {2, 0, 0};
        Boundary right = body("right", makeSphere(0.1, {0.3, 0.02, 0}, 3), 0.5, 0.8);
        right.body->density = 1200;
        Run run({left, right});
        const double ratio = run[1].mass / run[0].mass;
        const double inertia = run[0].inertia(0, 0);
        QVERIFY(std::abs(ratio - 3) < 1e-9);
        run.runTo(0.1, Vector3::Zero());
        const Vector3 before = run[0].mass * run[0].velocity + run[1].mass * run[1].velocity;
        const Vector3 turningBefore = run[0].mass * run[0].centre.cross(run[0].velocity);
        run.runTo(0.5, Vector3::Zero());
        const Vector3 after = run[0].mass * run[0].velocity + run[1].mass * run[1].velocity;
        QVERIFY((after - before).norm() < 1e-12);
        Vector3 turning = Vector3::Zero();
        for (const std::size_t k : {0u, 1u})
            turning += run[k].mass * run[k].centre.cross(run[k].velocity) + run[k].momentumOf(run[k].spin);
        QVERIFY2((turning - turningBefore).norm() < 1e-4 * inertia * 20, qPrintable(QString::number(turning.z())));
        const double parting = run[1].velocity.x() - run[0].velocity.x();
        QVERIFY2(parting > 0.7 * 2 && parting < 0.81 * 2, qPrintable(QString::number(parting)));
        QVERIFY(energyOf(run[0]) + energyOf(run[1]) < 0.5 * run[0].mass * 4);
    }

    /// Three boxes on each other stay where they are.
    void aStackStands()
    {
        Run run({obstacle("floor", makePlane(20, 20, Vector3::Zero())),
                 body("low", makeBox({0.2, 0.2, 0.2}, {0, 0, 0.1})),
                 body("middle", makeBox({0.2, 0.2, 0.2}, {0.03, 0, 0.3})),
                 body("high", makeBox({0.2, 0.2, 0.2}, {0.01, 0.03, 0.5}))});
        run.runTo(2);
        for (std::size_t k = 0; k < 3; ++k) {
            const Vector3& centre = run[k].centre;
            QVERIFY2(std::abs(centre.z() - (0.1 + 0.2 * static_cast<double>(k))) < 2e-3,
                     qPrintable(QString("%1: %2").arg(k).arg(centre.z())));
            QVERIFY2(run[k].velocity.norm() < 1e-3, qPrintable(QString::number(run[k].velocity.norm())));
        }
        QVERIFY((run[1].centre - Vector3(0.03, 0, 0.3)).norm() < 3e-3);
    }

    /// On an edge it does not stand: it comes to rest on a face.
    void aBoxFallsOnAFace()
    {
        Run run({obstacle("floor", makePlane(20, 20, Vector3::Zero())),
                 body("box", turned(makeBox({0.2, 0.2, 0.2}, {0, 0, 0.6}), 30))});
        run.runTo(3);
        QVERIFY2(std::abs(run[0].centre.z() - 0.1) < 1e-3, qPrintable(QString::number(run[0].centre.z())));
        QVERIFY2(run[0].largestSpeed() < 1e-3, qPrintable(QString::number(run[0].largestSpeed())));
    }

    void aBeltCarriesWhatLiesOnIt()
    {
        Boundary belt = obstacle("belt", makePlane(40, 20, Vector3::Zero()));
        SteadyMotion motion;
        motion.velocity = {1.5, 0, 0};
        belt.motion = RigidMotion().followedBy(motion);
        Run run({belt, body("box", makeBox({0.2, 0.2, 0.2}, {0, 0, 0.1}))});
        run.runTo(0.2);
        QVERIFY2(std::abs(run[0].velocity.x() - 0.2 * 0.5 * 9.81) < 0.02,
                 qPrintable(QString::number(run[0].velocity.x())));
        run.runTo(1.0);
        QVERIFY2(std::abs(run[0].velocity.x() - 1.5) < 0.01, qPrintable(QString::number(run[0].velocity.x())));
    }

    /// What a motion holds is let go with the velocity it has then.
    void isHeldUntilItsStart()
    {
        Boundary ball = body("ball", makeSphere(0.1, {1, 0, 3}, 2));
        SteadyMotion motion;
        motion.angularVelocity = {0, 0, 2}; // about the z axis
        ball.motion = RigidMotion().followedBy(motion);
        ball.body->start = 0.25;
        ball.body->velocity = {0, 0, 1};
        Run run({ball});
        run.runTo(0.25);
        const Vector3 place(std::cos(0.5), std::sin(0.5), 3);
        // It stands where its last step began.
        QVERIFY((run[0].centre - place).norm() < 2.1 * timeStep);
        QVERIFY(!run[0].isFree);
        run.runTo(0.75, Vector3::Zero());
        const Vector3 velocity(-2 * std::sin(0.5), 2 * std::cos(0.5), 1);
        QVERIFY(run[0].isFree);
        QVERIFY((run[0].velocity - velocity).norm() < 1e-9);
        QVERIFY((run[0].spin - Vector3(0, 0, 2)).norm() < 1e-9);
        QVERIFY((run[0].centre - (place + 0.5 * velocity)).norm() < 1e-9);
    }

    /// What was put into another is driven out of it, without being flung.
    void overlapsPart()
    {
        Run run({obstacle("floor", makePlane(20, 20, Vector3::Zero())),
                 body("box", makeBox({0.2, 0.2, 0.2}, {0, 0, 0.07}))});
        double fastest = 0;
        for (int k = 1; k <= 100; ++k) {
            run.runTo(k * 0.01);
            fastest = std::max(fastest, run[0].velocity.norm());
        }
        QVERIFY2(std::abs(run[0].centre.z() - 0.1) < 1e-3, qPrintable(QString::number(run[0].centre.z())));
        QVERIFY2(fastest < 0.02, qPrintable(QString::number(fastest)));
    }

    /// Of any size beside the spacing of distances, which is 2 cm here.
    void bodiesOfAllSizesRest_data()
    {
        QTest::addColumn<double>("edge");
        for (const double edge : {0.004, 0.02, 0.5, 20.0})
            QTest::addRow("%g m", edge) << edge;
    }
    void bodiesOfAllSizesRest()
    {
        QFETCH(double, edge);
        Run run({obstacle("floor", makePlane(200, 200, Vector3::Zero())),
                 body("box", makeBox({edge, edge, edge}, {0, 0, edge / 2 + 0.001}))});
        run.runTo(0.5);
        QVERIFY2(std::abs(run[0].centre.z() - edge / 2) < 5e-4, qPrintable(QString::number(run[0].centre.z())));
        QVERIFY2(run[0].largestSpeed() < 2e-3, qPrintable(QString::number(run[0].largestSpeed())));
    }

    void goesOnFromACheckpoint()
    {
        const std::vector<Boundary> scene = {obstacle("floor", makePlane(20, 20, Vector3::Zero())),
                                             body("box", turned(makeBox({0.2, 0.2, 0.2}, {0, 0, 0.6}), 30), 0.5, 0.4),
                                             body("ball", makeSphere(0.1, {0.05, 0, 1}, 2))};
        Run whole(scene), cut(scene);
        whole.runTo(1);
        for (const double time : {0.1, 0.333, 0.4, 0.777, 1.0}) {
            cut.runTo(time);
            cut.restart();
        }
        for (std::size_t k = 0; k < 2; ++k) {
            QVERIFY(whole[k].centre == cut[k].centre);
            QVERIFY(whole[k].turn.coeffs() == cut[k].turn.coeffs());
            QVERIFY(whole[k].velocity == cut[k].velocity && whole[k].spin == cut[k].spin);
        }
    }

    void whatIsNoBodyIsRefused_data()
    {
        QTest::addColumn<int>("fault");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("open") << 0 << "rigid body 'it' has a mesh with holes";
        QTest::newRow("inside out") << 1 << "rigid body 'it' has a mesh that is inside out or flat";
        QTest::newRow("load") << 2 << "rigid body 'it' carries a load as well";
    }
    void whatIsNoBodyIsRefused()
    {
        QFETCH(int, fault);
        QFETCH(QString, sentence);
        Boundary boundary =
            body("it", fault == 0 ? makePlane(1, 1, Vector3::Zero()) : makeBox({1, 1, 1}, Vector3::Zero()));
        if (fault == 1) {
            TriangleMesh mesh = *boundary.mesh;
            for (auto& corners : mesh.triangles)
                std::swap(corners[0], corners[1]);
            boundary.mesh = std::make_shared<TriangleMesh>(mesh);
        }
        if (fault == 2)
            boundary.load = PlateLoad{};
        try {
            Run run({boundary});
            QFAIL("nothing was refused");
        } catch (const NodeError& error) {
            QCOMPARE(QString::fromStdString(error.node()), QString("it"));
            QVERIFY2(QString(error.what()).startsWith(sentence), error.what());
        }
    }
};

SASTRUGI_TEST(RigidBodiesTest)
#include "RigidBodiesTest.moc"
