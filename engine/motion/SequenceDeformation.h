// A change of shape that is read from files as it is needed: of a sequence of meshes, a few are in memory at a time.
//
// With the same triangles in all of them points go straight from file to file. With other triangles each mesh stands
// still until the next one takes its place.
#pragma once

#include "engine/motion/Deformation.h"

#include <functional>
#include <map>
#include <mutex>

namespace sastrugi
{

/// What is known of all files from a first reading.
struct SequenceTimes {
    std::vector<double> times;       // of the files, rising; s
    std::vector<double> largestWays; // of any point, from each file to the next, and from the last to the first; m
    double period = 0;               // after which it begins again; 0: it stays as the last file has it. Seconds
    Bounds bounds;                   // hold all of them
    Hash content;                    // of all files
};

class SequenceDeformation final : public Deformation
{
public:
    /// Reads a file again, by its place in the sequence; null for a mesh that is not the one of the first reading.
    using Reader = std::function<std::shared_ptr<const TriangleMesh>(std::size_t index)>;

    /// `isStepped` where the triangles differ. `readFile` may throw, and is called by one thread at a time.
    SequenceDeformation(SequenceTimes times, std::size_t pointCount, bool isStepped, Reader readFile);

    std::size_t pointCount() const override { return m_pointCount; }
    std::vector<Vector3> pointsAt(double time) const override;
    double largestSpeed(double from, double to) const override;
    const Bounds& bounds() const override { return m_times.bounds; }
    ShapeInterval intervalAt(double time, double way) const override;
    std::vector<double> typicalTimes() const override;
    std::shared_ptr<const TriangleMesh> stepAt(double time) const override;
    void addToHash(ContentHash& hash) const override;

    /// How many files are held now.
    std::size_t heldFiles() const;

private:
    /// Between two files; the same twice outside of all.
    struct Place {
        std::size_t before = 0, after = 0;
        double begin = 0, end = 0; // s; the same where nothing changes any more, or not yet
    };
    Place placeOf(double time) const;
    std::shared_ptr<const TriangleMesh> mesh(std::size_t index) const;

    SequenceTimes m_times;
    std::size_t m_pointCount;
    bool m_isStepped;
    Reader m_readFile;
    struct Held {
        std::shared_ptr<const TriangleMesh> mesh;
        std::uint64_t lastUse = 0;
    };
    mutable std::mutex m_mutex;
    mutable std::map<std::size_t, Held> m_held;
    mutable std::uint64_t m_uses = 0;
};

} // namespace sastrugi
