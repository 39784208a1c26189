// Comma-separated values: a line of names, then a line per particle; read by ParaView (Table To Points), pandas, R.
#include "engine/io/ParticleFormat.h"
#include "engine/io/TextRows.h"

namespace sastrugi
{

namespace
{

std::string encode(const ParticleTable& table, const std::stop_token& stop)
{
    std::string header;
    for (const ParticleColumn& column : table.columns)
        for (int component = 0; component < column.components; ++component)
            header += scalarName(column, component) + ',';
    header.back() = '\n';
    return textRows(std::move(header), table.count, stop, [&](std::size_t i, std::string& text) {
        for (const ParticleColumn& column : table.columns) {
            const auto components = static_cast<std::size_t>(column.components);
            for (std::size_t k = 0; k < components; ++k) {
                column.append(components * i + k, text);
                text += ',';
            }
        }
        text.back() = '\n';
    });
}

} // namespace

ParticleFormat csvFormat()
{
    return {"csv",
            ".csv",
            "Text with a line of names and a line per particle, for tables and scripts.",
            "",
            {.doublesFarOut = true, .wideIds = true},
            encode};
}

} // namespace sastrugi
