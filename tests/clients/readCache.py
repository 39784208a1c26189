"""What h5py sees in a frame of a cache, as a line of JSON: python3 readCache.py frame.0001.h5
Needs the Blosc filter of HDF5."""
import json
import sys

import h5py

frame = h5py.File(sys.argv[1])
seen = {"time": float(frame.attrs["time"]), "attributes": {}}
for name, values in frame["particles"].items():
    data = values[:].astype(float).reshape(values.shape[0], -1)
    seen["attributes"][name] = {"count": values.shape[0], "min": data.min(axis=0).tolist(), "max": data.max(axis=0).tolist()}
print(json.dumps(seen))
