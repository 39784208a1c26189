// The figures of all cached frames, read in the background, each frame once.
#pragma once

#include "app/studio/frames/BackgroundTask.h"
#include "app/studio/frames/FrameReader.h"

#include <QObject>

namespace sastrugi::studio
{

class FigureReader : public QObject
{
    Q_OBJECT

public:
    using Figures = std::map<std::string, double>;

    using QObject::QObject;

    /// Reads what the folder has; what was read before is not read again.
    void read(const std::filesystem::path& folder);
    /// By frame; of the folder that was asked for last.
    const std::map<std::int64_t, Figures>& figures() const { return m_figures; }

Q_SIGNALS:
    void figuresChanged();

private:
    std::map<std::int64_t, Figures> m_figures;
    std::map<Hash, Figures> m_known; // by the content of the frame; of the task's thread
    int m_request = 0;
    BackgroundTask m_task;
};

} // namespace sastrugi::studio
