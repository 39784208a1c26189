// One piece of work at a time on a thread of its own: a new one takes the place of one that waits, and stops the one
// that runs.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

namespace sastrugi::studio
{

class BackgroundTask
{
public:
    using Work = std::function<void(std::stop_token)>;

    BackgroundTask() : m_thread([this](std::stop_token stop) { run(stop); }) {}
    ~BackgroundTask()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_stopCurrent.request_stop();
            m_next = nullptr;
        }
        m_thread.request_stop();
    }
    BackgroundTask(const BackgroundTask&) = delete;
    BackgroundTask& operator=(const BackgroundTask&) = delete;

    /// `work` must not throw.
    void start(Work work)
    {
        const std::lock_guard lock(m_mutex);
        m_stopCurrent.request_stop();
        m_next = std::move(work);
        m_wake.notify_one();
    }

private:
    void run(std::stop_token stop)
    {
        while (true) {
            Work work;
            std::stop_token stopWork;
            {
                std::unique_lock lock(m_mutex);
                if (!m_wake.wait(lock, stop, [&] { return bool(m_next); }))
                    return;
                work = std::exchange(m_next, nullptr);
                m_stopCurrent = std::stop_source();
                stopWork = m_stopCurrent.get_token();
            }
            work(stopWork);
        }
    }

    std::mutex m_mutex; // guards what follows
    std::condition_variable_any m_wake;
    Work m_next;
    std::stop_source m_stopCurrent;
    std::jthread m_thread; // last: it is joined before the rest goes
};

} // namespace sastrugi::studio
