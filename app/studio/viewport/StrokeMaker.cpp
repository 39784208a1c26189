#include "app/studio/viewport/StrokeMaker.h"

namespace sastrugi::studio
{

void StrokeMaker::start(Make make)
{
    m_task.start([this, make = std::move(make), request = ++m_request](std::stop_token stop) {
        const std::shared_ptr<const Strokes> strokes = make(stop);
        if (stop.stop_requested())
            return;
        QMetaObject::invokeMethod(
            this,
            [this, request, strokes] {
                if (request != m_request)
                    return;
                m_strokes = strokes;
                Q_EMIT made();
            },
            Qt::QueuedConnection);
    });
}

} // namespace sastrugi::studio
