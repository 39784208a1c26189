// A number or a whole number with its unit.
#pragma once

#include "app/studio/properties/ValueEditor.h"

namespace sastrugi::studio
{
class QuantityField;
}

namespace sastrugi::studio
{

class NumberEditor : public ValueEditor
{
    Q_OBJECT

public:
    explicit NumberEditor(const ParameterInfo& info, QWidget* parent = nullptr);
    void setValue(const ParameterValue& value, bool isMixed) override;
    void abandon() override;

private:
    bool m_isWhole;
    QuantityField* m_field;
};

} // namespace sastrugi::studio
