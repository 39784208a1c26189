#include "app/studio/properties/SwitchEditor.h"

#include <QCheckBox>
#include <QHBoxLayout>

namespace sastrugi::studio
{

SwitchEditor::SwitchEditor(QWidget* parent) : ValueEditor(parent), m_box(new QCheckBox(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_box);
    layout->addStretch();
    setFocusProxy(m_box);
    connect(m_box, &QCheckBox::clicked, this, [this](bool isOn) {
        m_box->setTristate(false);
        Q_EMIT edited(isOn);
    });
}

void SwitchEditor::setValue(const ParameterValue& value, bool isMixed)
{
    m_box->setTristate(isMixed);
    m_box->setCheckState(isMixed ? Qt::PartiallyChecked : std::get<bool>(value) ? Qt::Checked : Qt::Unchecked);
}

} // namespace sastrugi::studio
