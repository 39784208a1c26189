#include "tests/TestCase.h" // first: moc of Qt 6.4 fails to read <compare> before it

#include "engine/core/Error.h"
#include "engine/io/VolumeWriter.h"

#include <QTemporaryDir>

#include <openvdb/openvdb.h>

using namespace sastrugi;

namespace
{

/// A lump of particles that is longest along x and shortest along z, off the origin.
Frame makeLump()
{
    Frame frame;
    frame.number = 7;
    frame.time = 0.25;
    frame.origin = {10, 20, 30};
    constexpr std::size_t counts[] = {12, 7, 4};
    frame.particles = Attributes(counts[0] * counts[1] * counts[2]);
    const auto id = frame.particles.add<std::uint32_t>("id");
    const auto position = frame.particles.add<float>("position", 3),
               velocity = frame.particles.add<float>("velocity", 3);
    const auto radius = frame.particles.add<float>("radius"), mass = frame.particles.add<float>("mass");
    for (std::size_t i = 0; i < frame.particles.count(); ++i)
        std::ranges::copy(std::array{1.0f, 2.0f, -3.0f}, velocity.subspan(3 * i, 3).begin());
    for (std::size_t i = 0; i < frame.particles.count(); ++i) {
        id[i] = std::uint32_t(i);
        radius[i] = 0.05f;
        mass[i] = 0.3f;
        position[3 * i] = 0.1f * float(i % counts[0]);
        position[3 * i + 1] = 0.1f * float(i / counts[0] % counts[1]);
        position[3 * i + 2] = 0.1f * float(i / counts[0] / counts[1]);
    }
    return frame;
}

} // namespace

class VolumeWriterTest : public QObject
{
    Q_OBJECT

    QTemporaryDir m_temporary;
    FileLayer m_files;

private Q_SLOTS:
    void initTestCase() { openvdb::initialize(); }

    void vdbReadsBackWithOpenVdb_data()
    {
        QTest::addColumn<double>("metresPerUnit");
        QTest::addColumn<bool>("isYUp");
        QTest::newRow("metres, Z up") << 1.0 << false;
        QTest::newRow("centimetres, Y up") << 0.01 << true;
    }

    void vdbReadsBackWithOpenVdb()
    {
        QFETCH(double, metresPerUnit);
        QFETCH(bool, isYUp);
        VolumeExportSettings settings;
        settings.metresPerUnit = metresPerUnit;
        settings.upAxis = isYUp ? UpAxis::Y : UpAxis::Z;
        settings.numberOffset = 1000;
        const Frame frame = makeLump();
        const FrameNames names((m_temporary.path() + "/" + QTest::currentDataTag() + "/snow.####").toStdString(),
                               VolumeWriter::ending, 2);
        const auto path = VolumeWriter(names, settings, m_files).write(frame);
        QCOMPARE(path.filename().string(), std::string("snow.1007.vdb"));

        openvdb::io::File file(path.string());
        file.open();
        QVERIFY(file.hasGrid("density"));
        const auto metadata = file.getMetadata();
        QCOMPARE(metadata->metaValue<std::string>("creator"), std::string("Sastrugi " SASTRUGI_VERSION));
        QCOMPARE(metadata->metaValue<openvdb::Int64>("frame"), openvdb::Int64(1007));
        QCOMPARE(metadata->metaValue<double>("time"), 0.25);
        // What programs look at before they load the voxels.
        const auto header = file.readGridMetadata("density");
        QCOMPARE(header->getGridClass(), openvdb::GRID_FOG_VOLUME);
        QVERIFY(header->metaValue<openvdb::Int64>("file_voxel_count") > 0);
        QCOMPARE(file.getGrids()->size(), 2u); // there is no temperature
        const auto velocity = openvdb::gridPtrCast<openvdb::Vec3SGrid>(file.readGrid("velocity"));
        QVERIFY(velocity && velocity->getVectorType() == openvdb::VEC_CONTRAVARIANT_RELATIVE);
        const float perUnit = float(1 / metresPerUnit);
        const openvdb::Vec3s expected = perUnit * (isYUp ? openvdb::Vec3s(1, -3, -2) : openvdb::Vec3s(1, 2, -3));
        for (auto value = velocity->cbeginValueOn(); value; ++value)
            QVERIFY((*value - expected).length() < 1e-5f * perUnit);
        const auto grid = openvdb::gridPtrCast<openvdb::FloatGrid>(file.readGrid("density"));
        QVERIFY(grid);
        QCOMPARE(grid->background(), 0.0f);

        // Every voxel of ours is where it is in space, and there is no other.
        const VoxelGrid voxels = densityVolume(frame, settings.volume);
        auto accessor = grid->getConstAccessor();
        std::size_t dense = 0;
        double sum = 0;
        for (std::size_t k = 0; k < voxels.counts[2]; ++k)
            for (std::size_t j = 0; j < voxels.counts[1]; ++j)
                for (std::size_t i = 0; i < voxels.counts[0]; ++i) {
                    const Vector3 at = voxels.origin + voxels.voxelSize * Vector3(double(i), double(j), double(k));
                    const Vector3 turned = (isYUp ? Vector3(at.x(), at.z(), -at.y()) : at) / metresPerUnit;
                    const openvdb::Vec3d index = grid->worldToIndex({turned.x(), turned.y(), turned.z()});
                    const openvdb::Coord coordinate = openvdb::Coord::round(index);
                    QVERIFY((index - coordinate.asVec3d()).length() < 1e-9);
                    const float value = voxels.values[voxels.indexOf(i, j, k)];
                    QCOMPARE(accessor.getValue(coordinate), value);
                    QCOMPARE(accessor.isValueOn(coordinate), value != 0);
                    dense += value != 0;
                    sum += double(value);
                }
        QCOMPARE(grid->activeVoxelCount(), openvdb::Index64(dense));
        QCOMPARE(velocity->activeVoxelCount(), openvdb::Index64(dense));
        QVERIFY(velocity->transform() == grid->transform());
        const double voxel = grid->voxelSize()[0] * metresPerUnit;
        QVERIFY(std::abs(sum * voxel * voxel * voxel - 0.3 * double(frame.particles.count())) < 1e-3);
        const openvdb::Coord extent = grid->evalActiveVoxelDim();
        QVERIFY(isYUp ? extent.x() > extent.z() && extent.z() > extent.y()
                      : extent.x() > extent.y() && extent.y() > extent.z());
    }

    void noParticlesAreAnEmptyGrid()
    {
        Frame frame = makeLump();
        Frame none;
        none.number = 1;
        none.particles = Attributes(0);
        for (const AttributeArray& array : frame.particles.arrays())
            none.particles.add({array.name, array.type, array.components, {}});
        const FrameNames names((m_temporary.path() + "/none.####").toStdString(), VolumeWriter::ending, 2);
        openvdb::io::File file(VolumeWriter(names, {}, m_files).write(none).string());
        file.open();
        QVERIFY(file.readGrid("density")->empty());
    }

    void stoppedItLeavesNothing()
    {
        std::stop_source stop;
        stop.request_stop();
        const FrameNames names((m_temporary.path() + "/stopped.####").toStdString(), VolumeWriter::ending, 2);
        try {
            VolumeWriter(names, {}, m_files).write(makeLump(), {}, stop.get_token());
            QFAIL("written");
        } catch (const Error& error) {
            QCOMPARE(error.kind(), ErrorKind::Interrupted);
        }
        QVERIFY(!std::filesystem::exists(names.of(7)));
    }
};

SASTRUGI_TEST(VolumeWriterTest)
#include "VolumeWriterTest.moc"
