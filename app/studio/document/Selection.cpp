#include "app/studio/document/Selection.h"

#include "nodes/graph/GraphChange.h"

#include <algorithm>
#include <set>

namespace sastrugi::studio
{

Selection::Selection(Document& document, QObject* parent) : QObject(parent), m_document(document)
{
    connect(&document, &Document::graphChanged, this, &Selection::follow);
    connect(&document, &Document::replaced, this, &Selection::clear);
}

bool Selection::contains(const std::string& node) const
{
    return std::find(m_nodes.begin(), m_nodes.end(), node) != m_nodes.end();
}

void Selection::set(std::vector<std::string> nodes, std::string active)
{
    const std::set<std::string> wanted(nodes.begin(), nodes.end());
    std::vector<std::string> ordered;
    for (const Node& node : m_document.graph().nodes())
        if (wanted.contains(node.name))
            ordered.push_back(node.name);
    if (!wanted.contains(active))
        active = wanted.contains(m_active) ? m_active : ordered.empty() ? std::string() : ordered.back();
    if (!m_document.graph().find(active))
        active.clear();
    if (ordered == m_nodes && active == m_active)
        return;
    m_nodes = std::move(ordered);
    m_active = std::move(active);
    Q_EMIT changed();
}

void Selection::follow(const Graph& before)
{
    std::vector<std::string> nodes;
    for (const std::string& node : m_nodes)
        if (std::string name = nameAfter(before, m_document.graph(), node); !name.empty())
            nodes.push_back(std::move(name));
    set(std::move(nodes), m_active.empty() ? m_active : nameAfter(before, m_document.graph(), m_active));
}

} // namespace sastrugi::studio
