// A binary PLY mesh as triangles, by its header alone.
#pragma once

#include "engine/geometry/TriangleMesh.h"

#include <QByteArray>

#include <cstring>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

namespace sastrugi::test
{

/// Throws std::runtime_error where it is none with scalars at its vertices and one list at its faces.
inline TriangleMesh readPlyMesh(const QByteArray& bytes)
{
    const std::map<std::string, std::size_t> sizes = {{"float", 4}, {"int", 4}, {"double", 8}, {"uchar", 1}};
    const qsizetype end = bytes.indexOf("end_header\n");
    std::istringstream header(bytes.left(end).toStdString());
    std::size_t vertices = 0, faces = 0, stride = 0;
    std::map<std::string, std::pair<std::size_t, std::string>> places; // of properties: offset and type
    for (std::string line, element; std::getline(header, line);) {
        std::istringstream words(line);
        std::string key, type, name;
        words >> key >> type >> name;
        if (key == "element") {
            element = type;
            (element == "vertex" ? vertices : faces) = std::stoul(name);
        } else if (key == "property" && element == "vertex") {
            places[name] = {stride, type};
            stride += sizes.at(type);
        } else if (key == "property" && line != "property list uchar int vertex_indices")
            throw std::runtime_error("faces with " + line);
    }
    const char* at = bytes.constData() + end + 11;
    if (end < 0 || std::size_t(bytes.size() - end - 11) != vertices * stride + 13 * faces)
        throw std::runtime_error("the size is not what the header says");
    TriangleMesh mesh;
    for (std::size_t i = 0; i < vertices; ++i, at += stride) {
        Vector3& point = mesh.points.emplace_back();
        for (int axis = 0; axis < 3; ++axis) {
            const auto& [offset, type] = places.at(std::string(1, "xyz"[axis]));
            float value = 0;
            if (type == "double")
                std::memcpy(&point[axis], at + offset, 8);
            else {
                std::memcpy(&value, at + offset, 4);
                point[axis] = double(value);
            }
        }
    }
    for (std::size_t i = 0; i < faces; ++i, at += 13) {
        if (*at != 3)
            throw std::runtime_error("a face that is no triangle");
        std::memcpy(mesh.triangles.emplace_back().data(), at + 1, 12);
    }
    return mesh;
}

} // namespace sastrugi::test
