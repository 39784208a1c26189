// What views show besides particles: winds, samples of boundaries, the path of a particle, cuts, comparisons.
#include "app/render/colourMap.h"
#include "app/render/windStrokes.h"
#include "app/studio/inspect/compareFrames.h"
#include "app/studio/timeline/Timeline.h"

#include "engine/fields/UniformWind.h"
#include "engine/fields/Vortex.h"
#include "engine/simulation/Frame.h"
#include "tests/TestCase.h"
#include "tests/app/studio/SceneRig.h"
#include "tests/app/studio/keepPicture.h"
#include "tests/app/studio/windyScene.h"

#include <QSignalSpy>

#include <algorithm>

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;

class ViewsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<SceneRig> m_rig;

    void show(ContentKind kind)
    {
        m_rig->viewport().changeSettings([kind](ViewSettings& settings) { settings.hidden.erase(kind); });
    }
    std::size_t strokeCount() { return m_rig->view().strokes().shown().size(); }

private Q_SLOTS:
    void init()
    {
        m_rig = windyRig();
        QVERIFY(m_rig);
    }
    void cleanup() { m_rig.reset(); }

    void viewsAreKeptInTheFile()
    {
        m_rig->window->viewports().setCount(2);
        Viewport& second = *m_rig->window->viewports().views().last();
        second.changeSettings([](ViewSettings& settings) {
            settings.hidden = {ContentKind::Mesh, ContentKind::Wind};
            settings.hiddenNodes = {"wall"};
            settings.cutsMeshes = true;
            settings.colours = {"speed", "viridis", true, 1, 2};
            settings.slice = Slice{{0, 0, 1}, 0.25, 0.5};
        });
        second.scene().changeCamera([](Camera& camera) { camera = {{1, 2, 3}, 40, -10, 7.5, true}; });
        QVERIFY(!m_rig->document().isModified()); // to look at something is no edit
        const auto states = m_rig->window->viewports().state();
        QVERIFY(m_rig->window->files().save());
        const std::vector<ViewState> kept = readViews(m_rig->document().scene().views);
        QCOMPARE(kept.size(), std::size_t{2});
        QVERIFY(kept[1] == states[1]);
        QVERIFY(m_rig->window->files().startNew());
        QCOMPARE(m_rig->window->viewports().views().size(), 2);
        QVERIFY(m_rig->viewport().settings() == ViewSettings());
        QVERIFY(m_rig->window->files().open(m_rig->file));
        QVERIFY(m_rig->window->viewports().views().last()->state() == states[1]);
        QCOMPARE(writeViews(m_rig->window->viewports().state()), m_rig->document().scene().views);
        QVERIFY(!m_rig->document().isModified());
        QVERIFY(findProblems(m_rig->document().scene()).empty());
    }

    void nonsenseInPlaceOfViewsDoesNoHarm()
    {
        for (const char* text : {"", "7", "{}", "[", "[1, \"a\", null]"})
            QVERIFY2(readViews(text).empty(), text);
        const auto views = readViews(R"([{"target": [1], "distance": -5, "elevation": 1e9, "hidden": ["cats", 7],
            "slice": {"normal": [0, 0, 0]}, "range": "wide", "colourBy": 5}, {}, {}, {}, {}, {}])");
        QCOMPARE(views.size(), std::size_t{4});
        ViewState expected;
        expected.camera.elevation = 90;
        expected.settings.hidden.clear();
        QVERIFY(views[0] == expected);
        QVERIFY(views[1] == ViewState());
    }

    void arrowsPointWhereItBlows()
    {
        UniformWindParameters parameters;
        parameters.velocity = {2, 0, 0};
        const Field field = makeUniformWind(parameters);
        const Bounds box{Vector3(-1, -1, 0), Vector3(1, 1, 1)};
        const WindStrokes wind = windStrokes(*field, box, 0, {});
        QCOMPARE(wind.speed, 2.0);
        QCOMPARE(wind.strokes.lines.size(), std::size_t{9 * 9 * 5}); // lattice cells of 2/9 m
        QCOMPARE(wind.strokes.triangles.size(), 4 * wind.strokes.lines.size());
        for (const auto& line : wind.strokes.lines) {
            const Vector3f along = wind.strokes.points[line.back()] - wind.strokes.points[line.front()];
            QVERIFY(along.x() > 0 && std::abs(along.y()) < 1e-6F && std::abs(along.z()) < 1e-6F);
        }
        QVERIFY(windStrokes(*field, Bounds(), 0, {}).strokes.points.empty());
        parameters.velocity = {0, 0, 0};
        QVERIFY(windStrokes(*makeUniformWind(parameters), box, 0, {}).strokes.points.empty());
    }

    void streamlinesOfAVortexAreCircles()
    {
        VortexParameters parameters;
        parameters.axis = {0, 0, 1};
        parameters.radius = 10; // all of the box turns like a rigid body
        parameters.speed = 3;
        const Field field = makeVortex(parameters);
        const WindStrokes wind = windStrokes(*field, {Vector3(-1, -1, -1), Vector3(1, 1, 1)}, 0,
                                             {.hasArrows = false, .hasStreamlines = true});
        QVERIFY(wind.strokes.lines.size() > 100);
        for (const auto& line : wind.strokes.lines) {
            const auto radiusAt = [&](std::uint32_t i) { return wind.strokes.points[i].head<2>().norm(); };
            for (const std::uint32_t i : line)
                QVERIFY2(std::abs(radiusAt(i) - radiusAt(line.front())) < 2e-4F,
                         qPrintable(QString("%1 %2").arg(radiusAt(i)).arg(radiusAt(line.front()))));
        }
    }

    void theWindIsShownWhenItIsWantedOrActive()
    {
        QCOMPARE(strokeCount(), std::size_t{0});
        show(ContentKind::Wind);
        QCOMPARE(strokeCount(), std::size_t{1});
        m_rig->viewport().changeSettings([](ViewSettings& settings) { settings.hidden.insert(ContentKind::Wind); });
        QCOMPARE(strokeCount(), std::size_t{0});
        m_rig->window->selection().set({"breeze"}, "breeze");
        QTRY_COMPARE(strokeCount(), std::size_t{1});
        const QImage windy = m_rig->picture();
        m_rig->window->selection().set({"ball"}, "ball");
        QTRY_COMPARE(strokeCount(), std::size_t{0});
        QVERIFY(m_rig->picture() != windy);
    }

    void givenParticlesAreDotsUntilThereIsAFrame()
    {
        QFile file(m_rig->folder.filePath("a.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("x,y,z\n0,0,1\n0.1,0,1\n0,0,1.1\n");
        file.close();
        m_rig->document().edit("Add", [&](Graph& graph) {
            graph.add("emitter.particleFile", "grains");
            graph.setValue("grains", "file", FilePath{file.fileName().toStdString()});
            graph.connect({"snow", "material", "grains", "material"});
            graph.connect({"grains", "emitter", "sph", "emitters"});
        });
        const auto dots = [&] {
            for (const auto& strokes : m_rig->view().strokes().shown())
                if (strokes->hasDots && strokes->points.size() == 3)
                    return true;
            return false;
        };
        QTRY_VERIFY(dots());
        m_rig->viewport().changeSettings([](ViewSettings& settings) { settings.hidden.insert(ContentKind::Emitter); });
        QVERIFY(!dots());
    }

    void badEdgesAreThoseOfTheActiveNode()
    {
        m_rig->viewport().changeSettings([](ViewSettings& settings) { settings.hasFaults = true; });
        m_rig->window->selection().set({"ball"}, "ball");
        const auto faults = [&] { return m_rig->window->content().faults(); };
        QTRY_VERIFY(faults() && faults()->lines.empty()); // it is closed
        m_rig->window->selection().set({"floor"}, "floor");
        QTRY_COMPARE(faults()->lines.size(), std::size_t{4}); // its rim
        for (const Strokes::Bytes& colour : faults()->colours)
            QVERIFY(colour == faults()->colours.front());
        QVERIFY(std::ranges::find(m_rig->view().strokes().shown(), faults()) != m_rig->view().strokes().shown().end());
        const int drawn = m_rig->viewport().scene().drawnCount();
        m_rig->viewport().scene().changeCamera([](Camera& camera) {
            camera.lookFrom(Side::Top);
            camera.target = {0, 0, 0};
            camera.distance = 5;
        });
        QTRY_VERIFY(m_rig->viewport().scene().drawnCount() > drawn);
        const QImage picture = m_rig->picture();
        int coloured = 0; // also where the floor is as near
        for (int x = 0; x < picture.width(); ++x)
            for (int y = 0; y < picture.height(); ++y)
                coloured += picture.pixelColor(x, y).red() > picture.pixelColor(x, y).blue() + 60; // nothing else is
        const double perMetre = picture.height() / m_rig->view().camera().height();
        QVERIFY2(coloured > 7 * perMetre, qPrintable(QString::number(coloured)));
        keepPicture(*m_rig->window, "badEdges");
        m_rig->viewport().changeSettings([](ViewSettings& settings) { settings.hasFaults = false; });
        QVERIFY(std::ranges::find(m_rig->view().strokes().shown(), faults()) == m_rig->view().strokes().shown().end());
    }

    void samplesAreThoseNearTheSnow()
    {
        show(ContentKind::Samples);
        QTRY_COMPARE(strokeCount(), std::size_t{1});
        const Strokes& samples = *m_rig->view().strokes().shown().front();
        QVERIFY(samples.hasDots && samples.points.size() > 50);
        // A regular lattice on the plane.
        float nearest = 1;
        for (std::size_t i = 1; i < samples.points.size(); ++i) {
            QVERIFY(std::abs(samples.points[i].z() + static_cast<float>(samples.origin.z())) < 1e-6F);
            nearest = std::min(nearest, (samples.points[i] - samples.points[0]).norm());
        }
        QVERIFY2(std::abs(nearest - 0.02F) < 0.004F, qPrintable(QString::number(nearest)));
    }

    void aPickedParticleShowsItsPath()
    {
        QVERIFY(m_rig->simulate("1-4"));
        QTRY_COMPARE(m_rig->table().validCount, std::size_t{4});
        QTRY_VERIFY(m_rig->shown());
        m_rig->window->content().pick(7);
        QTRY_VERIFY(m_rig->window->content().path());
        const Strokes& path = *m_rig->window->content().path();
        QCOMPARE(path.points.size(), std::size_t{4});
        QVERIFY(path.points.back().z() < -0.05F); // it falls
        QTRY_COMPARE(strokeCount(), std::size_t{1});
        m_rig->window->content().pick({});
        QTRY_COMPARE(strokeCount(), std::size_t{0});
    }

    void meshesAreCutWhenTheyAreToBe()
    {
        const auto meshPixels = [&] {
            const QImage image = m_rig->picture();
            // Seen from above the plane has one colour, and its left half stays.
            const int floor = qGray(image.pixel(image.width() / 2 - image.height() / 8, image.height() / 2));
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    count += std::abs(qGray(image.pixel(x, y)) - floor) <= 2;
            return count;
        };
        m_rig->viewport().changeSettings([](ViewSettings& settings) {
            settings.hidden = {ContentKind::Emitter, ContentKind::Samples, ContentKind::Wind, ContentKind::Outline};
            settings.slice = Slice{.normal = {1, 0, 0}, .offset = 0, .thickness = 0};
        });
        m_rig->viewport().scene().changeCamera([](Camera& camera) { camera.lookFrom(Side::Top); });
        m_rig->viewport().fit();
        const int whole = meshPixels();
        m_rig->viewport().changeSettings([](ViewSettings& settings) { settings.cutsMeshes = true; });
        const int cut = meshPixels();
        QVERIFY2(whole > 10000 && cut < 0.65 * whole && cut > 0.35 * whole,
                 qPrintable(QString("%1 %2").arg(whole).arg(cut)));
        // What is cut away is not picked.
        QVERIFY(!m_rig->view().pick(0.1, 0));
        QVERIFY(m_rig->view().pick(-0.1, 0));
    }

    void theVolumeOfTheActiveNodeTakesThePlaceOfTheParticles()
    {
        QVERIFY(m_rig->simulate("1-2"));
        QTRY_COMPARE(m_rig->table().validCount, std::size_t{2});
        QTRY_VERIFY(m_rig->shown());
        std::string node;
        m_rig->document().edit("Add", [&](Graph& graph) {
            node = graph.add("post.densityVolume");
            graph.connect({"sph", "simulation", node, "simulation"});
        });
        m_rig->window->selection().set({node}, node);
        QTRY_VERIFY(m_rig->view().volume().grid());
        QVERIFY(!m_rig->shown());
        const VoxelGrid& grid = *m_rig->view().volume().grid();
        QCOMPARE(grid.voxelSize, static_cast<double>(2 * 0.01F)); // the particles' spacing
        const double most = *std::ranges::max_element(grid.values);
        QVERIFY2(most > 300 && most < 500, qPrintable(QString::number(most)));
        // It is seen: where the ball is, it is brighter than where it is not.
        m_rig->viewport().changeSettings([](ViewSettings& settings) {
            settings.hidden = {ContentKind::Mesh, ContentKind::Boundary, ContentKind::Samples, ContentKind::Wind};
        });
        m_rig->viewport().scene().changeCamera([](Camera& camera) { camera.lookFrom(Side::Front); });
        m_rig->viewport().scene().fit(grid.bounds());
        const QImage image = m_rig->picture();
        const auto grey = [&](double x, double y) {
            return qGray(image.pixel(static_cast<int>(x * image.width()), static_cast<int>(y * image.height())));
        };
        QVERIFY2(grey(0.5, 0.5) > grey(0.05, 0.5) + 60 && grey(0.5, 0.5) > grey(0.5, 0.05) + 60,
                 qPrintable(QString("%1 %2 %3").arg(grey(0.5, 0.5)).arg(grey(0.05, 0.5)).arg(grey(0.5, 0.05))));
        // Another size of voxels is another volume, at once; hidden, it gives way to the particles.
        m_rig->document().edit("Voxels", [&](Graph& graph) { graph.setValue(node, "voxelSize", 0.05); });
        QTRY_COMPARE(m_rig->view().volume().grid()->voxelSize, 0.05);
        m_rig->viewport().changeSettings([](ViewSettings& settings) { settings.hidden.insert(ContentKind::Volume); });
        QVERIFY(m_rig->shown() && !m_rig->view().volume().grid());
        // Its eye alone shows it as well, and its solver's frames.
        m_rig->viewport().changeSettings([](ViewSettings& settings) { settings.hidden.erase(ContentKind::Volume); });
        m_rig->window->selection().set({}, {});
        QTRY_VERIFY(m_rig->shown() && !m_rig->view().volume().grid());
        m_rig->document().edit("Show", [&](Graph& graph) { graph.setShown(node, true); });
        QTRY_VERIFY(!m_rig->shown() && m_rig->view().volume().grid());
    }

    void theSurfaceOfTheActiveNodeTakesThePlaceOfTheParticles()
    {
        QVERIFY(m_rig->simulate("1-2"));
        QTRY_COMPARE(m_rig->table().validCount, std::size_t{2});
        QTRY_VERIFY(m_rig->shown());
        std::string node;
        m_rig->document().edit("Add", [&](Graph& graph) {
            node = graph.add("post.surface");
            graph.connect({"sph", "simulation", node, "simulation"});
        });
        const auto shownSurface = [&]() -> std::shared_ptr<const TriangleMesh> {
            for (const MeshItem& item : m_rig->view().meshes().items())
                if (item.name == node)
                    return item.mesh;
            return nullptr;
        };
        m_rig->window->selection().set({node}, node);
        QTRY_VERIFY(shownSurface());
        QVERIFY(!m_rig->shown());
        // It has the colours of the particles, and other ones at once; white has no range.
        QVERIFY(m_rig->view().meshes().isColoured() && m_rig->view().range());
        const auto ofDensity = m_rig->view().range();
        const auto colourBy = [&](const char* attribute) {
            m_rig->viewport().changeSettings([&](ViewSettings& settings) { settings.colours.attribute = attribute; });
        };
        colourBy("velocity");
        QVERIFY(m_rig->view().range() && m_rig->view().range() != ofDensity);
        keepPicture(*m_rig->window, "surface");
        colourBy("");
        QVERIFY(!m_rig->view().meshes().isColoured() && !m_rig->view().range());
        colourBy("density");
        const std::size_t fine = shownSurface()->triangles.size();
        QVERIFY(fine > 100);
        // Larger voxels are another mesh, at once; hidden, it gives way to the particles.
        m_rig->document().edit("Voxels", [&](Graph& graph) { graph.setValue(node, "voxelSize", 2.0); });
        QTRY_VERIFY(shownSurface() && shownSurface()->triangles.size() < fine);
        m_rig->viewport().changeSettings([](ViewSettings& settings) { settings.hidden.insert(ContentKind::Surface); });
        QVERIFY(m_rig->shown() && !shownSurface());
        // Its eye alone shows it as well, and its solver's frames.
        m_rig->viewport().changeSettings([](ViewSettings& settings) { settings.hidden.erase(ContentKind::Surface); });
        m_rig->window->selection().set({}, {});
        QTRY_VERIFY(m_rig->shown() && !shownSurface());
        m_rig->document().edit("Show", [&](Graph& graph) { graph.setShown(node, true); });
        QTRY_VERIFY(!m_rig->shown() && shownSurface());
    }

    void fineParticlesTakeThePlaceOfThoseThatCarryThem()
    {
        QVERIFY(m_rig->simulate("1-3"));
        QTRY_COMPARE(m_rig->table().validCount, std::size_t{3});
        QTRY_VERIFY(m_rig->shown());
        const std::size_t coarse = m_rig->shown()->particles.count();
        std::string node;
        m_rig->document().edit("Add", [&](Graph& graph) {
            node = graph.add("post.fineScale");
            graph.connect({"sph", "simulation", node, "simulation"});
        });
        const auto count = [&] { return m_rig->shown() ? m_rig->shown()->particles.count() : 0; };
        m_rig->window->selection().set({node}, node);
        QTRY_COMPARE(count(), 32 * coarse);
        m_rig->document().edit("Few", [&](Graph& graph) { graph.setValue(node, "perParticle", std::int64_t{4}); });
        QTRY_COMPARE(count(), 4 * coarse);
        m_rig->viewport().changeSettings(
            [](ViewSettings& settings) { settings.hidden.insert(ContentKind::FineParticles); });
        QTRY_COMPARE(count(), coarse);
        // Its eye alone shows it as well, and its solver's frames.
        m_rig->viewport().changeSettings(
            [](ViewSettings& settings) { settings.hidden.erase(ContentKind::FineParticles); });
        m_rig->window->selection().set({}, {});
        QTRY_COMPARE(count(), coarse);
        m_rig->document().edit("Show", [&](Graph& graph) { graph.setShown(node, true); });
        QTRY_COMPARE(count(), 4 * coarse);
    }

    void framesOfTwoRunsAreCompared()
    {
        QVERIFY(m_rig->simulate("1-3"));
        QTRY_COMPARE(m_rig->table().validCount, std::size_t{3});
        // The same with more gravity, in a cache elsewhere.
        const QString other = m_rig->folder.filePath("other");
        QCOMPARE(runProgram({"sim", m_rig->file, "--set", "scene.gravity=0 0 -20", "--cache", other, "--frames", "1-2",
                             "--progress", "none"})
                     .code,
                 0);
        m_rig->window->timeline().setFrame(2);
        QTRY_VERIFY(m_rig->shown() && m_rig->shown()->number == 2);
        QVERIFY_EXCEPTION_THROWN(m_rig->window->comparison().setFolder(toPath(m_rig->folder.path() + "/nowhere")),
                                 Error);
        m_rig->window->comparison().setFolder(toPath(other)); // the folder of folders will do
        QTRY_VERIFY(m_rig->shown()->particles.find(differenceName));
        // Both fall freely for 1/24 s: (20 - 9.81) t^2 / 2, and half a step more or less.
        const auto difference = m_rig->shown()->particles.get<float>(differenceName);
        const double expected = 0.5 * (20 - 9.81) / (24 * 24);
        QVERIFY2(std::abs(difference[0] - expected) < 0.1 * expected, qPrintable(QString::number(difference[0])));
        const QString remark = m_rig->window->content().remark();
        QVERIFY2(remark.contains("rms 8.") || remark.contains("rms 9."), qPrintable(remark));
        // There is nothing of this number: said, and shown without it.
        m_rig->window->timeline().setFrame(3);
        QTRY_VERIFY(m_rig->shown()->number == 3 && m_rig->window->content().remark().contains("has no frame 3"));
        m_rig->window->comparison().setFolder({});
        QTRY_VERIFY(m_rig->window->content().remark().isEmpty());
        QVERIFY(!m_rig->shown()->particles.find(differenceName));
    }

    void idsOfOneFrameOnlyAreCounted()
    {
        const auto frameOf = [](const std::vector<std::uint32_t>& ids, float x) {
            Frame frame;
            frame.origin = {1, 2, 3};
            frame.particles = Attributes(ids.size());
            std::ranges::copy(ids, frame.particles.add<std::uint32_t>("id").begin());
            const auto position = frame.particles.add<float>("position", 3);
            for (std::size_t i = 0; i < ids.size(); ++i)
                position[3 * i] = x * static_cast<float>(ids[i]);
            return frame;
        };
        const ComparedFrame result = compareFrames(frameOf({1, 2, 5, 9}, 1), frameOf({0, 2, 3, 9, 12, 13}, 2));
        QCOMPARE(result.comparison.both, std::size_t{2});
        QCOMPARE(result.comparison.onlyFirst, std::size_t{2});
        QCOMPARE(result.comparison.onlySecond, std::size_t{4});
        QCOMPARE(result.comparison.largest, 9.0);
        QCOMPARE(result.comparison.largestId, std::uint32_t{9});
        QCOMPARE(result.comparison.rootMeanSquare, std::sqrt(0.5 * (4 + 81)));
        const auto difference = result.frame->particles.get<float>(differenceName);
        QVERIFY(std::ranges::equal(difference, std::vector<float>{-1, 2, -1, 9}));
        QCOMPARE(compareFrames(frameOf({}, 1), frameOf({}, 1)).comparison.both, std::size_t{0});
    }
};

SASTRUGI_TEST(ViewsTest)
#include "ViewsTest.moc"
