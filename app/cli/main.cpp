// The program `sastrugi`: finds the sub-command, runs it, and turns what goes wrong into a sentence and an exit code.
#include "app/cli/Command.h"
#include "app/cli/threadWaiting.h"
#include "app/cli/unknownName.h"
#include "engine/core/Error.h"

#include <cstdio>
#include <new>

using namespace sastrugi;

namespace
{

constexpr const char* exitCodes =
    "Exit codes: 0 done, 1 internal error, 2 usage, 3 the scene is invalid, 4 the simulation diverged, 5 input, "
    "output\n"
    "or a full disk, 6 out of memory, 75 stopped early and can be resumed, 130 interrupted after a checkpoint.";

void addCommands(CLI::App& app, Action& action)
{
    addSim(app, action);
    addExport(app, action);
    addRender(app, action);
    addCheck(app, action);
    addInfo(app, action);
    addNodes(app, action);
    addBench(app, action);
    addHelp(app, action);
}

int sayError(const char* sentence, ErrorKind kind)
{
    std::fflush(stdout);
    std::fprintf(stderr, "sastrugi: error: %s\n", sentence);
    return static_cast<int>(kind);
}

int run(int argc, char** argv)
{
    CLI::App app("Snow simulation without a display.", "sastrugi");
    app.set_version_flag("--version", "sastrugi " SASTRUGI_VERSION, "Print the version and leave");
    app.set_help_flag("-h,--help", "Print this help and leave");
    app.require_subcommand(1);
    app.footer(exitCodes);
    Action action;
    addCommands(app, action);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& success) {
        return app.exit(success); // help or version was asked for
    } catch (const CLI::ParseError& error) {
        return sayError(usageSentence(app, error, argc, argv).c_str(), ErrorKind::Usage);
    }
    return action();
}

} // namespace

int main(int argc, char** argv)
{
    letIdleThreadsSleep(argv);
    try {
        const int code = run(argc, argv);
        if (std::fflush(stdout) != 0 || std::ferror(stdout))
            return sayError("cannot write to the standard output", ErrorKind::InputOutput);
        return code;
    } catch (const Error& error) {
        return sayError(error.what(), error.kind());
    } catch (const std::bad_alloc&) {
        return sayError("not enough memory; close other programs or simulate fewer particles", ErrorKind::Memory);
    } catch (const std::exception& error) {
        return sayError(error.what(), ErrorKind::Internal);
    }
}
