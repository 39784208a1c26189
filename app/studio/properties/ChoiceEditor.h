// One of several options.
#pragma once

#include "app/studio/properties/ValueEditor.h"

class QComboBox;

namespace sastrugi::studio
{

class ChoiceEditor : public ValueEditor
{
    Q_OBJECT

public:
    explicit ChoiceEditor(const ParameterInfo& info, QWidget* parent = nullptr);
    void setValue(const ParameterValue& value, bool isMixed) override;

private:
    QComboBox* m_box;
};

} // namespace sastrugi::studio
