// Keys while a menu or another popup is open: they are its own, whatever command the panel behind it has for them.
#pragma once

#include <QObject>

namespace sastrugi::studio
{

class PopupKeys : public QObject
{
    Q_OBJECT

public:
    /// Of the whole application, as long as it lives.
    explicit PopupKeys(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace sastrugi::studio
