// An editor with a field for words: what is typed while it has the focus is one step.
#pragma once

#include "app/studio/properties/ValueEditor.h"

namespace sastrugi::studio
{

class TypingEditor : public ValueEditor
{
    Q_OBJECT

public:
    using ValueEditor::ValueEditor;
    bool eventFilter(QObject* watched, QEvent* event) override;

protected:
    /// Fills the editor with it.
    void setField(QWidget& field);
    bool isTyping() const { return m_isTyping; }

private:
    bool m_isTyping = false;
};

} // namespace sastrugi::studio
