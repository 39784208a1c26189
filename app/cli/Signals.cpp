#include "app/cli/Signals.h"

#include <chrono>
#include <csignal>

#include <unistd.h>

namespace sastrugi
{

namespace
{

// A handler can reach nothing else than this. It only counts: requesting a stop is more than a handler may do, so a
// thread of ours looks at the counts.
std::atomic<int> interrupts = 0, terminations = 0, checkpoints = 0, continuations = 0;
std::atomic<bool> isPauseWanted = false;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void count(int signal)
{
    switch (signal) {
    case SIGINT: ++interrupts; break;
    case SIGTERM: ++terminations; break;
    case SIGUSR1: ++checkpoints; break;
    case SIGTSTP: isPauseWanted = true; break;
    case SIGCONT:
        isPauseWanted = false; // it came before the pause was reached
        ++continuations;
        break;
    }
}

constexpr int caught[] = {SIGINT, SIGTERM, SIGUSR1, SIGTSTP, SIGCONT};

void install(void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    for (const int signal : caught)
        sigaction(signal, &action, nullptr);
}

} // namespace

Signals::Signals()
{
    interrupts = terminations = checkpoints = 0;
    isPauseWanted = false;
    install(count);
    m_watcher = std::jthread([this](std::stop_token done) { watch(done); });
}

Signals::~Signals() { install(SIG_DFL); }

bool Signals::wasInterrupted() const { return interrupts > 0; }

std::atomic<bool>& Signals::pauseRequest() { return isPauseWanted; }

void Signals::stopUntilContinued()
{
    const int before = continuations;
    ::kill(::getpid(), SIGSTOP);
    // Another thread may take the signal: this one then runs on for a moment.
    while (continuations == before)
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
}

void Signals::watch(std::stop_token done)
{
    constexpr int together = 15; // looks, within which signals are one: timeout(1) tells the process, and its group
    int looks = 0, first = 0;    // since the first request, and how many there were
    while (!done.stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (checkpoints.exchange(0) > 0)
            m_checkpoint = true;
        const int requests = interrupts + terminations;
        if (requests == 0)
            continue;
        m_stop.request_stop();
        if (looks < together) {
            ++looks;
            first = requests;
        } else if (requests > first)
            m_abort.request_stop();
    }
}

} // namespace sastrugi
