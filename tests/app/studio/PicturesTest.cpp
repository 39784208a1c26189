// The window as people see it, drawn in both themes. Where SASTRUGI_PICTURES names a folder, the pictures are kept.
#include "app/studio/commands/ShortcutEditor.h"
#include "app/studio/document/Selection.h"
#include "app/studio/looks/Icons.h"
#include "app/studio/looks/Theme.h"
#include "app/studio/window/AboutDialog.h"
#include "app/studio/window/DocumentFiles.h"
#include "app/studio/window/MainWindow.h"
#include "app/studio/window/RecoveryDialog.h"

#include "nodes/types/allNodes.h"
#include "tests/TestCase.h"
#include "tests/app/studio/keepPicture.h"

#include <QDir>
#include <QDirIterator>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTreeWidget>

using namespace sastrugi;
using namespace sastrugi::studio;

class PicturesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { useTheme(ThemeKind::Dark); }

    void ofTheIcons()
    {
        hasIcon("node"); // loads the resources
        QWidget sheet;
        auto* grid = new QGridLayout(&sheet);
        int count = 0;
        for (QDirIterator files(":/icons", {"*.svg"}); files.hasNext(); ++count) {
            const QString name = QFileInfo(files.next()).completeBaseName();
            auto* picture = new QLabel;
            picture->setPixmap(iconPixmap(name, {48, 48}, theme().text, 1));
            grid->addWidget(picture, 2 * (count / 12), count % 12, Qt::AlignCenter);
            grid->addWidget(new QLabel(name), 2 * (count / 12) + 1, count % 12, Qt::AlignCenter);
        }
        test::keepPicture(sheet, "icons");
    }

    void ofASample_data()
    {
        QTest::addColumn<int>("theme");
        QTest::newRow("dark") << int(ThemeKind::Dark);
        QTest::newRow("light") << int(ThemeKind::Light);
    }
    void ofASample()
    {
        QFETCH(int, theme);
        useTheme(ThemeKind(theme));
        const QString suffix = QString("-") + QTest::currentDataTag();
        MainWindow window(allNodes());
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.files().recent().add(SASTRUGI_SOURCE_DIR "/samples/snowball-drop/snowball-drop.sastrugi");
        window.files().recent().add("/gone/avalanche.sastrugi");
        test::keepPicture(window, "start" + suffix);
        QVERIFY(window.files().open(SASTRUGI_SOURCE_DIR "/samples/mesh-drop/mesh-drop.sastrugi"));
        QTRY_VERIFY(!window.evaluation().isBusy());
        window.selection().set({"mesh"});
        QTRY_VERIFY(!window.evaluation().isBusy());
        test::keepPicture(window, "sample" + suffix);
        window.commands().action("help.palette")->trigger();
        QTest::keyClicks(window.findChild<QLineEdit*>("commandPaletteLine"), "sav");
        test::keepPicture(*window.findChild<QWidget*>("commandPalette"), "palette" + suffix);
        window.findChild<QWidget*>("commandPalette")->close();
        for (QAction* action : window.menuBar()->actions()) {
            action->menu()->popup(window.mapToGlobal(QPoint(40, 40)));
            test::keepPicture(*action->menu(), "menu-" + action->text().remove('&').toLower() + suffix);
            action->menu()->close();
        }
    }

    void ofTheDialogs()
    {
        MainWindow window(allNodes());
        window.shortcuts().set("view.log", {QKeySequence("Ctrl+S")});
        ShortcutEditor shortcuts(window.commands(), window.shortcuts());
        auto* list = shortcuts.findChild<QTreeWidget*>();
        list->setCurrentItem(list->findItems("Save", Qt::MatchExactly).value(0));
        test::keepPicture(shortcuts, "shortcuts");
        window.shortcuts().resetAll();
        AboutDialog about;
        test::keepPicture(about, "about");
        RecoveryCopy copy;
        copy.original = "/home/someone/snow/avalanche.sastrugi";
        copy.time = QDateTime(QDate(2026, 11, 28), QTime(14, 5));
        RecoveryDialog recovery({copy, {}});
        test::keepPicture(recovery, "recovery");
    }
};

SASTRUGI_TEST(PicturesTest)
#include "PicturesTest.moc"
