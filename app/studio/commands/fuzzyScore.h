// How well a name fits what was typed so far.
#pragma once

#include <QString>

namespace sastrugi::studio
{

/// 0 when the characters of `typed` do not all occur in `text` in this order, without regard to case and to spaces in
/// `typed`. Otherwise more for characters at the start, at starts of words and in a row, for whole words and for
/// shorter texts.
int fuzzyScore(QStringView typed, QStringView text);

} // namespace sastrugi::studio
