// Text of the engine for the window.
#pragma once

#include <QString>

#include <string_view>

namespace sastrugi::studio
{

/// Of UTF-8.
inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace sastrugi::studio
