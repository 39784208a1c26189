#include "engine/math/SingularValues.h"

#include "engine/core/Error.h"
#include "engine/core/Isa.h"
#include "engine/math/SingularValuesKernel.h"

namespace sastrugi
{

void findSingularValues(std::span<const FloatMatrix> matrices, std::span<SingularValues> results)
{
    SASTRUGI_ASSERT(matrices.size() == results.size(), "each matrix has a decomposition");
    SASTRUGI_DISPATCH(activeIsa(), singularValues)(matrices.data(), matrices.size(), results.data());
}

void findRotations(std::span<const FloatMatrix> matrices, std::span<FloatMatrix> results)
{
    SASTRUGI_ASSERT(matrices.size() == results.size(), "each matrix has a rotation");
    SASTRUGI_DISPATCH(activeIsa(), rotations)(matrices.data(), matrices.size(), results.data());
}

} // namespace sastrugi
