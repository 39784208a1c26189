#!/usr/bin/env python3
"""What becomes of each file of a folder of meshes: a table in Markdown, of `sastrugi info`.

python3 tests/engine/io/tableOfMeshes.py build/release/bin/sastrugi MESHES [PART/PARTS]

2/5 takes the second fifth of the files, without the head of the table unless it is the first. With programs that were
built with sanitizers (cmake --preset sanitize) what they report of a file is told on the standard error. Ends with 1
where one reported something, or ended otherwise than with a mesh or a reason.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

findings = 0
reports = tempfile.TemporaryDirectory()  # of sanitizers, in the program and in its reader of meshes
environment = dict(os.environ, ASAN_OPTIONS="log_path=%s/report" % reports.name,
                   UBSAN_OPTIONS="print_stacktrace=1:log_path=%s/report" % reports.name)


def find(file, code):
    global findings
    written = list(pathlib.Path(reports.name).iterdir())
    for report in written:
        print(file, report.read_text(), sep="\n", file=sys.stderr)
        report.unlink()
    if code not in (0, 3, 5):
        print(file, "ended with code", code, file=sys.stderr)
    findings += bool(written) or code not in (0, 3, 5)


def row(program, file):
    result = subprocess.run([program, "info", str(file), "--json"], capture_output=True, text=True,
                            env=environment)
    find(file, result.returncode)
    if result.returncode != 0:
        lines = [line for line in result.stderr.strip().split("\n") if line]
        reason = lines[-1] if lines else "no reason, code %d" % result.returncode
        reason = reason.split(file.name + "'", 1)[-1].strip(" :")
        return "refused", "", "", reason
    info = json.loads(result.stdout)
    state = "closed" if info["isClosed"] else "open, %d holes" % info["holes"]
    left = [text for count, text in (
        (info["degenerateTriangles"], "without area"), (info["loosePoints"], "loose points"),
        (info["nonManifoldEdges"], "edges of three or more"), (info["inconsistentEdges"], "edges of two sides"))
        for text in ["%d %s" % (count, text)] if count]
    moves = ["%s %.3g s%s" % (clip["name"] or "clip", clip["duration"], "" if clip["movesPoints"] else " (nothing)")
             for clip in info["clips"]]
    skins = sum(part["isSkinned"] for part in info["parts"])
    morphs = sum(part["morphTargets"] for part in info["parts"])
    about = ", ".join(left + ([info["note"]] if info["note"] else [])
                      + (["%d of %d parts skinned, %d bones" % (skins, len(info["parts"]), info["bones"])] if skins else [])
                      + (["%d morph targets" % morphs] if morphs else [])
                      + (["clips: " + ", ".join(moves)] if moves else []))
    shells = "%d shells" % info["shells"] if info["shells"] != 1 else "1 shell"
    return "%d triangles" % info["triangles"], "%s, %s" % (state, shells), "%.4g" % info["volume"], about


def main():
    program, meshes = sys.argv[1], pathlib.Path(sys.argv[2])
    part, parts = (int(number) for number in (sys.argv[3] if len(sys.argv) > 3 else "1/1").split("/"))
    if part == 1:
        print("| file | read as | state | volume | besides |\n|---|---|---|---|---|")
    files = [file for folder in ("clean", "awkward", "animated") for file in sorted((meshes / folder).iterdir())]
    for file in files[len(files) * (part - 1) // parts:len(files) * part // parts]:
        cells = [cell.replace("|", "\\|") for cell in row(program, file)]
        print("| %s/%s | %s |" % (file.parent.name, file.name, " | ".join(cells)), flush=True)


if __name__ == "__main__":
    main()
    sys.exit(findings > 0)
