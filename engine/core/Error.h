// Errors that a user can cause, and assertions for those that only we can.
//
// Bad input is an Error thrown at the border, with a sentence that names the file, the node and the
// value. A bug is an assertion. Numerical trouble is neither: it is a value in StepReport.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace sastrugi
{

/// What went wrong; the value is the exit code of the command line programs.
enum class ErrorKind {
    Internal = 1,
    Usage = 2,
    Scene = 3,
    Diverged = 4,
    InputOutput = 5,
    Memory = 6,
    StoppedEarly = 75,
    Interrupted = 130,
};

class Error : public std::runtime_error
{
public:
    Error(ErrorKind kind, const std::string& sentence) : std::runtime_error(sentence), m_kind(kind) {}

    ErrorKind kind() const { return m_kind; }
    int exitCode() const { return static_cast<int>(m_kind); }

private:
    ErrorKind m_kind;
};

/// An error that belongs to a node; the sentence names it.
class NodeError : public Error
{
public:
    NodeError(ErrorKind kind, std::string node, const std::string& sentence)
        : Error(kind, sentence), m_node(std::move(node))
    {
    }

    const std::string& node() const { return m_node; }

private:
    std::string m_node;
};

/// Throws an Error with a formatted sentence.
template <class... Arguments>
[[noreturn]] void fail(ErrorKind kind, fmt::format_string<Arguments...> sentence, Arguments&&... arguments)
{
    throw Error(kind, fmt::format(sentence, std::forward<Arguments>(arguments)...));
}

/// Reports a broken invariant: throws an Error of kind Internal that names the place.
[[noreturn]] void assertionFailed(const char* condition, const char* sentence, const char* file, int line);

} // namespace sastrugi

/// Stays on in release builds: use it where the check is cheap.
#define SASTRUGI_ASSERT(condition, sentence)                                                                           \
    ((condition) ? void(0) : ::sastrugi::assertionFailed(#condition, sentence, __FILE__, __LINE__))
