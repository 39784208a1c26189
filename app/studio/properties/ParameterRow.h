// A parameter of the nodes that are edited: its name, its editor, and what is wrong with it.
#pragma once

#include "app/studio/properties/ValueEditor.h"
#include "nodes/graph/ParameterTable.h"

class QLabel;
class QToolButton;

namespace sastrugi::studio
{

/// "youngsModulus" -> "Youngs modulus"
QString labelOf(std::string_view key);

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

    const ParameterEntry& entry() const { return m_entry; }
    ValueEditor& editor() { return *m_editor; }
    void show(const RowValue& value);
    /// Below the editor; nothing when it is empty.
    void showProblem(const QString& problem);
    /// Of names, so that editors stand below each other.
    void setLabelWidth(int width);
    int labelWidth() const;

Q_SIGNALS:
    void resetWanted();

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    const ParameterEntry& m_entry;
    QLabel* m_label;
    ValueEditor* m_editor;
    QToolButton* m_reset;
    QLabel* m_problem;
    bool m_isChanged = false;
};

} // namespace sastrugi::studio
