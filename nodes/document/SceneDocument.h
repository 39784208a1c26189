// A scene file: a graph, where it is stored, and what the file says that this program does not understand.
#pragma once

#include "nodes/graph/Graph.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi
{

class FileLayer;

struct SceneDocument {
    explicit SceneDocument(const NodeRegistry& types) : graph(types) {}

    /// The version of the format that this program writes.
    static constexpr int currentVersion = 1;
    static constexpr std::string_view extension = ".sastrugi";

    Graph graph;
    std::filesystem::path file; // absolute; empty while it was never saved
    int version = currentVersion;
    std::string views;                 // JSON in which the window keeps its cameras; empty: none
    std::vector<RawMember> rawMembers; // at the top level

    /// Where relative paths start.
    std::filesystem::path directory() const { return file.parent_path(); }
    /// Written by a newer program: may be looked at, and saved as a copy.
    bool isNewer() const { return version > currentVersion; }
};

/// Something in a document that this program cannot use. It is kept, and it has to be mended before a run.
struct Problem {
    std::string node, parameter; // may be empty
    std::string text;            // a sentence that names both
};

/// Throws Error(Scene) that names the file and the line when the text is not a scene. Unknown types and parameters,
/// values that do not fit and links that cannot be made are kept, for findProblems() to name. `file` may be empty.
SceneDocument readDocument(std::string_view text, const std::filesystem::path& file, const NodeRegistry& types);

/// Reads a file. Throws Error(Scene) also when it cannot be read: exit code 3 is for all that is wrong with a scene.
SceneDocument loadDocument(const std::filesystem::path& file, const NodeRegistry& types);

/// Equal documents give equal texts.
std::string writeDocument(const SceneDocument& document);

/// Writes atomically, keeps what was there as `<file>.backup`, and makes `file` the document's. Relative paths go on
/// naming the same files. Throws Error(InputOutput); Error(Scene) when it would overwrite a newer version's file.
void saveDocument(SceneDocument& document, const std::filesystem::path& file);
/// The same through `files`.
void saveDocument(SceneDocument& document, const std::filesystem::path& file, FileLayer& files);

/// The document as it would stand in `file`, which is not written: relative paths name the same files from there.
/// Those of a document that was never saved start in the working folder.
SceneDocument movedTo(SceneDocument document, const std::filesystem::path& file);

/// In the order of the nodes; empty when all of the document can be used.
std::vector<Problem> findProblems(const SceneDocument& document);

/// Throws Error(Scene) with the problems, one sentence each, when there are any. `name` is what the user calls the
/// file.
void requireNoProblems(const SceneDocument& document, std::string_view name = {});

} // namespace sastrugi
