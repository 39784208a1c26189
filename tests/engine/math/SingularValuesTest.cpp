// Singular values: that the factors multiply to the matrix, are rotations and sorted, also where that is hard.
#include "tests/TestCase.h"

#include "engine/core/Error.h"
#include "engine/core/Random.h"
#include "engine/core/Vector.h"
#include "engine/math/SingularValues.h"

#include <Eigen/SVD>

#include <vector>

using namespace sastrugi;

namespace
{

Matrix3 toMatrix(const FloatMatrix& a)
{
    return Eigen::Map<const Eigen::Matrix<float, 3, 3, Eigen::RowMajor>>(a.data()).cast<double>();
}

FloatMatrix toFloats(const Matrix3& a)
{
    FloatMatrix result;
    Eigen::Map<Eigen::Matrix<float, 3, 3, Eigen::RowMajor>>(result.data()) = a.cast<float>();
    return result;
}

/// Elements in [-1, 1).
Matrix3 randomMatrix(std::uint64_t index)
{
    Matrix3 a;
    for (std::uint32_t k = 0; k < 9; ++k)
        a(k / 3, k % 3) = 2 * static_cast<double>(unitInterval(randomWords(3, index, k, RandomPurpose::Test)[0])) - 1;
    return a;
}

Matrix3 randomRotation(std::uint64_t index)
{
    const Matrix3 a = randomMatrix(index);
    return (Eigen::AngleAxisd(3 * a(0, 0), Vector3(a.row(1)).normalized())).toRotationMatrix();
}

std::vector<FloatMatrix> hardMatrices()
{
    std::vector<FloatMatrix> all;
    for (std::uint64_t i = 0; i < 4000; ++i) {
        const Matrix3 a = randomMatrix(i), q = randomRotation(i + 10000), p = randomRotation(i + 20000);
        all.push_back(toFloats(a));
        all.push_back(toFloats(q + 1e-3 * a));                                // near a rotation
        all.push_back(toFloats(q * (1 + 0.1 * a(1, 1))));                     // three equal ones
        all.push_back(toFloats(a.col(0) * a.row(1)));                         // rank one
        all.push_back(toFloats(a - a.col(2) * Vector3::UnitZ().transpose())); // rank two
        all.push_back(toFloats(q * Vector3(1, 1, -1).asDiagonal() * p));      // a reflection
        all.push_back(toFloats(1e-6 * a));
        all.push_back(toFloats(q * Vector3(1, 1e-4, 1e-4).asDiagonal() * p));
    }
    all.push_back(toFloats(Matrix3::Zero()));
    all.push_back(toFloats(Matrix3::Identity()));
    all.push_back(toFloats(Vector3(1, 2, 3).asDiagonal()));
    return all;
}

} // namespace

class SingularValuesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void factorsMultiplyToTheMatrix()
    {
        const std::vector<FloatMatrix> matrices = hardMatrices();
        std::vector<SingularValues> found(matrices.size());
        findSingularValues(matrices, found);
        double product = 0, rotation = 0, values = 0;
        for (std::size_t i = 0; i < matrices.size(); ++i) {
            const Matrix3 a = toMatrix(matrices[i]), u = toMatrix(found[i].u), v = toMatrix(found[i].v);
            const Vector3 sigma = Eigen::Map<const Vector3f>(found[i].sigma.data()).cast<double>();
            const double size = std::max(a.norm(), 1e-30);
            product = std::max(product, (u * sigma.asDiagonal() * v.transpose() - a).norm() / size);
            for (const Matrix3& q : {u, v})
                rotation = std::max(rotation,
                                    (q.transpose() * q - Matrix3::Identity()).norm() + std::abs(q.determinant() - 1));
            QVERIFY(sigma[0] >= sigma[1] * (1 - 1e-6) && sigma[1] >= std::abs(sigma[2]) * (1 - 1e-6) - 1e-6 * size);
            const Vector3 exact = Eigen::JacobiSVD<Matrix3>(a).singularValues();
            values = std::max(values, (exact - sigma.cwiseAbs()).norm() / size);
            if (std::abs(a.determinant()) > 1e-5 * size * size * size)
                QVERIFY(a.determinant() * sigma[2] > 0);
        }
        QVERIFY2(product < 2e-6, qPrintable(QString::number(product)));
        QVERIFY2(rotation < 4e-6, qPrintable(QString::number(rotation)));
        QVERIFY2(values < 2e-6, qPrintable(QString::number(values)));
    }

    void rotationsAreThoseOfThePolarDecomposition()
    {
        std::vector<FloatMatrix> matrices;
        for (std::uint64_t i = 0; i < 4003; ++i) {
            const Vector3 stretch = Vector3::Constant(1.25) + 0.75 * randomMatrix(i).col(0);
            const Matrix3 q = randomRotation(i + 1000);
            matrices.push_back(toFloats(randomRotation(i) * q * stretch.asDiagonal() * q.transpose()));
        }
        std::vector<FloatMatrix> found(matrices.size());
        findRotations(matrices, found);
        double error = 0;
        for (std::size_t i = 0; i < matrices.size(); ++i) {
            const Eigen::JacobiSVD<Matrix3> svd(toMatrix(matrices[i]), Eigen::ComputeFullU | Eigen::ComputeFullV);
            error = std::max(error, (svd.matrixU() * svd.matrixV().transpose() - toMatrix(found[i])).norm());
        }
        QVERIFY2(error < 2e-6, qPrintable(QString::number(error)));
    }

    void everyInstructionSetGivesTheSameBits()
    {
        const std::vector<FloatMatrix> matrices = hardMatrices();
        std::vector<SingularValues> expected(matrices.size()), found(matrices.size());
        findSingularValues(matrices, expected);
        for (const char* isa : {"portable", "avx2", "avx512"}) {
            qputenv("SASTRUGI_ISA", isa);
            try {
                findSingularValues(matrices, found);
                QVERIFY(std::memcmp(found.data(), expected.data(), found.size() * sizeof found[0]) == 0);
            } catch (const Error& error) {
                QCOMPARE(error.kind(), ErrorKind::Usage); // not on this processor
            }
        }
        qunsetenv("SASTRUGI_ISA");
    }
};

SASTRUGI_TEST(SingularValuesTest)
#include "SingularValuesTest.moc"
