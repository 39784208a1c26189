#include "app/studio/log/LogFilter.h"

#include <algorithm>

namespace sastrugi::studio
{

LogFilter::LogFilter(LogModel& model, QObject* parent) : QSortFilterProxyModel(parent), m_model(model)
{
    setSourceModel(&model);
}

void LogFilter::setLeastLevel(LogLevel level)
{
    m_least = level;
    invalidateFilter();
}

void LogFilter::setNode(const QString& node)
{
    m_node = node;
    invalidateFilter();
}

void LogFilter::setWords(const QString& words)
{
    m_words = words.split(' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

bool LogFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    if (m_model.level(row) < m_least || (!m_node.isEmpty() && m_model.node(row) != m_node))
        return false;
    const QString line = m_model.line(row);
    return std::all_of(m_words.begin(), m_words.end(),
                       [&](const QString& word) { return line.contains(word, Qt::CaseInsensitive); });
}

} // namespace sastrugi::studio
