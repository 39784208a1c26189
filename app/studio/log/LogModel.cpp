#include "app/studio/log/LogModel.h"

#include "app/studio/looks/Icons.h"
#include "app/studio/looks/Theme.h"
#include "app/studio/looks/toQString.h"

#include <QGuiApplication>

namespace sastrugi::studio
{

namespace
{

QString iconName(LogLevel level)
{
    switch (level) {
    case LogLevel::Debug: return "debug";
    case LogLevel::Info: return "info";
    case LogLevel::Warning: return "warning";
    case LogLevel::Error: return "error";
    }
    return {};
}

QColor markColour(LogLevel level)
{
    switch (level) {
    case LogLevel::Warning: return theme().warning;
    case LogLevel::Error: return theme().error;
    default: return theme().dimText;
    }
}

} // namespace

void LogModel::add(const LogMessage& message)
{
    if (rowCount() >= mostMessages) {
        beginRemoveRows({}, 0, 0);
        m_entries.pop_front();
        endRemoveRows();
    }
    beginInsertRows({}, rowCount(), rowCount());
    m_entries.push_back({QTime::currentTime(), message.level, QString::fromStdString(message.node),
                         QString::fromStdString(message.text).trimmed(), true});
    endInsertRows();
}

void LogModel::clear()
{
    beginResetModel();
    m_entries.clear();
    endResetModel();
}

void LogModel::showWhatHolds(const QString& node, const QString& lines)
{
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        Entry& entry = m_entries[i];
        if (entry.node != node || entry.level < LogLevel::Warning)
            continue;
        const bool holds = lines.contains(entry.text);
        if (std::exchange(entry.holds, holds) != holds)
            Q_EMIT dataChanged(index(static_cast<int>(i), 0), index(static_cast<int>(i), columnCountOf - 1));
    }
}

void LogModel::dimAll()
{
    for (Entry& entry : m_entries)
        entry.holds = entry.holds && (entry.node.isEmpty() || entry.level < LogLevel::Warning);
    if (!m_entries.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCountOf - 1));
}

QString LogModel::line(int row) const
{
    const Entry& entry = m_entries[static_cast<std::size_t>(row)];
    const std::string_view level = name(entry.level);
    return QString("%1 %2 %3%4")
        .arg(entry.time.toString("HH:mm:ss"), toQString(level),
             entry.node.isEmpty() ? QString() : "[" + entry.node + "] ", entry.text);
}

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int LogModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columnCountOf; }

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    const Entry& entry = m_entries[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole)
        switch (index.column()) {
        case TimeColumn: return entry.time.toString("HH:mm:ss");
        case NodeColumn: return entry.node;
        case TextColumn: return QString(entry.text).replace('\n', ' ');
        }
    if (role == Qt::ToolTipRole)
        return entry.text;
    if (role == Qt::DecorationRole && index.column() == TimeColumn)
        return iconPixmap(iconName(entry.level), {16, 16}, entry.holds ? markColour(entry.level) : theme().dimText,
                          qGuiApp->devicePixelRatio());
    if (role == Qt::ForegroundRole && !entry.holds)
        return theme().disabledText;
    if (role == Qt::ForegroundRole && index.column() == TimeColumn)
        return theme().dimText;
    return {};
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn: return tr("Time");
    case NodeColumn: return tr("Node");
    default: return tr("Message");
    }
}

} // namespace sastrugi::studio
