#include "app/render/PictureWriter.h"

#include "app/render/FilmEncoder.h"
#include "engine/core/Error.h"
#include "engine/core/File.h"
#include "engine/core/lowerCase.h"
#include "engine/io/FrameNames.h"

#include <algorithm>

namespace sastrugi
{

namespace
{

constexpr std::string_view filmEnding = ".mp4";
/// What somebody might hope for; any other is a part of the name.
constexpr std::string_view otherEndings[] = {".gif", ".jpg", ".jpeg", ".tif",  ".tiff", ".bmp", ".exr",
                                             ".avi", ".mov", ".mkv",  ".webm", ".webp", ".tga"};

class PngSequence : public PictureWriter
{
public:
    PngSequence(std::string_view pattern, std::int64_t frameCount) : m_names(pattern, ".png", frameCount)
    {
        m_files.createFolder(m_names.folder());
    }

    std::filesystem::path pathOf(std::int64_t frame) const override { return m_names.of(frame); }
    std::filesystem::path write(std::int64_t frame, const Picture& picture) override
    {
        const std::filesystem::path file = pathOf(frame);
        m_files.writeAtomically(file, pngOf(picture));
        return file;
    }

private:
    FileLayer m_files;
    FrameNames m_names;
};

class Film : public PictureWriter
{
public:
    Film(const std::filesystem::path& file, double framesPerSecond) : m_file(file), m_framesPerSecond(framesPerSecond)
    {
        FileLayer().createFolder(file.parent_path());
        FilmEncoder::requireProgram(file);
    }

    std::filesystem::path pathOf(std::int64_t) const override { return m_file; }

    std::filesystem::path write(std::int64_t, const Picture& picture) override
    {
        if (!m_encoder)
            m_encoder = std::make_unique<FilmEncoder>(m_file, picture.width, picture.height, m_framesPerSecond);
        m_encoder->add(picture);
        return {};
    }

    std::filesystem::path finish() override
    {
        if (!m_encoder)
            return {};
        m_encoder->finish();
        return m_file;
    }

private:
    std::filesystem::path m_file;
    double m_framesPerSecond;
    std::unique_ptr<FilmEncoder> m_encoder;
};

} // namespace

bool isFilm(std::string_view pattern) { return lowerCaseEnding(pattern) == filmEnding; }

std::unique_ptr<PictureWriter> makePictureWriter(std::string_view pattern, std::int64_t frameCount,
                                                 double framesPerSecond)
{
    const std::string ending = lowerCaseEnding(pattern);
    const bool isForeign = std::ranges::find(otherEndings, ending) != std::end(otherEndings);
    if (isForeign)
        fail(ErrorKind::Usage, "'{}': pictures are PNG files and films MP4 files, not {}", pattern, ending.substr(1));
    if (!isFilm(pattern))
        return std::make_unique<PngSequence>(pattern, frameCount);
    const FrameNames names(pattern, filmEnding, 1);
    if (names.hasNumber())
        fail(ErrorKind::Usage, "'{}': a film is one file and has no frame number in its name; write {}{}", pattern,
             names.base(), filmEnding);
    return std::make_unique<Film>(names.of(0), framesPerSecond);
}

} // namespace sastrugi
