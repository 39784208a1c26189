// How idle threads wait.
#pragma once

namespace sastrugi
{

/// Starts this program again with threads that sleep when idle, unless the user has chosen how threads wait
/// (OMP_WAIT_POLICY or GOMP_SPINCOUNT). The OpenMP library reads that before main() only, and its default spins for
/// milliseconds: on a machine that others use too, threads then wait for those that are not running. Does nothing when
/// it cannot.
void letIdleThreadsSleep(char** argv);

} // namespace sastrugi
