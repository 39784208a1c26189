// Feeds pictures to the program ffmpeg, which makes an MP4 film of them: H.264 that players and browsers show.
#pragma once

#include "app/render/Picture.h"

#include <cstdio>
#include <filesystem>

#include <sys/types.h>

namespace sastrugi
{

class FilmEncoder
{
public:
    /// Throws Error(InputOutput) that names the film when there is no ffmpeg.
    static void requireProgram(const std::filesystem::path& file);

    /// Starts ffmpeg, which writes to a temporary file beside `file`. Throws Error(InputOutput). One edge of an odd
    /// number of pixels gets a black line: the format knows only even ones.
    FilmEncoder(const std::filesystem::path& file, int width, int height, double framesPerSecond);
    /// Removes the temporary file, unless finish() was called.
    ~FilmEncoder();
    FilmEncoder(const FilmEncoder&) = delete;
    FilmEncoder& operator=(const FilmEncoder&) = delete;

    /// Throws Error(InputOutput) with what ffmpeg said when it has ended.
    void add(const Picture& picture);
    /// Waits for ffmpeg and gives the film its name. Throws Error(InputOutput).
    void finish();

private:
    [[noreturn]] void failWithWhatItSaid();
    int wait();

    std::filesystem::path m_file, m_temporary;
    std::FILE* m_errors = nullptr; // what it says
    pid_t m_child = 0;
    int m_pipe = -1;
};

} // namespace sastrugi
