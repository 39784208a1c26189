#include "app/cli/unknownName.h"

#include "engine/core/Parameter.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace sastrugi
{

namespace
{

std::string withNearest(std::string_view what, const std::string& name, const std::vector<std::string>& known)
{
    const std::vector<std::string_view> candidates(known.begin(), known.end());
    const std::string nearest = nearestName(name, candidates);
    return fmt::format("unknown {} '{}'{}", what, name,
                       nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest));
}

std::vector<std::string> optionNames(const CLI::App& command)
{
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    return names;
}

std::vector<std::string> commandNames(const CLI::App& app)
{
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    return names;
}

std::string unexpected(const CLI::App& command, std::string_view helpName)
{
    for (const std::string& extra : command.remaining(true))
        if (extra.starts_with("-")) {
            const std::string name = extra.substr(0, extra.find('='));
            return fmt::format("{}; '{} --help' lists the options", withNearest("option", name, optionNames(command)),
                               helpName);
        } else
            return fmt::format("'{}' is one argument too many; see '{} --help'", extra, helpName);
    return {};
}

} // namespace

std::string usageSentence(const CLI::App& app, const CLI::ParseError& error, int argc, char** argv)
{
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    if (!chosen.empty()) {
        const std::string helpName = "sastrugi " + chosen.front()->get_name();
        if (const std::string sentence = unexpected(*chosen.front(), helpName); !sentence.empty())
            return sentence;
        return fmt::format("{}; see '{} --help'", error.what(), helpName);
    }
    if (app.get_subcommands({}).empty()) { // a program with one task
        if (const std::string sentence = unexpected(app, app.get_name()); !sentence.empty())
            return sentence;
        return fmt::format("{}; see '{} --help'", error.what(), app.get_name());
    }
    if (argc > 1 && argv[1][0] != '-')
        return withNearest("command", argv[1], commandNames(app)) + "; 'sastrugi --help' lists the commands";
    if (argc > 1)
        return withNearest("option", argv[1], optionNames(app)) + "; 'sastrugi --help' lists what there is";
    return "a command is needed; 'sastrugi --help' lists them";
}

} // namespace sastrugi
