#include "app/cli/RunRecord.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace sastrugi
{

namespace
{

/// Lines that wait for the folder: a scene may remark on each of many nodes, but not without end.
constexpr std::size_t mostWaiting = 1 << 20;

/// Whole, or not at all: half a line would spoil the next one too.
void append(int descriptor, std::string_view text)
{
    const off_t size = ::lseek(descriptor, 0, SEEK_END);
    while (!text.empty()) {
        const ssize_t count = ::write(descriptor, text.data(), text.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            [[maybe_unused]] const bool isWhole = size >= 0 && ::ftruncate(descriptor, size) == 0;
            return;
        }
        text.remove_prefix(static_cast<std::size_t>(count));
    }
}

} // namespace

bool RunRecord::begin(const std::filesystem::path& folder)
{
    end();
    const std::filesystem::path file = folder / fileName;
    ::unlink(file.c_str());
    m_descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (isOpen())
        append(m_descriptor, m_waiting);
    m_waiting.clear();
    return isOpen();
}

void RunRecord::write(std::string_view line)
{
    if (isOpen())
        append(m_descriptor, line);
    else if (m_waiting.size() + line.size() <= mostWaiting)
        m_waiting += line;
}

void RunRecord::end()
{
    if (isOpen())
        ::close(m_descriptor);
    m_descriptor = -1;
    m_waiting.clear();
}

} // namespace sastrugi
