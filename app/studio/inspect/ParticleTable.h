// The particles of a frame as a table, filtered and sorted in the background: a million rows without a delay.
#pragma once

#include "app/studio/frames/BackgroundTask.h"
#include "app/studio/inspect/attributeValues.h"
#include "app/studio/inspect/rowsOf.h"

#include <QAbstractTableModel>

#include <memory>

namespace sastrugi::studio
{

class ParticleTable : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void show(std::shared_ptr<const Frame> frame);
    void setFilter(const QString& filter);
    const RowOrder& order() const { return m_order; }
    std::size_t particleCount() const { return m_frame ? m_frame->particles.count() : 0; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

    std::uint32_t idOfRow(int row) const;
    /// Below zero when it is not in the table.
    int rowOfId(std::uint32_t id) const;
    /// The rows as text with tabs, for a spreadsheet.
    QString text(const QList<int>& rows) const;

Q_SIGNALS:
    /// Rows are there; `problem` says what of the filter is not understood.
    void arranged(const QString& problem);

private:
    void arrange();
    void take(const std::shared_ptr<const Frame>& frame, std::vector<std::uint32_t> rows, const QString& problem);

    std::shared_ptr<const Frame> m_frame, m_wanted; // the one that is shown; the one that is being arranged
    std::vector<Column> m_columns;
    std::vector<std::uint32_t> m_rows;
    RowOrder m_order;
    int m_request = 0;
    BackgroundTask m_task;
};

} // namespace sastrugi::studio
