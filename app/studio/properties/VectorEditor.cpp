#include "app/studio/properties/VectorEditor.h"

#include "app/studio/looks/toQString.h"
#include "app/studio/properties/QuantityField.h"

#include <QHBoxLayout>
#include <QLabel>

namespace sastrugi::studio
{

VectorEditor::VectorEditor(const ParameterInfo& info, QWidget* parent) : ValueEditor(parent)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    for (int axis = 0; axis < 3; ++axis) {
        auto* field = new QuantityField(info.unit, info.minimum, info.maximum, false, this);
        m_fields[static_cast<std::size_t>(axis)] = field;
        field->setAccessibleName(QString("xyz").mid(axis, 1));
        field->setShowsUnit(false);
        layout->addWidget(field, 1);
        connect(field, &QuantityField::edited, this, [this, axis](double component) {
            m_value[axis] = component;
            Q_EMIT edited(m_value);
        });
        connect(field, &QuantityField::dragBegun, this, &ValueEditor::gestureBegun);
        connect(field, &QuantityField::dragEnded, this, &ValueEditor::gestureEnded);
        connect(field, &QuantityField::refused, this, &ValueEditor::refused);
    }
    setFocusProxy(m_fields[0]);
    if (const std::string_view unit = shownUnit(info.unit, 0).symbol; !unit.empty())
        layout->addWidget(new QLabel(toQString(unit), this));
}

void VectorEditor::abandon()
{
    for (QuantityField* field : m_fields)
        field->abandon();
}

void VectorEditor::setValue(const ParameterValue& value, bool isMixed)
{
    m_value = std::get<Vector3>(value);
    for (int axis = 0; axis < 3; ++axis)
        m_fields[static_cast<std::size_t>(axis)]->setValue(m_value[axis], isMixed);
}

} // namespace sastrugi::studio
