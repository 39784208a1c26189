// What the viewports show: the outputs of nodes, and the current frame.
//
// Shown are the nodes with an open eye; where there is none, the solvers with all that is in their scenes, and where
// there is none of them either, whatever nodes give that nobody takes. The active node is outlined.
#pragma once

#include "app/render/MeshActors.h"
#include "app/render/Strokes.h"
#include "app/studio/document/Selection.h"
#include "app/studio/evaluation/Evaluation.h"
#include "app/studio/viewport/FaultReader.h"
#include "app/studio/viewport/FineScaleOfFrame.h"
#include "app/studio/viewport/FrameMaker.h"
#include "app/studio/viewport/PlacesReader.h"
#include "app/studio/viewport/SampleReader.h"

#include "engine/simulation/Frame.h"
#include "engine/surface/AttributedMesh.h"
#include "engine/surface/SurfaceParameters.h"
#include "engine/volume/DensityVolume.h"

#include <QObject>

#include <optional>
#include <set>

namespace sastrugi::studio
{

enum class ContentKind { Mesh, Boundary, Emitter, Outline, Samples, Wind, Volume, Surface, FineParticles, Camera };

struct ContentItem {
    ContentKind kind = ContentKind::Mesh;
    std::string node; // that it comes from
    MeshItem mesh;
    std::shared_ptr<const Boundary> moving = {}; // whose mesh it is, where it does not stand still: see movingShape.h
};

/// A velocity field; Wind where it is that of a scene, Outline where its node is shown or active itself.
struct FieldItem {
    ContentKind kind = ContentKind::Wind;
    std::string node;
    Field field;
    bool operator==(const FieldItem&) const = default;
};

/// A camera whose node is shown or active.
struct CameraItem {
    std::string node;
    std::shared_ptr<const MovingCamera> camera;
    bool operator==(const CameraItem&) const = default;
};

class SceneContent : public QObject
{
    Q_OBJECT

public:
    SceneContent(Document& document, Selection& selection, Evaluation& evaluation, QObject* parent = nullptr);

    /// As they are at time().
    const std::vector<ContentItem>& items() const { return m_items; }
    const std::vector<FieldItem>& fields() const { return m_fields; }
    const std::vector<CameraItem>& cameras() const { return m_cameras; }
    /// The samples of the boundaries that are shown, or null: asks for them.
    std::shared_ptr<const Strokes> samples();
    /// The particles of files and samplers, until there is a frame, or null: asks for them.
    std::shared_ptr<const Strokes> places();
    /// Where the meshes of the active node are open, branch, or have triangles that face opposite sides, or null: asks
    /// for them.
    std::shared_ptr<const Strokes> faults();
    /// Of the current frame, where the node of a volume is shown or active; null: none.
    const std::shared_ptr<const VoxelGrid>& volume() const { return m_volumes.value(); }
    const std::string& volumeNode() const { return m_volumeNode; }
    /// The same of a surface.
    const std::shared_ptr<const AttributedMesh>& surface() const { return m_surfaces.value(); }
    const std::string& surfaceNode() const { return m_surfaceNode; }
    /// The same of fine-scale particles.
    const std::shared_ptr<const Frame>& fineFrame() const { return m_fineFrames.value(); }
    const std::string& fineNode() const { return m_fineNode; }
    /// How many of them there are for each particle.
    std::uint32_t finePerParticle() const
    {
        return m_fineParticles ? static_cast<std::uint32_t>(m_fineParticles->parameters.perParticle) : 1;
    }
    /// Where the document's caches are.
    void setCacheBase(const std::filesystem::path& base);
    /// Why one of them cannot be made: a sentence; empty where nothing is wrong.
    const QString& problem() const { return m_problem; }
    /// Of snow, or what will be snow, with room around it; where there is neither, of all there is. Never empty.
    Bounds region() const;
    /// Seconds after the first frame, for what depends on it.
    void setTime(double time);
    double time() const { return m_time; }
    /// The solver node whose frames are shown; empty: there is none.
    const std::string& solver() const { return m_solver; }
    /// Its scene as it was evaluated last; may be null.
    std::shared_ptr<const Scene> scene() const { return m_scene; }

    /// What a live run makes of the solver's scene, shown in its place; null: the scene itself.
    void setLive(std::shared_ptr<const Scene> scene);
    /// Of the solver's cache; null: none.
    void setFrame(std::shared_ptr<const Frame> frame, bool isValid, const QString& remark = {});
    /// What is to be said of the frame, over the picture.
    const QString& remark() const { return m_remark; }
    const std::shared_ptr<const Frame>& frame() const { return m_frame; }
    bool isFrameValid() const { return m_isFrameValid; }

    /// The id of the particle that was picked, in a view or in the table.
    const std::optional<std::uint32_t>& picked() const { return m_picked; }
    void pick(const std::optional<std::uint32_t>& id);

    /// Where the picked particle was; may be null.
    void setPath(std::shared_ptr<const Strokes> path);
    const std::shared_ptr<const Strokes>& path() const { return m_path; }

Q_SIGNALS:
    void itemsChanged();
    void solverChanged();
    void frameChanged();
    void pickedChanged();
    void pathChanged();
    void timeChanged();
    /// Samples, faults or places.
    void strokesMade();
    void volumeChanged();
    void surfaceChanged();
    void fineFrameChanged();
    /// Why a node cannot be shown: a sentence.
    void failed(const std::string& node, const QString& reason);

private:
    std::vector<std::string> shownNodes() const;
    void update();
    void takeSolverOf(const std::string& node);
    void findProducts();
    void wantProducts();
    void add(const std::string& node, const PortValue& value, std::set<const TriangleMesh*>& known);

    Document& m_document;
    Selection& m_selection;
    Evaluation& m_evaluation;
    std::vector<ContentItem> m_items;
    std::vector<FieldItem> m_fields;
    std::vector<CameraItem> m_cameras;
    std::vector<std::shared_ptr<const Boundary>> m_sampled;
    std::vector<std::shared_ptr<const GivenParticles>> m_given;
    std::shared_ptr<const Strokes> m_path;
    double m_time = 0;
    std::vector<FaultReader::Shape> m_inspected; // of the active node
    SampleReader m_samples;
    FaultReader m_faults;
    PlacesReader m_places;
    FrameMaker<VoxelGrid, DensityVolumeParameters> m_volumes;
    FrameMaker<AttributedMesh, SurfaceParameters> m_surfaces;
    FineScaleOfFrame m_fineScale;
    FrameMaker<Frame, FineScaleParameters> m_fineFrames;
    std::filesystem::path m_cacheBase;
    std::string m_volumeNode, m_surfaceNode, m_fineNode;
    std::shared_ptr<const DensityVolume> m_densityVolume; // that they give
    std::shared_ptr<const ParticleSurface> m_particleSurface;
    std::shared_ptr<const FineParticles> m_fineParticles;
    QString m_problem;
    std::string m_solver;
    std::shared_ptr<const Scene> m_scene, m_live;
    std::shared_ptr<const Frame> m_frame;
    QString m_remark;
    std::optional<std::uint32_t> m_picked;
    bool m_isFrameValid = false, m_isUpdateWanted = false;
};

} // namespace sastrugi::studio
