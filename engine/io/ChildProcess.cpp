#include "engine/io/ChildProcess.h"

#include "engine/core/Error.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace sastrugi
{

namespace
{

constexpr std::size_t errorBytes = 64 << 10;
constexpr int pollMilliseconds = 20; // how soon a stop is noticed

/// A pipe that children do not inherit, unless it is given to them.
class Pipe
{
public:
    Pipe()
    {
        if (pipe2(m_ends.data(), O_CLOEXEC) != 0)
            fail(ErrorKind::Internal, "no pipe to another program can be made: {}", std::strerror(errno));
    }
    ~Pipe()
    {
        close(m_ends[0]);
        closeWriteEnd();
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    int readEnd() const { return m_ends[0]; }
    int writeEnd() const { return m_ends[1]; }
    void closeWriteEnd()
    {
        if (m_ends[1] >= 0)
            close(std::exchange(m_ends[1], -1));
    }

private:
    std::array<int, 2> m_ends{-1, -1};
};

pid_t start(const std::filesystem::path& program, const std::vector<std::string>& arguments, const Pipe& output,
            const Pipe& errors)
{
    std::string programText = program.string();
    std::vector<char*> words = {programText.data()};
    for (const std::string& argument : arguments)
        words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output.writeEnd(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors.writeEnd(), STDERR_FILENO);
    pid_t child = 0;
    const int failure = posix_spawn(&child, programText.c_str(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0)
        fail(ErrorKind::Internal, "the program '{}' cannot be started: {}", programText, std::strerror(failure));
    return child;
}

/// Kills and reaps the child when it goes out of scope before wait().
class ChildOwner
{
public:
    explicit ChildOwner(pid_t child) : m_child(child) {}
    ~ChildOwner()
    {
        if (m_child > 0) {
            kill(m_child, SIGKILL);
            wait();
        }
    }
    ChildOwner(const ChildOwner&) = delete;
    ChildOwner& operator=(const ChildOwner&) = delete;

    void kill() const { kill(m_child, SIGKILL); }
    int wait()
    {
        int status = 0;
        while (waitpid(m_child, &status, 0) < 0 && errno == EINTR) {
        }
        m_child = 0;
        return status;
    }

private:
    static void kill(pid_t child, int signal) { ::kill(child, signal); }

    pid_t m_child;
};

/// Takes what is there. Returns false at the end.
bool take(int descriptor, std::vector<std::byte>& buffer, ChildResult& result, bool isOutput)
{
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count < 0)
        return errno == EINTR || errno == EAGAIN;
    const auto size = static_cast<std::size_t>(count);
    if (isOutput)
        result.output.insert(result.output.end(), buffer.begin(), buffer.begin() + count);
    else
        result.errors.append(reinterpret_cast<const char*>(buffer.data()),
                             std::min(size, errorBytes - std::min(errorBytes, result.errors.size())));
    return size > 0;
}

} // namespace

ChildResult runChild(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                     const ChildLimits& limits, std::stop_token stop)
{
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + std::chrono::duration<double>(limits.seconds);
    Pipe output, errors;
    ChildOwner child(start(program, arguments, output, errors));
    output.closeWriteEnd();
    errors.closeWriteEnd();

    ChildResult result;
    std::vector<std::byte> buffer(1 << 18);
    std::array<pollfd, 2> descriptors{{{output.readEnd(), POLLIN, 0}, {errors.readEnd(), POLLIN, 0}}};
    while (descriptors[0].fd >= 0 || descriptors[1].fd >= 0) {
        if (poll(descriptors.data(), descriptors.size(), pollMilliseconds) < 0 && errno != EINTR)
            break;
        for (std::size_t i = 0; i < 2; ++i)
            if (descriptors[i].fd >= 0 && descriptors[i].revents != 0 &&
                !take(descriptors[i].fd, buffer, result, i == 0))
                descriptors[i].fd = -1;
        using End = ChildResult::End;
        if (stop.stop_requested())
            result.end = End::Stopped;
        else if (Clock::now() > deadline)
            result.end = End::OutOfTime;
        else if (result.output.size() > limits.outputBytes)
            result.end = End::TooMuchOutput;
        if (result.end != End::Exited) {
            child.kill();
            break;
        }
    }
    const int status = child.wait();
    if (result.end == ChildResult::End::Exited && WIFSIGNALED(status))
        result.end = ChildResult::End::Signalled;
    result.code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    return result;
}

} // namespace sastrugi
