// The volume of the current frame, made in the background.
#pragma once

#include "app/studio/frames/BackgroundTask.h"

#include "engine/simulation/Frame.h"
#include "engine/volume/DensityVolume.h"

#include <QObject>

#include <memory>

namespace sastrugi::studio
{

class VolumeReader : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// Asks for the volume of `frame`; what is there already is not made again. Null: none.
    void want(const std::shared_ptr<const Frame>& frame, const DensityVolumeParameters& parameters);
    /// Of what was asked for last, or of what was before as long as that is not there; may be null.
    const std::shared_ptr<const VoxelGrid>& volume() const { return m_volume; }

Q_SIGNALS:
    void volumeChanged();
    /// Why there is none: a sentence.
    void failed(const QString& reason);

private:
    void set(std::shared_ptr<const VoxelGrid> volume);

    std::shared_ptr<const Frame> m_frame;
    DensityVolumeParameters m_parameters;
    std::shared_ptr<const VoxelGrid> m_volume;
    int m_request = 0;
    BackgroundTask m_task; // last: it ends before the rest goes
};

} // namespace sastrugi::studio
