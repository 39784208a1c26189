// Which messages of the log are shown: those of a severity and above, of a node, with these words.
#pragma once

#include "app/studio/log/LogModel.h"

#include <QSortFilterProxyModel>

namespace sastrugi::studio
{

class LogFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit LogFilter(LogModel& model, QObject* parent = nullptr);

    void setLeastLevel(LogLevel level);
    /// Empty for those of all nodes.
    void setNode(const QString& node);
    /// All of these words, in any order, in the node's name or the text.
    void setWords(const QString& words);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    LogModel& m_model;
    LogLevel m_least = LogLevel::Info;
    QString m_node;
    QStringList m_words;
};

} // namespace sastrugi::studio
