// Grammar for messages: what depends on a number or on the next word.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

/// "1 frame", "2 frames". `many` is the plural where it is not `one` with an s.
std::string counted(std::int64_t count, std::string_view one, std::string_view many = {});

/// "a Mesh", "an Emitter"; by the first letter.
std::string withArticle(std::string_view noun);

/// The parts of a list that commas, blanks or line ends separate.
std::vector<std::string> splitList(std::string_view text);

} // namespace sastrugi
