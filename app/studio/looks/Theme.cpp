#include "app/studio/looks/Theme.h"

#include <QApplication>
#include <QPalette>
#include <QStyleFactory>

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
    theme.text = "#dfe5ec";
    theme.dimText = "#93a0ad";
    theme.accent = "#4aa8d8";
    theme.accentText = "#08131a";
    theme.canvas = "#171b20";
    theme.canvasGrid = "#20262d";
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
    theme.text = "#1d242b";
    theme.dimText = "#55626e";
    theme.accent = "#1878ab";
    theme.accentText = "#ffffff";
    theme.canvas = "#dde3e8";
    theme.canvasGrid = "#d0d8de";
    theme.node = "#f8fafb";
    theme.nodeBorder = "#9aa6b1";
    theme.nodeShadow = QColor(20, 40, 60, 50);
    theme.wireCut = "#c62f2f";
    theme.fresh = "#2c8653";
    theme.stale = "#6d7a86";
    theme.running = "#1878ab";
    theme.warning = "#99690a";
    theme.error = "#bd3a35";
    return theme;
}

Theme& current()
{
    static Theme theme = darkTheme();
    return theme;
}

} // namespace

const Theme& theme() { return current(); }

void useTheme(ThemeKind kind)
{
    current() = kind == ThemeKind::Dark ? darkTheme() : lightTheme();
    const Theme& used = current();
    QPalette palette;
    palette.setColor(QPalette::Window, used.panel);
    palette.setColor(QPalette::WindowText, used.text);
    palette.setColor(QPalette::Base, used.field);
    palette.setColor(QPalette::AlternateBase, used.panel);
    palette.setColor(QPalette::Text, used.text);
    palette.setColor(QPalette::PlaceholderText, used.dimText);
    palette.setColor(QPalette::Button, used.panel);
    palette.setColor(QPalette::ButtonText, used.text);
    palette.setColor(QPalette::ToolTipBase, used.field);
    palette.setColor(QPalette::ToolTipText, used.text);
    palette.setColor(QPalette::Highlight, used.accent);
    palette.setColor(QPalette::HighlightedText, used.accentText);
    palette.setColor(QPalette::Link, used.accent);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, used.dimText);
    QApplication::setStyle(QStyleFactory::create("Fusion"));
    QApplication::setPalette(palette);
}

QColor colourOf(PortType type)
{
    const bool isDark = theme().kind == ThemeKind::Dark;
    switch (type) {
    case PortType::Mesh: return isDark ? "#7fb2e5" : "#2a6fb0";
    case PortType::Boundary: return isDark ? "#d79a5b" : "#a5621c";
    case PortType::Emitter: return isDark ? "#8fd18a" : "#33803a";
    case PortType::Material: return isDark ? "#e3e3e3" : "#5a6672";
    case PortType::Simulation: return isDark ? "#c58fe0" : "#8340a8";
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
    if (type.category == "Emitters")
        return isDark ? "#356f3a" : "#aedcab";
    if (type.category == "Materials")
        return isDark ? "#56626e" : "#cdd6de";
    if (type.category == "Solvers")
        return isDark ? "#6a3f85" : "#d8b6ea";
    if (type.category == "Output")
        return isDark ? "#8a3f55" : "#efb3c2";
    return isDark ? "#3d464f" : "#c7d0d8";
}

} // namespace sastrugi::studio
