// A live run of the window: starts it, shows its states in the views, carries the hand to it, and makes what it
// recorded the document's.
#pragma once

#include "app/studio/document/Document.h"
#include "app/studio/document/Selection.h"
#include "app/studio/evaluation/Evaluation.h"
#include "app/studio/jobs/Runs.h"
#include "app/studio/live/LiveHandles.h"
#include "app/studio/viewport/SceneContent.h"

#include <QTimer>

#include <map>
#include <memory>

namespace sastrugi::studio
{

class LiveSession : public QObject
{
    Q_OBJECT

public:
    LiveSession(Document& document, Selection& selection, Evaluation& evaluation, Runs& runs, SceneContent& content,
                QObject* parent = nullptr);
    ~LiveSession() override;

    /// From the moment it is started until its run is over.
    bool isOn() const { return m_run != 0; }
    /// Whether states arrive.
    bool isShowing() const { return m_link != nullptr; }
    LiveHandles& handles() { return m_handles; }
    /// Of pictures that were shown.
    std::uint64_t pictureCount() const { return m_pictures; }

    /// The selected obstacles and emitters follow, with key frames that they get where they have none; where none is
    /// selected, all that have.
    void start(const std::string& solver);
    /// Ends the run; what it recorded is in the document when it is over.
    void stop();

Q_SIGNALS:
    /// Of isOn() or isShowing().
    void changed();
    /// For the log.
    void said(const sastrugi::LogMessage& message);

private:
    std::vector<std::string> chooseFollowers();
    void follow(int run);
    void begin(const Run& run);
    void showNewest();
    void finish();
    void keepKeys(std::int64_t lastFrame);

    Document& m_document;
    Selection& m_selection;
    Evaluation& m_evaluation;
    Runs& m_runs;
    SceneContent& m_content;
    LiveHandles m_handles;
    int m_run = 0; // its number; 0: none
    std::unique_ptr<LiveLink> m_link;
    std::vector<LiveMotion> m_motions; // in the order of the link
    std::map<std::string, std::vector<TypedKey>> m_keys;
    std::uint64_t m_serial = 0, m_pictures = 0;
    double m_time = -1; // of the newest picture
    QTimer m_look;
};

} // namespace sastrugi::studio
