// How long tests wait for what runs in the background.
#pragma once

namespace sastrugi::test
{

constexpr int patience = 120'000; // milliseconds, on a busy machine

} // namespace sastrugi::test
