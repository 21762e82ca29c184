"""elf.py: makes small ELF files, with code at a chosen place, symbols, and a build id.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import struct

EXECUTABLE, SHARED = 2, 3


def table_of(names):
    """Returns a string table, and the position of each name in it."""
    text = b"\0"
    places = {}
    for name in names:
        places[name] = len(text)
        text += name.encode() + b"\0"
    return text, places


def make_elf(path, kind, offset, address, size, symbols=(), build_id=None, more=()):
    """Writes a file with `size` bytes of code at a file offset, which have a certain link-time address. symbols: (name,
    address). more: other segments: (flags, offset, address, bytes in memory)."""
    note = struct.pack("<III4s", 4, len(build_id), 3, b"GNU\0") + build_id if build_id else b""
    strings, names = table_of([name for name, _ in symbols])
    sections, titles = table_of([".text", ".symtab", ".strtab", ".shstrtab"])
    symtab = b"\0" * 24 + b"".join(
        struct.pack("<IBBHQQ", names[name], 0x12, 0, 1, where, 16) for name, where in symbols)
    count = 2 + len(more)
    note_at = 64 + count * 56
    tail = offset + size
    parts = [symtab, strings, sections]
    places = []
    for part in parts:
        places.append(tail)
        tail += len(part) + -len(part) % 8
    header = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\2\1\1" + b"\0" * 9, kind, 62, 1, address, 64, tail, 0, 64, 56, count, 64,
                         5, 4)
    segments = struct.pack("<IIQQQQQQ", 1, 5, offset, address, address, size, size, 4096)
    segments += struct.pack("<IIQQQQQQ", 4, 4, note_at, note_at, note_at, len(note), len(note), 4)
    for flags, at, where, memory in more:
        segments += struct.pack("<IIQQQQQQ", 1, flags, at, where, where, memory, memory, 4096)
    rows = [(0,) * 10, (titles[".text"], 1, 6, address, offset, size, 0, 0, 16, 0),
            (titles[".symtab"], 2, 0, 0, places[0], len(symtab), 3, 1, 8, 24),
            (titles[".strtab"], 3, 0, 0, places[1], len(strings), 0, 0, 1, 0),
            (titles[".shstrtab"], 3, 0, 0, places[2], len(sections), 0, 0, 1, 0)]
    body = bytearray(tail)
    body[:len(header)] = header
    body[64:64 + len(segments)] = segments
    body[note_at:note_at + len(note)] = note
    for place, part in zip(places, parts):
        body[place:place + len(part)] = part
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(bytes(body) + b"".join(struct.pack("<IIQQQQIIQQ", *row) for row in rows))
