// What holds for every node type: a loop over the registry, a row per node or per parameter.
#include "nodes/document/SceneDocument.h"
#include "nodes/graph/Evaluator.h"
#include "tests/TestCase.h"
#include "tests/nodes/sampleGraph.h"

#include <set>

using namespace sastrugi;
using namespace sastrugi::test;

class RegistryTest : public QObject
{
    Q_OBJECT

private:
    static void addTypeRows()
    {
        QTest::addColumn<QString>("type");
        for (const NodeType& type : allNodes().types())
            QTest::newRow(type.name.c_str()) << QString::fromStdString(type.name);
    }

    static bool isAny(const ParameterInfo&) { return true; }
    static bool hasRange(const ParameterInfo& info)
    {
        return info.type == ParameterType::Number || info.type == ParameterType::Integer ||
               info.type == ParameterType::Vector;
    }

    static void addParameterRows(bool (*isMeant)(const ParameterInfo&) = isAny)
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("key");
        for (const NodeType& type : allNodes().types())
            for (const ParameterEntry& entry : type.parameters.entries()) {
                if (!isMeant(entry.info))
                    continue;
                const QString key = QString::fromUtf8(entry.info.key.data(), static_cast<int>(entry.info.key.size()));
                QTest::newRow(qPrintable(QString::fromStdString(type.name) + "." + key))
                    << QString::fromStdString(type.name) << key;
            }
    }

    static const NodeType& fetchType()
    {
        QFETCH(QString, type);
        return *allNodes().find(type.toStdString());
    }

    static const ParameterEntry& fetchParameter()
    {
        QFETCH(QString, key);
        return *fetchType().parameters.find(key.toStdString());
    }

    /// A graph with one node of the type, and its name.
    static std::pair<Graph, std::string> graphWith(const NodeType& type)
    {
        Graph graph(allNodes());
        std::string name = type.isReserved ? type.name : graph.add(type.name);
        return {graph, name};
    }

    static bool isLowerCamel(std::string_view text)
    {
        return !text.empty() && text[0] >= 'a' && text[0] <= 'z' &&
               text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") ==
                   std::string_view::npos;
    }

    /// What a node of this type can be linked to on its inputs, all with their defaults.
    static void linkSamples(Graph& graph, const std::string& node)
    {
        std::map<PortType, std::pair<std::string, std::string>> samples = {
            {PortType::Mesh, {"geometry.sphere", "mesh"}},
            {PortType::Material, {"material.snow", "material"}},
            {PortType::Field, {"field.uniformWind", "field"}},
            {PortType::Emitter, {"emitter.fill", "emitter"}},
            {PortType::Boundary, {"sampling.boundarySampler", "boundary"}},
            {PortType::Simulation, {"solver.sph", "simulation"}},
            {PortType::Volume, {"post.densityVolume", "volume"}},
            {PortType::Surface, {"post.surface", "surface"}},
            {PortType::Particles, {"post.fineScale", "particles"}},
            {PortType::Camera, {"output.camera", "camera"}},
            {PortType::Any, {"geometry.sphere", "mesh"}}};
        if (graph.node(node).type == "motion.emitterKeyFrames") // refuses what is there at the start only
            samples[PortType::Emitter].first = "emitter.nozzle";
        for (const Port& port : graph.typeOf(graph.node(node))->inputs) {
            const auto& [type, output] = samples.at(port.type);
            const std::string source = graph.add(type);
            linkSamples(graph, source);
            graph.connect({source, output, node, port.name});
        }
    }

private Q_SLOTS:
    void isDocumented_data() { addTypeRows(); }
    void isDocumented()
    {
        const NodeType& type = fetchType();
        QVERIFY(!type.title.empty() && !type.category.empty());
        const std::size_t dot = type.name.find('.');
        QVERIFY(type.isReserved || (dot != std::string::npos && isLowerCamel(type.name.substr(0, dot)) &&
                                    isLowerCamel(type.name.substr(dot + 1))));
        std::set<std::string> docs;
        const auto isSentence = [&](std::string_view doc) {
            QVERIFY2(doc.size() > 4 && doc.back() == '.', doc.data());
            QVERIFY2(docs.insert(std::string(doc)).second, "copied from another");
        };
        isSentence(type.doc);
        std::set<std::string> ports, keys;
        for (const Port& port : type.inputs) {
            isSentence(port.doc);
            QVERIFY(isLowerCamel(port.name) && ports.insert(port.name).second);
        }
        ports.clear();
        for (const Port& port : type.outputs) {
            isSentence(port.doc);
            QVERIFY(isLowerCamel(port.name) && ports.insert(port.name).second);
        }
        for (const ParameterEntry& entry : type.parameters.entries()) {
            isSentence(entry.info.doc);
            for (const ChoiceOption& option : entry.info.options)
                isSentence(option.doc);
            QVERIFY(isLowerCamel(entry.info.key) && keys.insert(std::string(entry.info.key)).second);
        }
    }

    void titlesAndDocsAreUnique()
    {
        std::set<std::string> seen;
        for (const NodeType& type : allNodes().types()) {
            QVERIFY2(seen.insert(type.title).second, type.title.c_str());
            QVERIFY2(seen.insert(type.doc).second, type.name.c_str());
        }
    }

    void defaultIsAllowed_data() { addParameterRows(); }
    void defaultIsAllowed()
    {
        const ParameterEntry& entry = fetchParameter();
        checkParameter(entry.info, entry.defaultValue);
    }

    void defaultsAreNotWritten_data() { addTypeRows(); }
    void defaultsAreNotWritten()
    {
        auto [graph, name] = graphWith(fetchType());
        for (const ParameterEntry& entry : fetchType().parameters.entries())
            graph.setValue(name, entry.info.key, entry.defaultValue);
        SceneDocument document(allNodes());
        document.graph = graph;
        QVERIFY(!QString::fromStdString(writeDocument(document)).contains("parameters"));
    }

    void valuesSurviveAFile_data() { addParameterRows(); }
    void valuesSurviveAFile()
    {
        const ParameterEntry& entry = fetchParameter();
        for (int turn = 0; turn < 5; ++turn) {
            auto [graph, name] = graphWith(fetchType());
            const ParameterValue value = otherValue(entry, turn);
            QVERIFY(value != entry.defaultValue);
            graph.setValue(name, entry.info.key, value);
            SceneDocument document(allNodes());
            document.graph = graph;
            const SceneDocument read = readDocument(writeDocument(document), {}, allNodes());
            QVERIFY(findProblems(read).size() == findProblems(document).size());
            QVERIFY(read.graph == graph);
        }
    }

    void valuesSurviveTheCommandLine_data() { addParameterRows(); }
    void valuesSurviveTheCommandLine()
    {
        const ParameterEntry& entry = fetchParameter();
        const ParameterValue value = otherValue(entry);
        QVERIFY(parseParameter(entry.info, formatParameter(entry.info, value)) == value);
    }

    void eachParameterChangesTheHash_data() { addParameterRows(); }
    void eachParameterChangesTheHash()
    {
        auto [graph, name] = graphWith(fetchType());
        const Evaluator evaluator("/nowhere");
        const Hash before = evaluator.hash(graph, name);
        graph.setValue(name, fetchParameter().info.key, otherValue(fetchParameter()));
        QVERIFY(evaluator.hash(graph, name) != before);
    }

    void whatIsOutOfRangeIsRefused_data() { addParameterRows(hasRange); }
    void whatIsOutOfRangeIsRefused()
    {
        const ParameterInfo& info = fetchParameter().info;
        for (const double value : {info.minimum - 1, info.maximum + 1, std::nan("")}) {
            ParameterValue refused = value;
            if (info.type == ParameterType::Vector)
                refused = Vector3(0, value, 0);
            if (info.type == ParameterType::Integer) {
                if (std::isnan(value))
                    continue;
                refused = static_cast<std::int64_t>(value);
            }
            QVERIFY_THROWS_EXCEPTION(Error, checkParameter(info, refused));
        }
    }

    void evaluatesWithItsDefaults_data() { addTypeRows(); }
    void evaluatesWithItsDefaults()
    {
        const NodeType& type = fetchType();
        auto [graph, name] = graphWith(type);
        linkSamples(graph, name);
        if (type.readsFiles) {
            const std::string folder = SASTRUGI_SOURCE_DIR "/tests/nodes/types/";
            const std::map<std::string, std::string> files = {{"emitter.particleFile", folder + "particles.csv"},
                                                              {"motion.path", folder + "keys.csv"},
                                                              {"geometry.animated", folder + "keys.csv"},
                                                              {"field.windFile", folder + "flow.vti"}};
            const auto found = files.find(type.name);
            graph.setValue(name, "file",
                           FilePath{found != files.end() ? found->second
                                                         : SASTRUGI_SOURCE_DIR "/samples/mesh-drop/torus-knot.obj"});
        }
        const Outputs outputs = Evaluator("/").evaluate(graph, name);
        QCOMPARE(outputs.size(), type.outputs.size());
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            QCOMPARE(typeOf(outputs[i]), graph.typeOfOutput(name, type.outputs[i].name).value());
            std::visit([](const auto& value) { QVERIFY(value); }, outputs[i]);
        }
    }

    void presetsAreAllowedAndDiffer_data() { addTypeRows(); }
    void presetsAreAllowedAndDiffer()
    {
        const NodeType& type = fetchType();
        std::set<std::string> names, docs;
        for (const ValuePreset& preset : type.presets) {
            QVERIFY(names.insert(preset.name).second && docs.insert(preset.doc).second);
            auto [graph, name] = graphWith(type);
            for (const auto& [key, value] : preset.values)
                graph.setValue(name, key, value);
            QVERIFY(graph.node(name).values == preset.values);
            type.check(preset.values);
        }
    }

    void requiredInputsAreNamedWhenTheyAreMissing_data() { addTypeRows(); }
    void requiredInputsAreNamedWhenTheyAreMissing()
    {
        const NodeType& type = fetchType();
        auto [graph, name] = graphWith(type);
        for (const Port& port : type.inputs) {
            if (!port.isRequired())
                continue;
            try {
                Evaluator("/").evaluate(graph, name);
                QFAIL("accepted");
            } catch (const NodeError& error) {
                QVERIFY2(QString::fromUtf8(error.what()).contains("nothing is linked"), error.what());
            }
            return;
        }
    }
};

SASTRUGI_TEST(RegistryTest)
#include "RegistryTest.moc"
