// Sums that keep what rounding takes from them: the two-sum of Knuth. Steps of slow or far snow are shorter than the
// rounding of its position.
#pragma once

namespace sastrugi
{

/// sum + remainder + b, in `sum` rounded, and in `remainder` what that leaves; exact whatever their sizes. For floats
/// and for wide values of them; needs arithmetic that does not reorder.
template <class T>
[[gnu::always_inline]] inline void addExactly(T& sum, T& remainder, T b)
{
    const T a = sum, exact = b + remainder;
    sum = a + exact;
    const T part = sum - a;
    remainder = (a - (sum - part)) + (exact - part);
}

} // namespace sastrugi
