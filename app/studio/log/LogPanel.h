// The log with its filters. A click on a message selects its node.
#pragma once

#include "app/studio/commands/Commands.h"
#include "app/studio/document/Selection.h"
#include "app/studio/log/LogFilter.h"
#include "app/studio/log/LogModel.h"

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLineEdit;
class QTableView;
class QToolButton;

namespace sastrugi::studio
{

class LogPanel : public QWidget
{
    Q_OBJECT

public:
    LogPanel(Document& document, Selection& selection, Commands& commands, QWidget* parent = nullptr);

    void add(const LogMessage& message);
    LogModel& model() { return m_model; }
    /// Shows the messages of one node only; of all when it is empty.
    void showNode(const std::string& node);

Q_SIGNALS:
    /// A message about this node was clicked.
    void nodeChosen(const std::string& node);

private:
    QHBoxLayout* makeFilters();
    void makeTable();
    void addCommands(Commands& commands);
    void copy() const;
    void choose(const QModelIndex& index);
    void fillNodes();

    Document& m_document;
    Selection& m_selection;
    LogModel m_model;
    LogFilter m_filter{m_model};
    QComboBox *m_level = nullptr, *m_node = nullptr;
    QLineEdit* m_words = nullptr;
    QTableView* m_table = nullptr;
};

} // namespace sastrugi::studio
