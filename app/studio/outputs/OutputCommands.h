// The commands that make pictures, films and files for other programs of what was simulated.
#pragma once

#include "app/studio/commands/Commands.h"
#include "app/studio/document/Selection.h"
#include "app/studio/outputs/OutputMaker.h"

#include "engine/core/Log.h"

#include <QPointer>

#include <functional>

class QProgressDialog;

namespace sastrugi::studio
{

class CameraCommands;
class Document;
class ViewportArea;

class OutputCommands : public QObject
{
    Q_OBJECT

public:
    struct Context {
        Document& document;
        Selection& selection;
        ViewportArea& views;
        const CameraCommands& cameras;
        std::function<std::string()> solver; // whose frames are shown
        std::function<std::filesystem::path()> cacheBase;
        /// Cached and valid ones of the range that is played: the first and the last; nothing where there are none.
        std::function<std::optional<std::pair<std::int64_t, std::int64_t>>()> frames;
    };

    OutputCommands(Context context, Commands& commands, QWidget& window);

    /// Writes the files of an export node, or those of another node under the name of `file`.
    void exportNode(const std::string& node, const QString& file = {});
    /// Draws the active view to a film or to pictures.
    void playblast(const QString& file);
    OutputMaker& maker() { return m_maker; }

Q_SIGNALS:
    /// For the log.
    void said(const sastrugi::LogMessage& message);

private:
    /// The Movie node that is active, or the only one; empty otherwise, which is said.
    std::string movieNode();
    void exportActive();
    void askForPlayblast();
    void renderNode();
    void takeView();
    void start(const SceneDocument& document, const OutputOrder& order);
    void say(LogLevel level, const QString& text);

    Context m_context;
    QWidget& m_window;
    OutputMaker m_maker;
    QPointer<QProgressDialog> m_progress;
};

} // namespace sastrugi::studio
