"""other_traces.py: traces in the formats of other programs, for the tests of memspy trace import.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import random
import struct

# ---- inputs: (address of the instruction, [(L, S or M, address, size)]) for each instruction ----

def program(seed, n):
    """Returns instructions of a loop with regular and irregular references."""
    dice = random.Random(seed)
    for i in range(n):
        yield 0x401000 + 4 * (i % 7), []
        yield 0x401100, [("L", 0x10000000 + 8 * i, 8)]
        yield 0x401104 + 16 * dice.randrange(3), [("M", 0x7ffe0000 + 4 * dice.randrange(64), 4), ("S", 0x20000000 + dice.randrange(1 << 20), 1)]
    for _ in range(3):
        yield 0x401fff, []


def lackey(code):
    lines = ["==123== Lackey, an example Valgrind tool", "==123== "]
    for pc, references in code:
        lines.append(f"I  {pc:08x},4")
        lines += [f" {kind} {address:08x},{size}" for kind, address, size in references]
    return "\n".join([*lines, ""]).encode()


def din(code):
    lines = []
    for pc, references in code:
        lines.append(f"2 {pc:x} a comment")
        for kind, address, _ in references:
            lines += [f"{label} 0x{address:x}" for label in {"L": "0", "S": "1", "M": "01"}[kind]]
    return "\n".join([*lines, ""]).encode()


def extended_din(code):
    lines = []
    for pc, references in code:
        lines.append(f"i {pc:x} 4")
        for kind, address, size in references:
            lines += [f"{label} {address:x} {size:x}" for label in {"L": "r", "S": "w", "M": "rw"}[kind]]
    return "\n".join(lines).encode()  # without a newline at the end


def champsim_record(pc, references, branch=0, written=(), read=()):
    stores = [address for kind, address, _ in references if kind in "SM"]
    loads = [address for kind, address, _ in references if kind in "LM"]
    pad = lambda numbers, n: (*numbers, *[0] * (n - len(numbers)))
    return struct.pack("<QBB2B4B2Q4Q", pc, branch, branch, *pad(written, 2), *pad(read, 4), *pad(stores, 2), *pad(loads, 4))


def cloudsuite_record(pc, references):
    """A record of ChampSim's option --cloudsuite. Two parts contain what was in memory when the record was made."""
    stores, loads = ([address for kind, address, _ in references if kind in kinds][:4] for kinds in ("SM", "LM"))
    pad = lambda numbers: (*numbers, *[0] * (4 - len(numbers)))
    return struct.pack("<QBB4B4B6s4Q4Q2B6s", pc, 0, 0, 5, 0, 0, 0, 6, 26, 0, 0, b"\xc1\x05", *pad(stores), *pad(loads), 1, 0, b"\xef\x01")


def champsim(code):
    return b"".join(champsim_record(*instruction) for instruction in code)


def entry(kind, size, value):
    return struct.pack("<HHQ", kind, size, value)


def drmemtrace(code, thread=7, version=7):
    out = [entry(25, 0, version), entry(22, 4, thread), entry(24, 4, 1), entry(28, 12, version), entry(28, 2, 1000)]
    for pc, references in code:
        out.append(entry(10, 4, pc))
        for kind, address, size in references:
            out += [entry("LS".index(label), size, address) for label in {"L": "L", "S": "S", "M": "LS"}[kind]]
    return b"".join([*out, entry(23, 4, thread), entry(26, 0, 0)])


def varint(number):
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def fields(*pairs):
    return b"".join(varint(number << 3) + varint(value) if isinstance(value, int) else varint(number << 3 | 2) + varint(len(value)) + value
                    for number, value in pairs)


def message(*pairs):
    data = fields(*pairs)
    return varint(len(data)) + data


def gem5(code):
    out = [b"gem5", message((1, b"system.monitor"), (3, 10**12), (4, fields((1, 0), (2, b"system.cpu.data"))))]
    tick = 0
    for pc, references in code:
        tick += 500
        out.append(message((1, tick), (2, 1), (3, pc & ~63), (4, 64), (5, 0x100)))  # an instruction fetch
        for kind, address, size in references:
            out.append(message((1, tick), (2, {"L": 1, "S": 4, "M": 34}[kind]), (3, address), (4, size), (5, 0), (7, pc)))
            out.append(message((1, tick), (2, 7), (3, address), (4, 64)))  # a write-back
    return b"".join(out)


FORMATS = {"lackey": lackey, "din": din, "champsim": champsim, "drmemtrace": drmemtrace, "gem5": gem5}
