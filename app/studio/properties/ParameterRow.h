// A parameter of the nodes that are edited: its name, its editor, and what is wrong with it.
#pragma once

#include "app/studio/properties/ValueEditor.h"
#include "nodes/graph/ParameterTable.h"

#include <QPointer>

class QLabel;
class QToolButton;

namespace sastrugi::studio
{

class SentenceBubble;

/// How the nodes that are edited stand to a parameter.
struct RowValue {
    ParameterValue value;
    bool isMixed = false;   // they have different ones
    bool isChanged = false; // one of them at least differs from the default
    QString problem;        // a value of the file that could not be read; a sentence
};

class ParameterRow : public QWidget
{
    Q_OBJECT

public:
    ParameterRow(const ParameterEntry& entry, const FolderSource& folder, QWidget* parent = nullptr);
    ~ParameterRow() override;

    const ParameterEntry& entry() const { return m_entry; }
    ValueEditor& editor() { return *m_editor; }
    void show(const RowValue& value);
    /// Why the present value, or what was typed, cannot be taken; nothing when it is empty. It lies over what is below
    /// while the row has the keys or the mouse.
    void showProblem(const QString& problem);
    const QString& problem() const { return m_refusal.isEmpty() ? m_problem : m_refusal; }
    bool isProblemShown() const;
    /// Forgets what is typed and not taken.
    void abandon();
    /// Of names, so that editors stand below each other.
    void setLabelWidth(int width);
    int labelWidth() const;

Q_SIGNALS:
    void resetWanted();

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void showRefusal(const QString& refusal);
    void showBubble();

    const ParameterEntry& m_entry;
    QLabel* m_label;
    ValueEditor* m_editor;
    QToolButton* m_reset;
    QPointer<SentenceBubble> m_bubble; // its parent is the row's: it lies over other rows
    QString m_refusal, m_problem;
    bool m_isChanged = false;
};

} // namespace sastrugi::studio
