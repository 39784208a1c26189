// Several fields as one.
#pragma once

#include "engine/core/Parameter.h"
#include "engine/fields/VectorField.h"

#include <vector>

namespace sastrugi
{

enum class FieldOperation { Sum, Mean };

struct CombinedFieldParameters {
    FieldOperation operation = FieldOperation::Sum;
    double factor = 1;
};

inline auto parameters(Tag<CombinedFieldParameters>)
{
    using P = CombinedFieldParameters;
    return std::tuple{
        choice(&P::operation, "operation",
               {{"sum", FieldOperation::Sum, "Their velocities are added."},
                {"mean", FieldOperation::Mean, "Their velocities are added and divided by their number."}},
               "What becomes of the fields."),
        number(&P::factor, "factor", Unit::None, -1000, 1000, "What the result is multiplied by."),
    };
}

/// Of no field: still air. Throws nothing; none of the fields may be null.
Field combineFields(std::vector<Field> fields, const CombinedFieldParameters& parameters = {});

} // namespace sastrugi
