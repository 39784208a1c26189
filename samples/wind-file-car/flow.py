#!/usr/bin/env python3
"""Writes flow.vti: the air around the car of the sample car-snowing, on a road, as a potential flow.

The flow is a uniform wind less the gradient of a potential, so that nothing flows into the car, the road or the edges of
the box, and no air is lost: a Poisson equation on a staggered grid, with the open share of each face of a cell (cut cells,
as in Batty et al. 2007, doi 10.1145/1276377.1276502), solved by conjugate gradients. Needs NumPy and nothing else.

    python3 flow.py [--speed 6] [--cell 0.04] [--out flow.vti]
"""
import argparse
import pathlib
import struct
import zlib

import numpy

LOW, HIGH = numpy.array([-1.36, -0.84, 0.0]), numpy.array([1.76, 0.84, 1.0])  # m
PARTS = 4  # samples of a face along each of its sides


def read_triangles(path):
    points, triangles = [], []
    for line in open(path):
        words = line.split()
        if words and words[0] == "v":
            points.append([float(word) for word in words[1:4]])
        elif words and words[0] == "f":
            corners = [int(word.split("/")[0]) - 1 for word in words[1:]]
            triangles += [[corners[0], corners[k], corners[k + 1]] for k in range(1, len(corners) - 1)]
    return numpy.array(points)[numpy.array(triangles)]


def is_inside(triangles, xs, ys, zs):
    """For each place of a grid, whether an odd number of triangles is below it."""
    xs, ys = xs + 1.3e-7, ys + 1.7e-7  # not through edges
    inside = numpy.zeros((len(xs), len(ys), len(zs)), bool)
    for a, b, c in triangles:
        low, high = numpy.minimum(numpy.minimum(a, b), c), numpy.maximum(numpy.maximum(a, b), c)
        i = slice(*numpy.searchsorted(xs, [low[0], high[0]]))
        j = slice(*numpy.searchsorted(ys, [low[1], high[1]]))
        x, y = xs[i, None], ys[None, j]
        area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if area == 0 or x.size == 0 or y.size == 0:
            continue
        u = ((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x)) / area
        v = ((c[0] - x) * (a[1] - y) - (c[1] - y) * (a[0] - x)) / area
        height = u * a[2] + v * b[2] + (1 - u - v) * c[2]
        is_hit = (u >= 0) & (v >= 0) & (u + v <= 1)
        inside[i, j] ^= is_hit[..., None] & (height[..., None] < zs)
    return inside


def open_shares(triangles, counts, cell):
    """Of the faces across x, y and z: how much of each is outside of the car."""
    shares = []
    for axis in range(3):
        places = [low + cell * (numpy.arange(count * PARTS) + 0.5) / PARTS for low, count in zip(LOW, counts)]
        places[axis] = LOW[axis] + cell * numpy.arange(counts[axis] + 1)
        outside = ~is_inside(triangles, *places)
        for other in range(3):
            if other != axis:
                shape = outside.shape
                outside = outside.reshape(shape[:other] + (counts[other], PARTS) + shape[other + 1:]).mean(other + 1)
        shares.append(outside.astype(float))
    return shares


def along(axis, begin, end):
    """What [begin:end] of an axis is of all three."""
    return tuple(slice(begin, end) if a == axis else slice(None) for a in range(3))


def solve(shares, speed, cell):
    """The velocities through the faces."""
    flow = [numpy.full(shares[0].shape, float(speed)), numpy.zeros(shares[1].shape), numpy.zeros(shares[2].shape)]
    for axis in range(3):  # nothing goes through the edges of the box but along x
        if axis > 0:
            shares[axis][along(axis, 0, 1)] = shares[axis][along(axis, -1, None)] = 0

    def outflow(faces):  # of each cell, per face area
        return sum(numpy.diff(share * face, axis=axis) for axis, (share, face) in enumerate(zip(shares, faces)))

    def gradient(potential):
        faces = []
        for axis in range(3):
            face = numpy.zeros(shares[axis].shape)
            face[along(axis, 1, -1)] = numpy.diff(potential, axis=axis)
            if axis == 0:  # behind the box it is zero; what comes in is given
                face[-1] = -2 * potential[-1]
            faces.append(face)
        return faces

    def operator(potential):
        return -outflow(gradient(potential))

    is_open = sum(share[along(axis, 0, -1)] + share[along(axis, 1, None)] for axis, share in enumerate(shares)) > 0
    potential = numpy.zeros(is_open.shape)
    rest = -outflow(flow) * is_open
    direction, square = rest.copy(), (rest * rest).sum()
    first = square
    for iteration in range(5000):
        if square <= 1e-16 * first:
            break
        image = operator(direction)
        step = square / (direction * image).sum()
        potential += step * direction
        rest -= step * image
        before, square = square, (rest * rest).sum()
        direction = rest + square / before * direction
    for face, slope in zip(flow, gradient(potential)):
        face -= slope
    print(f"{iteration} iterations; largest outflow of a cell {numpy.abs(outflow(flow)).max() / speed:.1e} of the wind")
    return flow


def at_centres(flow, shares):
    """Velocities in the middle of cells; those in the car are the means of what is around them, three cells deep."""
    velocity, weight = [], []
    for axis in range(3):
        low, high = along(axis, 0, -1), along(axis, 1, None)
        openness = shares[axis][low] + shares[axis][high]
        mean = shares[axis][low] * flow[axis][low] + shares[axis][high] * flow[axis][high]
        velocity.append(mean / numpy.maximum(openness, 1e-9))
        weight.append(openness > 0)
    is_known, velocity = numpy.all(weight, axis=0), numpy.stack(velocity)
    velocity *= is_known
    for _ in range(3):
        total, count = numpy.zeros(velocity.shape), numpy.zeros(is_known.shape)
        for axis in range(3):
            for to, source in ((along(axis, 1, None), along(axis, 0, -1)), (along(axis, 0, -1), along(axis, 1, None))):
                total[(slice(None),) + to] += (velocity * is_known)[(slice(None),) + source]
                count[to] += is_known[source]
        is_new = ~is_known & (count > 0)
        velocity[:, is_new] = total[:, is_new] / count[is_new]
        is_known |= is_new
    return velocity


def write_image(path, velocity, cell):
    values = numpy.round(velocity * 128) / 128  # a centimetre per second is enough, and packs well
    raw = values.transpose(3, 2, 1, 0).astype("<f4").tobytes()  # x fastest
    block = 1 << 15
    blocks = [zlib.compress(raw[i:i + block], 9) for i in range(0, len(raw), block)]
    head = struct.pack(f"<{3 + len(blocks)}I", len(blocks), block, len(raw) % block, *map(len, blocks))
    last, origin = [n - 1 for n in velocity.shape[1:]], LOW + 0.5 * cell
    with open(path, "wb") as file:
        file.write(f"""<?xml version="1.0"?>
<VTKFile type="ImageData" version="1.0" byte_order="LittleEndian" header_type="UInt32" compressor="vtkZLibDataCompressor">
<ImageData WholeExtent="0 {last[0]} 0 {last[1]} 0 {last[2]}" Origin="{origin[0]:g} {origin[1]:g} {origin[2]:g}" Spacing="{cell:g} {cell:g} {cell:g}">
<Piece Extent="0 {last[0]} 0 {last[1]} 0 {last[2]}">
<PointData Vectors="velocity">
<DataArray type="Float32" Name="velocity" NumberOfComponents="3" format="appended" offset="0"/>
</PointData>
</Piece>
</ImageData>
<AppendedData encoding="raw">
_""".encode())
        file.write(head + b"".join(blocks))
        file.write(b"\n</AppendedData>\n</VTKFile>\n")


def main():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--speed", type=float, default=6, help="of the wind before the car, m/s")
    parser.add_argument("--cell", type=float, default=0.04, help="edge of the cells, m")
    parser.add_argument("--car", default=here.parent / "car-snowing" / "car.obj", help="a closed mesh, Z up, OBJ")
    parser.add_argument("--out", default=here / "flow.vti")
    options = parser.parse_args()
    if not options.cell > 0.005 or not 0 < options.speed < 1000:
        parser.error("cells are larger than 5 mm, and the wind is faster than nothing")
    counts = numpy.round((HIGH - LOW) / options.cell).astype(int)
    shares = open_shares(read_triangles(options.car), counts, options.cell)
    velocity = at_centres(solve(shares, options.speed, options.cell), shares)
    write_image(options.out, velocity, options.cell)
    speeds = numpy.linalg.norm(velocity, axis=0)
    print(f"{options.out}: {counts[0]} x {counts[1]} x {counts[2]} cells, up to {speeds.max():.1f} m/s")


if __name__ == "__main__":
    main()
