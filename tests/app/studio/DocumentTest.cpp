// Undo, gestures, selection, saving.
#include "app/studio/document/Document.h"
#include "app/studio/document/Selection.h"

#include "tests/TestCase.h"
#include "tests/nodes/randomEdit.h"

#include <QSignalSpy>
#include <QTemporaryDir>

using namespace sastrugi;
using namespace sastrugi::studio;
using namespace sastrugi::test;

class DocumentTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void editsAreUndoneAndRedone()
    {
        Document document(allNodes());
        document.edit("Add Box", [](Graph& graph) { graph.add("geometry.box"); });
        QVERIFY(document.isModified());
        QCOMPARE(document.undoStack().undoText(), QString("Add Box"));
        const Graph after = document.graph();
        document.undoStack().undo();
        QVERIFY(!document.isModified());
        QCOMPARE(document.graph().nodes().size(), std::size_t{1});
        document.undoStack().redo();
        QVERIFY(document.graph() == after);
    }

    void whatChangesNothingIsNoStep()
    {
        Document document(allNodes());
        document.edit("Nothing", [](Graph&) {});
        QVERIFY_EXCEPTION_THROWN(document.edit("Wrong", [](Graph& graph) { graph.add("no.such"); }), Error);
        QCOMPARE(document.undoStack().count(), 0);
    }

    void aGestureIsOneStep()
    {
        Document document(allNodes());
        document.edit("Add", [](Graph& graph) { graph.add("geometry.box", "box"); });
        const Graph start = document.graph();
        const auto drag = [&](double x, Gesture gesture) {
            document.edit(
                "Move", [&](Graph& graph) { graph.move("box", x, 0); }, gesture);
        };
        const Gesture first = document.newGesture();
        for (int i = 1; i < 10; ++i)
            drag(i, first);
        QCOMPARE(document.undoStack().count(), 2);
        drag(20, document.newGesture());
        QCOMPARE(document.undoStack().count(), 3);
        document.undoStack().undo();
        QCOMPARE(document.graph().node("box").x, 9.0);
        document.undoStack().undo();
        QVERIFY(document.graph() == start);

        const Gesture cancelled = document.newGesture();
        for (int i = 1; i < 10; ++i)
            drag(i, cancelled);
        document.cancel(cancelled);
        QVERIFY(document.graph() == start);
        QCOMPARE(document.undoStack().count(), 1);
        document.cancel(cancelled); // nothing of it is left
        QVERIFY(document.graph() == start);
    }

    void twoThousandRandomEditsAreUndoneAndRedoneByteForByte()
    {
        std::mt19937 random(2026);
        const auto pick = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
        Document document(allNodes());
        document.edit("Start", [](Graph& graph) { graph = sampleGraph(); });
        document.undoStack().clear();
        const std::string start = writeDocument(document.scene());
        int edits = 0;
        while (edits < 2000) {
            if (pick(6) == 0) // a few steps back and forth between edits
                for (std::size_t i = pick(5); i > 0; --i)
                    pick(2) == 0 ? document.undoStack().undo() : document.undoStack().redo();
            try {
                document.edit("Random", [&](Graph& graph) { randomEdit(graph, pick); });
            } catch (const Error&) {
                continue; // refused
            }
            ++edits;
        }
        const std::string end = writeDocument(document.scene());
        QVERIFY(document.undoStack().count() > 800);
        QVERIFY(end != start);
        while (document.undoStack().canUndo())
            document.undoStack().undo();
        QCOMPARE(writeDocument(document.scene()), start);
        while (document.undoStack().canRedo())
            document.undoStack().redo();
        QCOMPARE(writeDocument(document.scene()), end);
    }

    void selectionFollowsNames()
    {
        Document document(allNodes());
        Selection selection(document);
        document.edit("Add", [](Graph& graph) {
            graph.add("geometry.box", "a");
            graph.add("geometry.box", "b");
        });
        selection.set({"b", "a"}, "a");
        QCOMPARE(selection.nodes(), (std::vector<std::string>{"a", "b"}));
        document.edit("Rename", [](Graph& graph) { graph.rename("a", "c"); });
        QCOMPARE(selection.nodes(), (std::vector<std::string>{"c", "b"}));
        QCOMPARE(selection.active(), std::string("c"));
        document.undoStack().undo();
        QCOMPARE(selection.active(), std::string("a"));
        document.edit("Delete", [](Graph& graph) { graph.remove("a"); });
        QCOMPARE(selection.nodes(), std::vector<std::string>{"b"});
        QCOMPARE(selection.active(), std::string("b"));
    }

    void savingAndOpeningKeepsAll()
    {
        QTemporaryDir folder;
        const std::filesystem::path file =
            toPath(folder.filePath(QString::fromUtf8("\u0441\u043d\u0435\u0433 1.sastrugi")));
        Document document(allNodes());
        document.edit("Build", [](Graph& graph) { graph = sampleGraph(); });
        document.save(file);
        QVERIFY(!document.isModified());
        const Graph saved = document.graph();
        document.edit("Change", [](Graph& graph) { graph.setValue("ball", "radius", 0.4); });
        QVERIFY(document.isModified());
        document.undoStack().undo();
        QVERIFY(!document.isModified());
        Document other(allNodes());
        other.open(file);
        QVERIFY(other.graph() == saved);
        QCOMPARE(other.title(), QString::fromUtf8("\u0441\u043d\u0435\u0433 1"));
        QVERIFY_EXCEPTION_THROWN(other.open(toPath(folder.filePath("none.sastrugi"))), Error);
        QVERIFY(other.graph() == saved);
    }
};

SASTRUGI_TEST(DocumentTest)
#include "DocumentTest.moc"
