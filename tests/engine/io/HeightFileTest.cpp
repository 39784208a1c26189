// Heights from pictures, which are written here by hand so that no reader judges itself.
#include "engine/io/HeightFile.h"
#include "engine/core/Error.h"
#include "tests/TestCase.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace sastrugi;

namespace
{

QByteArray bigEndian(quint32 value, int bytes = 4)
{
    QByteArray result;
    for (int i = bytes - 1; i >= 0; --i)
        result.append(static_cast<char>(value >> (8 * i)));
    return result;
}

QByteArray chunk(const QByteArray& type, const QByteArray& data)
{
    quint32 crc = 0xffffffff;
    for (const char letter : type + data) {
        crc ^= static_cast<quint8>(letter);
        for (int bit = 0; bit < 8; ++bit)
            crc = crc & 1 ? 0xedb88320 ^ (crc >> 1) : crc >> 1;
    }
    return bigEndian(static_cast<quint32>(data.size())) + type + data + bigEndian(~crc);
}

/// Grey; `values` from the top.
QByteArray png(quint32 columns, quint32 rows, int bits, const QList<quint32>& values)
{
    QByteArray raw;
    for (quint32 j = 0; j < rows; ++j) {
        raw.append('\0');
        for (quint32 i = 0; i < columns; ++i)
            raw.append(bigEndian(values[j * columns + i], bits / 8));
    }
    const QByteArray packed = qCompress(raw).mid(4); // without Qt's length
    QByteArray head = bigEndian(columns) + bigEndian(rows);
    head.append(static_cast<char>(bits)).append(QByteArray(4, '\0'));
    return QByteArray("\x89PNG\r\n\x1a\n", 8) + chunk("IHDR", head) + chunk("IDAT", packed) + chunk("IEND", {});
}

/// One strip, from the top.
template <class Value>
QByteArray tiff(quint32 columns, quint32 rows, const QList<Value>& values)
{
    QByteArray file("II*\0\x08\0\0\0", 8);
    const auto little = [](quint32 value, int bytes) {
        QByteArray result;
        for (int i = 0; i < bytes; ++i)
            result.append(static_cast<char>(value >> (8 * i)));
        return result;
    };
    const QList<std::array<quint32, 2>> entries = {{256, columns},
                                                   {257, rows},
                                                   {258, 8 * sizeof(Value)},
                                                   {259, 1},
                                                   {262, 1},
                                                   {273, 0},
                                                   {277, 1},
                                                   {278, rows},
                                                   {279, static_cast<quint32>(sizeof(Value)) * columns * rows},
                                                   {339, std::is_floating_point_v<Value> ? 3 : 1}};
    const quint32 begin = 8 + 2 + 12 * static_cast<quint32>(entries.size()) + 4;
    file += little(static_cast<quint32>(entries.size()), 2);
    for (const auto& [tag, value] : entries)
        file += little(tag, 2) + little(4, 2) + little(1, 4) + little(tag == 273 ? begin : value, 4);
    file += little(0, 4);
    for (const Value value : values)
        file += QByteArray(reinterpret_cast<const char*>(&value), sizeof(Value));
    return file;
}

} // namespace

class HeightFileTest : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::filesystem::path written(const QString& name, const QByteArray& content) const
    {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(content);
        return file.fileName().toStdString();
    }

    static void refuses(const std::filesystem::path& file, const char* words, ErrorKind kind = ErrorKind::Scene)
    {
        try {
            readHeightPicture(file);
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), kind);
            const QString what = QString::fromUtf8(error.what());
            QVERIFY2(what.contains(words) && what.contains(QString::fromStdString(file.filename().string())),
                     error.what());
        }
    }

private Q_SLOTS:
    void sixteenBitsAreKept()
    {
        const HeightPicture picture = readHeightPicture(written("a.png", png(3, 2, 16, {0, 1, 65535, 256, 40001, 7})));
        QCOMPARE(picture.white, 65535.0);
        QCOMPARE(picture.channels, 1);
        QCOMPARE(picture.field.columns, std::size_t{3});
        QCOMPARE(picture.field.rows, std::size_t{2});
        // The lowest row of the picture comes first.
        QVERIFY((picture.field.heights == std::vector<double>{256, 40001, 7, 0, 1, 65535}));
    }

    void eightBitsAreBrightness()
    {
        const HeightPicture picture = readHeightPicture(written("b.png", png(2, 2, 8, {0, 1, 2, 255})));
        QCOMPARE(picture.white, 255.0);
        QVERIFY((picture.field.heights == std::vector<double>{2, 255, 0, 1}));
    }

    void floatsOfTiffAreKept()
    {
        const QByteArray content = tiff(2, 3, QList<float>{-1.5f, 2, 3, 4, 5, 1234.56f});
        const HeightPicture picture = readHeightPicture(written("c.tif", content));
        QCOMPARE(picture.white, 1.0);
        QCOMPARE(picture.field.rows, std::size_t{3});
        QVERIFY((picture.field.heights == std::vector<double>{5, double(1234.56f), 3, 4, -1.5, 2}));
        // An ending that is wrong does not matter.
        QVERIFY(readHeightPicture(written("c.png", content)).field.heights == picture.field.heights);
    }

    void wholeNumbersOfTiffAreBrightness()
    {
        const HeightPicture deep =
            readHeightPicture(written("d.tif", tiff(2, 3, QList<quint16>{1, 2, 3, 4, 5, 65000})));
        QCOMPARE(deep.white, 65535.0);
        QVERIFY((deep.field.heights == std::vector<double>{5, 65000, 3, 4, 1, 2}));
        const HeightPicture flat = readHeightPicture(written("e.tif", tiff(2, 2, QList<quint8>{1, 2, 3, 250})));
        QCOMPARE(flat.white, 255.0);
        QVERIFY((flat.field.heights == std::vector<double>{3, 250, 1, 2}));
    }

    void whatIsNoPictureIsAnError()
    {
        refuses(m_folder.filePath("missing.png").toStdString(), "does not exist", ErrorKind::InputOutput);
        refuses(written("text.png", "hello"), "neither PNG nor TIFF");
        refuses(written("empty.tif", ""), "neither PNG nor TIFF");
        refuses(written("thin.png", png(1, 2, 16, {1, 2})), "fewer than two");
        refuses(written("nan.tif", tiff(2, 2, QList<float>{1, std::numeric_limits<float>::quiet_NaN(), 1, 1})),
                "not finite");
    }

    // libpng ends the process over it, which said 'the reader crashed'.
    void aPictureThatIsCutOffIsSaidToBe()
    {
        const QByteArray whole = png(16, 16, 16, QList<quint32>(256, 12345));
        for (qsizetype length = 9; length < whole.size(); ++length)
            refuses(written("cut.png", whole.left(length)), length < 16 ? "it ends" : "it is cut off");
        QByteArray changed = whole;
        const qsizetype data = changed.indexOf("IDAT") + 8;
        changed[data] = static_cast<char>(changed[data] ^ 1);
        refuses(written("changed.png", changed), "the checksum of a part 'IDAT' is wrong");
        QVERIFY(readHeightPicture(written("longer.png", whole + "more")).field.columns == 16);
    }

    void damagedPicturesAreErrorsOrPictures()
    {
        const QByteArray whole = png(16, 16, 16, QList<quint32>(256, 12345)),
                         floats = tiff(4, 4, QList<float>(16, 1.0f));
        int refused = 0;
        for (const QByteArray& content : {whole, floats})
            for (qsizetype length = 9; length < content.size(); length += 23)
                try {
                    const HeightPicture picture = readHeightPicture(written("cut.png", content.left(length)));
                    QVERIFY(picture.field.heights.size() == picture.field.columns * picture.field.rows);
                } catch (const Error& error) {
                    QVERIFY2(error.kind() == ErrorKind::Scene, error.what());
                    ++refused;
                }
        QVERIFY(refused > 5);
    }
};

SASTRUGI_TEST(HeightFileTest)
#include "HeightFileTest.moc"
