#include "app/studio/properties/ColourEditor.h"

#include "app/studio/looks/linearColour.h"

#include <QColorDialog>
#include <QHBoxLayout>
#include <QPushButton>

namespace sastrugi::studio
{

ColourEditor::ColourEditor(QWidget* parent) : ValueEditor(parent), m_swatch(new QPushButton(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_swatch);
    setFocusProxy(m_swatch);
    connect(m_swatch, &QPushButton::clicked, this, [this] {
        const Colour before = m_colour;
        QColorDialog dialog(toQColor(m_colour), this);
        dialog.setOption(QColorDialog::DontUseNativeDialog);
        Q_EMIT gestureBegun();
        connect(&dialog, &QColorDialog::currentColorChanged, this,
                [this](const QColor& colour) { Q_EMIT edited(toColour(colour)); });
        const bool isAccepted = dialog.exec() == QDialog::Accepted;
        if (!isAccepted)
            setValue(before, false);
        Q_EMIT gestureEnded(!isAccepted);
    });
}

void ColourEditor::setValue(const ParameterValue& value, bool isMixed)
{
    m_colour = std::get<Colour>(value);
    const QColor shown = toQColor(m_colour);
    m_swatch->setText(isMixed ? tr("mixed") : shown.name());
    QPixmap swatch(fontMetrics().height(), fontMetrics().height());
    swatch.fill(shown);
    m_swatch->setIcon(isMixed ? QIcon() : QIcon(swatch));
}

} // namespace sastrugi::studio
