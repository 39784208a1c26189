// Icons and themes: every icon can be seen, every word can be read.
#include "app/studio/looks/Icons.h"
#include "app/studio/looks/Theme.h"

#include "nodes/types/allNodes.h"
#include "tests/TestCase.h"

#include <QDirIterator>
#include <QImage>
#include <QSvgRenderer>

#include <cmath>

using namespace sastrugi;
using namespace sastrugi::studio;

namespace
{

/// Relative luminance of WCAG 2.
double luminance(const QColor& colour)
{
    const auto linear = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& one, const QColor& other)
{
    const double a = luminance(one), b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

int inkedPixels(const QImage& image)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += qAlpha(image.pixel(x, y)) > 100;
    return count;
}

} // namespace

class LooksTest : public QObject
{
    Q_OBJECT

    static void require(double ratio, double least, const QString& what)
    {
        QVERIFY2(ratio >= least, qPrintable(QString("%1: contrast %2, less than %3").arg(what).arg(ratio).arg(least)));
    }

private Q_SLOTS:
    void init() { useTheme(ThemeKind::Dark); }
    void cleanup() { useTheme(ThemeKind::Dark); }

    void everyNodeTypeHasAnIcon()
    {
        for (const NodeType& type : allNodes().types()) {
            const QString name = QString::fromStdString(type.name);
            QVERIFY2(hasIcon(name), qPrintable(name + " has no icon"));
            for (const int size : {16, 24, 48})
                QVERIFY2(inkedPixels(icon(name).pixmap(size, size).toImage()) > size, qPrintable(name));
        }
    }

    void everyIconOfTheResourcesIsDrawn()
    {
        int count = 0;
        hasIcon("node"); // loads the resources
        for (QDirIterator files(":/icons", {"*.svg"}); files.hasNext(); ++count) {
            const QString file = files.next();
            QVERIFY2(QSvgRenderer(file).isValid(), qPrintable(file));
            const QString name = QFileInfo(file).completeBaseName();
            QVERIFY2(inkedPixels(icon(name).pixmap(24, 24).toImage()) > 8, qPrintable(file));
        }
        QVERIFY(count > 40);
        QVERIFY(icon("no such icon").isNull());
        QVERIFY(!applicationIcon().isNull());
    }

    void iconsAreSharpAtAnyScale()
    {
        const QPixmap twice = iconPixmap("save", {24, 24}, Qt::white, 2);
        QCOMPARE(twice.size(), QSize(48, 48));
        QCOMPARE(twice.deviceIndependentSize(), QSizeF(24, 24));
        // Not one that was drawn small and enlarged: then each block of four pixels would be of one colour.
        const QImage image = twice.toImage();
        bool differs = false;
        for (int y = 0; y < 48; y += 2)
            for (int x = 0; x < 48; x += 2)
                differs = differs || image.pixel(x, y) != image.pixel(x + 1, y + 1);
        QVERIFY(differs);
    }

    void iconsFollowTheThemeAndFadeWhenDisabled()
    {
        const QIcon one = icon("save");
        const QImage dark = one.pixmap(24, 24).toImage();
        const QImage disabled = one.pixmap(QSize(24, 24), QIcon::Disabled).toImage();
        QVERIFY(dark != disabled);
        useTheme(ThemeKind::Light);
        QVERIFY(dark != one.pixmap(24, 24).toImage());
    }

    void wordsAndMarksCanBeReadInBothThemes()
    {
        for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
            useTheme(kind);
            const Theme& used = theme();
            const QString in = kind == ThemeKind::Dark ? "dark: " : "light: ";
            const QList<QColor> backgrounds = {used.window, used.panel, used.field};
            for (const QColor& background : backgrounds) {
                require(contrast(used.text, background), 7, in + "text");
                require(contrast(used.dimText, background), 4.5, in + "dimmed text");
                require(contrast(used.disabledText, background), 3, in + "disabled text");
                require(contrast(used.focus, background), 3, in + "focus ring");
                require(contrast(used.error, background), 4.5, in + "error");
                require(contrast(used.warning, background), 4.5, in + "warning");
                for (const QColor& mark : {used.fresh, used.stale, used.running, used.accent})
                    require(contrast(mark, background), 3, in + "mark " + mark.name());
            }
            for (const QColor& background : {used.button, used.hover, used.pressed, used.node})
                require(contrast(used.text, background), 4.5, in + "text on " + background.name());
            require(contrast(used.accentText, used.accent), 4.5, in + "text on the accent");
            require(contrast(used.dimText, used.node), 4.5, in + "dimmed text on a node");
            for (const QColor& mark : {used.fresh, used.stale, used.running, used.warning, used.error, used.accent})
                require(contrast(mark, used.node), 3, in + "mark on a node " + mark.name());
            for (const NodeType& type : allNodes().types())
                require(contrast(used.text, colourOf(type)), 4.5, in + QString::fromStdString(type.category));
            for (const PortType type : {PortType::Mesh, PortType::Boundary, PortType::Emitter, PortType::Material,
                                        PortType::Field, PortType::Simulation, PortType::Volume, PortType::Surface, PortType::Particles, PortType::Any})
                require(contrast(colourOf(type), used.canvas), 3, in + QString::fromUtf8(name(type).data()));
        }
    }
};

SASTRUGI_TEST(LooksTest)
#include "LooksTest.moc"
