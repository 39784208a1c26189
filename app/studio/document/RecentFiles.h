// The scenes that were opened or saved last, newest first, remembered between sessions.
#pragma once

#include <QObject>
#include <QStringList>

namespace sastrugi::studio
{

class RecentFiles : public QObject
{
    Q_OBJECT

public:
    static constexpr int most = 12;

    using QObject::QObject;

    /// Also those that are missing now: a drive may come back.
    QStringList files() const;
    void add(const QString& file);
    void remove(const QString& file);
    void clear();

Q_SIGNALS:
    void changed();

private:
    void store(const QStringList& files);
};

} // namespace sastrugi::studio
