#include "app/studio/start/samples.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

#include <algorithm>

namespace sastrugi::studio
{

namespace
{

/// The heading and the first paragraph that is words.
void readDescription(const QString& file, Sample& sample)
{
    QFile readme(file);
    if (!readme.open(QIODevice::ReadOnly))
        return;
    const QStringList paragraphs = QString::fromUtf8(readme.readAll()).split("\n\n", Qt::SkipEmptyParts);
    for (const QString& paragraph : paragraphs) {
        const QString words = paragraph.simplified();
        if (words.startsWith("# "))
            sample.title = words.mid(2);
        else if (!words.startsWith('!') && !words.startsWith("```") && sample.text.isEmpty())
            sample.text = words;
    }
}

} // namespace

QString samplesFolder()
{
    const QString named = qEnvironmentVariable("SASTRUGI_SAMPLES");
    return named.isEmpty() ? QDir::cleanPath(QCoreApplication::applicationDirPath() + "/../../../samples") : named;
}

QList<Sample> samplesIn(const QString& folder)
{
    QList<Sample> samples;
    const QDir root(folder);
    for (const QString& name : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        const QString base = root.filePath(name) + "/";
        Sample sample{name, {}, base + name + ".sastrugi", base + "preview.png"};
        if (!QFile::exists(sample.scene))
            continue;
        readDescription(base + "README.md", sample);
        samples.append(sample);
    }
    std::stable_sort(samples.begin(), samples.end(),
                     [](const Sample& one, const Sample& other) { return one.title < other.title; });
    return samples;
}

} // namespace sastrugi::studio
