#include "app/studio/commands/fuzzyScore.h"

#include <algorithm>
#include <vector>

namespace sastrugi::studio
{

namespace
{

bool startsWord(QStringView text, qsizetype at)
{
    return at == 0 || !text[at - 1].isLetterOrNumber() || (text[at].isUpper() && text[at - 1].isLower());
}

bool endsWord(QStringView text, qsizetype at) { return at + 1 == text.size() || !text[at + 1].isLetterOrNumber(); }

} // namespace

int fuzzyScore(QStringView typed, QStringView text)
{
    // best[j]: the best score of the characters so far when the last of them is text[j]; -1 where it cannot be.
    std::vector<int> best(static_cast<std::size_t>(text.size()), 0);
    bool isFirst = true;
    for (const QChar character : typed) {
        if (character.isSpace())
            continue;
        std::vector<int> next(best.size(), -1);
        int bestBefore = isFirst ? 0 : -1;
        for (qsizetype j = 0; j < text.size(); ++j) {
            const auto at = static_cast<std::size_t>(j);
            if (text[j].toCaseFolded() == character.toCaseFolded()) {
                const int here = j == 0 ? 24 : startsWord(text, j) ? 16 : 4;
                const int inARow = !isFirst && j > 0 && best[at - 1] >= 0 ? best[at - 1] + 12 : -1;
                if (const int before = std::max(bestBefore, inARow); before >= 0)
                    next[at] = before + here;
            }
            if (!isFirst)
                bestBefore = std::max(bestBefore, best[at]);
        }
        best = std::move(next);
        isFirst = false;
    }
    if (isFirst)
        return 1;
    for (qsizetype j = 0; j < text.size(); ++j) // "sph" means "SPH Solver" before "Sphere"
        if (int& score = best[static_cast<std::size_t>(j)]; score >= 0 && endsWord(text, j))
            score += 10;
    const auto highest = std::max_element(best.begin(), best.end());
    if (highest == best.end() || *highest < 0)
        return 0;
    return *highest * 16 + std::max(0, 15 - static_cast<int>(text.size()) / 4) + 1;
}

} // namespace sastrugi::studio
