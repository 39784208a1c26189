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

/// Flakes that fall in the wind onto a ball on a warm floor, with SPH: some hundred particles.
inline QString warmStormScene()
{
    return R"({
  "format": "sastrugi",
  "version": 1,
  "nodes": [
    {"name": "scene", "type": "scene", "parameters": {"framesPerSecond": 100}},
    {"name": "ball", "type": "geometry.sphere", "parameters": {"radius": "8 cm", "centre": [0, 0, 0.09]}},
    {"name": "snow", "type": "material.snow"},
    {"name": "heat", "type": "material.heat", "parameters": {"warmStiffness": 0.1}},
    {"name": "fill", "type": "emitter.fill"},
    {"name": "sky", "type": "emitter.snowfall",
     "parameters": {"centre": [0, 0, 0.25], "sizeX": 0.3, "sizeY": 0.3, "rate": 10, "clumpShare": 0.5}},
    {"name": "plane", "type": "geometry.plane", "parameters": {"sizeX": 1, "sizeY": 1}},
    {"name": "floor", "type": "sampling.boundarySampler", "parameters": {"temperature": 320}},
    {"name": "wind", "type": "field.uniformWind", "parameters": {"velocity": [2, 0.5, 0]}},
    {"name": "eddies", "type": "field.turbulence", "parameters": {"speed": 1, "scale": 0.2}},
    {"name": "sph", "type": "solver.sph",
     "parameters": {"spacing": 0.02, "heatTransfer": 20, "airTemperature": 280, "heatTimeScale": 2000}}
  ],
  "links": [
    {"from": ["ball", "mesh"], "to": ["fill", "region"]},
    {"from": ["snow", "material"], "to": ["heat", "material"]},
    {"from": ["heat", "material"], "to": ["fill", "material"]},
    {"from": ["snow", "material"], "to": ["sky", "material"]},
    {"from": ["fill", "emitter"], "to": ["sph", "emitters"]},
    {"from": ["sky", "emitter"], "to": ["sph", "emitters"]},
    {"from": ["plane", "mesh"], "to": ["floor", "mesh"]},
    {"from": ["floor", "boundary"], "to": ["sph", "boundaries"]},
    {"from": ["wind", "field"], "to": ["sph", "wind"]},
    {"from": ["eddies", "field"], "to": ["sph", "wind"]}
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
