// The values of the selected nodes, edited.
#pragma once

#include "app/studio/commands/Commands.h"
#include "app/studio/document/Selection.h"
#include "app/studio/evaluation/Evaluation.h"

#include <QWidget>

namespace sastrugi::studio
{

class PropertyPanel : public QWidget
{
    Q_OBJECT

public:
    PropertyPanel(Document& document, Selection& selection, Evaluation& evaluation, Commands& commands,
                  QWidget* parent = nullptr);
};

} // namespace sastrugi::studio
