#include "app/studio/evaluation/figures.h"

#include "engine/simulation/Solver.h"

#include <QCoreApplication>
#include <QLocale>

namespace sastrugi::studio
{

namespace
{

QString tr(const char* text) { return QCoreApplication::translate("figures", text); }

QString counted(std::size_t count) { return QLocale(QLocale::English).toString(static_cast<qulonglong>(count)); }

struct Figures {
    const Log& log;
    std::stop_token stop;

    QString operator()(const std::shared_ptr<const TriangleMesh>& mesh) const
    {
        return tr("%1 triangles").arg(counted(mesh->triangles.size()));
    }
    QString operator()(const std::shared_ptr<const Scene>& scene) const
    {
        return tr("about %1 particles").arg(counted(scene->solver->predict(*scene, log, stop).particles));
    }
    template <class T>
    QString operator()(const std::shared_ptr<const T>&) const
    {
        return {};
    }
};

} // namespace

QString figuresOf(const Outputs& outputs, const Log& log, std::stop_token stop)
{
    return outputs.empty() ? QString() : std::visit(Figures{log, std::move(stop)}, outputs.front());
}

} // namespace sastrugi::studio
