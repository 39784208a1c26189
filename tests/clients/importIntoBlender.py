"""What Blender sees, as a line of JSON behind "RESULT":
blender --background --factory-startup --python importIntoBlender.py -- FILE.ply ... FILE.vdb ...
PLY files are imported one by one; the VDB files must be one sequence, and are imported as such."""
import json
import os
import sys

import bpy

files = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)


def bounds(thing, mesh):
    points = [thing.matrix_world @ v.co for v in mesh.vertices]
    return {"count": len(points), "low": [min(p[k] for p in points) for k in range(3)],
            "high": [max(p[k] for p in points) for k in range(3)]}


result = {"version": bpy.app.version_string, "ply": [], "vdb": []}

for path in (f for f in files if f.endswith(".ply")):
    bpy.ops.import_mesh.ply(filepath=path)
    mesh = bpy.context.object
    result["ply"].append(bounds(mesh, mesh.data))

volumes = sorted(f for f in files if f.endswith(".vdb"))
if volumes:
    bpy.ops.object.volume_import(filepath=volumes[0], directory=os.path.dirname(volumes[0]),
                                 files=[{"name": os.path.basename(f)} for f in volumes],
                                 use_sequence_detection=True)
    volume = bpy.context.object
    data = volume.data
    result["isSequence"] = data.is_sequence
    result["frames"] = [data.frame_start, data.frame_duration]
    # The box of a volume is that of its blocks of voxels; where the snow is, its surface says.
    surface = bpy.data.objects.new("surface", bpy.data.meshes.new("surface"))
    bpy.context.collection.objects.link(surface)
    modifier = surface.modifiers.new("surface", "VOLUME_TO_MESH")
    modifier.object = volume
    modifier.threshold = 50
    for frame in range(data.frame_start, data.frame_start + len(volumes)):
        bpy.context.scene.frame_set(frame)
        depsgraph = bpy.context.evaluated_depsgraph_get()
        grids = volume.evaluated_get(depsgraph).data.grids
        grids.load()
        seen = surface.evaluated_get(depsgraph)
        result["vdb"].append({"grids": [[g.name, g.data_type] for g in grids], "error": grids.error_message,
                              **bounds(seen, seen.to_mesh())})
print("RESULT" + json.dumps(result))
