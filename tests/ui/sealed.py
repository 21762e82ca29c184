"""sealed.py: files of lines of which the last one says how many there are before it, and their checksum.

SPDX-License-Identifier: GPL-2.0-or-later
"""


def fnv1a(data):
    """The checksum: 64-bit FNV-1a."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def sealed(lines):
    """A file of these lines (bytes, without the end line), with the end line that belongs to them."""
    data = b"".join(line + b"\n" for line in lines)
    return data + b"end %d %016x\n" % (len(lines), fnv1a(data))
