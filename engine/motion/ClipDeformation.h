// A model whose shape follows a clip: evaluated at any time from the skeleton and the keys, so that memory does not
// grow with the length of the clip.
#pragma once

#include "engine/motion/AnimatedModel.h"
#include "engine/motion/ClipTiming.h"
#include "engine/motion/Deformation.h"

namespace sastrugi
{

class ClipDeformation final : public Deformation
{
public:
    /// `placement` takes the model to where it stands in the scene, in metres. Throws Error(Scene) when the timing
    /// contradicts itself, and when a clip that begins again does not end where it began, by more than a hundredth of
    /// its size; a smaller gap is spread over the round.
    ClipDeformation(std::shared_ptr<const AnimatedModel> model, std::size_t clip, const ClipTiming& timing,
                    const AffineMap& placement);

    std::size_t pointCount() const override { return m_model->points.size(); }
    std::vector<Vector3> pointsAt(double time) const override;
    double largestSpeed(double from, double to) const override;
    const Bounds& bounds() const override { return m_bounds; }
    ShapeInterval intervalAt(double time, double way) const override;
    std::vector<double> typicalTimes() const override;
    void addToHash(ContentHash& hash) const override;

private:
    const AnimationClip& clip() const { return m_model->clips[m_clip]; }
    std::vector<Vector3> shapeAt(double clipTime) const;
    void closeRound();
    void sample();
    /// Of a point in a while of the clip, m per second of the clip.
    double largestRate(double from, double to) const;
    std::size_t sampleBefore(double clipTime) const;

    std::shared_ptr<const AnimatedModel> m_model;
    std::size_t m_clip;
    ClipClock m_clock;
    AffineMap m_placement;
    std::vector<Vector3> m_closing;       // what a round must add to end where it began; empty: nothing
    Vector3 m_advance = Vector3::Zero();  // of a round that goes onwards
    double m_blendRate = 0;               // while the end becomes the beginning, m per second of the clip
    std::vector<double> m_times, m_rates; // samples of the clip, and no point is faster up to the next
    Bounds m_bounds;
};

} // namespace sastrugi
