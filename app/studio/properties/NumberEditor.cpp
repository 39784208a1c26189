#include "app/studio/properties/NumberEditor.h"

#include "app/studio/looks/toQString.h"
#include "app/studio/properties/QuantityField.h"

#include <QHBoxLayout>

#include <cmath>

namespace sastrugi::studio
{

NumberEditor::NumberEditor(const ParameterInfo& info, QWidget* parent)
    : ValueEditor(parent), m_isWhole(info.type == ParameterType::Integer),
      m_field(new QuantityField(info.unit, info.minimum, info.maximum, m_isWhole, this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_field);
    setFocusProxy(m_field);
    m_field->setZeroText(toQString(info.zeroMeaning));
    connect(m_field, &QuantityField::edited, this, [this](double value) {
        if (m_isWhole)
            Q_EMIT edited(static_cast<std::int64_t>(std::llround(value)));
        else
            Q_EMIT edited(value);
    });
    connect(m_field, &QuantityField::dragBegun, this, &ValueEditor::gestureBegun);
    connect(m_field, &QuantityField::dragEnded, this, &ValueEditor::gestureEnded);
    connect(m_field, &QuantityField::refused, this, &ValueEditor::refused);
}

void NumberEditor::abandon() { m_field->abandon(); }

void NumberEditor::setValue(const ParameterValue& value, bool isMixed)
{
    m_field->setValue(m_isWhole ? static_cast<double>(std::get<std::int64_t>(value)) : std::get<double>(value),
                      isMixed);
}

} // namespace sastrugi::studio
