// The values of the selected nodes, edited. Several nodes of the active one's type are edited at once; where nothing is
// selected, the values of the whole scene.
#pragma once

#include "app/studio/commands/Commands.h"
#include "app/studio/document/Selection.h"
#include "app/studio/evaluation/Evaluation.h"
#include "app/studio/properties/ParameterRow.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace sastrugi::studio
{

class SentenceLabel;

class PropertyPanel : public QWidget
{
    Q_OBJECT

public:
    PropertyPanel(Document& document, Selection& selection, Evaluation& evaluation, Commands& commands,
                  QWidget* parent = nullptr);

    /// The nodes that are edited; the active one is the last.
    const std::vector<std::string>& nodes() const { return m_nodes; }
    /// Null when there is none of this key.
    ParameterRow* row(std::string_view key) const;

protected:
    void changeEvent(QEvent* event) override;

Q_SIGNALS:
    void said(const QString& sentence);

private:
    void choose();
    void rebuild();
    void refresh();
    void showHead();
    void showStatus();
    QString titleText() const;
    RowValue valueOf(const ParameterEntry& entry) const;
    void set(ParameterRow& row, const ParameterValue& value);
    void reset(const std::vector<std::string_view>& keys, const QString& name);
    void rename();
    void showPresets();
    void keepPreset();
    const NodeType* type() const;

    Document& m_document;
    Selection& m_selection;
    Evaluation& m_evaluation;
    std::vector<std::string> m_nodes, m_shownNodes;
    std::string m_shownType;
    std::vector<ParameterRow*> m_rows;
    Gesture m_gesture = 0;
    QLabel *m_icon, *m_title, *m_figures;
    SentenceLabel* m_status; // below the rows: they stay where they are when it speaks
    QLineEdit* m_name;
    QToolButton *m_presets, *m_resetAll;
    QScrollArea* m_scroll;
};

} // namespace sastrugi::studio
