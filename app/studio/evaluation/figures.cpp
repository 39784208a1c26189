#include "app/studio/evaluation/figures.h"

#include "engine/core/Memory.h"
#include "engine/simulation/Solver.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace sastrugi::studio
{

namespace
{

QString tr(const char* text) { return QCoreApplication::translate("figures", text); }

QString counted(std::size_t count) { return QLocale(QLocale::English).toString(static_cast<qulonglong>(count)); }

/// Particles that are made to be counted: a few hundred megabytes, and a second.
constexpr std::size_t mostSeeded = 2'000'000;

/// To three digits.
std::size_t rounded(std::size_t count)
{
    const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(static_cast<double>(count))) - 2));
    return static_cast<std::size_t>(unit * std::round(static_cast<double>(count) / unit));
}

struct Figures {
    const Log& log;
    std::stop_token stop;

    QString operator()(const MovingMesh& mesh) const
    {
        const QString triangles = tr("%1 triangles").arg(counted(mesh->triangles.size()));
        return mesh.deformation ? tr("%1, moving").arg(triangles) : triangles;
    }
    QString operator()(const std::shared_ptr<const Scene>& scene) const
    {
        const Prediction estimate = scene->solver->estimate(*scene);
        warnOfMemory(*scene, estimate);
        // Beyond that the volume has to do: an edit must not take the machine's memory.
        const bool isCheap = estimate.particles <= mostSeeded;
        return tr("about %1 particles")
            .arg(counted(isCheap ? scene->solver->predict(*scene, log, stop).particles : rounded(estimate.particles)));
    }
    void warnOfMemory(const Scene& scene, const Prediction& estimate) const
    {
        const auto available = static_cast<double>(availableMemory());
        if (log && available > 0 && estimate.memory > available)
            log({LogLevel::Warning, scene.solverNode, "solver.memory",
                 fmt::format("a run takes about {:.3g} GB of memory, and {:.3g} GB are there; use a larger spacing",
                             1e-9 * estimate.memory, 1e-9 * available)});
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
