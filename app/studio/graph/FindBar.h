// Finding nodes by name, type or value: a field over the graph.
#pragma once

#include "app/studio/document/Selection.h"

#include <QFrame>

class QLabel;
class QLineEdit;

namespace sastrugi::studio
{

/// The nodes whose name, type or any changed value contains `text`, in the order of the graph.
std::vector<std::string> findNodes(const Graph& graph, const QString& text);

class FindBar : public QFrame
{
    Q_OBJECT

public:
    FindBar(Document& document, QWidget* parent);
    void begin();

Q_SIGNALS:
    /// One of those that were found.
    void found(const std::string& node);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search();
    void step(int by);

    Document& m_document;
    QLineEdit* m_field;
    QLabel* m_count;
    std::vector<std::string> m_found;
    std::size_t m_current = 0;
};

} // namespace sastrugi::studio
