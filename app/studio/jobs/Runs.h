// The simulations that the window knows: starts them in processes of their own, follows them, and tells how they stand.
//
// A run works on a snapshot of the document and outlives the window; nothing but these functions starts or stops one.
// The window's thread waits for nothing here.
#pragma once

#include "app/studio/jobs/RunFollower.h"
#include "app/studio/jobs/RunPreparation.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace sastrugi::studio
{

class Document;

enum class RunState {
    Preparing, // the scene is evaluated, its needs are predicted
    Doubtful,  // waits for an answer: something is too small for it
    Starting,
    Running,
    Pausing,
    Paused,
    Resuming,
    Stopping,
    Finished,
    Stopped,
    Failed,
    Died,
};

struct Run {
    int id = 0;
    std::string node;
    QString scene;                      // title of its document
    std::filesystem::path base, folder; // of the caches of its document, and of its own; the latter is empty at first
    std::filesystem::path errors;       // what its process said where nobody listened; may be empty
    RunState state = RunState::Preparing;
    RunReport report;
    std::optional<RunForecast> forecast; // of runs that this window started
    QString sentence;                    // why it failed or stopped
    bool isLive = false;                 // follows the hand
    bool isOfDocument = true;            // of the one that is open

    bool isOver() const { return state >= RunState::Finished; }
    /// Whether its process is asked for something, or computes.
    bool isBusy() const { return !isOver() && state != RunState::Doubtful && state != RunState::Paused; }
    bool isPaused() const { return state == RunState::Pausing || state == RunState::Paused; }
};

class Runs : public QObject
{
    Q_OBJECT

public:
    /// Names the caches of a document that was never saved: the same name for as long as it is not.
    using NameOfUnsaved = std::function<QString()>;

    Runs(Document& document, NameOfUnsaved nameOfUnsaved, QObject* parent = nullptr);
    /// Runs go on. Waits for what is being prepared.
    ~Runs() override;

    /// Where the caches of the document lie, which need not exist.
    std::filesystem::path cacheBase() const;

    /// The newest first.
    std::vector<const Run*> all() const;
    const Run* find(int id) const;
    /// The newest one of a node of the open document, or null.
    const Run* run(const std::string& node) const;

    /// Starts the node on the document as it is now. Where a run of the node is going on, it is stopped first, but for
    /// RunOrder::Begin::Resume with the scene's range, which says that it is going on, or ends its pause.
    void start(const RunOrder& order);
    void simulate(const std::string& node) { start({node}); }
    void restart(const std::string& node) { start({node, RunOrder::Begin::Restart}); }
    /// Computes `frame` and all after it anew.
    void continueFrom(const std::string& node, std::int64_t frame) { start({node, RunOrder::Begin::From, frame}); }
    /// What was found out before it; null for a run that this window did not start.
    const PreparedRun* prepared(int id) const;
    /// Goes on to a later end than the scene's.
    void extend(const std::string& node, std::int64_t last) { start({node, RunOrder::Begin::Resume, 0, last}); }

    void pause(int id);
    void resume(int id);
    /// The state is Stopping at once. A second time, the process ends without a checkpoint.
    void cancel(int id);
    /// The answer to doubted().
    void startAnyway(int id);
    /// Forgets one that is over; its frames stay.
    void clear(int id);
    void clearOver();

    /// How much room there is; for tests.
    void setFreeSpace(FreeSpaceOf free) { m_free = std::move(free); }

Q_SIGNALS:
    /// How a run of the node stands: of the open document only. run() may be another one, or none.
    void runChanged(const std::string& node);
    /// A frame of the node is on disk, in the folder of its run.
    void frameWritten(const std::string& node, qint64 frame);
    /// A live run has got a key of a node.
    void keyRecorded(int id, const std::string& node, const sastrugi::TypedKey& key);
    /// The same of runs of any document.
    void added(int id);
    void changed(int id);
    void removed(int id);
    /// Something is too small for it; it waits for startAnyway() or cancel().
    void doubted(int id, const QString& sentences);
    /// For the log.
    void said(const sastrugi::LogMessage& message);

private:
    struct Task;

    Task* task(int id) const;
    Task* taskOfNode(const std::string& node) const;
    Task& add(std::string node);
    void prepare(Task& task);
    void receive(int id, const PreparedRun& prepared);
    void receiveFailure(int id, const QString& sentence);
    void launch(Task& task);
    void take(const QString& folder, const RunReport& report, const RunNews& news);
    void follow(Task& task, const RunReport& report);
    void setState(Task& task, RunState state, const QString& sentence = {});
    void end(Task& task, RunState state, const QString& sentence);
    void send(Task& task, int signal);
    void tellChange(const Task& task);
    void say(const Task& task, LogLevel level, const QString& text);
    void leaveDocument();
    void takeFramesAlong();
    void attach(const QString& base, const QStringList& folders);

    Document& m_document;
    NameOfUnsaved m_nameOfUnsaved;
    FreeSpaceOf m_free = freeSpace;
    std::filesystem::path m_base;               // of the caches, as the document was named last
    std::vector<std::unique_ptr<Task>> m_tasks; // the newest last
    int m_lastId = 0;
    RunFollower m_follower;
};

} // namespace sastrugi::studio
