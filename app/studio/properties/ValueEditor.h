// An editor for the value of a parameter: one kind for each parameter type.
#pragma once

#include "engine/core/Parameter.h"

#include <QWidget>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace sastrugi::studio
{

class ValueEditor : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;
    /// Shows a value, or that several nodes have different ones.
    virtual void setValue(const ParameterValue& value, bool isMixed) = 0;

    /// Forgets what is typed and not taken.
    virtual void abandon() {}
    /// Texts to choose from.
    virtual void setOffers(const std::vector<std::string>& /*texts*/) {}

Q_SIGNALS:
    void edited(const sastrugi::ParameterValue& value);
    /// Edits between these two are one step.
    void gestureBegun();
    void gestureEnded(bool isCancelled);
    /// Why what was typed is not taken; empty when it is.
    void refused(const QString& reason);
};

/// Where the document's relative paths start; empty while it was never saved.
using FolderSource = std::function<std::filesystem::path()>;

/// Gives a field the border of one whose text is not taken.
void markRefused(QWidget& field, bool isRefused);

/// The editor for this parameter.
ValueEditor* makeEditor(const ParameterInfo& info, const FolderSource& folder, QWidget* parent);

} // namespace sastrugi::studio
