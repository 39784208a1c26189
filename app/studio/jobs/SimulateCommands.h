// The commands of the menu Simulate: they act on the selected solver node, or on the only one.
#pragma once

#include "app/studio/commands/Commands.h"
#include "app/studio/document/Selection.h"
#include "app/studio/jobs/Runs.h"

namespace sastrugi::studio
{

class SimulateCommands : public QObject
{
    Q_OBJECT

public:
    /// Keys work in all of `window`.
    SimulateCommands(Document& document, Selection& selection, Runs& runs, Commands& commands, QWidget& window);

    /// Where the timeline stands. Without it, or when it says nothing: the newest frame of the node's run.
    using CurrentFrame = std::function<std::optional<std::int64_t>()>;
    void setCurrentFrame(CurrentFrame frame) { m_currentFrame = std::move(frame); }

    /// The solver node that commands act on; empty when it is not clear.
    std::string target() const;

    /// Calls `act` with target(), or says why there is none.
    void onTarget(const std::function<void(const std::string&)>& act);

Q_SIGNALS:
    /// For the log.
    void said(const sastrugi::LogMessage& message);

private:
    void addAll(Commands& commands, QWidget& window);
    /// Of the target, or the only one that goes on.
    const Run* goingOn() const;
    void continueFromCurrent(const std::string& node);
    void extend(const std::string& node);
    void showState();

    Document& m_document;
    Selection& m_selection;
    Runs& m_runs;
    QWidget& m_window;
    CurrentFrame m_currentFrame;
    QAction *m_pause = nullptr, *m_cancel = nullptr;
};

} // namespace sastrugi::studio
