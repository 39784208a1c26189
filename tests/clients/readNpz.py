"""Prints what NumPy sees in an NPZ file, as JSON: readNpz.py FILE"""
import json
import sys
import zipfile

import numpy

path = sys.argv[1]
assert zipfile.ZipFile(path).testzip() is None, "a member is damaged"
result = {}
with numpy.load(path) as arrays:  # without pickle
    for name in arrays.files:
        values = arrays[name]
        assert numpy.isfinite(values).all(), name
        result[name] = {
            "type": values.dtype.str,
            "shape": list(values.shape),
            "min": float(values.min()),
            "max": float(values.max()),
            "mean": float(values.mean(dtype=float)),
        }
print(json.dumps(result))
