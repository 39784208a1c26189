// The messages of a session as a table, newest last, bounded.
#pragma once

#include "engine/core/Log.h"

#include <QAbstractTableModel>
#include <QDateTime>

#include <deque>

namespace sastrugi::studio
{

class LogModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { TimeColumn, NodeColumn, TextColumn, columnCountOf };
    static constexpr int mostMessages = 10'000;

    using QAbstractTableModel::QAbstractTableModel;

    void add(const LogMessage& message);
    void clear();
    /// Dims what was warned of the node and is not among these lines any more; the rest holds, perhaps again.
    void showWhatHolds(const QString& node, const QString& lines);
    /// Dims all that was warned of nodes: theirs is another document now.
    void dimAll();
    bool holds(int row) const { return m_entries[static_cast<std::size_t>(row)].holds; }
    LogLevel level(int row) const { return m_entries[static_cast<std::size_t>(row)].level; }
    /// Empty when the message is about none.
    QString node(int row) const { return m_entries[static_cast<std::size_t>(row)].node; }
    /// One line: time, severity, node and text.
    QString line(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Entry {
        QTime time;
        LogLevel level;
        QString node, text;
        bool holds = true;
    };
    std::deque<Entry> m_entries;
};

} // namespace sastrugi::studio
