// Texts of the graph's tools, which are no QObjects and have no tr of their own.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace sastrugi::studio
{

/// In the user's language.
inline QString localised(const char* text) { return QCoreApplication::translate("GraphView", text); }

} // namespace sastrugi::studio
