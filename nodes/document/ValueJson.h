// Parameter values as JSON: numbers in SI, or strings with a unit; vectors and colours as three of them.
#pragma once

#include "engine/core/Parameter.h"
#include "nodes/document/JsonText.h"

#include <string>

namespace sastrugi
{

/// Throws Error(Scene) that names the key, the value and what is expected, when it cannot be read or is not allowed.
ParameterValue parameterFromJson(const ParameterInfo& info, const JsonValue& json);

/// On one line; quantities as plain SI numbers. parameterFromJson() gives the same value back.
std::string parameterToJson(const ParameterValue& value);

} // namespace sastrugi
