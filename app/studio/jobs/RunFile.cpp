#include "app/studio/jobs/RunFile.h"

#include "app/studio/document/Document.h"
#include "app/studio/document/ProcessIdentity.h"

#include "engine/cache/CacheLock.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <sys/stat.h>

namespace sastrugi::studio
{

namespace
{

double sizeOf(const std::filesystem::path& folder)
{
    double bytes = 0;
    for (const QFileInfo& file : QDir(toText(folder)).entryInfoList(QDir::Files))
        bytes += static_cast<double>(file.size());
    return bytes;
}

LogLevel levelOf(const QString& name)
{
    for (const LogLevel level : {LogLevel::Debug, LogLevel::Info, LogLevel::Warning, LogLevel::Error})
        if (name == QLatin1String(sastrugi::name(level).data(), static_cast<qsizetype>(sastrugi::name(level).size())))
            return level;
    return LogLevel::Info;
}

Vector3 vectorOf(const QJsonValue& list) { return {list[0].toDouble(), list[1].toDouble(), list[2].toDouble()}; }

/// The solver's iterations, whatever it calls them.
QString iterationsIn(const QJsonObject& figures)
{
    QStringList counts;
    for (auto figure = figures.begin(); figure != figures.end(); ++figure)
        if (figure.key().endsWith("terations"))
            counts.append(QString::number(figure.value().toDouble(), 'f', 0));
    return counts.join('+');
}

} // namespace

RunFile::RunFile(const std::filesystem::path& folder) : m_folder(folder), m_file(toText(folder / "run.jsonl")) {}

void RunFile::expect(qint64 process, const std::filesystem::path& errors)
{
    m_expected = process;
    m_errors = errors;
    m_report = RunReport();
    m_report.state = RecordState::Awaited;
    m_report.process = process;
}

RunNews RunFile::read(bool isThorough)
{
    RunNews news;
    news.isAnew = reopenIfAnew();
    readLines(news);
    if (isThorough) {
        lookForDeath(news);
        constexpr int betweenSizes = 16; // looks: it takes long in a folder of many frames
        if (m_looks++ % betweenSizes == 0 || !m_report.isAlive())
            m_report.cacheBytes = sizeOf(m_folder);
    }
    return news;
}

/// A new record is a new file. The old one is held open, so that no other file can get its number.
bool RunFile::reopenIfAnew()
{
    struct stat there = {}, held = {};
    const bool isThere = ::stat(m_file.fileName().toUtf8().constData(), &there) == 0;
    const bool isHeld = m_file.isOpen() && ::fstat(m_file.handle(), &held) == 0;
    if (!isThere || (isHeld && there.st_ino == held.st_ino && there.st_dev == held.st_dev))
        return false;
    m_file.close();
    m_rest.clear();
    return m_file.open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

void RunFile::readLines(RunNews& news)
{
    if (!m_file.isOpen())
        return;
    m_rest += m_file.readAll();
    qsizetype begin = 0;
    for (qsizetype end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n', begin)) {
        take(QJsonDocument::fromJson(m_rest.mid(begin, end - begin)).object(), news);
        begin = end + 1;
    }
    m_rest.remove(0, begin);
}

void RunFile::take(const QJsonObject& line, RunNews& news)
{
    const QString type = line["type"].toString();
    if (type == "start" && (m_expected == 0 || line["process"].toInteger() == m_expected))
        return takeStart(line);
    if (m_report.state == RecordState::Awaited)
        return; // of an older run; what the awaited one says before its start, the window knows from its own evaluation
    if (type == "warning" || type == "message")
        news.messages.append({levelOf(line["level"].toString()), line["node"].toString().toStdString(),
                              line["code"].toString().toStdString(), line["msg"].toString().toStdString()});
    else if (type == "begin")
        m_report.frame = line["frame"].toInteger();
    else if (type == "progress")
        takeProgress(line);
    else if (type == "frame") {
        m_report.doneFrame = std::max(m_report.doneFrame, line["frame"].toInteger());
        m_report.particles = line["particles"].toInteger();
        m_report.cacheBytes += line["written"].toBool() ? line["bytes"].toDouble() : 0;
        news.frames.append(line["frame"].toInteger());
    } else if (type == "paused")
        m_report.state = RecordState::Paused;
    else if (type == "continued")
        m_report.state = RecordState::Running;
    else if (type == "live") {
        m_report.liveDescriptor = line["descriptor"].toInt();
        for (const QJsonValue& name : line["follow"].toArray())
            m_report.followed.append(name.toString());
    } else if (type == "key")
        news.keys.append({line["node"].toString().toStdString(),
                          {line["t"].toDouble(), vectorOf(line["way"]), vectorOf(line["turns"])}});
    else if (type == "end")
        takeEnd(line);
}

void RunFile::takeStart(const QJsonObject& line)
{
    m_expected = 0;
    const double cacheBytes = m_report.cacheBytes;
    m_report = RunReport();
    m_report.state = RecordState::Running;
    m_report.cacheBytes = cacheBytes;
    m_report.node = line["node"].toString();
    m_report.host = line["host"].toString();
    m_report.process = line["process"].toInteger();
    m_report.processStart = line["processStart"].toString();
    m_report.firstFrame = line["frames"][0].toInteger();
    m_report.lastFrame = line["frames"][1].toInteger();
    m_report.framesThere = line["there"].toInteger();
}

void RunFile::takeProgress(const QJsonObject& line)
{
    m_report.frame = line["frame"].toInteger();
    // Frames that were there already are not told.
    m_report.doneFrame = std::max(m_report.doneFrame, m_report.frame - 1);
    m_report.subStep = line["substep"].toInteger();
    m_report.timeStep = line["dt"].toDouble();
    m_report.limiter = line["limiter"].toString();
    m_report.particles = line["particles"].toInteger();
    m_report.millisecondsPerStep = line["ms"].toDouble();
    m_report.memory = line["mem"].toDouble();
    if (!m_report.isLive()) // which goes on until it is ended
        m_report.secondsLeft = line["etaSeconds"].toDouble(std::numeric_limits<double>::quiet_NaN());
    m_report.iterations = iterationsIn(line["figures"].toObject());
}

void RunFile::takeEnd(const QJsonObject& line)
{
    const QString status = line["status"].toString();
    m_report.state = status == "ok"        ? RecordState::Ok
                     : status == "stopped" ? RecordState::Stopped
                                           : RecordState::Failed;
    m_report.code = line["code"].toInt();
    m_report.sentence = line["msg"].toString();
    if (m_report.isLive())
        m_report.lastFrame = m_report.doneFrame;
    else if (m_report.state == RecordState::Ok)
        m_report.doneFrame = m_report.lastFrame;
}

void RunFile::lookForDeath(RunNews& news)
{
    if (!m_report.isAlive())
        return;
    const bool isGone =
        m_report.state == RecordState::Awaited ? !isProcessThere(m_expected) : !CacheLock::isHeld(m_folder);
    if (!isGone)
        return;
    // The end is written before the lock is given back: whoever finds it free reads the end.
    news.isAnew = reopenIfAnew() || news.isAnew;
    readLines(news);
    if (!m_report.isAlive())
        return;
    m_report.sentence = errorSaid();
    m_report.state = m_report.sentence.isEmpty() ? RecordState::Died : RecordState::Failed;
    if (m_report.sentence.isEmpty())
        m_report.sentence = QObject::tr("the process of the simulation ended without a word: it was killed, or it "
                                        "crashed; what it had finished is kept, and it can go on");
}

/// What the program said where it had no record: why it could not begin.
QString RunFile::errorSaid() const
{
    QFile file(toText(m_errors));
    if (m_errors.empty() || !file.open(QIODevice::ReadOnly))
        return {};
    constexpr qint64 most = 4000;
    file.seek(std::max<qint64>(0, file.size() - most));
    const QString words = QString::fromUtf8(file.readAll()).trimmed();
    const QString mark = "sastrugi: error: ";
    const qsizetype error = words.lastIndexOf(mark);
    return error < 0 ? QString() : words.mid(error + mark.size());
}

} // namespace sastrugi::studio
