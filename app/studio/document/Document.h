// The open document: the scene, its undo steps and its file. The graph in it is the only truth; views hold nothing.
#pragma once

#include "nodes/document/SceneDocument.h"
#include "nodes/graph/GraphChange.h"

#include <QObject>
#include <QUndoStack>

#include <filesystem>
#include <functional>

namespace sastrugi::studio
{

/// What a path is as text for people, and back; UTF-8 whatever the locale.
QString toText(const std::filesystem::path& path);
std::filesystem::path toPath(const QString& text);

/// Edits of one gesture (a drag, a value that is dialled) make one undo step. 0 is no gesture.
using Gesture = int;

class Document : public QObject
{
    Q_OBJECT

public:
    explicit Document(const NodeRegistry& types, QObject* parent = nullptr);

    const Graph& graph() const { return m_scene.graph; }
    const SceneDocument& scene() const { return m_scene; }
    const NodeRegistry& types() const { return m_scene.graph.types(); }
    /// Where relative paths start; empty while the scene was never saved.
    std::filesystem::path directory() const { return m_scene.directory(); }

    /// Runs `change` on a copy of the graph; where that differs, it becomes the document's, and the step `name`
    /// ("Move 3 Nodes") can be undone. What `change` throws passes, and nothing has happened.
    void edit(const QString& name, const std::function<void(Graph&)>& change, Gesture gesture = 0);
    /// A number no other gesture has.
    Gesture newGesture() { return ++m_lastGesture; }
    /// Takes back what was done in the gesture, as if it had never been.
    void cancel(Gesture gesture);
    QUndoStack& undoStack() { return m_undoStack; }

    /// Whether the file holds something else than when it was opened or saved here. Not when it is gone.
    bool isChangedOnDisk() const;

    bool isModified() const { return !m_undoStack.isClean(); }
    /// "snowball-drop", or "Untitled".
    QString title() const;

    /// An empty scene. Nothing is asked.
    void startNew();
    /// Throws Error(Scene) when the file is no scene; then the document is as it was.
    void open(const std::filesystem::path& file);
    /// Shows `scene`, which differs from its file: what was recovered.
    void showUnsaved(SceneDocument scene);
    /// What the next save() writes of the window, see SceneDocument::views; no edit.
    void setViews(const std::string& json) { m_scene.views = json; }
    /// Throws what saveDocument() throws; then the document is unsaved as before.
    void save(const std::filesystem::path& file);

Q_SIGNALS:
    /// The graph is another one; `before` is what it was, `change` what differs.
    void graphChanged(const sastrugi::Graph& before, const sastrugi::GraphChange& change);
    /// Another document was opened or started: all is new. No graphChanged() is sent.
    void replaced();
    /// The file's name, or whether there is something to save.
    void fileStateChanged();
    /// The user's file holds the document.
    void saved();

private:
    class GraphEdit;
    void setGraph(const Graph& graph);
    void tell(const Graph& before);
    void replace(SceneDocument scene);

    SceneDocument m_scene;
    QUndoStack m_undoStack;
    QByteArray m_onDisk; // fingerprint of the file as it was opened or saved
    Gesture m_lastGesture = 0;
};

} // namespace sastrugi::studio
