#include "engine/math/SingularValuesKernel.h"
#include "engine/math/WideSvd.h"

namespace sastrugi::SASTRUGI_ISA
{

namespace
{

Matrix8 loadLanes(const FloatMatrix* matrices, std::size_t count)
{
    Matrix8 a;
    for (std::size_t l = 0; l < lanes; ++l)
        for (std::size_t k = 0; k < 3; ++k) {
            const float* row = matrices[l < count ? l : 0].data() + 3 * k;
            a.row[k].x.raw[l] = row[0];
            a.row[k].y.raw[l] = row[1];
            a.row[k].z.raw[l] = row[2];
        }
    return a;
}

void storeColumn(FloatMatrix& to, std::size_t column, const Vector8& from, std::size_t lane)
{
    to[column] = from.x.raw[lane];
    to[3 + column] = from.y.raw[lane];
    to[6 + column] = from.z.raw[lane];
}

} // namespace

void singularValues(const FloatMatrix* matrices, std::size_t count, SingularValues* results)
{
    for (std::size_t i = 0; i < count; i += lanes) {
        const Svd8 svd = singularValues(loadLanes(matrices + i, count - i));
        for (std::size_t l = 0; l < lanes && i + l < count; ++l)
            for (std::size_t k = 0; k < 3; ++k) {
                storeColumn(results[i + l].u, k, svd.u[k], l);
                storeColumn(results[i + l].v, k, svd.v[k], l);
                results[i + l].sigma[k] = svd.sigma[k].raw[l];
            }
    }
}

void rotations(const FloatMatrix* matrices, std::size_t count, FloatMatrix* results)
{
    for (std::size_t i = 0; i < count; i += lanes) {
        const Matrix8 r = nearestRotation(loadLanes(matrices + i, count - i));
        for (std::size_t l = 0; l < lanes && i + l < count; ++l)
            for (std::size_t k = 0; k < 3; ++k) {
                results[i + l][3 * k] = r.row[k].x.raw[l];
                results[i + l][3 * k + 1] = r.row[k].y.raw[l];
                results[i + l][3 * k + 2] = r.row[k].z.raw[l];
            }
    }
}

} // namespace sastrugi::SASTRUGI_ISA
