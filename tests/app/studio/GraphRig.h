// A graph editor with its document, and hands to work on it.
#pragma once

#include "app/studio/graph/GraphEditor.h"
#include "nodes/graph/GraphEdits.h"
#include "tests/TestCase.h"
#include "tests/nodes/randomEdit.h"
#include "tests/nodes/sampleGraph.h"

#include <QApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QSettings>
#include <QTest>

namespace sastrugi::test
{

struct GraphRig {
    studio::Document document;
    studio::Selection selection;
    studio::Evaluation evaluation;
    studio::Commands commands;
    studio::GraphEditor editor;

    explicit GraphRig(const Graph& graph = Graph(allNodes()))
        : document(allNodes()), selection(document), evaluation(document),
          editor(document, selection, evaluation, commands)
    {
        document.edit("Start", [&](Graph& changed) { changed = graph; });
        document.undoStack().clear();
        editor.resize(1100, 700);
        editor.show();
        QVERIFY(QTest::qWaitForWindowExposed(&editor));
        activate();
    }

    /// Lets keys come to this editor.
    void activate()
    {
        QApplication::setActiveWindow(&editor); // there is no window manager that would
        editor.view().setFocus();
    }

    const Graph& graph() const { return document.graph(); }
    bool has(const std::string& node) const { return graph().find(node) != nullptr; }
    QPointF positionOf(const std::string& node) const { return {graph().node(node).x, graph().node(node).y}; }

    /// The sample graph in columns, at full size.
    void spread()
    {
        document.edit("Spread", [](Graph& graph) {
            graph.move("ball", 0, 0);
            graph.move("snow", 0, 140);
            graph.move("fill", 300, 40);
            graph.move("plane", 0, 280);
            graph.move("floor", 300, 280);
            graph.move("sph", 600, 140);
        });
        editor.view().setTransform(QTransform());
        editor.view().centerOn(380, 220);
    }

    QPoint inView(const QPointF& point) { return editor.view().mapFromScene(point); }
    QPoint titleOf(const std::string& node)
    {
        const studio::NodeItem* item = editor.scene().node(node);
        return inView(item->pos() + item->layout().title.center());
    }
    QPoint portOf(const std::string& node, const char* port, bool isInput)
    {
        return inView(editor.scene().node(node)->portPosition(port, isInput));
    }

    void press(const QPoint& point, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(editor.view().viewport(), button, modifiers, point);
        m_buttons = button;
        m_modifiers = modifiers;
        m_at = point;
    }
    void moveTo(const QPoint& point)
    {
        // Step by step, as a hand does.
        for (int i = 1; i <= 6; ++i) {
            const QPointF at = m_at + (QPointF(point) - m_at) * i / 6.0;
            QMouseEvent event(QEvent::MouseMove, at, editor.view().viewport()->mapToGlobal(at), Qt::NoButton, m_buttons,
                              m_modifiers);
            QApplication::sendEvent(editor.view().viewport(), &event);
        }
        m_at = point;
    }
    void release(const QPoint& point)
    {
        QTest::mouseRelease(editor.view().viewport(), Qt::MouseButton(m_buttons.toInt()), m_modifiers, point);
        m_buttons = Qt::NoButton;
    }
    void drag(const QPoint& from, const QPoint& to, Qt::MouseButton button = Qt::LeftButton,
              Qt::KeyboardModifiers modifiers = {})
    {
        press(from, button, modifiers);
        moveTo(to);
        release(to);
    }
    void click(const std::string& node)
    {
        QTest::mouseClick(editor.view().viewport(), Qt::LeftButton, Qt::NoModifier, titleOf(node));
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&editor.view(), key, modifiers); }

    QLineEdit* popupField() const
    {
        auto* field = editor.findChild<QLineEdit*>("addNodeField");
        return field && field->isVisible() ? field : nullptr;
    }
    QStringList offered() const
    {
        QStringList names;
        const auto* list = editor.findChild<QListWidget*>("addNodeList");
        for (int i = 0; i < list->count(); ++i)
            names.append(list->item(i)->data(Qt::UserRole).toString());
        return names;
    }
    void choose(const QString& typed)
    {
        QTest::keyClicks(popupField(), typed);
        QTest::keyClick(popupField(), Qt::Key_Return);
    }
    /// With Tab and the keyboard.
    void add(const QString& typed)
    {
        key(Qt::Key_Tab);
        QTRY_VERIFY(popupField());
        choose(typed);
    }

    void editAtRandom(const Pick& pick)
    {
        document.edit("Random", [&](Graph& changed) {
            try {
                randomEdit(changed, pick);
            } catch (const Error&) {
                // Refused: then nothing has changed.
            }
        });
    }

    /// One item for each node and link, where the graph has it.
    void verifyShown()
    {
        std::size_t nodes = 0;
        for (const Node& node : graph().nodes()) {
            if (node.name == Graph::sceneNode)
                continue;
            ++nodes;
            const studio::NodeItem* item = editor.scene().node(node.name);
            QVERIFY2(item, node.name.c_str());
            QCOMPARE(item->pos(), QPointF(node.x, node.y));
        }
        QCOMPARE(editor.scene().nodes().size(), nodes);
        QCOMPARE(editor.scene().wires().size(), graph().links().size());
        for (const auto& [link, wire] : editor.scene().wires()) {
            QCOMPARE(wire->path().pointAtPercent(0),
                     editor.scene().node(link.fromNode)->portPosition(link.fromPort, false));
            QCOMPARE(wire->path().pointAtPercent(1), editor.scene().node(link.toNode)->portPosition(link.toPort, true));
        }
    }

private:
    Qt::MouseButtons m_buttons;
    Qt::KeyboardModifiers m_modifiers;
    QPointF m_at;
};

} // namespace sastrugi::test
