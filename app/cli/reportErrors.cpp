#include "app/cli/reportErrors.h"

#include "app/cli/say.h"

#include <cstdio>
#include <filesystem>
#include <new>

namespace sastrugi
{

int sayError(std::string_view program, std::string_view sentence, ErrorKind kind)
{
    std::fflush(stdout);
    say(fmt::format("{}: error: {}\n", program, sentence));
    return static_cast<int>(kind);
}

int reportErrors(std::string_view program, const std::function<int()>& run)
{
    try {
        const int code = run();
        if (std::fflush(stdout) != 0 || std::ferror(stdout))
            return sayError(program, "cannot write to the standard output", ErrorKind::InputOutput);
        return code;
    } catch (const Error& error) {
        return sayError(program, error.what(), error.kind());
    } catch (const std::bad_alloc&) {
        return sayError(program, "not enough memory; close other programs, or choose something smaller",
                        ErrorKind::Memory);
    } catch (const std::filesystem::filesystem_error& error) {
        return sayError(program,
                        fmt::format("cannot use '{}': {}; check the permissions or choose another folder",
                                    error.path1().string(), error.code().message()),
                        ErrorKind::InputOutput);
    } catch (const std::exception& error) {
        return sayError(program, error.what(), ErrorKind::Internal);
    }
}

} // namespace sastrugi
