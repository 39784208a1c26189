#include "app/studio/inspect/ParticleTable.h"

#include "engine/core/Error.h"

#include <algorithm>

namespace sastrugi::studio
{

void ParticleTable::show(std::shared_ptr<const Frame> frame)
{
    if (frame == m_wanted)
        return;
    m_wanted = std::move(frame);
    arrange();
}

void ParticleTable::setFilter(const QString& filter)
{
    m_order.filter = filter.trimmed().toStdString();
    arrange();
}

void ParticleTable::sort(int column, Qt::SortOrder order)
{
    m_order.sortColumn = column >= 0 && column < columnCount() ? m_columns[static_cast<std::size_t>(column)].name : "";
    m_order.isDescending = order == Qt::DescendingOrder;
    arrange();
}

void ParticleTable::arrange()
{
    if (!m_wanted)
        return take(nullptr, {}, {});
    m_task.start([this, frame = m_wanted, order = m_order, request = ++m_request](std::stop_token stop) {
        std::vector<std::uint32_t> rows;
        QString problem;
        try {
            rows = rowsOf(*frame, order, stop);
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Interrupted)
                return;
            problem = QString::fromUtf8(error.what());
        }
        QMetaObject::invokeMethod(
            this,
            [this, frame, request, rows = std::move(rows), problem]() mutable {
                if (request == m_request)
                    take(frame, std::move(rows), problem);
            },
            Qt::QueuedConnection);
    });
}

void ParticleTable::take(const std::shared_ptr<const Frame>& frame, std::vector<std::uint32_t> rows,
                         const QString& problem)
{
    // Columns that stay keep their widths and the place that was scrolled to.
    std::vector<Column> columns = frame ? columnsOf(*frame) : std::vector<Column>{};
    const bool isSame = std::equal(columns.begin(), columns.end(), m_columns.begin(), m_columns.end(),
                                   [](const Column& a, const Column& b) { return a.name == b.name; });
    const bool isReset = !isSame || rows.size() != m_rows.size();
    if (isReset)
        beginResetModel();
    m_frame = frame;
    m_columns = std::move(columns);
    m_rows = std::move(rows);
    if (isReset)
        endResetModel();
    else if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    Q_EMIT arranged(problem);
}

int ParticleTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ParticleTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant ParticleTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const Column& column = m_columns[static_cast<std::size_t>(index.column())];
    const double value = column.value(m_rows[static_cast<std::size_t>(index.row())]);
    return QString::number(value, 'g', column.isWhole() ? 12 : 6);
}

QVariant ParticleTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal || section >= columnCount())
        return {};
    return QString::fromStdString(m_columns[static_cast<std::size_t>(section)].name);
}

std::uint32_t ParticleTable::idOfRow(int row) const
{
    return m_frame->particles.get<std::uint32_t>("id")[m_rows[static_cast<std::size_t>(row)]];
}

int ParticleTable::rowOfId(std::uint32_t id) const
{
    if (!m_frame)
        return -1;
    const auto ids = m_frame->particles.get<std::uint32_t>("id");
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](std::uint32_t row) { return ids[row] == id; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

QString ParticleTable::text(const QList<int>& rows) const
{
    QString text;
    for (int column = 0; column < columnCount(); ++column)
        text += (column > 0 ? "\t" : "") + headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    for (const int row : rows) {
        text += "\n";
        for (int column = 0; column < columnCount(); ++column)
            text += (column > 0 ? "\t" : "") + data(index(row, column), Qt::DisplayRole).toString();
    }
    return text + "\n";
}

} // namespace sastrugi::studio
