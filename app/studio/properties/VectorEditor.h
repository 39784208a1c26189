// Three numbers with their unit, for x, y and z.
#pragma once

#include "app/studio/properties/ValueEditor.h"

#include <array>

namespace sastrugi::studio
{
class QuantityField;
}

namespace sastrugi::studio
{

class VectorEditor : public ValueEditor
{
    Q_OBJECT

public:
    explicit VectorEditor(const ParameterInfo& info, QWidget* parent = nullptr);
    void setValue(const ParameterValue& value, bool isMixed) override;
    void abandon() override;

private:
    std::array<QuantityField*, 3> m_fields;
    Vector3 m_value = Vector3::Zero();
};

} // namespace sastrugi::studio
