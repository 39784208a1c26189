// A number that changes in time by a formula that was typed, such as 0.2 * sin(2 * pi * t).
//
// Names: t, the time in seconds; frame, the number of the frame, with a fraction between frames; fps; pi. Functions:
// those of muParser (sin, cos, exp, sqrt, abs, min, max, rint, ...; a ? b : c) and noise(x), noise(x, seed), clamp(x,
// low, high), smoothstep(from, to, x). Angles are in radians, or as 90 deg. Everything is a function of the time alone.
#pragma once

#include "engine/core/Hash.h"

#include <memory>
#include <string>

namespace sastrugi
{

/// What frames are, for formulas that count them.
struct FrameCount {
    double framesPerSecond = 24;
    double first = 0; // the frame at time 0
};

class Expression
{
public:
    /// Throws Error(Scene) that says what is wrong with the text, and where.
    explicit Expression(std::string text, const FrameCount& frames = {});

    const std::string& text() const;

    /// Throws Error(Scene) when it is not finite then. Any number of threads may ask at once.
    double valueAt(double time) const;
    /// The slope of the chord over some 30 microseconds around the time; per second.
    double rateAt(double time) const;
    /// From samples: the largest rate among them, and as much more as two neighbours differ. What comes and goes within
    /// a 64th of the interval, or a millisecond of a long one, may be missed.
    double largestRate(double from, double to) const;
    /// Frames count only where the text asks for them.
    void addToHash(ContentHash& hash) const;

private:
    struct Parsed;
    std::shared_ptr<Parsed> m_parsed;
};

} // namespace sastrugi
