#!/usr/bin/env python3
"""Makes walker.gltf: a body on two legs with a skeleton, and a clip in which it takes two steps.

The clip is a whole cycle and ends in the pose in which it began, one stride further on: a Mesh File that repeats it
onwards walks. While a foot is on the ground it does not slide. Metres, Y up, as glTF has it; it walks along -z, which is
+y when Y is turned to z. Needs nothing but Python: python3 makeWalker.py
"""

import base64
import json
import math
import struct

THIGH, SHIN, ANKLE = 0.24, 0.24, 0.05  # lengths of bones, and of the ankle over the ground
HIP, SIDE = 0.53, 0.075                # height of the hips at rest, and their distance from the middle
STRIDE, PERIOD = 0.56, 1.2             # of a cycle of two steps: m, s
LIFT = 0.16                            # of a foot that swings
KEYS = 48                              # of a cycle


# The walk, in a plane: x forwards, z up. ---------------------------------------------------------------------------

def smooth(s):
    return s * s * (3 - 2 * s)


def ankle(phase):
    """Place of an ankle, and the pitch of its foot (toes down: positive), at a phase of its leg, 0 to 1."""
    rounds = math.floor(phase)
    phase -= rounds
    stance = 0.56
    start = rounds * STRIDE
    if phase < stance:  # on the ground: heel first, then flat, then the heel comes off
        s = phase / stance
        pitch = -0.35 * (1 - smooth(s / 0.2)) if s < 0.2 else 0.5 * smooth((s - 0.7) / 0.3) if s > 0.7 else 0
        return start, ANKLE + 0.12 * max(0, math.sin(pitch)) + 0.05 * max(0, math.sin(-pitch)), pitch
    s = (phase - stance) / (1 - stance)
    pitch = 0.5 + (-0.35 - 0.5) * smooth(s)
    low = ANKLE + 0.12 * math.sin(0.5) * (1 - s) + 0.05 * math.sin(0.35) * s
    return start + STRIDE * smooth(s), low + LIFT * math.sin(math.pi * s) ** 1.5, pitch


def hip(phase):
    """Of the body, at a phase of the cycle: forwards evenly, up and down twice."""
    return STRIDE * (phase - 0.27), HIP - 0.024 + 0.008 * math.cos(4 * math.pi * phase)


def leg(phase, offset):
    """Angles of thigh, shin and foot about the sideways axis, each against its parent; positive swings forwards."""
    hx, hz = hip(phase)
    ax, az, pitch = ankle(phase + offset)
    ax -= offset * STRIDE
    dx, dz = ax - hx, hz - az
    reach = min(math.hypot(dx, dz), 0.999 * (THIGH + SHIN))
    knee = math.acos((THIGH ** 2 + SHIN ** 2 - reach ** 2) / (2 * THIGH * SHIN))  # inner angle
    lean = math.acos((THIGH ** 2 + reach ** 2 - SHIN ** 2) / (2 * THIGH * reach))
    thigh = math.atan2(dx, dz) + lean
    shin = -(math.pi - knee)
    return thigh, shin, -pitch - thigh - shin


# The body: rings of points around the bones, in the coordinates of the rest pose. -----------------------------------

points, triangles, joints, weights = [], [], [], []


def tube(rings, sides=12):
    """A closed tube through rings of (centre, forward half width, sideways half width, axes, [(joint, weight)..])."""
    first = len(points)
    for centre, forward, sideways, axis, bones in rings:
        for k in range(sides):
            angle = 2 * math.pi * k / sides
            u, v = forward * math.cos(angle), sideways * math.sin(angle)
            if axis == "up":
                points.append((centre[0] + u, centre[1] + v, centre[2]))
            else:  # forwards: u is up
                points.append((centre[0], centre[1] + v, centre[2] + u))
            held = list(bones) + [(0, 0.0)] * (4 - len(bones))
            joints.append([b for b, _ in held])
            weights.append([w for _, w in held])
    for r in range(len(rings) - 1):
        for k in range(sides):
            a, b = first + r * sides + k, first + r * sides + (k + 1) % sides
            triangles.append((a, b, b + sides))
            triangles.append((a, b + sides, a + sides))
    for ring, turned in ((0, True), (len(rings) - 1, False)):  # lids: a point in the middle
        centre, _, _, _, bones = rings[ring]
        middle = len(points)
        points.append(centre)
        held = list(bones) + [(0, 0.0)] * (4 - len(bones))
        joints.append([b for b, _ in held])
        weights.append([w for _, w in held])
        for k in range(sides):
            a, b = first + ring * sides + k, first + ring * sides + (k + 1) % sides
            triangles.append((middle, b, a) if turned else (middle, a, b))


BODY = 0
LEGS = ((1, 2, 3, SIDE), (4, 5, 6, -SIDE))  # joints of thigh, shin, foot; y


def blend(first, second, share):
    return [(first, 1 - share), (second, share)]


def make_body():
    rings = []
    for k in range(13):  # an egg
        angle = math.pi * k / 12
        radius = max(math.sin(angle), 0.08)
        rings.append(((0, 0, HIP + 0.14 - 0.19 * math.cos(angle)), 0.11 * radius, 0.15 * radius, "up", [(BODY, 1)]))
    tube(rings)
    for thigh, shin, foot, y in LEGS:
        knee, low = HIP - THIGH, HIP - THIGH - SHIN
        rings = [((0, y, low + 0.01), 0.030, 0.028, "up", [(foot, 1)])]
        for height, radius, bones in (
                (low + 0.05, 0.034, blend(foot, shin, 0.7)), (low + 0.10, 0.038, [(shin, 1)]),
                (knee - 0.06, 0.045, [(shin, 1)]), (knee - 0.02, 0.046, blend(shin, thigh, 0.25)),
                (knee + 0.02, 0.047, blend(shin, thigh, 0.75)), (knee + 0.06, 0.050, [(thigh, 1)]),
                (HIP - 0.06, 0.058, [(thigh, 1)]), (HIP - 0.01, 0.055, [(thigh, 1)])):
            rings.append(((0, y, height), radius, radius, "up", bones))
        tube(rings)
        ground = low - ANKLE
        tube([((x, y, ground + height), up, side, "forwards", [(foot, 1)]) for x, height, up, side in (
            (-0.062, 0.030, 0.012, 0.014), (-0.055, 0.032, 0.028, 0.030), (-0.02, 0.034, 0.034, 0.036),
            (0.03, 0.033, 0.033, 0.040), (0.08, 0.026, 0.026, 0.044), (0.115, 0.022, 0.020, 0.036),
            (0.13, 0.020, 0.010, 0.016))])


# glTF ------------------------------------------------------------------------------------------------------------------

def turned(p):
    """x forwards, y to the left, z up -> X right, Y up, -Z forwards."""
    return -p[1], p[2], -p[0]


def about_side(angle):
    """Swings what hangs down forwards: a turn about +x, of what walks along -z."""
    return math.sin(angle / 2), 0.0, 0.0, math.cos(angle / 2)


class Buffer:
    def __init__(self):
        self.bytes, self.views, self.accessors = b"", [], []

    def add(self, rows, kind, code, component, target=None, bounds=False):
        flat = [v for row in rows for v in (row if isinstance(row, (tuple, list)) else (row,))]
        data = struct.pack("<%d%s" % (len(flat), code), *flat)
        view = {"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data)}
        if target:
            view["target"] = target
        self.views.append(view)
        self.bytes += data + b"\0" * (-len(data) % 4)
        accessor = {"bufferView": len(self.views) - 1, "componentType": component, "count": len(rows), "type": kind}
        if bounds:
            columns = list(zip(*rows)) if isinstance(rows[0], (tuple, list)) else [rows]
            single = lambda v: struct.unpack("<f", struct.pack("<f", v))[0]
            accessor["min"] = [single(min(c)) for c in columns]
            accessor["max"] = [single(max(c)) for c in columns]
        self.accessors.append(accessor)
        return len(self.accessors) - 1


def main():
    make_body()
    buffer = Buffer()
    rest = {BODY: (0, 0, HIP)}
    parents = {}
    for thigh, shin, foot, y in LEGS:
        rest[thigh], rest[shin], rest[foot] = (0, y, HIP), (0, y, HIP - THIGH), (0, y, HIP - THIGH - SHIN)
        parents[thigh], parents[shin], parents[foot] = BODY, thigh, shin
    names = ["body", "left thigh", "left shin", "left foot", "right thigh", "right shin", "right foot"]
    nodes = []
    for j, name in enumerate(names):
        base = rest[parents[j]] if j in parents else (0, 0, 0)
        node = {"name": name, "translation": turned([a - b for a, b in zip(rest[j], base)])}
        children = [c for c, p in parents.items() if p == j]
        if children:
            node["children"] = children
        nodes.append(node)
    nodes.append({"name": "walker", "mesh": 0, "skin": 0})
    inverse = []
    for j in range(len(names)):
        x, y, z = turned(rest[j])
        inverse.append((1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1))
    attributes = {
        "POSITION": buffer.add([turned(p) for p in points], "VEC3", "f", 5126, 34962, True),
        "JOINTS_0": buffer.add(joints, "VEC4", "B", 5121, 34962),
        "WEIGHTS_0": buffer.add(weights, "VEC4", "f", 5126, 34962)}
    indices = buffer.add([i for t in triangles for i in t], "SCALAR", "H", 5123, 34963)
    matrices = buffer.add(inverse, "MAT4", "f", 5126)
    phases = [k / KEYS for k in range(KEYS + 1)]
    times = buffer.add([PERIOD * p for p in phases], "SCALAR", "f", 5126, None, True)
    samplers, channels = [], []

    def animate(node, path, rows, kind):
        samplers.append({"input": times, "output": buffer.add(rows, kind, "f", 5126), "interpolation": "LINEAR"})
        channels.append({"sampler": len(samplers) - 1, "target": {"node": node, "path": path}})

    animate(BODY, "translation", [turned((hip(p)[0], 0, hip(p)[1])) for p in phases], "VEC3")
    for (thigh, shin, foot, _), offset in zip(LEGS, (0.0, 0.5)):
        angles = [leg(p, offset) for p in phases]
        for joint, k in ((thigh, 0), (shin, 1), (foot, 2)):
            animate(joint, "rotation", [about_side(a[k]) for a in angles], "VEC4")
    gltf = {
        "asset": {"version": "2.0", "generator": "Sastrugi, samples/mpm-walker/makeWalker.py"},
        "scene": 0, "scenes": [{"nodes": [BODY, len(names)]}], "nodes": nodes,
        "meshes": [{"name": "walker", "primitives": [{"attributes": attributes, "indices": indices}]}],
        "skins": [{"inverseBindMatrices": matrices, "joints": list(range(len(names))), "skeleton": BODY}],
        "animations": [{"name": "walk", "samplers": samplers, "channels": channels}],
        "accessors": buffer.accessors, "bufferViews": buffer.views,
        "buffers": [{"byteLength": len(buffer.bytes), "uri": "data:application/octet-stream;base64,"
                     + base64.b64encode(buffer.bytes).decode()}]}
    with open("walker.gltf", "w", encoding="utf-8") as file:
        json.dump(gltf, file, separators=(",", ":"))
        file.write("\n")
    print("%d points, %d triangles, %d joints, %d bytes" % (len(points), len(triangles), len(names), len(buffer.bytes)))


if __name__ == "__main__":
    main()
