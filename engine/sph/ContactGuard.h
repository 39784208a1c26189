// Keeps particles from crossing boundaries that are one layer of samples thick, where the kernel's gradient fades
// before it can stop them, and lets single flakes bounce off those that have a restitution. An extension of the paper;
// resting layers are not touched.
#pragma once

#include "engine/sph/SphState.h"

namespace sastrugi
{

/// Changes velocities only, boundary by boundary. Returns the number of particles it held back.
std::size_t guardContacts(const SphStep& step);

} // namespace sastrugi
