#include "app/render/FilmEncoder.h"

#include "engine/core/Error.h"
#include "engine/core/File.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace sastrugi
{

namespace fs = std::filesystem;

namespace
{

constexpr const char* program = "ffmpeg";

bool isInPath()
{
    const char* found = std::getenv("PATH");
    const std::string folders = found ? found : "/usr/bin";
    for (std::size_t begin = 0; begin <= folders.size();) {
        const std::size_t end = std::min(folders.find(':', begin), folders.size());
        if (access((fs::path(folders.substr(begin, end - begin)) / program).c_str(), X_OK) == 0)
            return true;
        begin = end + 1;
    }
    return false;
}

std::vector<std::string> arguments(const fs::path& file, int width, int height, double framesPerSecond)
{
    return {program,
            "-nostdin",
            "-loglevel",
            "error",
            "-y",
            "-f",
            "rawvideo",
            "-pixel_format",
            "rgb24",
            "-video_size",
            fmt::format("{}x{}", width, height),
            "-framerate",
            fmt::format("{}", framesPerSecond),
            "-i",
            "pipe:0",
            "-vf", // the format knows only even sizes
            "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709",
            "-c:v",
            "libx264",
            "-crf",
            "18",
            "-pix_fmt",
            "yuv420p",
            "-colorspace",
            "bt709",
            "-movflags",
            "+faststart",
            "-f",
            "mp4",
            "file:" + file.string()};
}

} // namespace

void FilmEncoder::requireProgram(const fs::path& file)
{
    if (!isInPath())
        fail(ErrorKind::InputOutput,
             "cannot make the film '{}': the program ffmpeg is not there; install it (apt install ffmpeg), or write "
             "pictures, such as '{}.####.png'",
             file.string(), file.stem().string());
}

FilmEncoder::FilmEncoder(const fs::path& file, int width, int height, double framesPerSecond)
    : m_file(file), m_temporary(fs::path(file) += FileLayer::temporarySuffix), m_errors(std::tmpfile())
{
    std::array<int, 2> ends{};
    if (!m_errors || pipe2(ends.data(), O_CLOEXEC) != 0)
        fail(ErrorKind::InputOutput, "cannot talk to ffmpeg: {}", std::strerror(errno));
    std::vector<std::string> words = arguments(m_temporary, width, height, framesPerSecond);
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(m_errors), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(m_errors), STDERR_FILENO);
    // Ctrl-C in a terminal is for us: we end it, and remove what it wrote.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    const int failure = posix_spawnp(&m_child, program, &actions, &attributes, pointers.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    m_pipe = ends[1];
    if (failure != 0) {
        m_child = 0;
        close(m_pipe);
        std::fclose(m_errors);
        fail(ErrorKind::InputOutput, "ffmpeg cannot be started: {}", std::strerror(failure));
    }
    signal(SIGPIPE, SIG_IGN); // that it has ended is an error of write()
}

FilmEncoder::~FilmEncoder()
{
    if (m_child > 0) {
        kill(m_child, SIGKILL);
        wait();
        std::error_code ignored;
        fs::remove(m_temporary, ignored);
    }
    std::fclose(m_errors);
}

int FilmEncoder::wait()
{
    if (m_pipe >= 0)
        close(std::exchange(m_pipe, -1));
    int status = 0;
    while (waitpid(m_child, &status, 0) < 0 && errno == EINTR) {
    }
    m_child = 0;
    return status;
}

void FilmEncoder::failWithWhatItSaid()
{
    if (m_child > 0)
        wait();
    std::error_code ignored;
    fs::remove(m_temporary, ignored);
    std::string said(2000, ' ');
    std::rewind(m_errors);
    said.resize(std::fread(said.data(), 1, said.size(), m_errors));
    while (!said.empty() && std::isspace(static_cast<unsigned char>(said.back())))
        said.pop_back();
    fail(ErrorKind::InputOutput, "ffmpeg could not write '{}'{}{}", m_file.string(),
         said.empty() ? "" : "; it says: ", said);
}

void FilmEncoder::add(const Picture& picture)
{
    for (std::size_t done = 0; done < picture.pixels.size();) {
        const ssize_t count = ::write(m_pipe, picture.pixels.data() + done, picture.pixels.size() - done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            failWithWhatItSaid();
        done += static_cast<std::size_t>(count);
    }
}

void FilmEncoder::finish()
{
    const int status = wait();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        failWithWhatItSaid();
    std::error_code error;
    fs::rename(m_temporary, m_file, error);
    if (error) {
        std::error_code ignored;
        fs::remove(m_temporary, ignored);
        failFile("write", m_file, error.value());
    }
}

} // namespace sastrugi
