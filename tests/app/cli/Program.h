// Runs the real program `sastrugi`, and writes small scenes for it.
#pragma once

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

namespace sastrugi::test
{

struct ProgramResult {
    int code = -1;
    QString output, errors;
    /// Of output, one object per line.
    QList<QJsonObject> lines() const
    {
        QList<QJsonObject> objects;
        for (const QString& line : output.split('\n', Qt::SkipEmptyParts))
            objects.append(QJsonDocument::fromJson(line.toUtf8()).object());
        return objects;
    }
};

inline QString programPath() { return QStringLiteral(SASTRUGI_BINARY_DIR "/sastrugi"); }

inline ProgramResult runProgram(const QStringList& arguments, const QString& folder = QDir::tempPath())
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.start(programPath(), arguments);
    if (!process.waitForFinished(120000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    ProgramResult result;
    result.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    result.output = QString::fromUtf8(process.readAllStandardOutput());
    result.errors = QString::fromUtf8(process.readAllStandardError());
    return result;
}

/// A ball of some hundred particles in free fall: simulated in no time. `edit` changes the text.
inline QString freeFallScene()
{
    return R"({
  "format": "sastrugi",
  "version": 1,
  "nodes": [
    {"name": "scene", "type": "scene", "parameters": {"lastFrame": 6}},
    {"name": "ball", "type": "geometry.sphere", "parameters": {"radius": "30 cm"}},
    {"name": "snow", "type": "material.snow"},
    {"name": "fill", "type": "emitter.fill"},
    {"name": "fall", "type": "solver.freeFall"},
    {"name": "particles", "type": "output.exportParticles"}
  ],
  "links": [
    {"from": ["ball", "mesh"], "to": ["fill", "region"]},
    {"from": ["snow", "material"], "to": ["fill", "material"]},
    {"from": ["fill", "emitter"], "to": ["fall", "emitters"]},
    {"from": ["fall", "simulation"], "to": ["particles", "simulation"]}
  ]
}
)";
}

inline QString writeFile(const QString& path, const QString& text)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(path));
    file.write(text.toUtf8());
    return path;
}

} // namespace sastrugi::test
