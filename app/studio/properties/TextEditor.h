// Words on one or more lines.
#pragma once

#include "app/studio/properties/ValueEditor.h"

class QPlainTextEdit;

namespace sastrugi::studio
{

class TextEditor : public ValueEditor
{
    Q_OBJECT

public:
    explicit TextEditor(QWidget* parent = nullptr);
    bool eventFilter(QObject* watched, QEvent* event) override;
    void setValue(const ParameterValue& value, bool isMixed) override;

private:
    QPlainTextEdit* m_field;
    bool m_isTyping = false;
};

} // namespace sastrugi::studio
