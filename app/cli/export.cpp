#include "app/cli/Command.h"
namespace sastrugi
{
void addExport(CLI::App&, Action&) {}
} // namespace sastrugi
