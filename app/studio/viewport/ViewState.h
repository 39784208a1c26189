// What a view shows and from where, and how that stands in a scene file.
#pragma once

#include "app/render/Camera.h"
#include "app/render/ParticleActor.h"
#include "app/render/Slice.h"
#include "app/studio/viewport/SceneContent.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sastrugi::studio
{

/// What of the content a view leaves out, and how it shows the rest.
struct ViewSettings {
    std::set<ContentKind> hidden = {ContentKind::Samples, ContentKind::Wind};
    std::set<std::string> hiddenNodes;
    bool hasParticles = true, hasEdges = false;
    bool hasStreamlines = false; // of the wind, besides its arrows
    bool hasFaults = false;      // edges that are open or wrong, of the active node's mesh
    bool cutsMeshes = false;     // with the slice
    Colouring colours;
    std::optional<Slice> slice;
    bool operator==(const ViewSettings&) const = default;
};

struct ViewState {
    Camera camera;
    ViewSettings settings;
    bool operator==(const ViewState&) const = default;
};

/// A JSON list, one view a line; numbers have six digits, so that what was only looked at stays the same text.
std::string writeViews(const std::vector<ViewState>& views);
/// At most four. What is missing or makes no sense has its default; empty where the text is no such list.
std::vector<ViewState> readViews(std::string_view json);

} // namespace sastrugi::studio
