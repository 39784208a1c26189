#include "app/studio/looks/Icons.h"

namespace sastrugi::studio
{

QIcon icon(const QString& name) { return QIcon(":/icons/" + name + ".svg"); }

} // namespace sastrugi::studio
