// Several fields as one.
#include "engine/fields/CombinedField.h"
#include "nodes/types/NodeTypes.h"

namespace sastrugi
{

NodeType combineFieldsNode()
{
    return NodeType::define<CombinedFieldParameters>({
        .name = "field.combine",
        .title = "Combine",
        .category = "Fields",
        .doc = "The sum or the mean of several fields, times a factor.",
        .inputs = {{"fields", PortType::Field, "What is combined.", PortArity::Some}},
        .outputs = {{"field", PortType::Field, "The fields as one."}},
        .evaluate = [](const CombinedFieldParameters& combined, const Inputs& inputs) -> Outputs {
            return {combineFields(inputs.all<VectorField>("fields"), combined)};
        },
    });
}

} // namespace sastrugi
