// A colour: a swatch that opens the picker.
#pragma once

#include "app/studio/properties/ValueEditor.h"

class QPushButton;

namespace sastrugi::studio
{

class ColourEditor : public ValueEditor
{
    Q_OBJECT

public:
    explicit ColourEditor(QWidget* parent = nullptr);
    void setValue(const ParameterValue& value, bool isMixed) override;

private:
    QPushButton* m_swatch;
    Colour m_colour;
};

} // namespace sastrugi::studio
