// What the mouse does in the graph, in fields and in views.
#pragma once

#include <QDialog>

namespace sastrugi::studio
{

class GesturesDialog : public QDialog
{
    Q_OBJECT

public:
    explicit GesturesDialog(QWidget* parent = nullptr);
};

} // namespace sastrugi::studio
