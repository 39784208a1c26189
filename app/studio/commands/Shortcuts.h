// Keys that the user has given to commands: remembered, and applied to every command that is added.
#pragma once

#include "app/studio/commands/Commands.h"

namespace sastrugi::studio
{

class Shortcuts : public QObject
{
    Q_OBJECT

public:
    /// With `isRemembered` false the keys are those that the commands were declared with.
    Shortcuts(Commands& commands, bool isRemembered, QObject* parent = nullptr);

    QList<QKeySequence> keys(const QString& id) const;
    bool isChanged(const QString& id) const;
    void set(const QString& id, const QList<QKeySequence>& keys);
    /// Back to those it was declared with.
    void reset(const QString& id);
    void resetAll();
    /// Commands that one of these keys would start too, where `id` can be started.
    QStringList conflicts(const QString& id, const QList<QKeySequence>& keys) const;

Q_SIGNALS:
    void changed(const QString& id);

private:
    void apply(const QString& id);

    Commands& m_commands;
};

} // namespace sastrugi::studio
