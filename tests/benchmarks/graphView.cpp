// Times of panning, zooming and dragging in graphs of 500 and 2,000 nodes, drawn in software.
#include "app/studio/graph/GraphEditor.h"
#include "app/studio/graph/MoveNodes.h"
#include "nodes/graph/GraphEdits.h"
#include "nodes/types/allNodes.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QSettings>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <random>

using namespace sastrugi;
using namespace sastrugi::studio;

namespace
{

/// Chains of transforms in a grid, each fed by its left neighbour, and further links at random.
Graph largeGraph(int nodes, int links)
{
    Graph graph(allNodes());
    const int columns = static_cast<int>(std::ceil(std::sqrt(nodes / 2.0)));
    std::vector<std::string> names;
    for (int i = 0; i < nodes; ++i) {
        const int column = i % columns, row = i / columns;
        const char* type = column == 0  ? "geometry.box"
                           : i % 3 == 2 ? "sampling.boundarySampler"
                                        : "geometry.transform";
        names.push_back(graph.add(type));
        graph.move(names.back(), 230.0 * column, 110.0 * row);
        for (int back = 1; back <= std::min(column, 2); ++back) // the next mesh to the left
            if (const auto link = fittingLink(graph, names[static_cast<std::size_t>(i - back)], names.back())) {
                graph.connect(*link);
                break;
            }
    }
    std::vector<std::string> solvers;
    for (int i = 0; i < 8; ++i) {
        solvers.push_back(graph.add("solver.sph"));
        graph.move(solvers.back(), 230.0 * (columns + 2), 400.0 * i);
    }
    std::mt19937 random(1);
    for (int tries = 0; static_cast<int>(graph.links().size()) < links && tries < 50 * links; ++tries) {
        // Most inputs take one wire; the solvers take as many as there are. Every third node is a sampler.
        const std::string& from = names[random() % names.size()];
        const std::string& to = solvers[random() % solvers.size()];
        if (const auto link = fittingLink(graph, from, to))
            graph.connect(*link);
    }
    return graph;
}

/// Counts how often a widget is painted.
struct Paints : QObject {
    int count = 0;
    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == QEvent::Paint;
        return false;
    }
};

/// Repeats `step` with a repaint each and prints the median and the slowest twentieth, in milliseconds.
void measure(const char* name, const Paints& paints, int count, const std::function<void(int)>& step)
{
    std::vector<double> times;
    for (int i = 0; i < count; ++i) {
        QElapsedTimer timer;
        timer.start();
        const int before = paints.count;
        step(i);
        while (paints.count == before && timer.elapsed() < 5000) // Qt gathers updates for a few milliseconds
            QApplication::processEvents();
        times.push_back(1e-6 * static_cast<double>(timer.nsecsElapsed()));
    }
    std::sort(times.begin(), times.end());
    const double median = times[times.size() / 2], slow = times[times.size() * 19 / 20];
    std::printf("  %-34s %7.1f ms, slowest twentieth %7.1f ms: %4.0f frames a second\n", name, median, slow,
                1000 / median);
}

void measureGraph(int nodes, int links)
{
    Document document(allNodes());
    Selection selection(document);
    Evaluation evaluation(document);
    evaluation.setAutomatic(false);
    Commands commands;
    GraphEditor editor(document, selection, evaluation, commands);
    document.edit("Build", [&](Graph& graph) { graph = largeGraph(nodes, links); });
    editor.resize(1600, 960);
    editor.show();
    static_cast<void>(QTest::qWaitForWindowExposed(&editor));
    std::printf("%zu nodes, %zu wires\n", document.graph().nodes().size(), document.graph().links().size());
    GraphView& view = editor.view();
    Paints paints;
    view.viewport()->installEventFilter(&paints);
    const auto pan = [&](int i) {
        view.horizontalScrollBar()->setValue(view.horizontalScrollBar()->value() + (i % 20 < 10 ? 24 : -24));
    };
    view.setTransform(QTransform());
    view.centerOn(1500, 1000);
    measure("pan, full size", paints, 60, pan);
    view.setTransform(QTransform::fromScale(0.5, 0.5));
    view.centerOn(1500, 1000);
    measure("pan, half size", paints, 60, pan);
    editor.showNodes({});
    measure("pan, whole graph", paints, 60, pan);
    measure("zoom, whole graph to full size", paints, 60,
            [&](int i) { view.zoomBy(i % 30 < 15 ? 1.2 : 1 / 1.2, view.viewport()->rect().center()); });
    const auto drag = [&](const char* name, const std::vector<std::string>& names) {
        selection.set(names);
        MoveNodes move({document, selection, editor.scene(), view}, QPointF());
        measure(name, paints, 60, [&](int i) { move.move(QPointF(10 * (i + 1), 5 * i), Qt::NoModifier); });
        move.cancel();
    };
    const std::string middle = document.graph().nodes()[document.graph().nodes().size() / 2].name;
    view.setTransform(QTransform());
    view.centerOn(editor.scene().boundsOf({middle}).center());
    drag("drag one node, full size", {middle});
    editor.showNodes({});
    drag("drag one node, whole graph", {middle});
    std::vector<std::string> all;
    for (const NodeItem* item : editor.scene().nodes())
        all.push_back(item->name());
    drag("drag all nodes, whole graph", all);
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    measureGraph(500, 800);
    measureGraph(2000, 3200);
}
