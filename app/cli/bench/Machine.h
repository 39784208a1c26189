// What this machine can do at most: what rooflines are drawn with.
#pragma once

namespace sastrugi
{

/// Bytes per second, read and written, of copying arrays that no cache holds; with that many threads, 0 for all cores.
double measuredBandwidth(int threads);

/// Floating-point operations per second, single precision, of fused multiply-adds in registers, two operations each;
/// with that many threads, 0 for all cores.
///
/// Eight lanes at a time, the width of all kernels: `engine/core/Wide.h` says why. Sixteen give what the widest units
/// of the machine could do, which kernels leave unused.
double measuredPeak(int threads, int lanes = 8);

} // namespace sastrugi
