// Words on one line.
#pragma once

#include "app/studio/properties/TypingEditor.h"

class QLineEdit;

namespace sastrugi::studio
{

class LineEditor : public TypingEditor
{
    Q_OBJECT

public:
    explicit LineEditor(QWidget* parent = nullptr);
    void setValue(const ParameterValue& value, bool isMixed) override;

private:
    QLineEdit* m_field;
};

} // namespace sastrugi::studio
