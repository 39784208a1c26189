// Keys of undo and redo in fields: a field that has nothing of its own to take back leaves them to the document.
#pragma once

#include <QObject>

namespace sastrugi::studio
{

class UndoKeys : public QObject
{
    Q_OBJECT

public:
    /// Watches the fields of `window` as long as it lives.
    explicit UndoKeys(QWidget& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_window;
};

} // namespace sastrugi::studio
