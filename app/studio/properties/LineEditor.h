// Words on one line.
#pragma once

#include "app/studio/properties/ValueEditor.h"

class QLineEdit;

namespace sastrugi::studio
{

class LineEditor : public ValueEditor
{
    Q_OBJECT

public:
    explicit LineEditor(QWidget* parent = nullptr);
    bool eventFilter(QObject* watched, QEvent* event) override;
    void setValue(const ParameterValue& value, bool isMixed) override;

private:
    QLineEdit* m_field;
    bool m_isTyping = false;
};

} // namespace sastrugi::studio
