#include "engine/core/Isa.h"

#include "engine/core/Error.h"

#include <cstdlib>

namespace sastrugi
{

std::string_view name(Isa isa)
{
    constexpr std::string_view names[] = {"portable", "avx2", "avx512"};
    return names[static_cast<int>(isa)];
}

bool isSupported(Isa isa)
{
    if (isa == Isa::Portable)
        return true;
#if defined(SASTRUGI_X86)
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (isa == Isa::Avx2)
        return avx2;
    return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
#else
    return false;
#endif
}

Isa activeIsa()
{
    constexpr Isa fastestFirst[] = {Isa::Avx512, Isa::Avx2, Isa::Portable};
    if (const char* wanted = std::getenv("SASTRUGI_ISA"); wanted && *wanted) {
        for (const Isa isa : fastestFirst)
            if (name(isa) == wanted) {
                if (!isSupported(isa))
                    fail(ErrorKind::Usage, "SASTRUGI_ISA is '{}', which this processor or build does not support",
                         wanted);
                return isa;
            }
        fail(ErrorKind::Usage, "SASTRUGI_ISA is '{}'; known are portable, avx2 and avx512", wanted);
    }
    for (const Isa isa : fastestFirst)
        if (isSupported(isa))
            return isa;
    return Isa::Portable;
}

} // namespace sastrugi
