#include "engine/io/importer/VtkErrors.h"

#include <vtkCallbackCommand.h>
#include <vtkLogger.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkOutputWindow.h>

#include <stdexcept>

namespace sastrugi
{

namespace
{

void takeError(vtkObject*, unsigned long, void* target, void* text)
{
    auto& errors = *static_cast<std::string*>(target);
    if (errors.empty() && text)
        errors = static_cast<const char*>(text);
}

/// Our sentence is what goes to the standard error, without what VTK logs there, times and all.
void leaveOutLog() { vtkLogger::SetStderrVerbosity(vtkLogger::VERBOSITY_OFF); }

/// Where VTK prints, by itself, what nobody listens to.
class QuietWindow : public vtkOutputWindow
{
public:
    static QuietWindow* New();
    vtkTypeMacro(QuietWindow, vtkOutputWindow);

    void DisplayText(const char*) override {}
    void DisplayWarningText(const char* text) override { addWarning(text); }
    void DisplayGenericWarningText(const char* text) override { addWarning(text); }
    void DisplayErrorText(const char* text) override
    {
        if (errors && errors->empty() && text)
            *errors = text;
    }

    std::string *errors = nullptr, *warnings = nullptr;

private:
    void addWarning(const char* text)
    {
        constexpr std::size_t enough = 100'000; // a damaged file may give rise to millions
        if (warnings && text && warnings->size() < enough)
            *warnings += text;
    }
};
vtkStandardNewMacro(QuietWindow);

} // namespace

void VtkErrors::listenToAll()
{
    vtkNew<QuietWindow> window;
    window->errors = &m_first;
    window->warnings = &m_warnings;
    leaveOutLog();
    vtkOutputWindow::SetInstance(window);
}

void VtkErrors::listenTo(vtkObject& object)
{
    leaveOutLog();
    vtkNew<vtkCallbackCommand> observer;
    observer->SetCallback(takeError);
    observer->SetClientData(&m_first);
    object.AddObserver("ErrorEvent", observer);
    object.AddObserver("WarningEvent", observer);
}

void VtkErrors::throwIfAny() const
{
    if (m_first.empty())
        return;
    std::string text = m_first;
    while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
        text.pop_back();
    if (text.find("returned failure for request") != std::string::npos) // and then addresses
        throw std::runtime_error("its reader gave up, without a reason");
    // Before what is said there are files of VTK, and the object that says it, at another address each time.
    text.erase(0, text.rfind('\n') + 1);
    const std::size_t address = text.find(" (0x"), end = text.find("): ", address);
    if (text.starts_with("vtk") && address != std::string::npos && end != std::string::npos)
        text.erase(0, end + 3);
    throw std::runtime_error(text);
}

} // namespace sastrugi
