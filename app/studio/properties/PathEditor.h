// The name of a file: typed, picked, or dropped. Relative to the scene where that has a folder.
#pragma once

#include "app/studio/properties/ValueEditor.h"

class QLineEdit;

namespace sastrugi::studio
{

class PathEditor : public ValueEditor
{
    Q_OBJECT

public:
    explicit PathEditor(const FolderSource& folder, QWidget* parent = nullptr);
    void setValue(const ParameterValue& value, bool isMixed) override;

private:
    void pick();
    void accept(const QString& text);
    bool eventFilter(QObject* watched, QEvent* event) override;

    FolderSource m_folder;
    QLineEdit* m_field;
    QString m_shown;
};

} // namespace sastrugi::studio
