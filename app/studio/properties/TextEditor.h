// Words on one or more lines.
#pragma once

#include "app/studio/properties/TypingEditor.h"

class QPlainTextEdit;

namespace sastrugi::studio
{

class TextEditor : public TypingEditor
{
    Q_OBJECT

public:
    explicit TextEditor(QWidget* parent = nullptr);
    void setValue(const ParameterValue& value, bool isMixed) override;

private:
    QPlainTextEdit* m_field;
};

} // namespace sastrugi::studio
