// Adding a node by typing: a field, and below it the node types that fit what was typed.
#pragma once

#include "nodes/graph/NodeRegistry.h"

#include <QFrame>

#include <functional>

class QLabel;
class QLineEdit;
class QListWidget;

namespace sastrugi::studio
{

class AddNodePopup : public QFrame
{
    Q_OBJECT

public:
    using Filter = std::function<bool(const NodeType&)>;

    explicit AddNodePopup(const NodeRegistry& types, QWidget* parent);

    /// Opens at a point of the screen with the types that `filter` lets through. `chosen` is called at most once.
    void offer(const QPoint& globalPoint, const Filter& filter, const std::function<void(const NodeType&)>& chosen);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void showDoc();
    void choose();

    const NodeRegistry& m_types;
    QLineEdit* m_field;
    QListWidget* m_list;
    QLabel* m_doc;
    Filter m_filter;
    std::function<void(const NodeType&)> m_chosen;
};

} // namespace sastrugi::studio
