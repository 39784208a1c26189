"""What Blender sees, as a line of JSON behind "RESULT":
blender --background --factory-startup --python importIntoBlender.py -- FILE.ply ... FILE.vdb ...
PLY files are imported one by one; the VDB files must be one sequence, and are imported as such."""
import json
import os
import sys

import bpy
from mathutils import Vector

files = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
result = {"version": bpy.app.version_string, "ply": [], "vdb": []}

for path in (f for f in files if f.endswith(".ply")):
    bpy.ops.import_mesh.ply(filepath=path)
    mesh = bpy.context.object
    points = [mesh.matrix_world @ v.co for v in mesh.data.vertices]
    result["ply"].append({
        "count": len(points),
        "low": [min(p[k] for p in points) for k in range(3)],
        "high": [max(p[k] for p in points) for k in range(3)],
    })

volumes = sorted(f for f in files if f.endswith(".vdb"))
if volumes:
    bpy.ops.object.volume_import(filepath=volumes[0], directory=os.path.dirname(volumes[0]),
                                 files=[{"name": os.path.basename(f)} for f in volumes],
                                 use_sequence_detection=True)
    volume = bpy.context.object
    data = volume.data
    result["isSequence"] = data.is_sequence
    result["frames"] = [data.frame_start, data.frame_duration]
    for frame in range(data.frame_start, data.frame_start + len(volumes)):
        bpy.context.scene.frame_set(frame)
        evaluated = volume.evaluated_get(bpy.context.evaluated_depsgraph_get())
        evaluated.data.grids.load()
        corners = [evaluated.matrix_world @ Vector(c) for c in evaluated.bound_box]
        result["vdb"].append({
            "grids": [[g.name, g.data_type] for g in evaluated.data.grids],
            "error": evaluated.data.grids.error_message,
            "low": [min(c[k] for c in corners) for k in range(3)],
            "high": [max(c[k] for c in corners) for k in range(3)],
        })
print("RESULT" + json.dumps(result))
