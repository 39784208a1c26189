#include "app/render/OffscreenContext.h"

#include "engine/core/Error.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

namespace sastrugi
{

struct OffscreenContext::Handles {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLSurface surface = EGL_NO_SURFACE;
    EGLContext context = EGL_NO_CONTEXT;
};

namespace
{

void require(bool condition, const char* what)
{
    if (!condition)
        fail(ErrorKind::Internal,
             "drawing without a display needs EGL with OpenGL 3.2 (Mesa has it): {} failed with EGL error {:#x}", what,
             static_cast<unsigned>(eglGetError()));
}

} // namespace

OffscreenContext::OffscreenContext() : m_handles(std::make_unique<Handles>())
{
    Handles& h = *m_handles;
    h.display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    require(h.display != EGL_NO_DISPLAY && eglInitialize(h.display, nullptr, nullptr), "the surfaceless platform");
    require(eglBindAPI(EGL_OPENGL_API), "OpenGL");
    const EGLint configAttributes[] = {EGL_SURFACE_TYPE,
                                       EGL_PBUFFER_BIT,
                                       EGL_RENDERABLE_TYPE,
                                       EGL_OPENGL_BIT,
                                       EGL_RED_SIZE,
                                       8,
                                       EGL_GREEN_SIZE,
                                       8,
                                       EGL_BLUE_SIZE,
                                       8,
                                       EGL_DEPTH_SIZE,
                                       24,
                                       EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    require(eglChooseConfig(h.display, configAttributes, &config, 1, &count) && count == 1, "a configuration");
    // VTK draws into frame buffers of its own; this surface only has to exist.
    const EGLint surfaceAttributes[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
    h.surface = eglCreatePbufferSurface(h.display, config, surfaceAttributes);
    require(h.surface != EGL_NO_SURFACE, "a surface");
    const EGLint contextAttributes[] = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 2, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    h.context = eglCreateContext(h.display, config, EGL_NO_CONTEXT, contextAttributes);
    require(h.context != EGL_NO_CONTEXT, "a context");
    require(eglMakeCurrent(h.display, h.surface, h.surface, h.context), "making it current");
}

OffscreenContext::~OffscreenContext()
{
    eglMakeCurrent(m_handles->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(m_handles->display, m_handles->context);
    eglDestroySurface(m_handles->display, m_handles->surface);
    eglTerminate(m_handles->display);
}

} // namespace sastrugi
