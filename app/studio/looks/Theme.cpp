#include "app/studio/looks/Theme.h"

#include "app/studio/looks/WindowStyle.h"
#include "app/studio/looks/styleSheet.h"

#include <QApplication>
#include <QPalette>

#include <utility>

namespace sastrugi::studio
{

namespace
{

Theme darkTheme()
{
    Theme theme;
    theme.window = "#1b1f24";
    theme.panel = "#22272e";
    theme.field = "#15181c";
    theme.border = "#343b44";
    theme.button = "#2c333b";
    theme.hover = "#333b44";
    theme.pressed = "#3d4854";
    theme.text = "#dfe5ec";
    theme.dimText = "#9aa7b4";
    theme.accent = "#4aa8d8";
    theme.accentText = "#08131a";
    theme.disabledText = "#727e8a";
    theme.focus = "#4aa8d8";
    theme.canvas = "#171b20";
    theme.canvasGrid = "#20262d";
    theme.viewLow = "#333c47";
    theme.viewHigh = "#1a1f25";
    theme.viewGrid = "#475160";
    theme.viewMesh = "#6b788a";
    theme.axisX = "#e06c6c";
    theme.axisY = "#7fc065";
    theme.axisZ = "#6ca6e0";
    theme.node = "#2a3038";
    theme.nodeBorder = "#0e1114";
    theme.nodeShadow = QColor(0, 0, 0, 90);
    theme.wireCut = "#ff6b6b";
    theme.fresh = "#63b984";
    theme.stale = "#8391a0";
    theme.running = "#4aa8d8";
    theme.warning = "#e0b04a";
    theme.error = "#e5645f";
    return theme;
}

Theme lightTheme()
{
    Theme theme;
    theme.kind = ThemeKind::Light;
    theme.window = "#e3e8ec";
    theme.panel = "#f1f4f6";
    theme.field = "#ffffff";
    theme.border = "#c2cad2";
    theme.button = "#fafbfc";
    theme.hover = "#d6dee5";
    theme.pressed = "#c5d2dc";
    theme.text = "#1d242b";
    theme.dimText = "#55626e";
    theme.accent = "#1878ab";
    theme.accentText = "#ffffff";
    theme.disabledText = "#75818c";
    theme.focus = "#1878ab";
    theme.canvas = "#dde3e8";
    theme.canvasGrid = "#d0d8de";
    theme.viewLow = "#dfe6ec";
    theme.viewHigh = "#b4c2cf";
    theme.viewGrid = "#98a7b5";
    theme.viewMesh = "#a9b3bd";
    theme.axisX = "#b03a3a";
    theme.axisY = "#3f7d2a";
    theme.axisZ = "#2a66a8";
    theme.node = "#f8fafb";
    theme.nodeBorder = "#9aa6b1";
    theme.nodeShadow = QColor(20, 40, 60, 50);
    theme.wireCut = "#c62f2f";
    theme.fresh = "#2c8653";
    theme.stale = "#6d7a86";
    theme.running = "#1878ab";
    theme.warning = "#825806";
    theme.error = "#b5322d";
    return theme;
}

Theme& current()
{
    static Theme theme = darkTheme();
    return theme;
}

} // namespace

const Theme& theme() { return current(); }

namespace
{

QPalette paletteOf(const Theme& used)
{
    QPalette palette(used.button, used.panel);
    palette.setColor(QPalette::Window, used.panel);
    palette.setColor(QPalette::WindowText, used.text);
    palette.setColor(QPalette::Base, used.field);
    palette.setColor(QPalette::AlternateBase, used.panel);
    palette.setColor(QPalette::Text, used.text);
    palette.setColor(QPalette::BrightText, used.error);
    palette.setColor(QPalette::PlaceholderText, used.dimText);
    palette.setColor(QPalette::Button, used.button);
    palette.setColor(QPalette::ButtonText, used.text);
    palette.setColor(QPalette::ToolTipBase, used.field);
    palette.setColor(QPalette::ToolTipText, used.text);
    palette.setColor(QPalette::Highlight, used.accent);
    palette.setColor(QPalette::HighlightedText, used.accentText);
    palette.setColor(QPalette::Link, used.accent);
    palette.setColor(QPalette::LinkVisited, used.accent);
    palette.setColor(QPalette::Light, used.hover);
    palette.setColor(QPalette::Midlight, used.button);
    palette.setColor(QPalette::Mid, used.border);
    palette.setColor(QPalette::Dark, used.border);
    palette.setColor(QPalette::Shadow, used.window);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, used.disabledText);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, used.border);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, used.disabledText);
    return palette;
}

} // namespace

void useTheme(ThemeKind kind)
{
    current() = kind == ThemeKind::Dark ? darkTheme() : lightTheme();
    static bool isStyled = false;
    if (!std::exchange(isStyled, true)) // once: it is slow
        QApplication::setStyle(new WindowStyle);
    QApplication::setPalette(paletteOf(current()));
    qApp->setStyleSheet(styleSheet(current()));
}

QColor colourOf(PortType type)
{
    const bool isDark = theme().kind == ThemeKind::Dark;
    switch (type) {
    case PortType::Mesh: return isDark ? "#7fb2e5" : "#2a6fb0";
    case PortType::Boundary: return isDark ? "#d79a5b" : "#a5621c";
    case PortType::Emitter: return isDark ? "#8fd18a" : "#33803a";
    case PortType::Material: return isDark ? "#e3e3e3" : "#5a6672";
    case PortType::Field: return isDark ? "#63c7c4" : "#1b7a78";
    case PortType::Simulation: return isDark ? "#c58fe0" : "#8340a8";
    case PortType::Volume: return isDark ? "#e08fa8" : "#a8325a";
    case PortType::Surface: return isDark ? "#b9a2e8" : "#6a45b0";
    case PortType::Particles: return isDark ? "#c9c06a" : "#77700f";
    case PortType::Camera: return isDark ? "#e8927c" : "#a8452c";
    case PortType::Any: break;
    }
    return theme().dimText;
}

QColor colourOf(const NodeType& type)
{
    const bool isDark = theme().kind == ThemeKind::Dark;
    if (type.category == "Geometry")
        return isDark ? "#2f5d8a" : "#9cc3ea";
    if (type.category == "Sampling")
        return isDark ? "#7d5426" : "#ecc79b";
    if (type.category == "Bodies")
        return isDark ? "#6b5a24" : "#e6d898";
    if (type.category == "Emitters")
        return isDark ? "#356f3a" : "#aedcab";
    if (type.category == "Fields")
        return isDark ? "#28615f" : "#a8dedc";
    if (type.category == "Materials")
        return isDark ? "#56626e" : "#cdd6de";
    if (type.category == "Solvers")
        return isDark ? "#6a3f85" : "#d8b6ea";
    if (type.category == "Post")
        return isDark ? "#76455f" : "#e6b8d0";
    if (type.category == "Output")
        return isDark ? "#8a3f55" : "#efb3c2";
    return isDark ? "#3d464f" : "#c7d0d8";
}

} // namespace sastrugi::studio
