// The runs as a table, the newest first.
#pragma once

#include "app/studio/jobs/Runs.h"

#include <QAbstractTableModel>

namespace sastrugi::studio
{

class JobsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        NodeColumn,
        SceneColumn,
        StateColumn,
        ProgressColumn,
        LeftColumn,
        ParticlesColumn,
        StepColumn,
        IterationsColumn,
        MemoryColumn,
        CacheColumn,
        columnCountOf
    };
    /// Of the progress column: 0 to 1. Its words are the display role.
    static constexpr int ShareRole = Qt::UserRole;

    explicit JobsModel(Runs& runs, QObject* parent = nullptr);

    int idAt(int row) const { return m_ids[static_cast<std::size_t>(row)]; }
    /// Negative when there is none.
    int rowOf(int id) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void add(int id);
    void remove(int id);
    void change(int id);

    Runs& m_runs;
    std::vector<int> m_ids;
};

} // namespace sastrugi::studio
