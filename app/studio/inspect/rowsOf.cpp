#include "app/studio/inspect/rowsOf.h"

#include "app/studio/inspect/attributeValues.h"

#include "engine/core/Error.h"
#include "engine/core/Stop.h"

#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sastrugi::studio
{

namespace
{

/// An expression of a particle's values.
class Filter
{
public:
    Filter(const Frame& frame, const std::string& expression) : m_columns(columnsOf(frame))
    {
        m_values.resize(m_columns.size());
        try {
            m_parser.DefineConst("pi", 3.14159265358979323846);
            // Columns are called as the table calls them, or with a line: velocity.z, velocity_z.
            m_parser.DefineNameChars("0123456789_.abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
            for (std::size_t i = 0; i < m_columns.size(); ++i) {
                m_parser.DefineVar(m_columns[i].name, &m_values[i]);
                std::string name = m_columns[i].name;
                std::replace(name.begin(), name.end(), '.', '_');
                m_parser.DefineVar(name, &m_values[i]);
            }
            for (const AttributeArray& array : frame.particles.arrays())
                if (array.components == 3)
                    m_lengths.push_back({&array, 0, 0});
            for (Length& length : m_lengths) {
                while (m_columns[length.first].array != length.array)
                    ++length.first;
                m_parser.DefineVar(length.array->name, &length.value);
            }
            m_parser.SetExpr(expression);
            m_used = m_parser.GetUsedVar();
            if (frame.particles.count() > 0)
                holds(0); // finds what is wrong with it
        } catch (const mu::ParserError& error) {
            fail(ErrorKind::Usage, "the filter '{}' is not understood: {}", expression, error.GetMsg());
        }
    }

    bool holds(std::size_t particle)
    {
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            if (isUsed(i))
                m_values[i] = m_columns[i].value(particle);
        for (Length& length : m_lengths)
            if (m_used.contains(length.array->name))
                length.value =
                    std::hypot(m_columns[length.first].value(particle), m_columns[length.first + 1].value(particle),
                               m_columns[length.first + 2].value(particle));
        return m_parser.Eval() != 0;
    }

private:
    struct Length {
        const AttributeArray* array;
        std::size_t first; // of its columns
        double value;
    };

    bool isUsed(std::size_t column) const
    {
        return std::any_of(m_used.begin(), m_used.end(),
                           [&](const auto& used) { return used.second == &m_values[column]; });
    }

    std::vector<Column> m_columns;
    std::vector<double> m_values;
    std::vector<Length> m_lengths;
    mu::Parser m_parser;
    std::map<std::string, double*> m_used;
};

} // namespace

std::vector<std::uint32_t> rowsOf(const Frame& frame, const RowOrder& order, const std::stop_token& stop)
{
    std::vector<std::uint32_t> rows(frame.particles.count());
    std::iota(rows.begin(), rows.end(), 0u);
    if (!order.filter.empty()) {
        Filter filter(frame, order.filter);
        std::erase_if(rows, [&](std::uint32_t row) {
            if (row % 4096 == 0)
                throwIfStopped(stop);
            return !filter.holds(row);
        });
    }
    if (order.sortColumn.empty())
        return rows;
    for (const Column& column : columnsOf(frame)) {
        if (column.name != order.sortColumn)
            continue;
        std::vector<double> keys(frame.particles.count());
        for (std::size_t i = 0; i < keys.size(); ++i)
            keys[i] = column.value(i);
        throwIfStopped(stop);
        // By id where values are equal: frames are in the order of ids.
        std::sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
            return keys[a] != keys[b] ? (keys[a] < keys[b]) != order.isDescending : a < b;
        });
    }
    return rows;
}

} // namespace sastrugi::studio
