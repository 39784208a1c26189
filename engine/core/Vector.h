// The vector and matrix types of everything but the hot loops.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry> // cross(): without it the linker complains, not the compiler

namespace sastrugi
{

using Vector3 = Eigen::Vector3d;
using Vector3f = Eigen::Vector3f;
using Vector3i = Eigen::Vector3i;
using Matrix3 = Eigen::Matrix3d;

} // namespace sastrugi
