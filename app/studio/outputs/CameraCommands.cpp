#include "app/studio/outputs/CameraCommands.h"

#include "app/studio/document/Document.h"
#include "app/studio/outputs/chosenNode.h"
#include "app/studio/viewport/Viewport.h"
#include "app/studio/viewport/ViewportArea.h"

namespace sastrugi::studio
{

CameraCommands::CameraCommands(const Context& context, Commands& commands, QWidget& window)
    : QObject(&window), m_context(context)
{
    const QString category = tr("Movie");
    commands.add(&window,
                 {"camera.takeView",
                  tr("Camera from View"),
                  category,
                  {},
                  tr("Puts the active Camera node where the active view looks from."),
                  "output.camera"},
                 [this] { take(); });
    commands.add(
        &window,
        {"camera.look",
         tr("View from Camera"),
         category,
         {},
         tr("Lets the active view look through the active Camera node, and follow it until the view is turned.")},
        [this] { lookThrough(); });
    connect(&context.content, &SceneContent::timeChanged, this, &CameraCommands::follow);
    connect(&context.evaluation, &Evaluation::outputsChanged, this, [this](const std::set<std::string>& nodes) {
        if (nodes.contains(m_node))
            follow();
    });
}

std::string CameraCommands::cameraNode()
{
    const Graph& graph = m_context.document.graph();
    if (const Node* active = graph.find(m_context.selection.active()); active && active->type == "output.movie")
        for (const Link& link : graph.sourcesInto(active->name, "camera"))
            return link.fromNode;
    std::string node = chosenNode(graph, m_context.selection, "output.camera");
    if (node.empty())
        Q_EMIT said(
            {LogLevel::Warning, "", "output",
             tr("Select a Camera node; where there is none, add one and link it to a Movie node.").toStdString()});
    return node;
}

std::shared_ptr<const MovingCamera> CameraCommands::evaluated(const std::string& node) const
{
    if (const auto outputs = m_context.evaluation.outputs(node))
        for (const PortValue& value : *outputs)
            if (const auto* camera = std::get_if<std::shared_ptr<const MovingCamera>>(&value))
                return *camera;
    return nullptr;
}

void CameraCommands::takeView(Graph& graph, const std::string& node) const
{
    CameraPlacing placing = m_context.views.active().scene().view().camera().placing();
    if (const auto camera = evaluated(node)) {
        const RigidPose back = camera->motion.poseAt(m_context.content.time()).inverse();
        placing.eye = back(placing.eye);
        placing.target = back(placing.target);
    }
    forEachParameter(placing, [&](const ParameterInfo& info, const auto& value) {
        graph.setValue(node, info.key, toParameterValue(info, value));
    });
}

void CameraCommands::take()
{
    const std::string node = cameraNode();
    if (!node.empty())
        m_context.document.edit(tr("Camera from View"), [&](Graph& graph) { takeView(graph, node); });
}

void CameraCommands::lookThrough()
{
    m_node = cameraNode();
    m_view = nullptr;
    if (m_node.empty())
        return;
    m_view = &m_context.views.active();
    m_seen = m_view->scene().view().camera();
    follow();
}

void CameraCommands::follow()
{
    if (!m_view || m_view->scene().view().camera() != m_seen)
        return;
    const auto camera = evaluated(m_node);
    if (!camera)
        return;
    m_view->scene().changeCamera([&](Camera& view) { view.place(camera->at(m_context.content.time())); });
    m_seen = m_view->scene().view().camera();
}

} // namespace sastrugi::studio
