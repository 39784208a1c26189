// A scene made from nothing in the window, with mouse and keyboard only; saved, opened again, accepted by the command.
#include "app/studio/graph/GraphEditor.h"
#include "app/studio/properties/PropertyPanel.h"
#include "app/studio/properties/QuantityField.h"
#include "app/studio/window/DocumentFiles.h"
#include "app/studio/window/MainWindow.h"

#include "nodes/types/allNodes.h"
#include "tests/TestCase.h"

#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

using namespace sastrugi;
using namespace sastrugi::studio;

class SnowballTest : public QObject
{
    Q_OBJECT

    MainWindow* m_window = nullptr;

    GraphView& view() { return m_window->graphEditor().view(); }
    GraphScene& scene() { return m_window->graphEditor().scene(); }
    const Graph& graph() { return m_window->document().graph(); }

    /// A double click in empty space, a name, Return.
    void add(const QPoint& place, const QString& typed, const char* name)
    {
        QTest::mouseDClick(view().viewport(), Qt::LeftButton, {}, place);
        auto* field = m_window->findChild<QLineEdit*>("addNodeField");
        QTRY_VERIFY(field && field->isVisible());
        QTest::keyClicks(field, typed);
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY2(graph().find(name), name);
    }

    void drag(const QPoint& from, const QPoint& to)
    {
        QTest::mousePress(view().viewport(), Qt::LeftButton, {}, from);
        for (int i = 1; i <= 5; ++i) {
            const QPointF at = from + QPointF(to - from) * i / 5.0;
            QMouseEvent event(QEvent::MouseMove, at, view().viewport()->mapToGlobal(at), Qt::NoButton, Qt::LeftButton,
                              {});
            QApplication::sendEvent(view().viewport(), &event);
        }
        QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, to);
    }

    void wire(const char* from, const char* output, const char* to, const char* input)
    {
        drag(view().mapFromScene(scene().node(from)->portPosition(output, false)),
             view().mapFromScene(scene().node(to)->portPosition(input, true)));
        const std::vector<Link> links = graph().linksInto(to, input);
        QVERIFY(std::find(links.begin(), links.end(), Link{from, output, to, input}) != links.end());
    }

    QuantityField* field(const char* node, const char* key, int index = 0)
    {
        const NodeItem* item = scene().node(node);
        QTest::mouseClick(view().viewport(), Qt::LeftButton, {},
                          view().mapFromScene(item->pos() + item->layout().title.center()));
        return m_window->findChild<PropertyPanel*>()->row(key)->findChildren<QuantityField*>().at(index);
    }

    void type(QuantityField* field, const QString& text)
    {
        QTest::mouseClick(field, Qt::LeftButton);
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }

    /// Types a name into the dialog that opens next.
    static void nameFile(const QString& file)
    {
        QTimer::singleShot(0, [file] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return nameFile(file);
            auto* field = dialog->findChild<QLineEdit*>("fileNameEdit");
            field->setText(file);
            QTest::keyClick(field, Qt::Key_Return);
        });
    }

    void buildScene()
    {
        add({60, 60}, "sphere", "sphere");
        add({60, 200}, "snow", "snow");
        add({320, 80}, "fill", "fill"); // linked to the snow, which was active
        wire("sphere", "mesh", "fill", "region");
        add({60, 340}, "plane", "plane");
        add({320, 320}, "boundary", "boundarySampler");
        add({600, 180}, "sph", "sph");
        QCOMPARE(graph().linksInto("sph", "boundaries").size(), std::size_t{1});
        wire("fill", "emitter", "sph", "emitters");
        QCOMPARE(graph().links().size(), std::size_t{5});
    }

    void setValues()
    {
        type(field("sphere", "radius"), "12 cm");
        type(field("sphere", "centre", 2), "10 cm * 3");
        type(field("sph", "spacing"), "1.5 cm");
        QuantityField* size = field("plane", "sizeX");
        const double before = std::get<double>(graph().value("plane", "sizeX"));
        QTest::mousePress(size, Qt::LeftButton, {}, size->rect().center());
        for (int i = 1; i <= 5; ++i) {
            const QPointF at = size->rect().center() + QPointF(10 * i, 0);
            QMouseEvent event(QEvent::MouseMove, at, size->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(size, &event);
        }
        QTest::mouseRelease(size, Qt::LeftButton);
        QCOMPARE(std::get<double>(graph().value("sphere", "radius")), 0.12);
        QCOMPARE(std::get<Vector3>(graph().value("sphere", "centre")).z(), 0.3);
        QVERIFY(std::get<double>(graph().value("plane", "sizeX")) > before);
    }

private Q_SLOTS:
    void aSceneIsMadeFromNothing()
    {
        QTemporaryDir folder;
        qputenv("SASTRUGI_SETTINGS", folder.filePath("settings").toUtf8());
        qputenv("SASTRUGI_RECOVERY", folder.filePath("recovery").toUtf8());
        MainWindow window(allNodes());
        m_window = &window;
        window.resize(1500, 900);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QApplication::setActiveWindow(&window); // there is no window manager that would
        window.files().startNew();
        view().setTransform(QTransform());
        buildScene();
        setValues();
        QTRY_VERIFY(!window.evaluation().isBusy());
        for (const NodeItem* item : scene().nodes())
            QVERIFY2(item->status().state == NodeState::Fresh, item->name().c_str());

        const QString file =
            folder.filePath(QString::fromUtf8("\u0441\u043d\u0435\u0436\u043d\u044b\u0439 ball.sastrugi"));
        nameFile(file);
        QApplication::setActiveWindow(&window);
        view().setFocus();
        QTest::keyClick(&view(), Qt::Key_S, Qt::ControlModifier);
        QVERIFY(!window.document().isModified());
        const Graph saved = graph();
        QVERIFY(QFile::exists(file));

        QProcess check;
        check.start(SASTRUGI_BINARY_DIR "/sastrugi", {"check", file});
        QVERIFY(check.waitForFinished(60000));
        QVERIFY2(check.exitCode() == 0, check.readAllStandardError().constData());

        window.files().startNew();
        QCOMPARE(graph().nodes().size(), std::size_t{1});
        QVERIFY(window.files().open(file));
        QVERIFY(graph() == saved);
    }
};

SASTRUGI_TEST(SnowballTest)
#include "SnowballTest.moc"
