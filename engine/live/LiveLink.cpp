#include "engine/live/LiveLink.h"

#include "engine/core/Error.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sastrugi
{

namespace
{

constexpr std::array<char, 16> magic = {'S', 'a', 's', 't', 'r', 'u', 'g', 'i',
                                        ' ', 'l', 'i', 'v', 'e', ' ', '1', '\n'};

// Memory is taken only where something is written.
constexpr std::size_t pageSize = std::size_t{1} << 31, firstPage = 1 << 16, wholeSize = firstPage + 2 * pageSize;

/// What is copied while another process may write: taken again where the count differs after it, or is odd.
template <class Copy>
bool readSettled(const std::atomic<std::uint64_t>& changes, Copy&& copy)
{
    for (int attempt = 0; attempt < 16; ++attempt) {
        const std::uint64_t before = changes.load(std::memory_order_acquire);
        if (before & 1)
            continue;
        copy();
        std::atomic_thread_fence(std::memory_order_acquire);
        if (changes.load(std::memory_order_relaxed) == before)
            return true;
    }
    return false;
}

template <class Write>
void writeSettled(std::atomic<std::uint64_t>& changes, Write&& write)
{
    const std::uint64_t count = changes.load(std::memory_order_relaxed);
    changes.store(count + 1, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    write();
    changes.store(count + 2, std::memory_order_release);
}

class Writer
{
public:
    explicit Writer(std::vector<std::byte>& bytes) : m_bytes(bytes) {}

    void raw(const void* data, std::size_t size)
    {
        const auto* begin = static_cast<const std::byte*>(data);
        m_bytes.insert(m_bytes.end(), begin, begin + size);
    }
    template <class T>
    void value(const T& value)
    {
        raw(&value, sizeof value);
    }
    void text(const std::string& text)
    {
        value(std::uint64_t{text.size()});
        raw(text.data(), text.size());
    }

private:
    std::vector<std::byte>& m_bytes;
};

class Reader
{
public:
    explicit Reader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    std::span<const std::byte> raw(std::uint64_t size)
    {
        if (size > m_bytes.size())
            fail(ErrorKind::InputOutput, "a picture of a live run is cut off");
        const std::span<const std::byte> part = m_bytes.first(size);
        m_bytes = m_bytes.subspan(size);
        return part;
    }
    template <class T>
    T value()
    {
        T value;
        std::memcpy(&value, raw(sizeof value).data(), sizeof value);
        return value;
    }
    std::string text()
    {
        const std::span<const std::byte> part = raw(value<std::uint64_t>());
        return {reinterpret_cast<const char*>(part.data()), part.size()};
    }

private:
    std::span<const std::byte> m_bytes;
};

void encode(const Frame& frame, std::span<const MotionKey> places, std::vector<std::byte>& bytes)
{
    bytes.clear();
    Writer writer(bytes);
    writer.value(frame.number);
    writer.value(frame.time);
    writer.raw(frame.origin.data(), sizeof(Vector3));
    writer.value(std::uint64_t{places.size()});
    for (const MotionKey& place : places) {
        writer.raw(place.way.data(), sizeof(Vector3));
        writer.raw(place.turn.coeffs().data(), 4 * sizeof(double));
    }
    writer.value(std::uint64_t{frame.figures.size()});
    for (const auto& [name, value] : frame.figures) {
        writer.text(name);
        writer.value(value);
    }
    writer.value(std::uint64_t{frame.particles.count()});
    writer.value(std::uint64_t{frame.particles.arrays().size()});
    for (const AttributeArray& array : frame.particles.arrays()) {
        writer.text(array.name);
        writer.value(array.type);
        writer.value(array.components);
        writer.value(std::uint64_t{array.bytes.size()});
        writer.raw(array.bytes.data(), array.bytes.size());
    }
}

Vector3 vector(Reader& reader)
{
    Vector3 vector;
    std::memcpy(vector.data(), reader.raw(sizeof(Vector3)).data(), sizeof(Vector3));
    return vector;
}

void decode(std::span<const std::byte> bytes, LivePicture& picture)
{
    Reader reader(bytes);
    Frame& frame = picture.frame;
    frame.number = reader.value<std::int64_t>();
    frame.time = reader.value<double>();
    frame.origin = vector(reader);
    for (auto count = reader.value<std::uint64_t>(); count > 0; --count) {
        MotionKey place{frame.time, vector(reader)};
        std::memcpy(place.turn.coeffs().data(), reader.raw(4 * sizeof(double)).data(), 4 * sizeof(double));
        picture.places.push_back(place);
    }
    for (auto count = reader.value<std::uint64_t>(); count > 0; --count) {
        std::string name = reader.text();
        frame.figures[std::move(name)] = reader.value<double>();
    }
    frame.particles = Attributes(reader.value<std::uint64_t>());
    for (auto count = reader.value<std::uint64_t>(); count > 0; --count) {
        AttributeArray array;
        array.name = reader.text();
        array.type = reader.value<ElementType>();
        array.components = reader.value<int>();
        const std::span<const std::byte> values = reader.raw(reader.value<std::uint64_t>());
        array.bytes.assign(values.begin(), values.end());
        frame.particles.add(std::move(array));
    }
}

} // namespace

struct LiveLink::Header {
    std::array<char, 16> magic;
    std::uint64_t followed;
    std::atomic<std::uint64_t> newest; // serial of the newest picture, which is on page serial % 2
    std::atomic<std::int64_t> watcher; // the process that opened it last; 0: none
};

struct LiveLink::Slot {
    std::atomic<std::uint64_t> changes;
    std::array<double, 6> values;
};

struct LiveLink::Page {
    std::atomic<std::uint64_t> changes;
    std::uint64_t serial, size;

    std::byte* bytes() { return reinterpret_cast<std::byte*>(this) + sizeof(Page); }
};

LiveLink::Header& LiveLink::header() const { return *static_cast<Header*>(m_memory); }

LiveLink::Slot& LiveLink::slot(std::size_t index) const
{
    static_assert(sizeof(Header) + mostFollowed * sizeof(Slot) <= firstPage);
    return *reinterpret_cast<Slot*>(static_cast<std::byte*>(m_memory) + sizeof(Header) + index * sizeof(Slot));
}

LiveLink::Page& LiveLink::page(std::size_t index) const
{
    return *reinterpret_cast<Page*>(static_cast<std::byte*>(m_memory) + firstPage + index * pageSize);
}

LiveLink::LiveLink(std::span<const LiveTarget> start)
{
    static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
    if (start.size() > mostFollowed)
        fail(ErrorKind::Usage, "{} motions are to follow; {} can", start.size(), mostFollowed);
    m_descriptor = ::memfd_create("sastrugi-live", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (m_descriptor < 0 || ::ftruncate(m_descriptor, static_cast<off_t>(wholeSize)) != 0 ||
        ::fcntl(m_descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) != 0) {
        const int code = errno;
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        fail(ErrorKind::InputOutput, "there is no memory to share with a window: {}", std::strerror(code));
    }
    map();
    header().followed = start.size();
    for (std::size_t i = 0; i < start.size(); ++i)
        setTarget(i, start[i]);
    m_targets.assign(start.begin(), start.end());
    header().magic = magic;
}

LiveLink::LiveLink(std::int64_t process, int descriptor)
{
    const std::string path = fmt::format("/proc/{}/fd/{}", process, descriptor);
    m_descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    struct stat status = {};
    if (m_descriptor < 0 || ::fstat(m_descriptor, &status) != 0 || status.st_size != static_cast<off_t>(wholeSize)) {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        fail(ErrorKind::InputOutput, "process {} holds no live run", process);
    }
    map();
    if (header().magic != magic || header().followed > mostFollowed) {
        ::munmap(m_memory, wholeSize);
        ::close(m_descriptor);
        fail(ErrorKind::InputOutput, "process {} holds no live run that this version understands", process);
    }
    header().watcher = ::getpid();
}

void LiveLink::map()
{
    m_memory = ::mmap(nullptr, wholeSize, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, m_descriptor, 0);
    if (m_memory != MAP_FAILED)
        return;
    const int code = errno;
    ::close(m_descriptor);
    fail(ErrorKind::InputOutput, "the memory of a live run cannot be shared: {}", std::strerror(code));
}

LiveLink::~LiveLink()
{
    ::munmap(m_memory, wholeSize);
    ::close(m_descriptor);
}

std::size_t LiveLink::followedCount() const { return header().followed; }

bool LiveLink::isAbandoned() const
{
    const std::int64_t watcher = header().watcher;
    return watcher != 0 && ::kill(static_cast<pid_t>(watcher), 0) != 0 && errno == ESRCH;
}

void LiveLink::setTarget(std::size_t index, const LiveTarget& target)
{
    SASTRUGI_ASSERT(index < followedCount(), "a target is set of what does not follow");
    Slot& to = slot(index);
    writeSettled(to.changes, [&] {
        for (int axis = 0; axis < 3; ++axis) {
            to.values[static_cast<std::size_t>(axis)] = target.way[axis];
            to.values[static_cast<std::size_t>(axis) + 3] = target.turns[axis];
        }
    });
}

LiveTarget LiveLink::target(std::size_t index)
{
    SASTRUGI_ASSERT(index < followedCount(), "a target is asked for of what does not follow");
    const Slot& from = slot(index);
    std::array<double, 6> values = {};
    m_targets.resize(followedCount());
    if (readSettled(from.changes, [&] { values = from.values; })) // a window may have ended while it wrote
        m_targets[index] = {{values[0], values[1], values[2]}, {values[3], values[4], values[5]}};
    return m_targets[index];
}

bool LiveLink::publish(const Frame& frame, std::span<const MotionKey> places)
{
    std::vector<std::byte>& bytes = m_bytes;
    encode(frame, places, bytes);
    if (bytes.size() > pageSize - sizeof(Page))
        return false;
    const std::uint64_t serial = newestSerial() + 1;
    Page& to = page(serial % 2);
    writeSettled(to.changes, [&] {
        to.serial = serial;
        to.size = bytes.size();
        std::memcpy(to.bytes(), bytes.data(), bytes.size());
    });
    header().newest.store(serial, std::memory_order_release);
    return true;
}

std::uint64_t LiveLink::newestSerial() const { return header().newest.load(std::memory_order_acquire); }

std::optional<LivePicture> LiveLink::newest()
{
    LivePicture picture;
    const std::uint64_t serial = newestSerial();
    if (serial == 0)
        return std::nullopt;
    Page& from = page(serial % 2);
    const bool isSettled = readSettled(from.changes, [&] {
        picture.serial = from.serial;
        m_bytes.resize(std::min<std::uint64_t>(from.size, pageSize - sizeof(Page)));
        std::memcpy(m_bytes.data(), from.bytes(), m_bytes.size());
    });
    if (!isSettled)
        return std::nullopt;
    decode(m_bytes, picture);
    return picture;
}

} // namespace sastrugi
