// Snow whose particles come from a file.
#include "engine/geometry/Primitives.h"
#include "engine/io/ParticleImport.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

namespace
{

struct ParticleFileParameters {
    FilePath file;
    FileUnit unit = FileUnit::Metre;
    FileAxis upAxis = FileAxis::Z;
    Text position;
    Text velocity;
    Text id;
    Text temperature;
    Vector3 translation = {0, 0, 0};
};

auto parameters(Tag<ParticleFileParameters>)
{
    using P = ParticleFileParameters;
    return std::tuple{
        path(&P::file, "file",
             "The particles: PLY, VTP, CSV, XYZ, NPZ, USD as text, or BGEO of the classic kind; relative to the scene "
             "file."),
        choice(&P::unit, "unit",
               {{"m", FileUnit::Metre, "Metres, and metres per second."},
                {"cm", FileUnit::Centimetre, "Centimetres."},
                {"mm", FileUnit::Millimetre, "Millimetres."},
                {"inch", FileUnit::Inch, "Inches of 25.4 mm."},
                {"foot", FileUnit::Foot, "Feet of 12 inches."},
                {"file", FileUnit::File, "What the file says, as USD and our own NPZ do, otherwise metres."}},
               "What a length of 1 in the file means, of velocities too."),
        choice(&P::upAxis, "upAxis",
               {{"z", FileAxis::Z, "Z, as here."},
                {"y", FileAxis::Y, "Y; it is turned to z."},
                {"x", FileAxis::X, "X; it is turned to z."},
                {"file", FileAxis::File, "The one that the file names, as USD does, otherwise z."}},
               "The axis of the file that points up."),
        line(&P::position, "position", "Name of the positions in the file; empty takes x y z, P, Points or position."),
        line(&P::velocity, "velocity",
             "Name of the velocities; empty takes vx vy vz, v or velocity where there are some, '-' takes none."),
        line(&P::id, "id",
             "Name of the numbers by which particles are ordered; empty takes id where there is one, '-' the order of "
             "the file."),
        line(&P::temperature, "temperature",
             "Name of the temperatures in the file, in kelvin; empty takes temperature where there is one, '-' that of "
             "the material. They need a material with heat."),
        vector(&P::translation, "translation", Unit::Metre, -1e6, 1e6, "Where the origin of the file goes."),
    };
}

/// What holds them all: the region of an emitter bounds it.
TriangleMesh boxAround(const std::vector<Vector3>& points)
{
    Bounds bounds;
    for (const Vector3& point : points)
        bounds.add(point);
    const Vector3 size = bounds.size().cwiseMax(1e-6 + 1e-6 * bounds.size().maxCoeff());
    return makeBox(size, bounds.centre());
}

} // namespace

NodeType particleFileNode()
{
    return NodeType::define<ParticleFileParameters>({
        .name = "emitter.particleFile",
        .title = "Particle File",
        .category = "Emitters",
        .doc = "Takes the particles of a file as snow at the first frame, where they are and as fast as they are; they "
               "should be a spacing of the solver apart. Radii of the file are not used, and it is said.",
        .inputs = {{"material", PortType::Material, "What the particles are made of."}},
        .outputs = {{"emitter", PortType::Emitter, "The particles, for a solver."}},
        .readsFiles = true,
        .evaluate = [](const ParticleFileParameters& parameters, const Inputs& inputs) -> Outputs {
            if (parameters.file.text.empty())
                fail(ErrorKind::Scene, "parameter 'file' names no file; expected are particles such as 'snow.ply'");
            ImportedParticles imported =
                importParticles(inputs.resolve(parameters.file),
                                {metresPer(parameters.unit), axisOf(parameters.upAxis), parameters.position.text,
                                 parameters.velocity.text, parameters.id.text, parameters.temperature.text});
            inputs.offer("position", imported.triples);
            inputs.offer("velocity", imported.triples);
            inputs.offer("id", imported.scalars);
            inputs.offer("temperature", imported.scalars);
            for (const LogMessage& message : imported.messages)
                inputs.log(message);
            for (Vector3& position : imported.particles.positions)
                position += parameters.translation;
            FillEmitter emitter;
            emitter.name = inputs.node;
            emitter.material = *inputs.one<Material>("material");
            if (!imported.particles.temperatures.empty() && !emitter.material.heat)
                inputs.log({LogLevel::Warning, inputs.node, "particles.temperature",
                            "the temperatures of the file are not used: the material has no heat; put a Heat node "
                            "behind it"});
            emitter.region = std::make_shared<const TriangleMesh>(boxAround(imported.particles.positions));
            emitter.particles = std::make_shared<const GivenParticles>(std::move(imported.particles));
            return {std::make_shared<const Emitter>(std::move(emitter))};
        },
    });
}

} // namespace sastrugi
