#include "app/studio/document/RecentFiles.h"

#include "app/studio/settings/Settings.h"

namespace sastrugi::studio
{

namespace
{

constexpr const char* key = "documents/recent";

} // namespace

QStringList RecentFiles::files() const
{
    // As UTF-8 in Base64: whatever a name has in it, no separator of the settings file is among it.
    QStringList files;
    for (const QString& text : Settings().value(key).toStringList())
        if (const QByteArray name = QByteArray::fromBase64(text.toLatin1()); !name.isEmpty())
            files.append(QString::fromUtf8(name));
    return files;
}

void RecentFiles::add(const QString& file)
{
    QStringList all = files();
    all.removeAll(file);
    all.prepend(file);
    store(all.mid(0, most));
}

void RecentFiles::remove(const QString& file)
{
    QStringList all = files();
    all.removeAll(file);
    store(all);
}

void RecentFiles::clear() { store({}); }

void RecentFiles::store(const QStringList& files)
{
    QStringList texts;
    for (const QString& file : files)
        texts.append(QString::fromLatin1(file.toUtf8().toBase64()));
    Settings().setValue(key, texts);
    Q_EMIT changed();
}

} // namespace sastrugi::studio
