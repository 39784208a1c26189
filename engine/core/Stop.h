// How long work ends early: by an exception, where there is nothing half done to keep.
#pragma once

#include "engine/core/Error.h"

#include <stop_token>

namespace sastrugi
{

/// Throws Error(Interrupted) once a stop is requested. Cheap: call it about every millisecond of work.
inline void throwIfStopped(const std::stop_token& stop)
{
    if (stop.stop_requested())
        fail(ErrorKind::Interrupted, "stopped before it was done");
}

} // namespace sastrugi
