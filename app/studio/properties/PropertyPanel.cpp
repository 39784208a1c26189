#include "app/studio/properties/PropertyPanel.h"

#include "app/studio/looks/Icons.h"
#include "app/studio/looks/Theme.h"
#include "app/studio/looks/toQString.h"
#include "app/studio/properties/Presets.h"
#include "app/studio/properties/SentenceLabel.h"
#include "app/studio/properties/wording.h"

#include "nodes/document/JsonText.h"
#include "nodes/document/ValueJson.h"

#include <QEvent>
#include <QGridLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sastrugi::studio
{

namespace
{

/// An error that stands at its field: "node 'ball' (Sphere): parameter 'radius' is ..." becomes "Is ...".
QString withoutPlace(const char* what)
{
    static const QRegularExpression place("^(node '[^']*'( \\([^)]*\\))?: )?(parameter '[^']*':? )?");
    QString sentence = QString::fromUtf8(what).remove(place);
    if (!sentence.isEmpty())
        sentence[0] = sentence[0].toUpper();
    return sentence;
}

/// What a file says of a parameter and cannot be taken; empty when there is nothing of the kind.
QString problemOf(const Node& node, const ParameterEntry& entry)
{
    for (const RawMember& raw : node.rawParameters)
        if (raw.key == entry.info.key) {
            try {
                parameterFromJson(entry.info, parseJson(raw.json, "value"));
            } catch (const Error& error) {
                return withoutPlace(error.what());
            }
        }
    return {};
}

} // namespace

PropertyPanel::PropertyPanel(Document& document, Selection& selection, Evaluation& evaluation, Commands& commands,
                             QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_evaluation(evaluation), m_icon(new QLabel(this)),
      m_title(new SentenceLabel(this)), m_figures(new SentenceLabel(this)), m_status(new SentenceLabel(this)),
      m_name(new QLineEdit(this)), m_presets(new QToolButton(this)), m_resetAll(new QToolButton(this)),
      m_scroll(new QScrollArea(this))
{
    setObjectName("propertyPanel");
    m_icon->setObjectName("nodeIcon");
    m_name->setObjectName("nodeName");
    m_name->setToolTip(tr("The node's name: messages and the command line use it."));
    m_presets->setText(tr("Presets"));
    m_presets->setObjectName("presets");
    m_presets->setToolTip(tr("Sets all values to those of a preset, or keeps them as one."));
    m_resetAll->setIcon(icon("reset"));
    m_resetAll->setAutoRaise(true);
    m_resetAll->setToolTip(tr("Sets all values back to their defaults."));
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_figures->setForegroundRole(QPalette::PlaceholderText);
    m_figures->setObjectName("nodeFigures");
    m_figures->setMinimumHeight(fontMetrics().height()); // its place is kept while there is nothing to say
    m_status->setContentsMargins(0, 2, 0, 2);
    m_status->setObjectName("nodeStatus");
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->viewport()->setAutoFillBackground(false);
    auto* head = new QGridLayout;
    head->setHorizontalSpacing(6);
    head->addWidget(m_icon, 0, 0);
    head->addWidget(m_name, 0, 1);
    head->addWidget(m_presets, 0, 2);
    head->addWidget(m_resetAll, 0, 3);
    head->addWidget(m_title, 1, 1, 1, 3);
    head->addWidget(m_figures, 2, 1, 1, 3);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addLayout(head);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(m_status);
    setMinimumWidth(14 * fontMetrics().height());

    connect(m_name, &QLineEdit::editingFinished, this, &PropertyPanel::rename);
    connect(m_presets, &QToolButton::clicked, this, &PropertyPanel::showPresets);
    connect(m_resetAll, &QToolButton::clicked, this, [this] {
        std::vector<std::string_view> keys;
        for (const ParameterRow* row : m_rows)
            keys.push_back(row->entry().info.key);
        reset(keys, tr("Reset Values"));
    });
    connect(&selection, &Selection::changed, this, &PropertyPanel::choose);
    connect(&document, &Document::graphChanged, this, &PropertyPanel::choose);
    connect(&document, &Document::replaced, this, &PropertyPanel::choose);
    connect(&evaluation, &Evaluation::statusChanged, this, &PropertyPanel::showStatus);
    commands.add(this,
                 {"properties.reset",
                  tr("Reset All Values"),
                  tr("Properties"),
                  {},
                  tr("Sets all values of the selected nodes back to their defaults."),
                  "reset"},
                 [this] { m_resetAll->click(); });
    choose();
}

const NodeType* PropertyPanel::type() const
{
    return m_nodes.empty() ? nullptr : m_document.graph().typeOf(m_document.graph().node(m_nodes.back()));
}

ParameterRow* PropertyPanel::row(std::string_view key) const
{
    for (ParameterRow* row : m_rows)
        if (row->entry().info.key == key)
            return row;
    return nullptr;
}

void PropertyPanel::choose()
{
    const Graph& graph = m_document.graph();
    std::string active = m_selection.active();
    if (!graph.find(active))
        active = graph.find(Graph::sceneNode) ? std::string(Graph::sceneNode) : std::string();
    m_nodes.clear();
    for (const std::string& name : m_selection.nodes())
        if (const Node* node = graph.find(name); node && name != active && node->type == graph.node(active).type)
            m_nodes.push_back(name);
    if (!active.empty())
        m_nodes.push_back(active);
    if (const std::vector<std::string> before = std::exchange(m_shownNodes, m_nodes); before != m_nodes)
        for (ParameterRow* row : m_rows)
            row->abandon();
    const std::string typeName = active.empty() ? std::string() : graph.node(active).type;
    if (typeName != m_shownType || m_rows.empty()) {
        m_shownType = typeName;
        rebuild();
    }
    refresh();
}

void PropertyPanel::rebuild()
{
    m_rows.clear();
    m_gesture = 0;
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 4, 0);
    layout->setSpacing(4);
    if (const NodeType* shown = type()) {
        int labelWidth = 0;
        for (const ParameterEntry& entry : shown->parameters.entries()) {
            auto* row = new ParameterRow(
                entry, [this] { return m_document.directory(); }, content);
            m_rows.push_back(row);
            layout->addWidget(row);
            labelWidth = std::max(labelWidth, row->labelWidth());
            connect(&row->editor(), &ValueEditor::edited, this,
                    [this, row](const ParameterValue& value) { set(*row, value); });
            connect(&row->editor(), &ValueEditor::gestureBegun, this, [this] { m_gesture = m_document.newGesture(); });
            connect(&row->editor(), &ValueEditor::gestureEnded, this, [this](bool isCancelled) {
                const Gesture gesture = std::exchange(m_gesture, 0);
                if (isCancelled)
                    m_document.cancel(gesture);
            });
            connect(row, &ParameterRow::resetWanted, this,
                    [this, key = entry.info.key] { reset({key}, tr("Reset %1").arg(labelOf(key))); });
        }
        for (ParameterRow* row : m_rows)
            row->setLabelWidth(labelWidth);
    }
    layout->addStretch();
    m_scroll->setWidget(content);
    content->setAutoFillBackground(false); // the scroll area would fill it
}

RowValue PropertyPanel::valueOf(const ParameterEntry& entry) const
{
    const Graph& graph = m_document.graph();
    RowValue shown;
    shown.value = graph.value(m_nodes.back(), entry.info.key);
    for (const std::string& name : m_nodes) {
        const ParameterValue& value = graph.value(name, entry.info.key);
        shown.isMixed = shown.isMixed || value != shown.value;
        shown.isChanged = shown.isChanged || value != entry.defaultValue;
        if (shown.problem.isEmpty())
            shown.problem = problemOf(graph.node(name), entry);
    }
    return shown;
}

void PropertyPanel::refresh()
{
    showHead();
    for (ParameterRow* row : m_rows)
        row->show(valueOf(row->entry()));
    showStatus();
}

/// What of the selection is edited, and what it is.
QString PropertyPanel::titleText() const
{
    const NodeType* shown = type();
    const QString title = shown ? toQString(shown->title) : tr("Unknown type '%1'").arg(toQString(m_shownType));
    const std::size_t selected = m_selection.nodes().size();
    if (selected > m_nodes.size())
        return tr("%1 of %2 selected nodes: %3").arg(m_nodes.size()).arg(selected).arg(title);
    return m_nodes.size() == 1 ? title : tr("%1 nodes: %2").arg(m_nodes.size()).arg(title);
}

void PropertyPanel::showHead()
{
    const NodeType* shown = type();
    m_icon->setPixmap(shown ? icon(iconNameOf(shown->name)).pixmap(QSize(20, 20), devicePixelRatioF()) : QPixmap());
    m_title->setText(titleText());
    m_title->setToolTip(shown ? toQString(shown->doc) : QString());
    m_name->setEnabled(m_nodes.size() == 1 && shown && !shown->isReserved);
    if (!m_name->hasFocus() || !m_name->isModified())
        m_name->setText(m_nodes.empty() ? QString() : toQString(m_nodes.back()));
    m_presets->setVisible(shown && !m_rows.empty());
    m_resetAll->setVisible(shown && !m_rows.empty());
}

void PropertyPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    showHead(); // a pixmap keeps the colours it was drawn with
    showStatus();
}

void PropertyPanel::showStatus()
{
    constexpr qsizetype mostShown = 6;
    const NodeStatus status = m_nodes.empty() ? NodeStatus{} : m_evaluation.status(m_nodes.back());
    m_figures->setText(status.figures);
    for (ParameterRow* row : m_rows) {
        const auto found = status.offers.find(row->entry().info.key);
        row->editor().setOffers(found != status.offers.end() ? found->second : std::vector<std::string>());
    }
    QStringList lines = status.text.split('\n', Qt::SkipEmptyParts);
    if (lines.size() > mostShown)
        lines = lines.mid(0, mostShown - 1) << tr("and %1 more, in the log").arg(lines.size() - mostShown + 1);
    m_status->setVisible(!lines.isEmpty());
    m_status->setText(lines.join('\n'));
    QPalette palette = this->palette();
    palette.setColor(QPalette::WindowText, status.state == NodeState::Error     ? theme().error
                                           : status.state == NodeState::Warning ? theme().warning
                                                                                : theme().dimText);
    m_status->setPalette(palette);
}

void PropertyPanel::set(ParameterRow& row, const ParameterValue& value)
{
    const std::string_view key = row.entry().info.key;
    try {
        m_document.edit(
            tr("Change %1").arg(labelOf(key)),
            [&](Graph& graph) {
                for (const std::string& name : m_nodes)
                    graph.setValue(name, key, value);
            },
            m_gesture);
        row.showProblem({});
    } catch (const Error& error) {
        row.show(valueOf(row.entry()));
        row.showProblem(withoutPlace(error.what()));
    }
}

void PropertyPanel::reset(const std::vector<std::string_view>& keys, const QString& name)
{
    m_document.edit(name, [&](Graph& graph) {
        for (const std::string& node : m_nodes)
            for (const std::string_view key : keys)
                graph.resetValue(node, key);
    });
}

void PropertyPanel::rename()
{
    m_name->setModified(false);
    if (m_nodes.size() != 1 || m_name->text() == toQString(m_nodes.back()))
        return;
    try {
        m_document.edit(tr("Rename Node"),
                        [&](Graph& graph) { graph.rename(m_nodes.back(), m_name->text().trimmed().toStdString()); });
    } catch (const Error& error) {
        Q_EMIT said(toQString(error.what()));
    }
    refresh();
}

void PropertyPanel::showPresets()
{
    const NodeType* shown = type();
    if (!shown)
        return;
    QMenu menu(this);
    menu.setToolTipsVisible(true);
    QStringList problems;
    bool isUserPart = false;
    for (const Preset& preset : presetsOf(*shown, m_document.types(), problems)) {
        if (preset.isOfUser && !std::exchange(isUserPart, true))
            menu.addSeparator();
        QAction* action = menu.addAction(preset.name, this, [this, preset] {
            m_document.edit(tr("Preset '%1'").arg(preset.name), [&](Graph& graph) {
                for (const std::string& node : m_nodes)
                    applyPreset(graph, node, preset.values);
            });
        });
        action->setToolTip(preset.doc);
    }
    menu.addSeparator();
    menu.addAction(tr("Keep as Preset..."), this, &PropertyPanel::keepPreset);
    for (const QString& problem : problems)
        Q_EMIT said(problem);
    menu.exec(m_presets->mapToGlobal(QPoint(0, m_presets->height())));
}

void PropertyPanel::keepPreset()
{
    QInputDialog dialog(this);
    dialog.setWindowTitle(tr("Keep as Preset"));
    dialog.setLabelText(tr("Name of the preset:"));
    dialog.resize(24 * fontMetrics().height(), dialog.sizeHint().height());
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString name = dialog.textValue();
    try {
        savePreset(*type(), m_document.types(), name, m_document.graph().node(m_nodes.back()).values);
    } catch (const Error& error) {
        Q_EMIT said(toQString(error.what()));
    }
}

} // namespace sastrugi::studio
