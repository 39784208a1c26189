// What the viewports show: the outputs of nodes, and the current frame.
//
// Shown are the nodes with an open eye; where there is none, the solvers with all that is in their scenes, and where
// there is none of them either, whatever nodes give that nobody takes. The active node is outlined.
#pragma once

#include "app/render/MeshActors.h"
#include "app/studio/document/Selection.h"
#include "app/studio/evaluation/Evaluation.h"

#include "engine/simulation/Frame.h"

#include <QObject>

#include <optional>
#include <set>

namespace sastrugi::studio
{

enum class ContentKind { Mesh, Boundary, Emitter, Outline };

struct ContentItem {
    ContentKind kind = ContentKind::Mesh;
    std::string node; // that it comes from
    MeshItem mesh;
};

class SceneContent : public QObject
{
    Q_OBJECT

public:
    SceneContent(Document& document, Selection& selection, Evaluation& evaluation, QObject* parent = nullptr);

    const std::vector<ContentItem>& items() const { return m_items; }
    /// The solver node whose frames are shown; empty: there is none.
    const std::string& solver() const { return m_solver; }
    /// Its scene as it was evaluated last; may be null.
    std::shared_ptr<const Scene> scene() const { return m_scene; }

    /// Of the solver's cache; null: none.
    void setFrame(std::shared_ptr<const Frame> frame, bool isValid);
    const std::shared_ptr<const Frame>& frame() const { return m_frame; }
    bool isFrameValid() const { return m_isFrameValid; }

    /// The id of the particle that was picked, in a view or in the table.
    const std::optional<std::uint32_t>& picked() const { return m_picked; }
    void pick(const std::optional<std::uint32_t>& id);

Q_SIGNALS:
    void itemsChanged();
    void solverChanged();
    void frameChanged();
    void pickedChanged();

private:
    std::vector<std::string> shownNodes() const;
    void update();
    void add(const std::string& node, const PortValue& value, std::set<const TriangleMesh*>& known);

    Document& m_document;
    Selection& m_selection;
    Evaluation& m_evaluation;
    std::vector<ContentItem> m_items;
    std::string m_solver;
    std::shared_ptr<const Scene> m_scene;
    std::shared_ptr<const Frame> m_frame;
    std::optional<std::uint32_t> m_picked;
    bool m_isFrameValid = false, m_isUpdateWanted = false;
};

} // namespace sastrugi::studio
