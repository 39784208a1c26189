// A field over a node's title in which its name is typed. Return and leaving it accept, Escape gives up.
#pragma once

#include <QLineEdit>

namespace sastrugi::studio
{

class RenameField : public QLineEdit
{
    Q_OBJECT

public:
    RenameField(const QString& name, QWidget* parent);
    void begin();

Q_SIGNALS:
    void accepted(const QString& name);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    void close(bool accepts);
    QString m_before;
    bool m_isClosed = false;
};

} // namespace sastrugi::studio
