#include "app/studio/start/Arguments.h"

#include "engine/core/Error.h"
#include "engine/core/Parameter.h"

namespace sastrugi::studio
{

namespace
{

const std::vector<std::string_view>& knownOptions()
{
    static const std::vector<std::string_view> options = {"--help", "--version", "--safe", "--simulate"};
    return options;
}

[[noreturn]] void failUnknown(const std::string& word)
{
    const std::string nearest = nearestName(word, knownOptions());
    fail(ErrorKind::Usage, "unknown option '{}'{}; sastrugi-studio --help lists them", word,
         nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest));
}

} // namespace

Arguments readArguments(const std::vector<std::string>& words)
{
    Arguments arguments;
    bool areOptionsOver = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (areOptionsOver || word.empty() || word[0] != '-') {
            if (!arguments.scene.empty())
                fail(ErrorKind::Usage, "two scenes are named, '{}' and '{}'; a window shows one", arguments.scene,
                     word);
            arguments.scene = word;
        } else if (word == "--")
            areOptionsOver = true;
        else if (word == "--help" || word == "-h")
            arguments.isHelpWanted = true;
        else if (word == "--version")
            arguments.isVersionWanted = true;
        else if (word == "--safe")
            arguments.isSafe = true;
        else if (word == "--simulate")
            arguments.isSimulated = true;
        else if (word == "-platform" || word == "-display" || word == "-style" || word == "-geometry")
            ++i; // Qt's own, with a value
        else
            failUnknown(word);
    }
    return arguments;
}

std::string helpText()
{
    return "Usage: sastrugi-studio [options] [scene.sastrugi | mesh]\n"
           "\n"
           "Opens the window in which scenes of snow are made.\n"
           "\n"
           "  --safe      default layout, theme and keys; nothing is evaluated until that is asked for\n"
           "  --simulate  simulates the solver nodes of the scene; that goes on without the window\n"
           "  --version   prints the version\n"
           "  --help      prints this\n"
           "\n"
           "Environment: SASTRUGI_SETTINGS names the settings file, SASTRUGI_RECOVERY the folder of recovery copies,\n"
           "SASTRUGI_SAMPLES the folder of samples, SASTRUGI_CACHE that of the frames of scenes without a file;\n"
           "QT_SCALE_FACTOR scales the window.\n"
           "\n"
           "Without a display use the program sastrugi.\n";
}

} // namespace sastrugi::studio
