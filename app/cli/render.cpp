// `sastrugi render`: hands over to the program sastrugi-render, which draws off-screen; this one links no graphics.
#include "app/cli/Command.h"
#include "app/cli/arguments.h"
#include "engine/core/Error.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace sastrugi
{

namespace
{

std::filesystem::path ownFolder()
{
    std::error_code status;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", status);
    if (status)
        fail(ErrorKind::Internal, "cannot find the folder of this program: {}", status.message());
    return self.parent_path();
}

} // namespace

void addRender(CLI::App& app, Action& action)
{
    CLI::App& command = *app.add_subcommand("render", "Draw cached frames as pictures, without a display");
    command.prefix_command();
    command.set_help_flag();
    command.callback([&command, &action] {
        action = [arguments = command.remaining()] {
            const std::string program = utf8Of(ownFolder() / "sastrugi-render");
            std::vector<std::string> owned = {program};
            owned.insert(owned.end(), arguments.begin(), arguments.end());
            std::vector<char*> pointers;
            for (std::string& argument : owned)
                pointers.push_back(argument.data());
            pointers.push_back(nullptr);
            execv(program.c_str(), pointers.data());
            fail(ErrorKind::InputOutput, "cannot start '{}': {}; it belongs beside this program", program,
                 std::strerror(errno));
            return 1;
        };
    });
}

} // namespace sastrugi
