// A value that is on or off: a box to tick.
#pragma once

#include "app/studio/properties/ValueEditor.h"

class QCheckBox;

namespace sastrugi::studio
{

class SwitchEditor : public ValueEditor
{
    Q_OBJECT

public:
    explicit SwitchEditor(QWidget* parent = nullptr);
    void setValue(const ParameterValue& value, bool isMixed) override;

private:
    QCheckBox* m_box;
};

} // namespace sastrugi::studio
