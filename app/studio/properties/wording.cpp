#include "app/studio/properties/wording.h"

#include "app/studio/looks/toQString.h"

#include <QHash>
#include <QObject>
#include <QStringList>

namespace sastrugi::studio
{

namespace
{

/// Words of keys that are written otherwise in a sentence.
QString spelled(const QString& word)
{
    static const QHash<QString, QString> spellings = {{"cfl", "CFL"},           {"flip", "FLIP"}, {"mpm", "MPM"},
                                                      {"ply", "PLY"},           {"vtp", "VTP"},   {"youngs", "Young's"},
                                                      {"poissons", "Poisson's"}};
    return spellings.value(word, word);
}

/// Symbols of units keep their case.
bool isUnit(const QString& word) { return word == "m" || word == "cm" || word == "mm"; }

} // namespace

QString labelOf(std::string_view key)
{
    QStringList words = {QString()};
    for (const QChar c : toQString(key)) {
        if (c.isUpper())
            words.append(QString());
        words.last() += c.toLower();
    }
    for (QString& word : words)
        word = spelled(word);
    if (!isUnit(words.first()))
        words.first()[0] = words.first()[0].toUpper();
    return words.join(' ');
}

} // namespace sastrugi::studio
