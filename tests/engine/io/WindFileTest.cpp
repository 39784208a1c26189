// Flows in VTK's formats, written here by hand: the same wind whatever the file.
#include "engine/io/WindFile.h"
#include "engine/core/Error.h"
#include "tests/TestCase.h"

#include <QFile>
#include <QTemporaryDir>

using namespace sastrugi;

namespace
{

constexpr int columns = 4, rows = 3, layers = 3;
constexpr int points = columns * rows * layers;

/// Of a lattice, or of one whose lines are not evenly apart.
Vector3 place(int n, bool isEven)
{
    const Vector3 even(0.5 * (n % columns), 1 + 0.25 * (n / columns % rows), -1 + n / (columns * rows));
    return isEven ? even : Vector3(even.x() * even.x() / 1.5, even.y(), even.z());
}

Vector3 wind(const Vector3& x) { return {2 * x.x() + 1, x.y() - x.z(), 3 - x.x()}; }

QString texts(const Vector3& v)
{
    return QString("%1 %2 %3 ").arg(v.x(), 0, 'g', 17).arg(v.y(), 0, 'g', 17).arg(v.z(), 0, 'g', 17);
}

QString places(bool isEven)
{
    QString text;
    for (int n = 0; n < points; ++n)
        text += texts(place(n, isEven));
    return text;
}

QString winds(bool isEven, double factor = 1)
{
    QString text;
    for (int n = 0; n < points; ++n)
        text += texts(factor * wind(place(n, isEven)));
    return text;
}

/// An array of VTK's XML.
QString array(const QString& name, const QString& values, int components = 3, const QString& type = "Float64")
{
    return QString("<DataArray type=\"%1\" Name=\"%2\" NumberOfComponents=\"%3\" format=\"ascii\">%4</DataArray>\n")
        .arg(type, name)
        .arg(components)
        .arg(values);
}

QString xml(const QString& type, const QString& attributes, const QString& piece, const QString& content)
{
    return QString("<VTKFile type=\"%1\" version=\"0.1\" byte_order=\"LittleEndian\"><%1 %2><Piece "
                   "%3>%4</Piece></%1></VTKFile>")
        .arg(type, attributes, piece, content);
}

const QString extent = "0 3 0 2 0 2";

QString pointData(bool isEven, double factor = 1, const QString& name = "U")
{
    QString pressures;
    for (int n = 0; n < points; ++n)
        pressures += QString::number(n) + " ";
    return "<PointData>" + array("p", pressures, 1) + array(name, winds(isEven, factor)) + "</PointData>";
}

QString image(double factor = 1, const QString& name = "U")
{
    return xml("ImageData", QString("WholeExtent=\"%1\" Origin=\"0 1 -1\" Spacing=\"0.5 0.25 1\"").arg(extent),
               QString("Extent=\"%1\"").arg(extent), pointData(true, factor, name));
}

QString rectilinear()
{
    const auto axis = [](int count, int stride, int component) {
        QString text;
        for (int i = 0; i < count; ++i)
            text += QString::number(place(i * stride, false)[component], 'g', 17) + " ";
        return text;
    };
    return xml("RectilinearGrid", QString("WholeExtent=\"%1\"").arg(extent), QString("Extent=\"%1\"").arg(extent),
               pointData(false) + "<Coordinates>" + array("x", axis(columns, 1, 0), 1) +
                   array("y", axis(rows, columns, 1), 1) + array("z", axis(layers, columns * rows, 2), 1) +
                   "</Coordinates>");
}

QString structured()
{
    return xml("StructuredGrid", QString("WholeExtent=\"%1\"").arg(extent), QString("Extent=\"%1\"").arg(extent),
               pointData(false) + "<Points>" + array("Points", places(false)) + "</Points>");
}

/// Hexahedra.
QString cells(QString* offsets, QString* types, int* count)
{
    QString text;
    for (int k = 0; k + 1 < layers; ++k)
        for (int j = 0; j + 1 < rows; ++j)
            for (int i = 0; i + 1 < columns; ++i) {
                const int a = i + columns * (j + rows * k), up = columns * rows;
                for (const int corner : {a, a + 1, a + 1 + columns, a + columns, a + up, a + 1 + up,
                                         a + 1 + columns + up, a + columns + up})
                    text += QString::number(corner) + " ";
                *offsets += QString::number(8 * ++*count) + " ";
                *types += "12 ";
            }
    return text;
}

QString unstructured()
{
    QString offsets, types;
    int count = 0;
    const QString corners = cells(&offsets, &types, &count);
    return xml("UnstructuredGrid", "", QString("NumberOfPoints=\"%1\" NumberOfCells=\"%2\"").arg(points).arg(count),
               pointData(false) + "<Points>" + array("Points", places(false)) + "</Points><Cells>" +
                   array("connectivity", corners, 1, "Int64") + array("offsets", offsets, 1, "Int64") +
                   array("types", types, 1, "UInt8") + "</Cells>");
}

QString legacy()
{
    return QString("# vtk DataFile Version 3.0\nflow\nASCII\nDATASET STRUCTURED_GRID\nDIMENSIONS %1 %2 %3\nPOINTS %4 "
                   "double\n%5\n"
                   "POINT_DATA %4\nVECTORS U double\n%6\n")
        .arg(columns)
        .arg(rows)
        .arg(layers)
        .arg(points)
        .arg(places(false), winds(false));
}

Vector3 at(const Field& field, const Vector3& x, double time = 0)
{
    const Float4 position{float(x.x()), float(x.y()), float(x.z()), 0};
    Float4 velocity;
    field->sample({{&position, 1}, Vector3::Zero()}, time, {&velocity, 1});
    return {velocity.x, velocity.y, velocity.z};
}

} // namespace

class WindFileTest : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::filesystem::path written(const QString& name, const QString& content) const
    {
        QFile file(m_folder.filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(content.toUtf8());
        return file.fileName().toStdString();
    }

    static void refuses(const std::filesystem::path& file, const WindFileOptions& options, const char* words,
                        ErrorKind kind = ErrorKind::Scene)
    {
        try {
            importWind(file, options);
            QFAIL("accepted");
        } catch (const Error& error) {
            QVERIFY2(error.kind() == kind && QString::fromUtf8(error.what()).contains(words), error.what());
        }
    }

private Q_SLOTS:
    void allFormatsAreTheSameWind_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("content");
        QTest::addColumn<double>("tolerance");
        QTest::addColumn<double>("spacing");
        QTest::newRow("image") << "flow.vti" << image() << 3e-6 << 0.0;
        QTest::newRow("finer image") << "finer.vti" << image() << 3e-6 << 0.13;
        QTest::newRow("rectilinear") << "flow.vtr" << rectilinear() << 3e-6 << 0.1;
        QTest::newRow("structured") << "flow.vts" << structured() << 1e-5 << 0.1;
        QTest::newRow("unstructured") << "flow.vtu" << unstructured() << 1e-5 << 0.1;
        QTest::newRow("legacy") << "flow.vtk" << legacy() << 1e-5 << 0.1;
        QTest::newRow("as fine as the grid") << "auto.vtu" << unstructured() << 1e-5 << 0.0;
    }
    void allFormatsAreTheSameWind()
    {
        QFETCH(QString, name);
        QFETCH(QString, content);
        QFETCH(double, tolerance);
        QFETCH(double, spacing);
        WindFileOptions options;
        options.spacing = spacing;
        const ImportedWind imported = importWind(written(name, content), options);
        QVERIFY(QString::fromStdString(imported.messages.at(0).text).startsWith("'U' on"));
        // What is linear is exact on any lattice.
        for (const Vector3& x : {Vector3(0.01, 1.01, -0.99), Vector3(0.7, 1.3, 0.2), Vector3(1.49, 1.49, 0.99)})
            QVERIFY2((at(imported.field, x) - wind(x)).norm() < tolerance,
                     qPrintable(QString::number((at(imported.field, x) - wind(x)).norm())));
        QVERIFY(at(imported.field, {1.6, 1.2, 0}) == Vector3::Zero());
    }

    void velocitiesOfCellsAreTaken()
    {
        QString values;
        for (int n = 0; n < 3 * 2 * 2; ++n)
            values += "1 2 3 ";
        const QString content =
            xml("ImageData", QString("WholeExtent=\"%1\" Origin=\"0 1 -1\" Spacing=\"0.5 0.25 1\"").arg(extent),
                QString("Extent=\"%1\"").arg(extent), "<CellData>" + array("cellWind", values) + "</CellData>");
        const ImportedWind imported = importWind(written("cells.vti", content), {});
        QVERIFY((at(imported.field, {0.7, 1.3, 0.2}) - Vector3(1, 2, 3)).norm() < 1e-6);
    }

    void numberedFilesAndPvdAreMoments()
    {
        for (const int number : {10, 11, 13})
            written(QString("series.%1.vti").arg(number, 4, 10, QChar('0')), image(number - 9.0));
        WindFileOptions options;
        options.filesPerSecond = 10;
        const Vector3 x(0.7, 1.3, 0.2);
        const ImportedWind series = importWind(m_folder.filePath("series.####.vti").toStdString(), options);
        QCOMPARE(series.times.size(), std::size_t{3});
        QVERIFY((at(series.field, x, 0.05) - 1.5 * wind(x)).norm() < 1e-5);
        QVERIFY((at(series.field, x, 0.2) - 3 * wind(x)).norm() < 1e-5);
        QVERIFY(series.messages.size() == 2 && QString::fromStdString(series.messages[1].text).contains("12"));

        const std::filesystem::path index = written(
            "index.pvd",
            "<VTKFile type=\"Collection\"><Collection>\n<DataSet part=\"0\" timestep=\"4.5\" group=\"\" "
            "file=\"series.0011.vti\"/>\n<DataSet file='series.0010.vti' timestep='2'/></Collection></VTKFile>");
        const ImportedWind listed = importWind(index, options);
        QCOMPARE(listed.times[1], 2.5);
        QVERIFY((at(listed.field, x, 1.25) - 1.5 * wind(x)).norm() < 1e-5);
        refuses(written("empty.pvd", "<VTKFile/>"), options, "names no data sets");
        refuses(written("bad.pvd", "<DataSet file='a.vti'/>"), options, "data set 1");
        refuses(written("gone.pvd", "<DataSet file='gone.vti' timestep='0'/>"), options, "gone.vti",
                ErrorKind::InputOutput);
    }

    void mistakesAreNamed()
    {
        WindFileOptions options;
        options.array = "velocity";
        refuses(written("a.vti", image()), options,
                "no 'velocity' of three numbers; it has p (1 number, of points), U (3");
        options.array = "p";
        refuses(written("a.vti", image()), options, "no 'p' of three numbers");
        options = {};
        const QString two =
            pointData(true).replace("<PointData>", "<PointData>" + array("V2", winds(true))).replace("\"U\"", "\"V1\"");
        refuses(written("two.vti", xml("ImageData", QString("WholeExtent=\"%1\"").arg(extent),
                                       QString("Extent=\"%1\"").arg(extent), two)),
                options, "name one of");
        try {
            importWind(m_folder.filePath("two.vti").toStdString(), options);
            QFAIL("accepted");
        } catch (const WindArrayError& unclear) {
            QCOMPARE(unclear.arrays(), (std::vector<std::string>{"V2", "V1"}));
        }
        options.array = "V1";
        QCOMPARE(importWind(m_folder.filePath("two.vti").toStdString(), options).arrays.size(), 2u);
        options = {};
        options.spacing = 1e-4;
        refuses(written("a.vti", image()), options, "40 million");
        options = {};
        options.memoryLimit = 100;
        refuses(written("a.vti", image()), options, "spacing larger");
        options = {};
        refuses(written("a.txt", image()), options, "ending");
        refuses(written("b.vti", "no xml"), options, "b.vti");
        refuses(written("b.vtk", "no vtk"), options, "b.vtk");
        refuses(m_folder.filePath("missing.vti").toStdString(), options, "does not exist", ErrorKind::InputOutput);
        refuses(written("unnamed.vti", image().replace("\"U\"", "\"\"")), options,
                "unnamed.vti' cannot be read: its reader gave up");
        refuses(written("nan.vti", image().replace("1 2 3 ", "nan 2 3 ")), options, "not finite");
    }

    // VTK takes zeros for what is missing, and says nothing.
    void aTextThatEndsEarlyIsRefused_data()
    {
        QTest::addColumn<QString>("content");
        QTest::addColumn<bool>("isWhole");
        const QString whole = legacy().trimmed();
        QTest::newRow("whole") << whole << true;
        QTest::newRow("whole, with blanks") << whole + " \n\n" << true;
        QTest::newRow("as VTK ends it") << whole + "\nMETADATA\nINFORMATION 0\n\n" << true;
        QTest::newRow("more behind it") << whole + "\nSCALARS p float 1\nLOOKUP_TABLE default\n" +
                                               QString("1 ").repeated(
                                                   whole.section("POINT_DATA ", 1).section('\n', 0, 0).toInt())
                                        << true;
        const auto without = [&](int numbers) {
            QStringList words = whole.split(' ');
            return words.mid(0, words.size() - numbers).join(' ');
        };
        QTest::newRow("a number") << without(1) << false;
        QTest::newRow("a vector") << without(3) << false;
        QTest::newRow("all vectors") << whole.section("VECTORS U double\n", 0, 0) + "VECTORS U double\n" << false;
        QTest::newRow("a word within") << without(7) + " seven 1 2 3 4 5 6" << false;
        QTest::newRow("a later array") << whole + "\nSCALARS p float 1\nLOOKUP_TABLE default\n1 2\n" << false;
    }
    void aTextThatEndsEarlyIsRefused()
    {
        QFETCH(QString, content);
        QFETCH(bool, isWhole);
        const std::filesystem::path file = written("early.vtk", content);
        WindFileOptions options;
        options.array = "U";
        options.spacing = 0.1;
        if (isWhole)
            QVERIFY((at(importWind(file, options).field, {0.7, 1.3, 0.2}) - wind({0.7, 1.3, 0.2})).norm() < 1e-5);
        else
            refuses(file, options, "fewer numbers than it announces");
    }

    void aBinaryFileThatEndsEarlyIsRefused()
    {
        QByteArray content("# vtk DataFile Version 3.0\nflow\nBINARY\nDATASET STRUCTURED_POINTS\nDIMENSIONS 2 2 2\n"
                           "ORIGIN 0 0 0\nSPACING 1 1 1\nPOINT_DATA 8\nVECTORS U float\n");
        for (int i = 0; i < 24; ++i)
            content += QByteArray("\x3f\x80\x00\x00", 4); // 1, with the first byte first
        const auto file = [&](const QByteArray& bytes) {
            QFile written(m_folder.filePath("binary.vtk"));
            if (written.open(QIODevice::WriteOnly))
                written.write(bytes);
            return std::filesystem::path(written.fileName().toStdString());
        };
        const ImportedWind whole = importWind(file(content), {});
        QVERIFY((at(whole.field, {0.5, 0.5, 0.5}) - Vector3(1, 1, 1)).norm() < 1e-6);
        for (const int missing : {1, 10, 96})
            refuses(file(content.left(content.size() - missing)), {}, "it ends before the numbers");
    }

    void damagedFilesAreErrorsOrWinds()
    {
        int refused = 0;
        for (const auto& [name, content] :
             {std::pair<QString, QString>{"cut.vti", image()}, {"cut.vtu", unstructured()}, {"cut.vtk", legacy()}})
            for (int part = 1; part < 8; ++part)
                try {
                    importWind(written(name, content.left(content.size() * part / 8)), {});
                } catch (const Error& error) {
                    QVERIFY2(error.kind() == ErrorKind::Scene, error.what());
                    ++refused;
                }
        QVERIFY(refused >= 14);
    }
};

SASTRUGI_TEST(WindFileTest)
#include "WindFileTest.moc"
