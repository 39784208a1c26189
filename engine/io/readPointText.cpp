// CSV with a line of names, and XYZ: three coordinates or more in a line.
#include "engine/core/Error.h"
#include "engine/io/PointTable.h"
#include "engine/io/TextFields.h"

#include <utility>

namespace sastrugi
{

namespace
{

bool isComment(std::string_view line)
{
    const std::size_t first = line.find_first_not_of(" \t");
    return first == std::string_view::npos || line[first] == '#';
}

} // namespace

PointTable pointsOfCsv(std::string_view content)
{
    if (content.starts_with("\xef\xbb\xbf")) // what some spreadsheets put first
        content.remove_prefix(3);
    PointTable table;
    std::string_view line;
    std::size_t number = 0;
    char separator = ',';
    while (takeLine(content, line)) {
        ++number;
        if (isComment(line) && !table.columns.empty())
            continue;
        if (table.columns.empty()) {
            separator = line.find(',') != line.npos ? ',' : line.find(';') != line.npos ? ';' : '\t';
            for (const std::string_view name : cellsOf(line, separator)) {
                if (realNumber(name))
                    fail(ErrorKind::Scene, "its first line has the number {} where the names of columns are expected",
                         name);
                table.columns.push_back({std::string(name), 1, {}});
            }
            continue;
        }
        const std::vector<std::string_view> cells = cellsOf(line, separator);
        if (cells.size() != table.columns.size())
            fail(ErrorKind::Scene, "line {} has {} values, and there are {} names", number, cells.size(),
                 table.columns.size());
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const std::optional<double> value = realNumber(cells[c]);
            if (!value)
                fail(ErrorKind::Scene, "line {} has '{}' for '{}', which is no number", number, cells[c],
                     table.columns[c].name);
            table.columns[c].values.push_back(*value);
        }
        ++table.count;
    }
    return table;
}

PointTable pointsOfXyz(std::string_view content)
{
    PointTable table;
    table.columns = {{"position", 3, {}}};
    bool hasCount = false; // in the line before
    std::string_view line;
    std::size_t number = 0;
    while (takeLine(content, line)) {
        ++number;
        if (isComment(line))
            continue;
        const std::vector<std::string_view> words = wordsOf(line);
        if (words.empty())
            continue;
        if (words.size() == 1 && table.count == 0 && wholeNumber(words[0])) { // some write how many there are
            hasCount = true;
            continue;
        }
        const bool isNamed = words.size() >= 4 && !realNumber(words[0]) && realNumber(words[1]);
        if (std::exchange(hasCount, false) && !isNamed && !realNumber(words[0])) // and then what it is
            continue;
        if (words.size() < 3)
            fail(ErrorKind::Scene, "line {} has {}; expected are three coordinates, with blanks between them", number,
                 words.size() == 1 ? fmt::format("'{}'", words[0]) : fmt::format("{} numbers", words.size()));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::string_view word = words[axis + isNamed]; // behind the letters of an element
            const std::optional<double> value = realNumber(word);
            if (!value)
                fail(ErrorKind::Scene, "line {} has '{}', which is no number", number, word);
            table.columns[0].values.push_back(*value);
        }
        ++table.count;
    }
    return table;
}

} // namespace sastrugi
