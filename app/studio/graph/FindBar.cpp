#include "app/studio/graph/FindBar.h"

#include "app/studio/graph/NodeLayout.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>

namespace sastrugi::studio
{

std::vector<std::string> findNodes(const Graph& graph, const QString& text)
{
    std::vector<std::string> found;
    const auto fits = [&](std::string_view words) { return toQString(words).contains(text, Qt::CaseInsensitive); };
    if (text.isEmpty())
        return found;
    for (const Node& node : graph.nodes()) {
        if (node.name == Graph::sceneNode)
            continue;
        const NodeType* type = graph.typeOf(node);
        bool isFound = fits(node.name) || fits(node.type) || (type && fits(type->title));
        for (const auto& [key, value] : node.values)
            if (const ParameterEntry* entry = type ? type->parameters.find(key) : nullptr)
                isFound = isFound || fits(key) || fits(formatParameter(entry->info, value));
        if (isFound)
            found.push_back(node.name);
    }
    return found;
}

FindBar::FindBar(Document& document, QWidget* parent)
    : QFrame(parent), m_document(document), m_field(new QLineEdit(this)), m_count(new QLabel(this))
{
    setObjectName("findBar");
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_field->setObjectName("findField");
    m_field->setPlaceholderText(tr("Find by name, type or value"));
    m_field->setClearButtonEnabled(true);
    m_field->setMinimumWidth(18 * fontMetrics().averageCharWidth() * 2);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->addWidget(m_field);
    layout->addWidget(m_count);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &FindBar::search);
    hide();
}

void FindBar::begin()
{
    show();
    raise();
    m_field->setFocus();
    m_field->selectAll();
    search();
}

void FindBar::search()
{
    m_found = findNodes(m_document.graph(), m_field->text().trimmed());
    m_current = 0;
    step(0);
}

void FindBar::step(int by)
{
    std::erase_if(m_found, [&](const std::string& name) { return !m_document.graph().find(name); });
    const int count = static_cast<int>(m_found.size());
    if (count > 0) {
        m_current = static_cast<std::size_t>((static_cast<int>(m_current) + by + count) % count);
        m_count->setText(tr("%1 of %2").arg(m_current + 1).arg(count));
        Q_EMIT found(m_found[m_current]);
    } else
        m_count->setText(m_field->text().trimmed().isEmpty() ? QString() : tr("none"));
    adjustSize();
}

bool FindBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Escape) {
            hide();
            parentWidget()->setFocus();
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)
            return step(key->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1), true;
        if (key->key() == Qt::Key_Down)
            return step(1), true;
        if (key->key() == Qt::Key_Up)
            return step(-1), true;
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace sastrugi::studio
