// What this program is, and what it was built with.
#pragma once

#include <QDialog>

namespace sastrugi::studio
{

class AboutDialog : public QDialog
{
    Q_OBJECT

public:
    explicit AboutDialog(QWidget* parent = nullptr);

    /// What is copied for a report.
    static QString versions();
};

} // namespace sastrugi::studio
