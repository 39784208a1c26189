// An OpenGL context without a display: a surfaceless EGL context, for machines without X or Wayland.
#pragma once

#include <memory>

namespace sastrugi
{

class OffscreenContext
{
public:
    /// Makes the context current. Throws Error(Internal) that says what is missing.
    OffscreenContext();
    ~OffscreenContext();
    OffscreenContext(const OffscreenContext&) = delete;
    OffscreenContext& operator=(const OffscreenContext&) = delete;

private:
    struct Handles;
    std::unique_ptr<Handles> m_handles;
};

} // namespace sastrugi
