#include "app/studio/properties/ChoiceEditor.h"

#include "app/studio/looks/toQString.h"
#include "app/studio/properties/wording.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QWheelEvent>

namespace sastrugi::studio
{

namespace
{

/// The wheel scrolls the panel; it does not change what it happens to pass.
class Box : public QComboBox
{
public:
    using QComboBox::QComboBox;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

} // namespace

ChoiceEditor::ChoiceEditor(const ParameterInfo& info, QWidget* parent) : ValueEditor(parent), m_box(new Box(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_box);
    setFocusProxy(m_box);
    for (const ChoiceOption& option : info.options) {
        m_box->addItem(labelOf(option.name), toQString(option.name));
        m_box->setItemData(m_box->count() - 1, toQString(option.doc), Qt::ToolTipRole);
    }
    m_box->setPlaceholderText(tr("mixed"));
    connect(m_box, &QComboBox::activated, this,
            [this](int index) { Q_EMIT edited(ChoiceName{m_box->itemData(index).toString().toStdString()}); });
}

void ChoiceEditor::setValue(const ParameterValue& value, bool isMixed)
{
    m_box->setCurrentIndex(isMixed ? -1 : m_box->findData(toQString(std::get<ChoiceName>(value).text)));
}

} // namespace sastrugi::studio
