// Values of attributes as numbers, whatever their type.
#pragma once

#include "engine/simulation/Frame.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace sastrugi::studio
{

/// A component of an attribute as a column: "velocity.x", or "mass" where there is only one.
struct Column {
    std::string name;
    const AttributeArray* array = nullptr;
    std::size_t component = 0;
    double offset = 0; // added to each value: positions are relative to the frame's origin

    double value(std::size_t particle) const;
    bool isWhole() const; // of whole numbers
};

/// Valid as long as the frame.
std::vector<Column> columnsOf(const Frame& frame);

/// Of one particle, all components, positions in the scene's coordinates.
QString valueText(const AttributeArray& array, std::size_t particle, const Vector3& origin);

} // namespace sastrugi::studio
