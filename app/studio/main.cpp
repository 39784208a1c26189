// The program sastrugi-studio.
#include "app/studio/looks/Theme.h"
#include "app/studio/window/MainWindow.h"

#include "nodes/types/allNodes.h"

#include <QApplication>

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    sastrugi::studio::useTheme(sastrugi::studio::ThemeKind::Dark);
    sastrugi::studio::MainWindow window(sastrugi::allNodes());
    window.show();
    return QApplication::exec();
}
