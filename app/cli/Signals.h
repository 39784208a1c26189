// Signals as requests to a run: SIGINT and SIGTERM stop it, one more after a third of a second aborts, SIGUSR1 asks for
// a checkpoint, SIGTSTP (Ctrl-Z in a terminal) for a pause, SIGCONT ends it.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace sastrugi
{

/// Catches the signals for its lifetime; one at a time. Before and after, they do what they always do.
class Signals
{
public:
    Signals();
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    std::stop_token stop() const { return m_stop.get_token(); }
    std::stop_token abort() const { return m_abort.get_token(); }
    std::atomic<bool>& checkpointRequest() { return m_checkpoint; }
    std::atomic<bool>& pauseRequest();
    /// Stops this process, as everyone can see, until SIGCONT.
    void stopUntilContinued();
    /// Whether the stop was asked for with SIGINT, by a person at the keyboard.
    bool wasInterrupted() const;

private:
    void watch(std::stop_token done);

    std::stop_source m_stop, m_abort;
    std::atomic<bool> m_checkpoint = false;
    std::jthread m_watcher;
};

} // namespace sastrugi
