// Which axis of a file points up; here it is Z.
#pragma once

namespace sastrugi
{

enum class UpAxis { X, Y, Z };

} // namespace sastrugi
