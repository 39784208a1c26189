// Strokes that are made in the background, as they may take a while.
#pragma once

#include "app/render/Strokes.h"
#include "app/studio/frames/BackgroundTask.h"

#include <QObject>

#include <memory>

namespace sastrugi::studio
{

class StrokeMaker : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Of what was asked for last; those before it, or null, until they are there.
    const std::shared_ptr<const Strokes>& strokes() const { return m_strokes; }

Q_SIGNALS:
    void made();

protected:
    using Make = std::function<std::shared_ptr<const Strokes>(const std::stop_token&)>;
    /// `make` must not throw; what it makes after it was stopped is dropped.
    void start(Make make);

private:
    std::shared_ptr<const Strokes> m_strokes;
    int m_request = 0;
    BackgroundTask m_task; // last: it ends before the rest goes
};

} // namespace sastrugi::studio
