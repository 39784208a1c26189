// Cameras of the graph and of views: each can be put where the other is.
#pragma once

#include "app/studio/commands/Commands.h"
#include "app/studio/document/Selection.h"
#include "app/studio/evaluation/Evaluation.h"
#include "app/studio/viewport/SceneContent.h"

#include "app/render/Camera.h"

#include <QPointer>

namespace sastrugi::studio
{

class Document;
class Viewport;
class ViewportArea;

class CameraCommands : public QObject
{
    Q_OBJECT

public:
    struct Context {
        Document& document;
        Selection& selection;
        Evaluation& evaluation;
        SceneContent& content; // whose time is shown
        ViewportArea& views;
    };

    CameraCommands(const Context& context, Commands& commands, QWidget& window);

    /// Puts the Camera node of `graph` where the active view looks from, with its motion at the time that is shown.
    void takeView(Graph& graph, const std::string& node) const;

Q_SIGNALS:
    /// For the log.
    void said(const sastrugi::LogMessage& message);

private:
    /// The active Camera node, that of the active Movie node, or the only one; empty otherwise, which is said.
    std::string cameraNode();
    /// As it was evaluated last; nothing where it never was, or cannot be.
    std::shared_ptr<const MovingCamera> evaluated(const std::string& node) const;
    void take();
    void lookThrough();
    void follow();

    Context m_context;
    // The view that looks through a camera, until the user turns it.
    QPointer<Viewport> m_view;
    std::string m_node;
    Camera m_seen;
};

} // namespace sastrugi::studio
