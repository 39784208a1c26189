#include "app/cli/threadWaiting.h"

#include <cstdlib>

#include <unistd.h>

namespace sastrugi
{

void letIdleThreadsSleep(char** argv)
{
    if (std::getenv("OMP_WAIT_POLICY") || std::getenv("GOMP_SPINCOUNT"))
        return;
    setenv("OMP_WAIT_POLICY", "passive", 1);
    execv("/proc/self/exe", argv);
}

} // namespace sastrugi
