// `sastrugi help`: what --help prints, also as a word.
#include "app/cli/Command.h"
#include "engine/core/Error.h"
#include "engine/core/Parameter.h"

namespace sastrugi
{

void addHelp(CLI::App& app, Action& action)
{
    CLI::App& command = *app.add_subcommand("help", "Print the help of a command, or this list");
    const auto topic = std::make_shared<std::string>();
    command.add_option("command", *topic, "The command");
    command.callback([&app, &action, topic] {
        action = [&app, topic] {
            std::vector<std::string_view> names;
            for (const CLI::App* known : app.get_subcommands([](const CLI::App*) { return true; })) {
                names.push_back(known->get_name());
                if (known->get_name() == *topic) {
                    fmt::print("{}", known->help());
                    return 0;
                }
            }
            if (topic->empty()) {
                // help() of an application shows that of the command in use, which is this one.
                fmt::print("{}", app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal));
                return 0;
            }
            const std::string nearest = nearestName(*topic, names);
            fail(ErrorKind::Usage, "unknown command '{}'{}", *topic,
                 nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest));
        };
    });
}

} // namespace sastrugi
