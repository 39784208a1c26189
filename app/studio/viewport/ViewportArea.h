// One, two or four views of the scene, and the commands that go to the one which was used last.
#pragma once

#include "app/render/View.h"
#include "app/studio/commands/Commands.h"
#include "app/studio/viewport/SceneContent.h"
#include "app/studio/viewport/ViewState.h"

#include <QWidget>

class QSplitter;

namespace sastrugi::studio
{

class Hand;
class Viewport;

class ViewportArea : public QWidget
{
    Q_OBJECT

public:
    ViewportArea(SceneContent& content, Selection& selection, Commands& commands, QWidget* parent = nullptr);

    /// 1, 2 or 4. Views that are there keep their cameras.
    void setCount(int count);
    const QList<Viewport*>& views() const { return m_views; }
    Viewport& active() { return *m_active; }
    /// Of all views.
    std::vector<ViewState> state() const;
    /// An empty list makes as many as there are look at whatever comes next.
    void setState(const std::vector<ViewState>& views);
    /// Of all views, now and later; it must outlive them.
    void setHand(Hand& hand);
    /// Less is drawn while frames follow each other.
    void setIsPlaying(bool isPlaying);

Q_SIGNALS:
    void picked(const std::optional<sastrugi::Pick>& pick);
    void said(const QString& sentence);

private:
    void addCommands(Commands& commands);
    void activate(Viewport* view);
    void savePicture();

    SceneContent& m_content;
    Selection& m_selection;
    QSplitter *m_rows, *m_upper, *m_lower;
    QList<Viewport*> m_views;
    Viewport* m_active = nullptr;
    Hand* m_hand = nullptr;
    bool m_isPlaying = false;
};

} // namespace sastrugi::studio
