#include "app/studio/document/ProcessIdentity.h"

#include <QFile>
#include <QList>
#include <QSysInfo>

#include <cerrno>

#include <signal.h>
#include <unistd.h>

namespace sastrugi::studio
{

namespace
{

/// What the system says of a process behind its name, which may hold anything: the first field is its state.
QList<QByteArray> fieldsOf(qint64 process)
{
    QFile file(QString("/proc/%1/stat").arg(process));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray text = file.readAll();
    return text.mid(text.lastIndexOf(')') + 2).split(' ');
}

/// Empty where the system does not say.
QString startTimeOf(qint64 process) { return QString::fromLatin1(fieldsOf(process).value(19)); }

} // namespace

ProcessIdentity ProcessIdentity::ofThis() { return {QSysInfo::machineHostName(), ::getpid(), startTimeOf(::getpid())}; }

bool ProcessIdentity::isElsewhere() const { return machine != QSysInfo::machineHostName(); }

bool ProcessIdentity::isDead() const
{
    return !isElsewhere() && (!isProcessThere(process) || startTimeOf(process) != startTime);
}

bool isProcessThere(qint64 process)
{
    const bool exists = ::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM;
    const QByteArray state = fieldsOf(process).value(0);
    return exists && state != "Z" && state != "X";
}

} // namespace sastrugi::studio
