// Where pictures go: numbered PNG files, or a film that ffmpeg encodes.
#pragma once

#include "app/render/Picture.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

namespace sastrugi
{

class PictureWriter
{
public:
    virtual ~PictureWriter() = default;

    /// Into which it goes.
    virtual std::filesystem::path pathOf(std::int64_t frame) const = 0;
    /// Gives the file that is whole now, or an empty path: that of a film is whole with finish(). Throws
    /// Error(InputOutput).
    virtual std::filesystem::path write(std::int64_t frame, const Picture& picture) = 0;
    /// Without it, a film that was begun leaves nothing behind.
    virtual std::filesystem::path finish() { return {}; }
};

/// Whether the name is that of a film: it ends with ".mp4".
bool isFilm(std::string_view pattern);

/// "frame.####.png" for pictures, "film.mp4" for a film of so many frames per second. Creates the folder. Throws
/// Error(Usage) for a name that cannot be, Error(InputOutput) when the folder cannot be made or ffmpeg is not there.
std::unique_ptr<PictureWriter> makePictureWriter(std::string_view pattern, std::int64_t frameCount,
                                                 double framesPerSecond);

} // namespace sastrugi
