"""What ParaView finds in the data sets of a PVD file: times, and for each time the points and the arrays' ranges."""
import json
import sys

from paraview.simple import PVDReader


def ranges(array):
    return [list(array.GetRange(component)) for component in range(array.GetNumberOfComponents())]


reader = PVDReader(FileName=sys.argv[1])
frames = []
for time in reader.TimestepValues:
    reader.UpdatePipeline(time)
    information = reader.GetDataInformation()
    frames.append({
        "time": time,
        "points": information.GetNumberOfPoints(),
        "cells": information.GetNumberOfCells(),
        "bounds": list(information.GetBounds()),
        "arrays": {array.Name: ranges(array) for array in reader.PointData.values()},
    })
print("RESULT" + json.dumps(frames))
