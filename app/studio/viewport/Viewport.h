// One view of the scene with the bar above it: what is shown, how it is coloured, from where.
#pragma once

#include "app/studio/viewport/SceneContent.h"
#include "app/studio/viewport/SceneWidget.h"
#include "app/studio/viewport/ViewState.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QMenu;
class QToolButton;

namespace sastrugi::studio
{

class Hand;
class QuantityField;

class Viewport : public QWidget
{
    Q_OBJECT

public:
    explicit Viewport(SceneContent& content, QWidget* parent = nullptr);

    /// See SceneWidget::setHand(); its handles are shown.
    void setHand(Hand* hand);
    SceneWidget& scene() { return *m_scene; }
    const ViewSettings& settings() const { return m_settings; }
    void changeSettings(const std::function<void(ViewSettings&)>& change);
    ViewState state();
    void setState(const ViewState& state);
    /// As a view that has seen nothing yet: the next content is framed.
    void reset();
    /// Frames what is shown.
    void fit();
    /// Frames what comes from the node; all, where it gives nothing that is shown.
    void fitTo(const std::string& node);
    /// Whether it is the one that is worked in, and whether there are others.
    void setIsActive(bool isActive, bool hasOthers);

Q_SIGNALS:
    void activated();
    void picked(const std::optional<sastrugi::Pick>& pick);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// Strokes, and what they were made of.
    struct Wind {
        Field field;
        Bounds region;
        double time = 0;
        bool hasStreamlines = false;
        std::shared_ptr<const Strokes> strokes;
        double speed = 0; // of the longest arrow, m/s
    };

    void makeBar();
    void fillShownMenu();
    void fillViewMenu();
    void fillAttributes();
    void showRange();
    bool hasSurface() const;
    bool hasFineParticles() const;
    void showItems();
    void showFrame();
    void showFacts();
    void showStrokes();
    const Wind& windOf(const FieldItem& item);
    Bounds snowBounds() const;
    std::uint32_t idOf(std::ptrdiff_t particle) const;
    void showColours();
    void fitBar();
    void showSlice();
    void sliceAlong(int axis);
    void showMenu(const QPoint& globalPosition);

    SceneContent& m_content;
    Hand* m_hand = nullptr;
    ViewSettings m_settings;
    SceneWidget* m_scene;
    QWidget* m_bar;
    QComboBox *m_attribute, *m_map;
    QuantityField *m_least, *m_most, *m_offset;
    QToolButton *m_range, *m_slice, *m_shown, *m_view;
    QMenu *m_shownMenu, *m_viewMenu;
    std::vector<Wind> m_winds;
    bool m_isFitted = false; // the camera has seen something
    bool m_isActive = true;
};

} // namespace sastrugi::studio
