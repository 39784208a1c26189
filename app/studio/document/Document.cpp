#include "app/studio/document/Document.h"

#include <QCryptographicHash>
#include <QFile>

namespace sastrugi::studio
{

namespace
{

/// A graph of this many nodes costs about 50 bytes a node and step.
constexpr int mostUndoSteps = 2000;

/// Of what is in a file; empty when it cannot be read.
QByteArray fingerprint(const std::filesystem::path& path)
{
    QFile file(toText(path));
    if (path.empty() || !file.open(QIODevice::ReadOnly))
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(&file);
    return hash.result();
}

} // namespace

QString toText(const std::filesystem::path& path)
{
    const std::u8string text = path.u8string();
    return QString::fromUtf8(reinterpret_cast<const char*>(text.data()), static_cast<qsizetype>(text.size()));
}

std::filesystem::path toPath(const QString& text)
{
    const QByteArray bytes = text.toUtf8();
    return std::filesystem::path(std::u8string(bytes.begin(), bytes.end()));
}

/// The graph before and after: the two share all that is alike.
class Document::GraphEdit : public QUndoCommand
{
public:
    GraphEdit(Document& document, const QString& name, const Graph& after, Gesture gesture)
        : QUndoCommand(name), m_document(document), m_before(document.graph()), m_after(after), m_gesture(gesture)
    {
    }

    void undo() override
    {
        m_document.setGraph(m_before);
        setObsolete(m_isCancelled); // then the stack forgets it
    }
    void redo() override { m_document.setGraph(m_after); }
    int id() const override { return m_gesture == 0 ? -1 : m_gesture; }

    void cancel() { m_isCancelled = true; }

    bool mergeWith(const QUndoCommand* next) override
    {
        m_after = static_cast<const GraphEdit*>(next)->m_after;
        setText(next->text());
        setObsolete(m_after == m_before); // it was moved and moved back
        return true;
    }

private:
    Document& m_document;
    Graph m_before, m_after;
    Gesture m_gesture;
    bool m_isCancelled = false;
};

Document::Document(const NodeRegistry& types, QObject* parent) : QObject(parent), m_scene(types)
{
    m_undoStack.setUndoLimit(mostUndoSteps);
    connect(&m_undoStack, &QUndoStack::cleanChanged, this, &Document::fileStateChanged);
}

void Document::edit(const QString& name, const std::function<void(Graph&)>& change, Gesture gesture)
{
    Graph after = m_scene.graph;
    change(after);
    if (!(after == m_scene.graph))
        m_undoStack.push(new GraphEdit(*this, name, after, gesture));
}

void Document::cancel(Gesture gesture)
{
    const int last = m_undoStack.index() - 1;
    if (last < 0 || m_undoStack.command(last)->id() != gesture)
        return;
    // The stack gives only constant commands.
    const_cast<GraphEdit*>(static_cast<const GraphEdit*>(m_undoStack.command(last)))->cancel();
    m_undoStack.undo();
}

void Document::setGraph(const Graph& graph)
{
    const Graph before = std::exchange(m_scene.graph, graph);
    tell(before);
}

void Document::tell(const Graph& before) { Q_EMIT graphChanged(before, changeBetween(before, m_scene.graph)); }

bool Document::isChangedOnDisk() const
{
    const QByteArray now = fingerprint(m_scene.file);
    return !now.isEmpty() && now != m_onDisk;
}

QString Document::title() const { return m_scene.file.empty() ? tr("Untitled") : toText(m_scene.file.stem()); }

void Document::replace(SceneDocument scene)
{
    m_scene = std::move(scene);
    m_onDisk = fingerprint(m_scene.file);
    m_undoStack.clear();
    Q_EMIT replaced();
    Q_EMIT fileStateChanged();
}

void Document::startNew() { replace(SceneDocument(types())); }

void Document::open(const std::filesystem::path& file) { replace(loadDocument(file, types())); }

void Document::showUnsaved(SceneDocument scene)
{
    replace(std::move(scene));
    m_undoStack.resetClean();
}

void Document::save(const std::filesystem::path& file)
{
    const Graph before = m_scene.graph;
    saveDocument(m_scene, file);
    m_onDisk = fingerprint(m_scene.file);
    m_undoStack.setClean();
    if (!(before == m_scene.graph)) // relative paths start in another folder now
        tell(before);
    Q_EMIT fileStateChanged();
    Q_EMIT saved();
}

} // namespace sastrugi::studio
