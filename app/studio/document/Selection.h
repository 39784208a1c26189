// Which nodes are selected, by name, and which of them is the active one: what the panel shows and keys act on.
#pragma once

#include "app/studio/document/Document.h"

#include <string>
#include <vector>

namespace sastrugi::studio
{

class Selection : public QObject
{
    Q_OBJECT

public:
    /// Follows renamed nodes and forgets those that are gone.
    explicit Selection(Document& document, QObject* parent = nullptr);

    /// In the order of the graph.
    const std::vector<std::string>& nodes() const { return m_nodes; }
    /// The one that was selected last; empty when none is.
    const std::string& active() const { return m_active; }
    bool contains(const std::string& node) const;
    bool isEmpty() const { return m_nodes.empty(); }

    void set(std::vector<std::string> nodes, std::string active = {});
    void clear() { set({}); }

Q_SIGNALS:
    void changed();

private:
    void follow(const Graph& before);

    Document& m_document;
    std::vector<std::string> m_nodes;
    std::string m_active;
};

} // namespace sastrugi::studio
