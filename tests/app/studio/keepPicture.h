// Pictures of the window, for people to look at.
#pragma once

#include <QApplication>
#include <QDir>
#include <QPixmap>
#include <QTest>
#include <QWidget>

namespace sastrugi::test
{

/// Draws the widget; where SASTRUGI_PICTURES names a folder, the picture is kept there.
inline void keepPicture(QWidget& widget, const QString& name)
{
    QApplication::processEvents(); // what was just shown is laid out
    const QPixmap picture = widget.grab();
    QVERIFY(!picture.isNull());
    if (const QString folder = qEnvironmentVariable("SASTRUGI_PICTURES"); !folder.isEmpty())
        QVERIFY(picture.save(QDir(folder).filePath(name + ".png")));
}

} // namespace sastrugi::test
