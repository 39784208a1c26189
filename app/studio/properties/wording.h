// How the keys and the choices of parameters are worded in the window.
#pragma once

#include <QString>

#include <string_view>

namespace sastrugi::studio
{

/// "youngsModulus" -> "Young's modulus", "inShearSolve" -> "In shear solve"
QString labelOf(std::string_view key);

} // namespace sastrugi::studio
