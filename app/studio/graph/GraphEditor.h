// The graph, drawn and edited.
#pragma once

#include "app/studio/commands/Commands.h"
#include "app/studio/document/Selection.h"
#include "app/studio/evaluation/Evaluation.h"

#include <QWidget>

namespace sastrugi::studio
{

class GraphEditor : public QWidget
{
    Q_OBJECT

public:
    GraphEditor(Document& document, Selection& selection, Evaluation& evaluation, Commands& commands,
                QWidget* parent = nullptr);

    /// Scrolls and zooms so that these nodes are seen; all when there are none.
    void showNodes(const std::vector<std::string>& nodes);
};

} // namespace sastrugi::studio
