#include "app/studio/viewport/VolumeReader.h"

#include "engine/core/Error.h"

namespace sastrugi::studio
{

void VolumeReader::want(const std::shared_ptr<const Frame>& frame, const DensityVolumeParameters& parameters)
{
    if (frame == m_frame && parameters.voxelSize == m_parameters.voxelSize)
        return;
    m_frame = frame;
    m_parameters = parameters;
    const int request = ++m_request;
    if (!frame)
        return set(nullptr);
    m_task.start([this, frame, parameters, request](std::stop_token stop) {
        std::shared_ptr<const VoxelGrid> volume;
        QString reason;
        try {
            volume = std::make_shared<const VoxelGrid>(densityVolume(*frame, parameters, stop));
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::Interrupted)
                return;
            reason = QString::fromUtf8(error.what());
        } catch (const std::bad_alloc&) {
            reason = tr("there is not enough memory for the volume; use larger voxels");
        }
        QMetaObject::invokeMethod(
            this,
            [this, request, volume, reason] {
                if (request != m_request)
                    return;
                set(volume);
                if (!volume)
                    Q_EMIT failed(reason);
            },
            Qt::QueuedConnection);
    });
}

void VolumeReader::set(std::shared_ptr<const VoxelGrid> volume)
{
    if (volume == m_volume)
        return;
    m_volume = std::move(volume);
    Q_EMIT volumeChanged();
}

} // namespace sastrugi::studio
