#include "app/studio/graph/GraphEditor.h"

namespace sastrugi::studio
{

GraphEditor::GraphEditor(Document&, Selection&, Evaluation&, Commands&, QWidget* parent) : QWidget(parent) {}

void GraphEditor::showNodes(const std::vector<std::string>&) {}

} // namespace sastrugi::studio
