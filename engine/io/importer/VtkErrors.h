// What VTK says of a file, which it otherwise prints.
#pragma once

#include <string>

class vtkObject;

namespace sastrugi
{

class VtkErrors
{
public:
    /// Listens to the object from now on; this must outlive it.
    void listenTo(vtkObject& object);
    /// To what all objects would print.
    void listenToAll();
    /// Whether a warning with these words was among that.
    bool hasWarnedOf(const char* words) const { return m_warnings.find(words) != std::string::npos; }
    /// Throws std::runtime_error with the first complaint, without VTK's own files and addresses.
    void throwIfAny() const;

private:
    std::string m_first, m_warnings;
};

} // namespace sastrugi
