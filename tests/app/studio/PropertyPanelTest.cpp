// The property panel, driven with mouse and keyboard; what may be typed for a number; presets.
#include "app/studio/properties/PropertyPanel.h"
#include "app/studio/looks/Theme.h"
#include "app/studio/properties/Presets.h"
#include "app/studio/properties/QuantityField.h"
#include "app/studio/properties/typedQuantity.h"
#include "app/studio/properties/wording.h"

#include "tests/TestCase.h"
#include "tests/nodes/sampleGraph.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QToolButton>

#include <numbers>

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;

namespace
{

struct PanelRig {
    Document document;
    Selection selection;
    Evaluation evaluation;
    Commands commands;
    PropertyPanel panel;

    PanelRig()
        : document(allNodes()), selection(document), evaluation(document),
          panel(document, selection, evaluation, commands)
    {
        document.edit("Start", [](Graph& graph) { graph = sampleGraph(); });
        document.undoStack().clear();
        panel.resize(360, 800);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QApplication::setActiveWindow(&panel); // there is no window manager that would
    }

    QuantityField* field(const char* key, int index = 0)
    {
        return panel.row(key)->findChildren<QuantityField*>().at(index);
    }
    double number(const char* node, const char* key) { return std::get<double>(document.graph().value(node, key)); }
    QString problem(const char* key)
    {
        return panel.row(key)->isProblemShown() ? panel.row(key)->problem() : QString();
    }
    void type(QWidget* widget, const QString& text)
    {
        QTest::mouseClick(widget, Qt::LeftButton);
        QTest::keyClick(widget, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(widget, text);
        QTest::keyClick(widget, Qt::Key_Return);
    }
    /// Presses and moves sideways without letting go.
    static void moveBy(QWidget* widget, int pixels, Qt::KeyboardModifiers modifiers = {})
    {
        const QPoint start = widget->rect().center();
        for (int i = 1; i <= 5; ++i) {
            const QPointF at = start + QPoint(pixels * i / 5, 0);
            QMouseEvent event(QEvent::MouseMove, at, widget->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
            QApplication::sendEvent(widget, &event);
        }
    }
};

} // namespace

class PropertyPanelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesOfAFileAreOffered()
    {
        PanelRig rig;
        const QTemporaryDir folder;
        QFile file(folder.filePath("a.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("x,y,z,R&D\n0,0,0,270\n1,0,0,271\n");
        file.close();
        rig.document.edit("Add", [&](Graph& graph) {
            QCOMPARE(graph.add("emitter.particleFile"), std::string("particleFile"));
            graph.setValue("particleFile", "file", FilePath{file.fileName().toStdString()});
            graph.add("material.snow");
            const auto isSnow = [](const Node& node) { return node.type == "material.snow"; };
            graph.connect({std::ranges::find_if(graph.nodes(), isSnow)->name, "material", "particleFile", "material"});
        });
        rig.selection.set({"particleFile"}, "particleFile");
        ParameterRow& row = *rig.panel.row("temperature");
        auto* choose = row.findChild<QAction*>("choose");
        QTRY_VERIFY(choose->isVisible());
        QVERIFY(!rig.panel.row("velocity")->findChild<QAction*>("choose")->isVisible()); // there is none
        choose->trigger();
        const QList<QAction*> offered = row.findChild<QMenu*>()->actions();
        QCOMPARE(offered.size(), 4);
        QCOMPARE(offered.back()->text(), QString("R&&D"));
        offered.back()->trigger();
        QVERIFY(std::get<Text>(rig.document.graph().value("particleFile", "temperature")) == Text{"R&D"});
        QCOMPARE(row.findChild<QLineEdit*>()->text(), QString("R&D"));

        // Whoever chose wrongly chooses again.
        rig.type(row.findChild<QLineEdit*>(), "nothing");
        QTRY_VERIFY(rig.evaluation.status("particleFile").state == NodeState::Error);
        QVERIFY(choose->isVisible());
    }

    void quantitiesAreTypedWithUnitsAndArithmetic_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("expected");
        const auto row = [](const char* text, double expected) { QTest::newRow(text) << QString(text) << expected; };
        row("2 cm", 0.02);
        row("0.5", 0.5);
        row("-5 mm", -0.005);
        row("*1.5", 3.0);
        row("/4", 0.5);
        row("+1 cm", 2.01);
        row("-=50 cm", 1.5);
        row("+=1", 3.0);
        row("-5", -5.0);
        row("1 m + 20 cm", 1.2);
        row("2 * (3 cm - 5 mm)", 0.05);
        row("(1 m) / 4", 0.25);
        row("1e-2", 0.01);
        row("3 cm * 2", 0.06);
    }

    void quantitiesAreTypedWithUnitsAndArithmetic()
    {
        QFETCH(QString, text);
        QFETCH(double, expected);
        QVERIFY(std::abs(typedQuantity(text.toStdString(), Unit::Metre, 2) - expected) < 1e-12);
    }

    void whatCannotBeReadIsRefusedWithASentence()
    {
        for (const char* text : {"", "snow", "2 kg", "1 cm * 2 cm", "2 / 1 cm", "(1 m", "1 +", "* 2 cm", "1 2", "*"})
            QVERIFY_EXCEPTION_THROWN(typedQuantity(text, Unit::Metre, 1), Error);
        QCOMPARE(typedQuantity("0.4 g/cm^3", Unit::KilogramPerCubicMetre, 0), 400.0);
        QCOMPARE(typedQuantity("0.2 g/cm^3 + 100 kg/m^3", Unit::KilogramPerCubicMetre, 0), 300.0);
    }

    void nothingSelectedShowsTheScene()
    {
        PanelRig rig;
        QCOMPARE(rig.panel.nodes(), std::vector<std::string>{"scene"});
        QVERIFY(rig.panel.row("gravity"));
        rig.selection.set({"ball"});
        QVERIFY(rig.panel.row("radius") && !rig.panel.row("gravity"));
    }

    void typedValuesReachTheGraph()
    {
        PanelRig rig;
        rig.selection.set({"ball"});
        rig.type(rig.field("radius"), "12 cm");
        QCOMPARE(rig.number("ball", "radius"), 0.12);
        QCOMPARE(rig.field("radius")->text(), QString("0.12 m"));
        rig.type(rig.field("radius"), "*2");
        QCOMPARE(rig.number("ball", "radius"), 0.24);
        QCOMPARE(rig.document.undoStack().count(), 2);
        rig.document.undoStack().undo();
        QCOMPARE(rig.field("radius")->text(), QString("0.12 m"));
        QVERIFY(rig.panel.row("radius")->findChild<QToolButton*>("reset")->isVisible());
        QTest::mouseClick(rig.panel.row("radius")->findChild<QToolButton*>("reset"), Qt::LeftButton);
        QVERIFY(rig.document.graph().node("ball").values.empty());
        QVERIFY(!rig.panel.row("radius")->findChild<QToolButton*>("reset")->isVisible());
    }

    void anglesAreShownInDegreesAndPressuresWithPrefixes()
    {
        PanelRig rig;
        rig.document.edit("More", [](Graph& graph) {
            graph.add("geometry.transform", "turn");
            graph.setValue("snow", "youngsModulus", 140e3);
        });
        rig.selection.set({"turn"});
        rig.type(rig.field("rotation", 2), "20");
        QCOMPARE(std::get<Vector3>(rig.document.graph().value("turn", "rotation")).z(), 20 * std::numbers::pi / 180);
        QCOMPARE(rig.field("rotation", 2)->text(), QString("20"));
        rig.type(rig.field("rotation", 2), "1 rad");
        QCOMPARE(std::get<Vector3>(rig.document.graph().value("turn", "rotation")).z(), 1.0);
        rig.selection.set({"snow"});
        QCOMPARE(rig.field("youngsModulus")->text(), QString("140 kPa"));
        rig.type(rig.field("youngsModulus"), "150");
        QCOMPARE(rig.number("snow", "youngsModulus"), 150e3);
        rig.type(rig.field("youngsModulus"), "2 * 100 + 5 kPa");
        QCOMPARE(rig.number("snow", "youngsModulus"), 205e3);
        rig.type(rig.field("youngsModulus"), "*2");
        QCOMPARE(rig.number("snow", "youngsModulus"), 410e3);
        rig.type(rig.field("youngsModulus"), "3 MPa");
        QCOMPARE(rig.field("youngsModulus")->text(), QString("3 MPa"));
    }

    void labelsAreWords()
    {
        QCOMPARE(labelOf("cflNumber"), QString("CFL number"));
        QCOMPARE(labelOf("youngsModulus"), QString("Young's modulus"));
        QCOMPARE(labelOf("poissonsRatio"), QString("Poisson's ratio"));
        QCOMPARE(labelOf("radius"), QString("Radius"));
    }

    void zeroIsShownAsWhatItStandsFor()
    {
        for (const NodeType& type : allNodes().types())
            for (const ParameterEntry& entry : type.parameters.entries())
                if (entry.info.doc.find("0 stands for") != std::string_view::npos ||
                    entry.info.doc.find("0 leaves it") != std::string_view::npos)
                    QVERIFY2(!entry.info.zeroMeaning.empty(), std::string(entry.info.key).c_str());
        PanelRig rig;
        rig.selection.set({"sph"});
        QCOMPARE(rig.field("largestTimeStep")->text(), QString("automatic"));
        rig.type(rig.field("largestTimeStep"), "1 ms");
        QCOMPARE(rig.number("sph", "largestTimeStep"), 1e-3);
        rig.type(rig.field("largestTimeStep"), "automatic");
        QCOMPARE(rig.number("sph", "largestTimeStep"), 0.0);
    }

    void longNamesAskForNoWidth()
    {
        PanelRig rig;
        rig.document.edit("More", [](Graph& graph) { graph.add("geometry.meshFile", "mesh"); });
        rig.selection.set({"mesh"});
        QTRY_VERIFY(!rig.evaluation.isBusy());
        QCoreApplication::processEvents();
        const int before = rig.panel.minimumSizeHint().width();
        rig.document.edit(
            "Name", [](Graph& graph) { graph.setValue("mesh", "file", FilePath{std::string(220, 'x') + ".obj"}); });
        QTRY_VERIFY(rig.evaluation.status("mesh").state == NodeState::Error);
        QCoreApplication::processEvents();
        auto* status = rig.panel.findChild<QLabel*>("nodeStatus");
        QVERIFY(status->isVisible() && status->text().contains("xxxx"));
        QCOMPARE(rig.panel.minimumSizeHint().width(), before);
        QCOMPARE(rig.panel.width(), 360);
        QVERIFY(status->height() >= 3 * status->fontMetrics().height()); // in as many lines as it takes
    }

    void rowsStayWhereTheyAreWhenSomethingIsWrong()
    {
        PanelRig rig;
        rig.selection.set({"ball"});
        QTRY_VERIFY(rig.evaluation.status("ball").state == NodeState::Fresh);
        QCoreApplication::processEvents();
        const ParameterRow* row = rig.panel.row("radius");
        const QPoint before = row->mapTo(&rig.panel, QPoint());
        std::vector<int> rows;
        for (const QWidget* other : rig.panel.findChildren<ParameterRow*>())
            rows.push_back(other->y());
        rig.type(rig.field("radius"), "nan");
        QVERIFY(!rig.problem("radius").isEmpty());
        rig.document.edit("Cut", [](Graph& graph) { graph.setValue("ball", "radius", 1e-3); });
        QTRY_VERIFY(!rig.evaluation.isBusy());
        QCoreApplication::processEvents();
        QCOMPARE(row->mapTo(&rig.panel, QPoint()), before);
        std::size_t i = 0;
        for (const QWidget* other : rig.panel.findChildren<ParameterRow*>())
            QCOMPARE(other->y(), rows[i++]);
    }

    void anEmptyHeadKeepsNothingBelowInGaps()
    {
        PanelRig rig;
        rig.document.edit("More", [](Graph& graph) { graph.add("layout.backdrop", "frame"); });
        rig.selection.set({"frame"});
        QCoreApplication::processEvents();
        const ParameterRow *title = rig.panel.row("title"), *note = rig.panel.row("note");
        QVERIFY(title->height() < 2 * rig.panel.fontMetrics().height());
        QVERIFY(note->y() - (title->y() + title->height()) < 10);
        QVERIFY(note->height() < 6 * rig.panel.fontMetrics().height());
    }

    void whatIsSqueezedCanBeScrolledTo()
    {
        PanelRig rig;
        rig.selection.set({"sph"});
        rig.panel.resize(rig.panel.minimumWidth(), 600);
        QCoreApplication::processEvents();
        auto* scroll = rig.panel.findChild<QScrollArea*>();
        QVERIFY(scroll->widget()->width() >= scroll->widget()->minimumSizeHint().width());
        QVERIFY(scroll->widget()->width() <= scroll->viewport()->width() || scroll->horizontalScrollBar()->isVisible());
    }

    void keysOfCommandsAreNotTyping()
    {
        PanelRig rig;
        rig.selection.set({"snow"});
        QuantityField* field = rig.field("density");
        rig.type(field, "300");
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(field, Qt::Key_Shift, Qt::ShiftModifier);
        const double before = rig.number("snow", "density");
        QTest::mousePress(field, Qt::LeftButton, Qt::ShiftModifier, field->rect().center());
        PanelRig::moveBy(field, 40, Qt::ShiftModifier);
        QTest::mouseRelease(field, Qt::LeftButton, Qt::ShiftModifier);
        QVERIFY(rig.number("snow", "density") > before);
    }

    void theSelectionOfSeveralTypesIsNamed()
    {
        PanelRig rig;
        rig.selection.set({"ball", "snow", "fill"}, "ball");
        bool isSaid = false;
        for (const QLabel* label : rig.panel.findChildren<QLabel*>())
            isSaid = isSaid || label->text().contains("1 of 3 selected nodes");
        QVERIFY(isSaid);
    }

    void theIconFollowsTheTheme()
    {
        PanelRig rig;
        rig.selection.set({"ball"});
        const auto* mark = rig.panel.findChild<QLabel*>("nodeIcon");
        useTheme(ThemeKind::Dark);
        const QImage dark = mark->pixmap().toImage();
        useTheme(ThemeKind::Light);
        const QImage light = mark->pixmap().toImage();
        useTheme(ThemeKind::Dark);
        QVERIFY(dark != light);
    }

    void errorsStandAtTheField()
    {
        PanelRig rig;
        rig.selection.set({"snow"});
        rig.type(rig.field("density"), "400 m");
        QVERIFY2(rig.problem("density").contains("400 m"), qPrintable(rig.problem("density")));
        rig.type(rig.field("density"), "-1");
        QVERIFY2(rig.problem("density").contains("917"), qPrintable(rig.problem("density")));
        QCOMPARE(rig.field("density")->text(), QString("-1")); // it is mended, not typed again
        QVERIFY(rig.field("density")->property("isRefused").toBool());
        rig.type(rig.field("density"), "nan");
        QCOMPARE(rig.problem("density"), QString("'nan' is not a number in kg/m^3"));
        QCOMPARE(rig.document.undoStack().count(), 0);
        rig.type(rig.field("density"), "300");
        QCOMPARE(rig.problem("density"), QString());
        QVERIFY(!rig.field("density")->property("isRefused").toBool());
        QCOMPARE(rig.number("snow", "density"), 300.0);
    }

    void aDragIsOneStepAndEscapeTakesItBack()
    {
        PanelRig rig;
        rig.selection.set({"snow"});
        QuantityField* field = rig.field("density");
        QTest::mousePress(field, Qt::LeftButton, {}, field->rect().center());
        PanelRig::moveBy(field, 40);
        QVERIFY(rig.number("snow", "density") > 400);
        QTest::mouseRelease(field, Qt::LeftButton);
        QCOMPARE(rig.document.undoStack().count(), 1);
        const double dragged = rig.number("snow", "density");

        QTest::mousePress(field, Qt::LeftButton, {}, field->rect().center());
        PanelRig::moveBy(field, -40);
        QVERIFY(rig.number("snow", "density") < dragged);
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(rig.number("snow", "density"), dragged);
        QCOMPARE(rig.document.undoStack().count(), 1);
        QTest::mouseRelease(field, Qt::LeftButton);

        rig.document.undoStack().undo();
        QTest::mousePress(field, Qt::LeftButton, {}, field->rect().center());
        PanelRig::moveBy(field, 40, Qt::ShiftModifier); // a tenth as far
        QVERIFY(rig.number("snow", "density") - 400 < 0.2 * (dragged - 400));
        PanelRig::moveBy(field, 100000);
        QCOMPARE(rig.number("snow", "density"), 917.0); // never out of range
        QTest::mouseRelease(field, Qt::LeftButton);
    }

    void arrowsChangeTheDigitBeforeTheCaret()
    {
        PanelRig rig;
        rig.selection.set({"snow"});
        QuantityField* field = rig.field("density");
        QTest::mouseClick(field, Qt::LeftButton);
        field->setCursorPosition(1); // 4|00
        QTest::keyClick(field, Qt::Key_Up);
        QCOMPARE(rig.number("snow", "density"), 500.0);
        field->setCursorPosition(3);
        QTest::keyClick(field, Qt::Key_Down);
        QCOMPARE(rig.number("snow", "density"), 499.0);
    }

    void severalNodesAreEditedAtOnce()
    {
        PanelRig rig;
        rig.document.edit("More", [](Graph& graph) {
            graph.add("geometry.sphere", "other");
            graph.setValue("other", "radius", 0.7);
        });
        rig.selection.set({"ball", "other", "snow"}, "other"); // the snow is of another type
        QCOMPARE(rig.panel.nodes(), (std::vector<std::string>{"ball", "other"}));
        QCOMPARE(rig.field("radius")->text(), QString());
        const int steps = rig.document.undoStack().count();
        rig.type(rig.field("radius"), "30 cm");
        QCOMPARE(rig.number("ball", "radius"), 0.3);
        QCOMPARE(rig.number("other", "radius"), 0.3);
        QCOMPARE(rig.document.undoStack().count(), steps + 1);
    }

    void nodesAreRenamedInThePanel()
    {
        PanelRig rig;
        rig.selection.set({"ball"});
        auto* name = rig.panel.findChild<QLineEdit*>("nodeName");
        name->selectAll();
        QTest::keyClicks(name, "snowball");
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(rig.document.graph().find("snowball"));
        QString said;
        QObject::connect(&rig.panel, &PropertyPanel::said, &rig.panel, [&](const QString& words) { said = words; });
        name->selectAll();
        QTest::keyClicks(name, "snow");
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY2(said.contains("already"), qPrintable(said));
        QCOMPARE(name->text(), QString("snowball"));
    }

    void presetsSetAllValues()
    {
        QTemporaryDir folder;
        qputenv("SASTRUGI_PRESETS", folder.path().toUtf8());
        const NodeType& snow = *allNodes().find("material.snow");
        QStringList problems;
        const std::vector<Preset> shipped = presetsOf(snow, allNodes(), problems);
        QVERIFY(shipped.size() > 2 && shipped.front().name == "standard");
        Graph graph = sampleGraph();
        graph.setValue("snow", "density", 123.0);
        const QString name = QString::fromUtf8("\u043c\u043e\u0439 snow");
        savePreset(snow, allNodes(), name, graph.node("snow").values);
        const std::vector<Preset> all = presetsOf(snow, allNodes(), problems);
        QCOMPARE(all.size(), shipped.size() + 1);
        QVERIFY(all.back().isOfUser && all.back().name == name);
        applyPreset(graph, "snow", shipped[1].values);
        QVERIFY(graph.node("snow").values == shipped[1].values);
        applyPreset(graph, "snow", all.back().values);
        QCOMPARE(std::get<double>(graph.value("snow", "density")), 123.0);
        QVERIFY_EXCEPTION_THROWN(savePreset(snow, allNodes(), "../x", {}), Error);
        QFile broken(folder.filePath("material.snow/broken.sastrugi"));
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("{") == 1);
        broken.close();
        QCOMPARE(presetsOf(snow, allNodes(), problems).size(), all.size());
        QVERIFY(problems.join(' ').contains("broken"));
        qunsetenv("SASTRUGI_PRESETS");
    }

    void everyParameterHasAnEditorThatChangesIt_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("key");
        for (const NodeType& type : allNodes().types())
            for (const ParameterEntry& entry : type.parameters.entries()) {
                const QString key =
                    QString::fromUtf8(entry.info.key.data(), static_cast<qsizetype>(entry.info.key.size()));
                QTest::newRow(qPrintable(QString::fromStdString(type.name) + "." + key))
                    << QString::fromStdString(type.name) << key;
            }
    }

    void everyParameterHasAnEditorThatChangesIt()
    {
        QFETCH(QString, type);
        QFETCH(QString, key);
        PanelRig rig;
        std::string name = type.toStdString();
        if (!allNodes().find(name)->isReserved)
            rig.document.edit("Add", [&](Graph& graph) { name = graph.add(type.toStdString()); });
        rig.selection.set({name}, name);
        ParameterRow* row = rig.panel.row(key.toStdString());
        QVERIFY(row && !row->toolTip().isEmpty());
        const ParameterInfo& info = row->entry().info;
        const ParameterValue before = rig.document.graph().value(name, info.key);
        const ParameterValue wanted = otherValue(row->entry());
        const QString text = QString::fromStdString(formatParameter(info, wanted));
        switch (info.type) {
        case ParameterType::Switch:
            QTest::mouseClick(row->findChild<QCheckBox*>(), Qt::LeftButton, {}, QPoint(8, 8));
            break;
        case ParameterType::Integer:
        case ParameterType::Number: rig.type(row->findChild<QuantityField*>(), text); break;
        case ParameterType::Vector:
            for (int axis = 0; axis < 3; ++axis)
                rig.type(row->findChildren<QuantityField*>().at(axis), text.split(", ").at(axis));
            break;
        case ParameterType::Choice: {
            auto* box = row->findChild<QComboBox*>();
            box->setFocus();
            QTest::keyClick(box, box->currentIndex() == 0 ? Qt::Key_Down : Qt::Key_Up);
            break;
        }
        case ParameterType::Colour: Q_EMIT row->editor().edited(wanted); break; // the picker is Qt's
        case ParameterType::Path: {
            auto* field = row->findChild<QLineEdit*>();
            field->selectAll();
            rig.type(field, QString());
            field->selectAll();
            QTest::keyClicks(field, "other file.obj");
            QTest::keyClick(field, Qt::Key_Return);
            break;
        }
        case ParameterType::Text:
            if (auto* line = row->findChild<QLineEdit*>()) {
                line->setFocus();
                QTest::keyClicks(line, "words");
                break;
            }
            row->findChild<QPlainTextEdit*>()->setFocus();
            QTest::keyClicks(row->findChild<QPlainTextEdit*>(), "words");
            break;
        }
        QVERIFY(rig.document.graph().value(name, info.key) != before);
        QVERIFY(rig.document.undoStack().canUndo());
        if (info.unit != Unit::None && info.type == ParameterType::Number) {
            const std::string unit(shownUnit(info.unit, 0).symbol);
            QVERIFY(std::get<double>(wanted) == 0 ||
                    row->findChild<QuantityField*>()->text().endsWith(QString::fromStdString(unit)));
        }
        while (rig.document.undoStack().canUndo())
            rig.document.undoStack().undo();
        if (rig.document.graph().find(name))
            QVERIFY(rig.document.graph().value(name, info.key) == before);
    }
};

SASTRUGI_TEST(PropertyPanelTest)
#include "PropertyPanelTest.moc"
