// A number that changes in time by key frames: its value and its rate of change at any time.
//
// Sections between keys are cubic Bezier curves in time and value; smooth ones take the slopes of Fritsch and Butland
// 1984, doi 10.1137/0905021, so that they do not overshoot.
#pragma once

#include "engine/core/Hash.h"

#include <array>
#include <string_view>
#include <vector>

namespace sastrugi
{

/// What happens from a key to the next.
enum class CurveKind {
    Linear, // at a constant rate
    Smooth, // without a jump of the rate; at rest at the first and last key, and where it turns round
    Step,   // stays, and jumps at the next key
    Bezier, // by the handles of both keys
};

/// What happens before the first key, or after the last.
enum class CurveEnd {
    Hold,         // stays
    Linear,       // goes on at the rate it has there
    Loop,         // begins again where it began
    Onwards,      // begins again where it ended: a wheel turns on
    BackAndForth, // turns round
};

/// The end of a tangent, from its key.
struct CurveHandle {
    double time = 0, value = 0; // both 0: a third of the section, level
};

struct CurveKey {
    double time = 0; // s
    double value = 0;
    CurveKind kind = CurveKind::Linear; // of the section that begins here
    CurveHandle in = {}, out = {};      // of the Bezier sections that end and begin here
};

class Curve
{
public:
    /// Throws Error(Scene) that names the key when there is none, a value is not finite, times do not rise, or a handle
    /// does not lead towards the other key of its section, or beyond it.
    explicit Curve(std::vector<CurveKey> keys, CurveEnd before = CurveEnd::Hold, CurveEnd after = CurveEnd::Hold);

    const std::vector<CurveKey>& keys() const { return m_keys; }

    double valueAt(double time) const;
    /// Where it changes at once, the rate after; 0 at a jump. Per second.
    double rateAt(double time) const;
    /// The amount of the rate is never larger in that interval; jumps do not count.
    double largestRate(double from, double to) const;
    /// Whether it ever goes from one value to another in no time.
    bool jumps() const;
    void addToHash(ContentHash& hash) const;

private:
    /// Time and value of a section are cubic Bezier polynomials of a share from 0 to 1.
    struct Section {
        std::array<double, 4> times, values;
        bool isEven = true; // the share is that of the time
        bool isStep = false;

        double shareAt(double time) const;
        double rateAtShare(double share) const;
        double largestRate(double from, double to) const;
    };
    /// A moment between the first and the last key, and how it is played.
    struct Moment {
        double time = 0;      // of the keys
        double offset = 0;    // of the value
        double direction = 1; // -1: backwards; 0: held
        double beyond = 0;    // s, of a curve that goes on straight
    };

    double duration() const { return m_keys.back().time - m_keys.front().time; }
    Moment momentAt(double time) const;
    const Section& sectionAt(double time, bool isBackwards) const;
    double largestRateOfKeys(double from, double to) const;
    double rateOfKeys(double time, bool isBackwards) const;

    std::vector<CurveKey> m_keys;
    std::vector<Section> m_sections;
    CurveEnd m_before, m_after;
};

} // namespace sastrugi
