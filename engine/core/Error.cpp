#include "engine/core/Error.h"

namespace sastrugi
{

void assertionFailed(const char* condition, const char* sentence, const char* file, int line)
{
    fail(ErrorKind::Internal, "internal error: {} ({} at {}:{})", sentence, condition, file, line);
}

} // namespace sastrugi
