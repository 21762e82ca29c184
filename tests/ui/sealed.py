"""sealed.py: makes files that end with their checksum: files of lines, whose last line contains it, and JSON, whose
last member contains it.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import json


def fnv1a(data):
    """Returns the checksum: 64-bit FNV-1a."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def sealed(lines):
    """Returns a file of these lines (bytes, without the end line), with the right end line."""
    data = b"".join(line + b"\n" for line in lines)
    return data + end_line(data)


def end_line(data):
    """Returns the end line of a file whose other lines are `data`."""
    return b"end %d %016x\n" % (data.count(b"\n"), fnv1a(data))


def resealed(text):
    """Returns the text of a sealed document whose bytes were altered, with the right seal."""
    text = text[:text.rindex(b',"seal"')]
    return text + b',"seal":"%016x"}\n' % fnv1a(text)


def sealed_json(document):
    """Returns a document as JSON text, with the member "seal" after all others."""
    text = json.dumps({name: value for name, value in document.items() if name != "seal"}, separators=(",", ":"))[:-1]
    return text + f',"seal":"{fnv1a(text.encode()):016x}"' + "}\n"
