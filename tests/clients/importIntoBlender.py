"""What Blender sees, as a line of JSON behind "RESULT":
blender --background --factory-startup --python importIntoBlender.py -- FILE.ply ... FILE.obj ... FILE.glb ... FILE.vdb ...
PLY, OBJ (Y up, as Blender expects) and GLB files are imported one by one; the VDB files must be one sequence, and are
imported as such."""
import json
import os
import sys

import bpy
import numpy

# The glTF importer of Debian's Blender 3.4 uses a name that Debian's NumPy 1.24 has no more.
numpy.bool = bool

files = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)


def bounds(thing, mesh):
    points = [thing.matrix_world @ v.co for v in mesh.vertices]
    return {"count": len(points), "low": [min(p[k] for p in points) for k in range(3)],
            "high": [max(p[k] for p in points) for k in range(3)]}


def volume_of(mesh):
    """Positive where the triangles look outwards."""
    mesh.calc_loop_triangles()
    corners = [[mesh.vertices[v].co for v in triangle.vertices] for triangle in mesh.loop_triangles]
    return sum(a.dot(b.cross(c)) for a, b, c in corners) / 6


result = {"version": bpy.app.version_string, "ply": [], "obj": [], "glb": [], "vdb": []}
importers = {"ply": bpy.ops.import_mesh.ply, "obj": bpy.ops.wm.obj_import, "glb": bpy.ops.import_scene.gltf}

for kind, importer in importers.items():
    for path in (f for f in files if f.endswith("." + kind)):
        importer(filepath=path)
        thing = next(t for t in bpy.context.selected_objects if t.type == "MESH")
        result[kind].append({**bounds(thing, thing.data), "volume": volume_of(thing.data)})

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
