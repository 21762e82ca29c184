"""samples.py: reads files of samples (docs/samples-format.md) strictly, without code of memspy.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import re

from sealed import sealed

Samples = collections.namedtuple("Samples", "command events objects frames samples")


def unquoted(text):
    """Returns the value of a quoted string."""
    plain = {"n": "\n", "t": "\t"}
    return re.sub(r"\\(x[0-9a-f]{2}|.)", lambda m: chr(int(m[1][1:], 16)) if m[1][0] == "x" else plain.get(m[1], m[1]),
                  text[1:-1])


def fields_of(line):
    return re.findall(r'"(?:[^"\\]|\\.)*"|[^ ]+', line)


def read_samples(path):
    """Returns the records of the file: samples are (event, process, thread, times, frames), and frames are (path of the
    object, address)."""
    data = path.read_bytes()
    assert data == sealed(data.split(b"\n")[:-2]), data[-40:]
    lines = data.decode("utf-8", "surrogateescape").split("\n")[:-1]
    assert lines[0] == f"memspy-samples {2 if any(line.startswith('data ') for line in lines) else 1}", lines[0]
    rows = collections.defaultdict(list)
    for line in lines[1:-1]:
        kind, *fields = fields_of(line)
        if kind in ("data", "access"):
            continue
        rows[kind].append([unquoted(f) if f[0] == '"' else int(f) for f in fields])
    assert set(rows) <= {"command", "event", "object", "frame", "sample"}, set(rows)
    frames = [(rows["object"][o][0], address) for o, address in rows["frame"]]
    samples = [(rows["event"][e][0], p, t, n, tuple(frames[f] for f in path)) for e, p, t, n, *path in rows["sample"]]
    return Samples(rows["command"][0][0], [tuple(e) for e in rows["event"]], dict(map(tuple, rows["object"])), frames,
                   samples)
