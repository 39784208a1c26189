// VTK's window onto an OpenGL context of somebody else: of a surfaceless display, of a widget.
#pragma once

#include <functional>

class vtkGenericOpenGLRenderWindow;

namespace sastrugi
{

/// The context that is drawn with.
struct GlContext {
    std::function<bool()> isCurrent = [] { return true; };
    std::function<void()> makeCurrent = [] {};
};

class RenderWindow
{
public:
    static constexpr int smoothSamples = 4; // per pixel

    explicit RenderWindow(GlContext context);
    ~RenderWindow();
    RenderWindow(const RenderWindow&) = delete;
    RenderWindow& operator=(const RenderWindow&) = delete;

    vtkGenericOpenGLRenderWindow& vtk() const { return *m_window; }
    /// Once the context is there, and current.
    void begin();
    /// Before the context goes, while it is current; begin() may follow with another one.
    void end();
    bool isReady() const { return m_isReady; }
    /// Copies what was drawn last into `pixels`, width times height of blue, green, red and a byte of no meaning; the
    /// lowest row first.
    void read(void* pixels);

private:
    GlContext m_context;
    vtkGenericOpenGLRenderWindow* m_window;
    bool m_isReady = false;
};

} // namespace sastrugi
