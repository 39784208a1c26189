#include "app/render/RenderWindow.h"

#include <vtkCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkObjectFactory.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkOpenGLState.h>
#include <vtk_glew.h>

namespace sastrugi
{

namespace
{

/// Debian's GLEW is built for X: its initialisation ends with an error under EGL, after all that is needed was found.
class Window : public vtkGenericOpenGLRenderWindow
{
public:
    static Window* New();
    vtkTypeMacro(Window, vtkGenericOpenGLRenderWindow);

    void OpenGLInitContext() override
    {
        const int display = vtkObject::GetGlobalWarningDisplay();
        vtkObject::SetGlobalWarningDisplay(0);
        Superclass::OpenGLInitContext();
        vtkObject::SetGlobalWarningDisplay(display);
        Initialized = true;
        GlewInitValid = true;
    }
};
vtkStandardNewMacro(Window);

/// Answers what VTK asks of a context that it does not own.
class Answers : public vtkCommand
{
public:
    static Answers* New() { return new Answers; }
    GlContext context;

    void Execute(vtkObject*, unsigned long event, void* answer) override
    {
        switch (event) {
        case vtkCommand::WindowMakeCurrentEvent:
            if (!context.isCurrent())
                context.makeCurrent();
            break;
        case vtkCommand::WindowIsCurrentEvent: *static_cast<bool*>(answer) = context.isCurrent(); break;
        default: *static_cast<int*>(answer) = 1; break;
        }
    }
};

} // namespace

RenderWindow::RenderWindow(GlContext context) : m_context(std::move(context)), m_window(Window::New())
{
    m_window->SetReadyForRendering(false);
    m_window->SetOwnContext(0);
    m_window->SetFrameBlitModeToNoBlit();
    m_window->SetMapped(1);
    m_window->SetMultiSamples(smoothSamples);
    vtkNew<Answers> answers;
    answers->context = m_context;
    for (const auto event : {vtkCommand::WindowMakeCurrentEvent, vtkCommand::WindowIsCurrentEvent,
                             vtkCommand::WindowIsDirectEvent, vtkCommand::WindowSupportsOpenGLEvent})
        m_window->AddObserver(event, answers);
}

RenderWindow::~RenderWindow()
{
    end();
    m_window->Delete();
}

void RenderWindow::begin()
{
    m_window->SetReadyForRendering(true);
    m_window->OpenGLInitContext();
    m_isReady = true;
}

void RenderWindow::end()
{
    if (!m_isReady)
        return;
    m_context.makeCurrent();
    m_window->Finalize();
    m_window->SetReadyForRendering(false);
    m_isReady = false;
}

void RenderWindow::read(void* pixels)
{
    const int* size = m_window->GetSize();
    vtkOpenGLState* state = m_window->GetState();
    state->PushReadFramebufferBinding();
    m_window->GetDisplayFramebuffer()->Bind(GL_READ_FRAMEBUFFER);
    glReadBuffer(GL_COLOR_ATTACHMENT0);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, size[0], size[1], GL_BGRA, GL_UNSIGNED_BYTE, pixels);
    state->PopReadFramebufferBinding();
}

} // namespace sastrugi
