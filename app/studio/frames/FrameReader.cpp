#include "app/studio/frames/FrameReader.h"

#include "app/studio/frames/Shelf.h"

namespace sastrugi::studio
{

FrameReader::FrameReader(std::uint64_t memory, QObject* parent) : QObject(parent), m_memory(memory)
{
    m_thread = std::jthread([this](std::stop_token stop) { work(stop); });
}

FrameReader::~FrameReader() { m_thread.request_stop(); }

template <class Change>
void FrameReader::post(Change&& change)
{
    const std::lock_guard lock(m_mutex);
    change(m_request);
    m_hasRequest = true;
    m_wake.notify_one();
}

void FrameReader::setSource(const std::string& node, std::shared_ptr<const Scene> scene,
                            const std::filesystem::path& base)
{
    post([&](Request& request) {
        request.source = Source{node, std::move(scene), base};
        request.hasNoSource = false;
    });
}

void FrameReader::setNoSource()
{
    post([](Request& request) {
        request.source.reset();
        request.hasNoSource = true;
    });
}

void FrameReader::refresh()
{
    post([](Request& request) { request.isRefresh = true; });
}

void FrameReader::want(std::int64_t frame, int direction)
{
    post([&](Request& request) {
        request.frame = frame;
        request.direction = direction;
    });
}

bool FrameReader::hasNewRequest()
{
    const std::lock_guard lock(m_mutex);
    return m_hasRequest;
}

void FrameReader::work(std::stop_token stop)
{
    Shelf shelf(m_memory, [this](const LogMessage& message) {
        QMetaObject::invokeMethod(
            this, [this, message] { Q_EMIT logged(message); }, Qt::QueuedConnection);
    });
    while (true) {
        Request request;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [&] { return m_hasRequest; }))
                return;
            request = std::exchange(m_request, {});
            m_hasRequest = false;
        }
        serve(shelf, request);
    }
}

void FrameReader::serve(Shelf& shelf, const Request& request)
{
    if (request.hasNoSource)
        shelf.setNoSource();
    if (request.source)
        shelf.setSource(request.source->node, request.source->scene, request.source->base);
    if (request.isRefresh)
        shelf.refresh();
    if (request.hasNoSource || request.source || request.isRefresh)
        QMetaObject::invokeMethod(
            this,
            [this, table = shelf.table()] {
                if (table == m_table)
                    return;
                m_table = table;
                Q_EMIT tableChanged();
            },
            Qt::QueuedConnection);
    if (request.frame)
        shelf.setWanted(*request.frame);
    if (const std::optional<ReadFrame> frame = shelf.readWanted())
        QMetaObject::invokeMethod(
            this, [this, frame = *frame] { Q_EMIT read(frame); }, Qt::QueuedConnection);
    constexpr int ahead = 12;
    for (int i = 1; request.direction != 0 && i <= ahead && !hasNewRequest(); ++i)
        shelf.readAhead(i * request.direction);
}

} // namespace sastrugi::studio
