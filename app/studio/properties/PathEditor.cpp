#include "app/studio/properties/PathEditor.h"

#include "app/studio/document/Document.h"

#include <QDropEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMimeData>
#include <QToolButton>

namespace sastrugi::studio
{

namespace
{

/// The common endings; the reader knows many more, and goes by the content.
QString meshFilter()
{
    return QObject::tr("Meshes (*.obj *.ply *.stl *.gltf *.glb *.fbx *.dae *.3ds *.off *.x3d *.blend *.vtp *.usda)") +
           ";;" + QObject::tr("All files (*)");
}

} // namespace

PathEditor::PathEditor(const FolderSource& folder, QWidget* parent)
    : ValueEditor(parent), m_folder(folder), m_field(new QLineEdit(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto* button = new QToolButton(this);
    button->setText("...");
    button->setToolTip(tr("Choose a file."));
    layout->addWidget(m_field);
    layout->addWidget(button);
    setFocusProxy(m_field);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::editingFinished, this, [this] {
        if (m_field->text() != m_shown)
            Q_EMIT edited(FilePath{m_field->text().toStdString()});
    });
    connect(button, &QToolButton::clicked, this, &PathEditor::pick);
}

void PathEditor::pick()
{
    const std::filesystem::path folder = m_folder();
    const QString start = m_shown.isEmpty() ? toText(folder) : toText(folder / toPath(m_shown));
    const QString file = QFileDialog::getOpenFileName(this, tr("Choose a Mesh"), start, meshFilter());
    if (!file.isEmpty())
        accept(file);
}

void PathEditor::accept(const QString& text)
{
    std::filesystem::path path = toPath(text);
    const std::filesystem::path folder = m_folder();
    if (const std::filesystem::path relative = path.lexically_relative(folder); !folder.empty() && !relative.empty())
        path = relative;
    Q_EMIT edited(FilePath{toText(path).toStdString()});
}

bool PathEditor::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Drop) {
        const QList<QUrl> urls = static_cast<QDropEvent*>(event)->mimeData()->urls();
        if (!urls.isEmpty() && urls.front().isLocalFile()) {
            accept(urls.front().toLocalFile());
            return true;
        }
    }
    return ValueEditor::eventFilter(watched, event);
}

void PathEditor::setValue(const ParameterValue& value, bool isMixed)
{
    m_shown = isMixed ? QString() : QString::fromStdString(std::get<FilePath>(value).text);
    m_field->setPlaceholderText(isMixed ? tr("mixed") : QString());
    if (m_field->text() != m_shown)
        m_field->setText(m_shown);
}

} // namespace sastrugi::studio
