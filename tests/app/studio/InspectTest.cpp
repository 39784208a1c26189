// The spreadsheet and the plots: rows filtered, sorted and chosen, figures of frames over time.
#include "app/studio/inspect/FrameFigures.h"
#include "app/studio/inspect/ParticleSheet.h"
#include "app/studio/inspect/Plot.h"
#include "app/studio/inspect/PlotPanel.h"
#include "app/studio/viewport/ViewportArea.h"
#include "app/studio/window/DocumentFiles.h"
#include "app/studio/window/MainWindow.h"
#include "app/studio/window/Panels.h"

#include "nodes/types/allNodes.h"
#include "tests/TestCase.h"
#include "tests/app/cli/Program.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;

namespace
{

/// `count` particles; the z component of the velocity falls with the id.
std::shared_ptr<Frame> frameOf(std::size_t count)
{
    auto frame = std::make_shared<Frame>();
    frame->number = 1;
    frame->origin = {100, 0, 0};
    frame->figures["steps"] = 7;
    frame->particles = Attributes(count);
    const auto id = frame->particles.add<std::uint32_t>("id");
    const auto position = frame->particles.add<float>("position", 3);
    const auto velocity = frame->particles.add<float>("velocity", 3);
    const auto radius = frame->particles.add<float>("radius");
    const auto mass = frame->particles.add<float>("mass");
    for (std::size_t i = 0; i < count; ++i) {
        id[i] = static_cast<std::uint32_t>(i);
        position[3 * i] = static_cast<float>(i);
        velocity[3 * i] = 3;
        velocity[3 * i + 2] = -static_cast<float>(i);
        radius[i] = 0.5f;
        mass[i] = 2;
    }
    return frame;
}

} // namespace

class InspectTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsAreFilteredAndSorted()
    {
        const auto frame = frameOf(10);
        using Rows = std::vector<std::uint32_t>;
        QVERIFY(rowsOf(*frame, {.filter = "id >= 3 && id < 6"}) == (Rows{3, 4, 5}));
        QVERIFY(rowsOf(*frame, {.filter = "velocity_z < -7.5"}) == (Rows{8, 9}));
        QVERIFY(rowsOf(*frame, {.filter = "velocity.z<-7.5"}) == (Rows{8, 9}));
        QVERIFY(rowsOf(*frame, {.filter = "abs(velocity - 5) < 0.01"}) == (Rows{4})); // 3, 0, -4: of length 5
        QVERIFY(rowsOf(*frame, {.filter = "position_x > 107.5"}) == (Rows{8, 9}));    // in the scene's coordinates
        QVERIFY(rowsOf(*frame, {.filter = "id > 7", .sortColumn = "velocity.z"}) == (Rows{9, 8}));
        QVERIFY(rowsOf(*frame, {.filter = "id < 3", .sortColumn = "mass", .isDescending = true}) == (Rows{0, 1, 2}));
        QVERIFY(rowsOf(*frame, {.sortColumn = "id", .isDescending = true}).front() == 9);
        QVERIFY(rowsOf(*frameOf(0), {.filter = "id > 1"}).empty());
    }

    void whatIsNotUnderstoodIsSaid()
    {
        const auto frame = frameOf(3);
        for (const char* filter : {"density > 3", "id >", "id = 3 +", "sn\u00f6", "((id)"}) {
            try {
                rowsOf(*frame, {.filter = filter});
                QFAIL(filter);
            } catch (const Error& error) {
                QVERIFY(std::string(error.what()).find(filter) != std::string::npos);
            }
        }
    }

    void aMillionRowsAreATable()
    {
        ParticleTable table;
        const auto frame = frameOf(1'000'000);
        table.show(frame);
        QTRY_COMPARE(table.rowCount(), 1'000'000);
        table.sort(0, Qt::DescendingOrder);
        QTRY_COMPARE(table.idOfRow(0), 999'999u);
        table.setFilter("velocity_z > -10");
        QTRY_COMPARE(table.rowCount(), 10);
        QCOMPARE(table.rowOfId(9), 0);
        QCOMPARE(table.rowOfId(10), -1);
        QVERIFY(table.text({0}).startsWith("id\tposition.x"));
        QVERIFY(table.text({0}).contains("\n9\t109\t"));
        table.show(nullptr);
        QCOMPARE(table.rowCount(), 0);
    }

    void figuresOfAFrameAreRight()
    {
        const auto figures = figuresOf(*frameOf(3)); // speeds squared: 9, 10, 13
        QCOMPARE(figures.at("mass"), 6.0);
        QCOMPARE(figures.at("kinetic energy"), 32.0);
        QCOMPARE(figures.at("largest speed"), std::sqrt(13.0));
        QCOMPARE(figures.at("particles"), 3.0);
        QCOMPARE(figures.at("steps"), 7.0);
        QVERIFY(!figures.contains("least density"));
    }

    void sheetAndPlotsFollowTheCache()
    {
        QTemporaryDir folder;
        qputenv("SASTRUGI_SETTINGS", folder.filePath("settings").toUtf8());
        qputenv("SASTRUGI_RECOVERY", folder.filePath("recovery").toUtf8());
        const QString file = writeFile(folder.filePath("fall.sastrugi"), freeFallScene());
        QCOMPARE(runProgram({"sim", file, "--progress", "none"}).code, 0);
        MainWindow window(allNodes());
        window.resize(1400, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(window.files().open(file));
        window.panels().dock("particles").raise();
        auto* sheet = window.findChild<ParticleSheet*>("particleSheet");
        QTRY_VERIFY(sheet->table().rowCount() > 100);
        // Chosen in the table, chosen in the views, and the other way round.
        auto* view = window.findChild<QTableView*>("particleTable");
        view->selectRow(17);
        QVERIFY(window.content().picked() == 17u);
        window.content().pick(42);
        QCOMPARE(view->currentIndex().row(), 42);
        // Typed by hand.
        auto* filter = window.findChild<QLineEdit*>("particleFilter");
        filter->setFocus();
        QTest::keyClicks(filter, "id < 5");
        QTRY_COMPARE(sheet->table().rowCount(), 5);

        window.panels().dock("plots").raise();
        auto* plots = window.findChild<PlotPanel*>("plots");
        plots->setShown({"kinetic energy", "mass"});
        QTRY_COMPARE(plots->plot("kinetic energy")->values().size(), std::size_t{6});
        const auto& energy = plots->plot("kinetic energy")->values();
        QVERIFY(energy.at(1) == 0 && energy.at(6) > energy.at(2));
        QVERIFY(plots->plot("mass")->values().at(1) == plots->plot("mass")->values().at(6));
        Plot* plot = plots->plot("mass");
        QTRY_VERIFY(plot->isVisible() && plot->width() > 200); // laid out
        QTest::mouseClick(plot, Qt::LeftButton, {}, QPoint(plot->width() - 11, plot->height() / 2));
        QCOMPARE(window.timeline().frame(), std::int64_t{6});
    }
};

SASTRUGI_TEST(InspectTest)
#include "InspectTest.moc"
