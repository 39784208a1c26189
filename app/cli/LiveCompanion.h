// What a live run does beside its steps: takes what the hand wants, shows its states, keeps the pace of real time.
#pragma once

#include "engine/live/LiveHand.h"
#include "engine/simulation/Simulation.h"

#include <chrono>
#include <stop_token>

namespace sastrugi
{

class LiveCompanion : public RunCompanion
{
public:
    /// `onStart` is called once, before the first steps.
    LiveCompanion(LiveHand& hand, const SceneSettings& settings, std::stop_token stop, std::function<void()> onStart)
        : m_hand(hand), m_settings(settings), m_stop(std::move(stop)), m_onStart(std::move(onStart))
    {
    }

    void frameBegins(std::int64_t frame) override;
    void stepDone(std::int64_t frame, double time, const std::function<Frame()>& state) override;

private:
    using Clock = std::chrono::steady_clock;

    LiveHand& m_hand;
    SceneSettings m_settings;
    std::stop_token m_stop;
    std::function<void()> m_onStart;
    Clock::time_point m_due{}, m_shown{};
};

} // namespace sastrugi
