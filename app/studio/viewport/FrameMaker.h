// What is made of the current frame in the background: a volume, a surface, fine particles.
#pragma once

#include "app/studio/frames/BackgroundTask.h"

#include "engine/core/Error.h"
#include "engine/core/Parameter.h"
#include "engine/simulation/Frame.h"

#include <QObject>

#include <functional>
#include <memory>

namespace sastrugi::studio
{

class FrameMakerSignals : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

Q_SIGNALS:
    void changed();
    /// Why there is none: a sentence.
    void failed(const QString& reason);
};

template <class Value, class Parameters>
class FrameMaker : public FrameMakerSignals
{
public:
    using Make = std::function<Value(const Frame& frame, const Parameters& parameters, std::stop_token stop)>;

    /// `name` is what it is called where memory does not suffice: "the volume".
    FrameMaker(Make make, const char* name) : m_make(std::move(make)), m_name(name) {}

    /// Asks for what `frame` gives; what is there already is not made again. Null: none.
    void want(const std::shared_ptr<const Frame>& frame, const Parameters& parameters)
    {
        ContentHash hash;
        addParametersToHash(hash, parameters);
        const Hash content = hash.digest();
        if (frame == m_frame && content == m_content)
            return;
        m_frame = frame;
        m_content = content;
        const int request = ++m_request;
        if (!frame)
            return set(nullptr);
        m_task.start([this, frame, parameters, request](std::stop_token stop) {
            std::shared_ptr<const Value> value;
            QString reason;
            try {
                value = std::make_shared<const Value>(m_make(*frame, parameters, stop));
            } catch (const Error& error) {
                if (error.kind() == ErrorKind::Interrupted)
                    return;
                reason = QString::fromUtf8(error.what());
            } catch (const std::bad_alloc&) {
                reason = tr("there is not enough memory for %1; make it coarser").arg(tr(m_name));
            }
            QMetaObject::invokeMethod(
                this,
                [this, request, value, reason] {
                    if (request != m_request)
                        return;
                    set(value);
                    if (!value)
                        Q_EMIT failed(reason);
                },
                Qt::QueuedConnection);
        });
    }

    /// Of what was asked for last, or of what was before as long as that is not there; may be null.
    const std::shared_ptr<const Value>& value() const { return m_value; }

private:
    void set(std::shared_ptr<const Value> value)
    {
        if (value == m_value)
            return;
        m_value = std::move(value);
        Q_EMIT changed();
    }

    Make m_make;
    const char* m_name;
    std::shared_ptr<const Frame> m_frame;
    Hash m_content = {};
    std::shared_ptr<const Value> m_value;
    int m_request = 0;
    BackgroundTask m_task; // last: it ends before the rest goes
};

} // namespace sastrugi::studio
