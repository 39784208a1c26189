// Words on one line, typed or chosen.
#pragma once

#include "app/studio/properties/TypingEditor.h"

class QAction;
class QLineEdit;

namespace sastrugi::studio
{

class LineEditor : public TypingEditor
{
    Q_OBJECT

public:
    explicit LineEditor(QWidget* parent = nullptr);
    void setValue(const ParameterValue& value, bool isMixed) override;
    void setOffers(const std::vector<std::string>& texts) override;

private:
    void showOffers();

    QLineEdit* m_field;
    QAction* m_choose; // is there while there is a choice
    std::vector<std::string> m_offers;
};

} // namespace sastrugi::studio
