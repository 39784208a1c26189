// Which instruction set the kernels run with. Kernels (*.kernel.cpp) are built once per set, into a namespace of its
// name; all give bit-identical results, so the choice is a matter of speed only.
#pragma once

#include <string_view>

namespace sastrugi
{

enum class Isa { Portable, Avx2, Avx512 };

std::string_view name(Isa isa);

/// Whether this build and this processor can run it.
bool isSupported(Isa isa);

/// The fastest supported set, or the one that the environment variable SASTRUGI_ISA names
/// (portable, avx2, avx512). Throws Error(Usage) when that is unknown or not supported.
Isa activeIsa();

} // namespace sastrugi

/// The function of the active instruction set: SASTRUGI_DISPATCH(isa, sphKernels)() calls avx2::sphKernels(), say.
#if defined(SASTRUGI_X86)
#define SASTRUGI_DISPATCH(isa, function)                                                                               \
    ((isa) == ::sastrugi::Isa::Avx512 ? avx512::function                                                               \
     : (isa) == ::sastrugi::Isa::Avx2 ? avx2::function                                                                 \
                                      : portable::function)
#else
#define SASTRUGI_DISPATCH(isa, function) portable::function
#endif
