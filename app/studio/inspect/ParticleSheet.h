// The spreadsheet of particles: a filter, the table, how many there are.
#pragma once

#include "app/studio/commands/Commands.h"
#include "app/studio/inspect/ParticleTable.h"
#include "app/studio/viewport/SceneContent.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTableView;

namespace sastrugi::studio
{

class ParticleSheet : public QWidget
{
    Q_OBJECT

public:
    ParticleSheet(SceneContent& content, Commands& commands, QWidget* parent = nullptr);

    ParticleTable& table() { return m_model; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void follow();
    void showPicked();
    void copy();

    SceneContent& m_content;
    ParticleTable m_model;
    QLineEdit* m_filter;
    QLabel* m_note;
    QTableView* m_view;
    bool m_isChoosing = false;
};

} // namespace sastrugi::studio
