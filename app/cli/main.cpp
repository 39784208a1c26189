// The program `sastrugi`: finds the sub-command, runs it, and turns what goes wrong into a sentence and an exit code.
#include "app/cli/Command.h"
#include "app/cli/reportErrors.h"
#include "app/cli/threadWaiting.h"
#include "app/cli/unknownName.h"

#include <csignal>

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
    addLive(app, action);
    addExport(app, action);
    addRender(app, action);
    addCheck(app, action);
    addInfo(app, action);
    addNodes(app, action);
    addBench(app, action);
    addHelp(app, action);
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
        return sayError("sastrugi", usageSentence(app, error, argc, argv), ErrorKind::Usage);
    }
    return action();
}

} // namespace

int main(int argc, char** argv)
{
    letIdleThreadsSleep(argv);
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error of write()
    return reportErrors("sastrugi", [&] { return run(argc, argv); });
}
