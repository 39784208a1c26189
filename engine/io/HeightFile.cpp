#include "engine/io/HeightFile.h"

#include "engine/core/Error.h"
#include "engine/io/Importer.h"
#include "engine/io/heightStream.h"

namespace sastrugi
{

HeightPicture readHeightPicture(const std::filesystem::path& file, std::stop_token stop)
{
    openForImport(file, "picture");
    const ImportTask task{"picture", {"--heights"}, heightStreamMagic, 60};
    const std::vector<std::byte> answer = runImporter(file, task, std::move(stop));
    HeightPicture picture;
    try {
        AnswerReader reader(answer);
        const auto head = reader.take<HeightStreamHead>();
        if (head.columns > mostTerrainPoints || head.rows > mostTerrainPoints)
            fail(ErrorKind::Scene, "the picture '{}' of {} x {} points is too large; {} in all are the most",
                 file.string(), head.columns, head.rows, mostTerrainPoints);
        const std::vector<float> values = reader.takeMany<float>(head.columns * head.rows);
        picture.field = {head.columns, head.rows, {values.begin(), values.end()}};
        picture.white = head.white;
        picture.channels = static_cast<int>(head.channels);
    } catch (const std::length_error&) {
        fail(ErrorKind::Internal, "the reader of '{}' sent less than it announced", file.string());
    }
    for (std::size_t i = 0; i < picture.field.heights.size(); ++i)
        if (!std::isfinite(picture.field.heights[i]))
            fail(ErrorKind::Scene, "the picture '{}' has a value that is not finite in column {} and row {} from below",
                 file.string(), i % picture.field.columns, i / picture.field.columns);
    return picture;
}

} // namespace sastrugi
