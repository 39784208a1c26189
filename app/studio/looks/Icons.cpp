#include "app/studio/looks/Icons.h"

#include "app/studio/looks/Theme.h"

#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

// A function outside of any namespace: the resources are in a static library, which drops what nobody names.
static void initialiseResources() { Q_INIT_RESOURCE(resources); }

namespace sastrugi::studio
{

namespace
{

/// The text of an icon; empty when there is none.
const QByteArray& svgOf(const QString& name)
{
    static QHash<QString, QByteArray> texts;
    const auto found = texts.constFind(name);
    if (found != texts.constEnd())
        return *found;
    initialiseResources();
    QFile file(":/icons/" + name + ".svg");
    return *texts.insert(name, file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
}

QColor colourFor(QIcon::Mode mode)
{
    switch (mode) {
    case QIcon::Disabled: return theme().disabledText;
    case QIcon::Selected: return theme().accentText;
    default: return theme().text;
    }
}

/// Renders the file anew for each size and colour.
class SvgIconEngine : public QIconEngine
{
public:
    explicit SvgIconEngine(const QString& name) : m_name(name) {}

    void paint(QPainter* painter, const QRect& area, QIcon::Mode mode, QIcon::State) override
    {
        paintIcon(*painter, area, m_name, colourFor(mode));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        return iconPixmap(m_name, size, colourFor(mode), 1);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal) override
    {
        return iconPixmap(m_name, size, colourFor(mode), 1); // `size` is in device pixels already
    }
    QIconEngine* clone() const override { return new SvgIconEngine(m_name); }
    bool isNull() override { return !hasIcon(m_name); }
    QString key() const override { return "sastrugi-svg"; }

private:
    QString m_name;
};

} // namespace

bool hasIcon(const QString& name) { return !svgOf(name).isEmpty(); }

QIcon icon(const QString& name) { return hasIcon(name) ? QIcon(new SvgIconEngine(name)) : QIcon(); }

QString iconNameOf(const std::string& nodeType)
{
    const QString name = QString::fromStdString(nodeType);
    return hasIcon(name) ? name : QString("node");
}

QPixmap iconPixmap(const QString& name, const QSize& size, const QColor& colour, qreal devicePixelRatio)
{
    if (!hasIcon(name) || size.isEmpty())
        return {};
    const QSize pixels = (QSizeF(size) * devicePixelRatio).toSize();
    const QString key =
        QString("icon %1 %2x%3 %4").arg(name).arg(pixels.width()).arg(pixels.height()).arg(colour.rgba());
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
        pixmap = QPixmap(pixels);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paintIcon(painter, QRectF(QPointF(), pixels), name, colour);
        painter.end();
        QPixmapCache::insert(key, pixmap);
    }
    pixmap.setDevicePixelRatio(devicePixelRatio);
    return pixmap;
}

void paintIcon(QPainter& painter, const QRectF& area, const QString& name, const QColor& colour)
{
    static QHash<QString, std::shared_ptr<QSvgRenderer>> renderers; // by name and colour
    std::shared_ptr<QSvgRenderer>& renderer = renderers[name + colour.name(QColor::HexRgb)];
    if (!renderer) {
        QByteArray svg = svgOf(name);
        svg.replace("currentColor", colour.name(QColor::HexRgb).toLatin1());
        renderer = std::make_shared<QSvgRenderer>(svg);
        renderer->setAspectRatioMode(Qt::KeepAspectRatio);
    }
    painter.save();
    painter.setOpacity(painter.opacity() * colour.alphaF());
    renderer->render(&painter, area);
    painter.restore();
}

QIcon applicationIcon()
{
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256})
        icon.addPixmap(iconPixmap("sastrugi", {size, size}, theme().text, 1));
    return icon;
}

} // namespace sastrugi::studio
