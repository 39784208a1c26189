// What a node may be called, and the file name made of it.
#pragma once

#include <string>
#include <string_view>

namespace sastrugi
{

/// Why `name` cannot be the name of a node, as the end of a sentence; empty when it can. Any Unicode is allowed but
/// control characters, '=' and ',' (the command line uses them) and white space at the ends.
std::string whyNotNodeName(std::string_view name);

/// A file name of ASCII letters, digits, '-' and '_', at most 48 characters. Names that had to be changed get a
/// hash appended, so that different names stay different.
std::string fileSlug(std::string_view name);

} // namespace sastrugi
