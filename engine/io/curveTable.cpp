#include "engine/io/curveTable.h"

#include "engine/core/Error.h"
#include "engine/io/TextFields.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

std::vector<std::string> columnsOf(std::string_view line, char separator)
{
    std::vector<std::string> names;
    for (const std::string_view cell : cellsOf(line, separator)) {
        if (std::find(names.begin(), names.end(), cell) != names.end())
            fail(ErrorKind::Scene, "it has two columns '{}'", cell);
        names.emplace_back(cell);
    }
    if (std::find(names.begin(), names.end(), "time") == names.end())
        fail(ErrorKind::Scene, "its first line is '{}'; names of columns with 'time' among them are expected", line);
    return names;
}

} // namespace

CurveTable parseCurveTable(std::string_view content, CurveKind kind)
{
    if (isWideText(content))
        fail(ErrorKind::Scene, "it is text in UTF-16: save it as UTF-8 or ASCII");
    if (content.starts_with("\xef\xbb\xbf")) // what some spreadsheets put first
        content.remove_prefix(3);
    CurveTable table;
    std::vector<std::string> names;
    std::string_view line;
    char separator = ',';
    for (std::size_t number = 1; takeLine(content, line); ++number) {
        if (line.find_first_not_of(" \t") == line.npos || line.starts_with('#'))
            continue;
        if (names.empty()) {
            separator = line.find(',') != line.npos ? ',' : line.find(';') != line.npos ? ';' : '\t';
            names = columnsOf(line, separator);
            continue;
        }
        const std::vector<std::string_view> cells = cellsOf(line, separator);
        if (cells.size() != names.size())
            fail(ErrorKind::Scene, "line {} has {} values, and there are {} names", number, cells.size(), names.size());
        std::vector<std::optional<double>> values;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            values.push_back(realNumber(cells[c]));
            if (!cells[c].empty() && (!values[c] || !std::isfinite(*values[c])))
                fail(ErrorKind::Scene, "line {} has '{}' for '{}', which is no number", number, cells[c], names[c]);
        }
        const std::optional<double> time =
            values[static_cast<std::size_t>(std::find(names.begin(), names.end(), "time") - names.begin())];
        if (!time)
            fail(ErrorKind::Scene, "line {} has no time", number);
        for (std::size_t c = 0; c < cells.size(); ++c)
            if (names[c] != "time" && values[c])
                table[names[c]].push_back({*time, *values[c], kind});
    }
    if (names.empty())
        fail(ErrorKind::Scene, "it is empty; a line of names and lines of numbers are expected");
    if (table.empty())
        fail(ErrorKind::Scene, "it has names and no key; lines with a time and numbers are expected");
    return table;
}

std::string formatCurveTable(const CurveTable& table)
{
    std::map<double, std::map<std::string_view, double>> rows;
    std::string text = "time";
    for (const auto& [name, keys] : table) {
        text += "," + name;
        for (const CurveKey& key : keys)
            rows[key.time][name] = key.value;
    }
    text += '\n';
    for (const auto& [time, values] : rows) {
        text += fmt::format("{}", time);
        for (const auto& [name, keys] : table) {
            text += ',';
            if (const auto found = values.find(name); found != values.end())
                text += fmt::format("{}", found->second);
        }
        text += '\n';
    }
    return text;
}

} // namespace sastrugi
