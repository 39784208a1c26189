#include "app/studio/properties/PropertyPanel.h"

namespace sastrugi::studio
{

PropertyPanel::PropertyPanel(Document&, Selection&, Evaluation&, Commands&, QWidget* parent) : QWidget(parent) {}

} // namespace sastrugi::studio
