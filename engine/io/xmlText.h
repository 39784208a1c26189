// Text inside XML.
#pragma once

#include <string>
#include <string_view>

namespace sastrugi
{

/// As it stands between quotes.
inline std::string xmlText(std::string_view text)
{
    std::string result;
    for (const char letter : text)
        switch (letter) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        default: result += letter;
        }
    return result;
}

} // namespace sastrugi
