// A sub-command: registers its options, and says what to run when it is chosen. One file per sub-command.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

namespace sastrugi
{

/// What to do once the command line is understood; gives the exit code. Errors are thrown.
using Action = std::function<int()>;

void addSim(CLI::App& app, Action& action);
void addLive(CLI::App& app, Action& action);
void addExport(CLI::App& app, Action& action);
void addRender(CLI::App& app, Action& action);
void addCheck(CLI::App& app, Action& action);
void addInfo(CLI::App& app, Action& action);
void addNodes(CLI::App& app, Action& action);
void addBench(CLI::App& app, Action& action);
void addHelp(CLI::App& app, Action& action);

/// A sub-command whose options live as long as the application: `run` gets them filled in.
template <class Options>
CLI::App& addCommand(CLI::App& app, Action& action, const char* name, const char* doc,
                     void (*declare)(CLI::App&, Options&), int (*run)(const Options&))
{
    CLI::App& command = *app.add_subcommand(name, doc);
    const auto options = std::make_shared<Options>();
    declare(command, *options);
    command.callback([&action, options, run] { action = [options, run] { return run(*options); }; });
    return command;
}

} // namespace sastrugi
