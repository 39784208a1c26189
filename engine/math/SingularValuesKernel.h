// What SingularValues.cpp dispatches.
#pragma once

#include "engine/math/SingularValues.h"

#include <cstddef>

namespace sastrugi
{

namespace portable
{
void singularValues(const FloatMatrix* matrices, std::size_t count, SingularValues* results);
void rotations(const FloatMatrix* matrices, std::size_t count, FloatMatrix* results);
} // namespace portable
namespace avx2
{
void singularValues(const FloatMatrix* matrices, std::size_t count, SingularValues* results);
void rotations(const FloatMatrix* matrices, std::size_t count, FloatMatrix* results);
} // namespace avx2
namespace avx512
{
void singularValues(const FloatMatrix* matrices, std::size_t count, SingularValues* results);
void rotations(const FloatMatrix* matrices, std::size_t count, FloatMatrix* results);
} // namespace avx512

} // namespace sastrugi
