// The table of editors: a parameter type, the editor that is made for it.
#include "app/studio/properties/ChoiceEditor.h"
#include "app/studio/properties/ColourEditor.h"
#include "app/studio/properties/LineEditor.h"
#include "app/studio/properties/NumberEditor.h"
#include "app/studio/properties/PathEditor.h"
#include "app/studio/properties/SwitchEditor.h"
#include "app/studio/properties/TextEditor.h"
#include "app/studio/properties/VectorEditor.h"

#include <QStyle>

namespace sastrugi::studio
{

void markRefused(QWidget& field, bool isRefused)
{
    if (field.property("isRefused").toBool() == isRefused)
        return;
    field.setProperty("isRefused", isRefused);
    field.style()->unpolish(&field); // the style sheet looks at properties only then
    field.style()->polish(&field);
}

ValueEditor* makeEditor(const ParameterInfo& info, const FolderSource& folder, QWidget* parent)
{
    switch (info.type) {
    case ParameterType::Switch: return new SwitchEditor(parent);
    case ParameterType::Integer:
    case ParameterType::Number: return new NumberEditor(info, parent);
    case ParameterType::Choice: return new ChoiceEditor(info, parent);
    case ParameterType::Vector: return new VectorEditor(info, parent);
    case ParameterType::Colour: return new ColourEditor(parent);
    case ParameterType::Path: return new PathEditor(folder, parent);
    case ParameterType::Text:
        return info.isOneLine ? static_cast<ValueEditor*>(new LineEditor(parent)) : new TextEditor(parent);
    }
    return nullptr;
}

} // namespace sastrugi::studio
