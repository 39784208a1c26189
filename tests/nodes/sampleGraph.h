// A small complete scene graph, and sample values, for tests.
#pragma once

#include "nodes/graph/Graph.h"
#include "nodes/types/allNodes.h"

namespace sastrugi::test
{

/// sphere + snow -> fill -> sph <- floor <- plane
inline Graph sampleGraph()
{
    Graph graph(allNodes());
    graph.add("geometry.sphere", "ball");
    graph.add("material.snow", "snow");
    graph.add("emitter.fill", "fill");
    graph.add("geometry.plane", "plane");
    graph.add("sampling.boundarySampler", "floor");
    graph.add("solver.sph", "sph");
    graph.connect({"ball", "mesh", "fill", "region"});
    graph.connect({"snow", "material", "fill", "material"});
    graph.connect({"plane", "mesh", "floor", "mesh"});
    graph.connect({"fill", "emitter", "sph", "emitters"});
    graph.connect({"floor", "boundary", "sph", "boundaries"});
    return graph;
}

/// A valid value other than the default; `turn` gives further ones.
inline ParameterValue otherValue(const ParameterEntry& entry, int turn = 0)
{
    const ParameterInfo& info = entry.info;
    const double low = std::max(info.minimum, -1e3), high = std::min(info.maximum, std::max(1e3, 10 * low));
    const double number = low + (high - low) * (0.31 + 0.07 * turn);
    switch (info.type) {
    case ParameterType::Switch: return !std::get<bool>(entry.defaultValue);
    case ParameterType::Integer: {
        const auto whole = static_cast<std::int64_t>(number);
        return whole == std::get<std::int64_t>(entry.defaultValue) ? whole + 1 : whole;
    }
    case ParameterType::Number: return number;
    case ParameterType::Choice:
        for (const ChoiceOption& option : info.options)
            if (option.name != std::get<ChoiceName>(entry.defaultValue).text)
                return ChoiceName{std::string(option.name)};
        break;
    case ParameterType::Vector: return Vector3(number, low + 0.5 * (number - low), high);
    case ParameterType::Colour: return Colour{0.25, 0.1 * turn, 1};
    case ParameterType::Text: return Text{"a \"note\"\nof two lines, \u0441\u043d\u0435\u0433"};
    case ParameterType::Path: return FilePath{"a folder/snow \u0441\u043d\u0435\u0433.obj"};
    }
    return entry.defaultValue;
}

} // namespace sastrugi::test
