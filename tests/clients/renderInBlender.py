"""Renders the meshes of PLY files, side by side, as snow on the ground, with Cycles, in Blender 3.4:

    blender --background --factory-startup --python renderInBlender.py -- snow.0012.ply [another.ply...] picture.png
"""
import sys

import bpy
from mathutils import Vector

*sources, picture = sys.argv[sys.argv.index("--") + 1:]


def material(name, colour, **inputs):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"].inputs
    shader["Base Color"].default_value = colour
    for key, value in inputs.items():
        shader[key.replace("_", " ")].default_value = value
    return made


def added(name, data):
    thing = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(thing)
    return thing


bpy.ops.wm.read_factory_settings(use_empty=True)
white = material("snow", (0.92, 0.94, 0.97, 1), Roughness=0.6, Subsurface=0.15, Subsurface_Radius=(0.02, 0.03, 0.04))
corners = []
for source in sources:
    bpy.ops.import_mesh.ply(filepath=source)
    snow = bpy.context.selected_objects[0]
    bpy.ops.object.shade_smooth()
    snow.data.materials.clear()
    snow.data.materials.append(white)
    own = [Vector(corner) for corner in snow.bound_box]
    if corners: # beside the others
        snow.location.x = 0.01 + 1.1 * max(corner.x for corner in corners) - min(corner.x for corner in own)
    corners += [corner + snow.location for corner in own]
bpy.ops.mesh.primitive_plane_add(size=20)
bpy.context.object.data.materials.append(material("ground", (0.12, 0.14, 0.17, 1)))

middle = sum(corners, Vector()) / len(corners)
size = max(max(corner[axis] for corner in corners) - min(corner[axis] for corner in corners) for axis in range(3))
camera = added("camera", bpy.data.cameras.new("camera"))
camera.location = middle + Vector((0.7, -1.2, 0.7)) * size
camera.rotation_euler = (middle - camera.location).to_track_quat("-Z", "Y").to_euler()
sun = added("sun", bpy.data.lights.new("sun", "SUN"))
sun.data.energy, sun.data.angle, sun.rotation_euler = 3.5, 0.05, (0.9, 0.2, 0.9)

scene = bpy.context.scene
scene.camera = camera
scene.world = bpy.data.worlds.new("sky")
scene.world.use_nodes = True
sky = scene.world.node_tree.nodes["Background"].inputs
sky[0].default_value, sky[1].default_value = (0.35, 0.45, 0.6, 1), 0.6
scene.render.engine = "CYCLES"
scene.cycles.device, scene.cycles.samples, scene.cycles.use_denoising = "CPU", 48, False
scene.render.resolution_x, scene.render.resolution_y = 800, 450
scene.render.filepath = picture
bpy.ops.render.render(write_still=True)
