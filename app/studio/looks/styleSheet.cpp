#include "app/studio/looks/styleSheet.h"

#include <array>
#include <utility>

namespace sastrugi::studio
{

namespace
{

// Names between @ signs are colours of the theme.
constexpr const char* windowRules = R"(
QMainWindow, QDialog { background: @window@; }
QMainWindow::separator { background: @window@; width: 4px; height: 4px; }
QMainWindow::separator:hover { background: @accent@; }
QDockWidget { color: @text@; titlebar-close-icon: none; titlebar-normal-icon: none; }
QDockWidget::title { background: @window@; padding: 5px 8px; text-align: left; }
QStatusBar { background: @window@; color: @dimText@; border-top: 1px solid @border@; }
QStatusBar::item { border: none; }
QToolTip { background: @field@; color: @text@; border: 1px solid @border@; padding: 4px 6px; }
QSplitter::handle { background: @border@; }
)";

constexpr const char* menuRules = R"(
QMenuBar { background: @window@; color: @text@; border-bottom: 1px solid @border@; padding: 1px 4px; }
QMenuBar::item { background: transparent; padding: 4px 9px; border-radius: 3px; }
QMenuBar::item:selected { background: @hover@; }
QMenuBar::item:pressed { background: @pressed@; }
QMenuBar::item:disabled { color: @disabledText@; }
QMenu { background: @panel@; color: @text@; border: 1px solid @border@; padding: 4px; }
QMenu::item { padding: 4px 24px 4px 8px; border-radius: 3px; }
QMenu::icon { padding-left: 6px; }
QMenu::item:selected { background: @accent@; color: @accentText@; }
QMenu::item:disabled { color: @disabledText@; background: transparent; }
QMenu::separator { height: 1px; background: @border@; margin: 4px 6px; }
QToolBar { background: @window@; border: none; border-bottom: 1px solid @border@; spacing: 2px; padding: 2px 4px; }
QToolBar::separator { background: @border@; width: 1px; margin: 4px 4px; }
)";

constexpr const char* fieldRules = R"(
QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QKeySequenceEdit {
    background: @field@; color: @text@; border: 1px solid @border@; border-radius: 3px; padding: 2px 5px;
    selection-background-color: @accent@; selection-color: @accentText@; }
QLineEdit:hover, QPlainTextEdit:hover, QTextEdit:hover, QAbstractSpinBox:hover { border-color: @dimText@; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus { border-color: @focus@; }
QLineEdit[isRefused="true"], QLineEdit[isRefused="true"]:hover, QLineEdit[isRefused="true"]:focus {
    border-color: @error@; }
QLineEdit:disabled, QPlainTextEdit:disabled, QTextEdit:disabled, QAbstractSpinBox:disabled {
    color: @disabledText@; background: @panel@; }
QKeySequenceEdit { padding: 0; border: none; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { background: @button@; border: none; width: 16px; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: @hover@; }
QAbstractSpinBox::up-arrow { image: url(:/theme/up-@kind@.svg); width: 9px; height: 9px; }
QAbstractSpinBox::down-arrow { image: url(:/theme/down-@kind@.svg); width: 9px; height: 9px; }
QPushButton { background: @button@; color: @text@; border: 1px solid @border@; border-radius: 3px;
    padding: 4px 14px; min-width: 4em; }
QPushButton:hover { background: @hover@; }
QPushButton:pressed, QPushButton:checked { background: @pressed@; }
QPushButton:default { border-color: @accent@; }
QPushButton:focus { border: 1px solid @focus@; }
QPushButton:disabled { color: @disabledText@; background: @panel@; }
QToolButton { background: transparent; color: @text@; border: 1px solid transparent; border-radius: 3px; padding: 3px; }
QToolButton:hover { background: @hover@; }
QToolButton:pressed, QToolButton:checked { background: @pressed@; }
QToolButton:focus { border-color: @focus@; }
QToolButton:disabled { color: @disabledText@; }
QToolButton::menu-indicator { image: none; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QComboBox { background: @button@; color: @text@; border: 1px solid @border@; border-radius: 3px; padding: 2px 6px; }
QComboBox:hover { background: @hover@; }
QComboBox:focus, QComboBox:on { border-color: @focus@; }
QComboBox:disabled { color: @disabledText@; background: @panel@; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url(:/theme/down-@kind@.svg); width: 11px; height: 11px; }
QCheckBox::indicator, QAbstractItemView::indicator { width: 13px; height: 13px; background: @field@;
    border: 1px solid @dimText@; border-radius: 3px; }
QCheckBox::indicator:hover { background: @hover@; }
QCheckBox::indicator:checked { background: @accent@; border-color: @accent@; image: url(:/theme/check-@kind@.svg); }
QCheckBox::indicator:focus { border-color: @focus@; }
QCheckBox::indicator:disabled { border-color: @border@; }
QCheckBox, QRadioButton { color: @text@; spacing: 6px; }
QCheckBox:disabled, QRadioButton:disabled { color: @disabledText@; }
)";

constexpr const char* viewRules = R"(
QAbstractItemView { background: @field@; alternate-background-color: @panel@; color: @text@;
    border: 1px solid @border@; selection-background-color: @accent@; selection-color: @accentText@; }
QAbstractItemView:focus { border-color: @focus@; }
#startPage QListWidget { background: transparent; border: none; }
#commandPalette { background: @panel@; border: 1px solid @border@; }
QHeaderView { background: @panel@; border: none; }
QHeaderView::section { background: @panel@; color: @dimText@; border: none; border-bottom: 1px solid @border@;
    padding: 3px 6px; }
QTableView QTableCornerButton::section { background: @panel@; border: none; }
QTabBar::tab { background: @window@; color: @dimText@; padding: 5px 12px; border: none;
    border-bottom: 2px solid transparent; }
QTabBar::tab:selected { color: @text@; border-bottom: 2px solid @accent@; }
QTabBar::tab:hover { background: @hover@; }
QTabBar::tab:focus { color: @text@; border-bottom: 2px solid @focus@; }
QTabWidget::pane { border: none; border-top: 1px solid @border@; }
QScrollArea { border: none; }
QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 11px; }
QScrollBar:horizontal { height: 11px; }
QScrollBar::handle { background: @scroll@; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @dimText@; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { background: @field@; color: @text@; border: 1px solid @border@; border-radius: 3px;
    text-align: center; }
QProgressBar::chunk { background: @accent@; border-radius: 2px; }
)";

QColor between(const QColor& one, const QColor& other, double share)
{
    const auto mix = [&](int a, int b) { return static_cast<int>(a + (b - a) * share); };
    return QColor(mix(one.red(), other.red()), mix(one.green(), other.green()), mix(one.blue(), other.blue()));
}

} // namespace

QString styleSheet(const Theme& theme)
{
    const std::array<std::pair<const char*, QColor>, 15> colours = {{
        {"window", theme.window},
        {"panel", theme.panel},
        {"field", theme.field},
        {"border", theme.border},
        {"button", theme.button},
        {"hover", theme.hover},
        {"pressed", theme.pressed},
        {"text", theme.text},
        {"dimText", theme.dimText},
        {"accent", theme.accent},
        {"accentText", theme.accentText},
        {"disabledText", theme.disabledText},
        {"focus", theme.focus},
        {"scroll", between(theme.border, theme.dimText, 0.35)},
        {"error", theme.error},
    }};
    QString rules = QString(windowRules) + menuRules + fieldRules + viewRules;
    for (const auto& [name, colour] : colours)
        rules.replace(QString("@%1@").arg(name), colour.name());
    return rules.replace("@kind@", theme.kind == ThemeKind::Dark ? "dark" : "light");
}

} // namespace sastrugi::studio
