// How the keys of parameters are worded in the window.
#pragma once

#include <QString>

#include <string_view>

namespace sastrugi::studio
{

/// "youngsModulus" -> "Young's modulus"
QString labelOf(std::string_view key);

} // namespace sastrugi::studio
