// `sastrugi nodes`: the catalogue of node types, for people, programs and the documentation.
#include "app/cli/Command.h"
#include "app/cli/catalogue.h"
#include "nodes/types/allNodes.h"

namespace sastrugi
{

namespace
{

struct NodesOptions {
    std::string type;
    bool json = false, markdown = false;
};

void declare(CLI::App& command, NodesOptions& options)
{
    command.add_option("type", options.type, "One node type, such as material.snow (default: all)");
    CLI::Option* json = command.add_flag("--json", options.json, "As JSON");
    command.add_flag("--markdown", options.markdown, "As a page of Markdown")->excludes(json);
}

int run(const NodesOptions& options)
{
    std::vector<const NodeType*> types;
    for (const NodeType& type : allNodes().types())
        if (options.type.empty() || type.name == options.type)
            types.push_back(&type);
    if (types.empty())
        throw Error(ErrorKind::Usage, allNodes().unknownSentence(options.type));
    fmt::print("{}", options.json           ? catalogueJson(types)
                     : options.markdown     ? catalogueMarkdown(types)
                     : options.type.empty() ? catalogueList(types)
                                            : catalogueText(*types.front()));
    return 0;
}

} // namespace

void addNodes(CLI::App& app, Action& action)
{
    addCommand<NodesOptions>(app, action, "nodes", "The node types: ports, parameters, units, defaults, ranges",
                             declare, run);
}

} // namespace sastrugi
