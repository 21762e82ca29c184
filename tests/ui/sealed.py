"""sealed.py: files that end with their checksum: of lines, whose last one has it, and JSON, whose last member has it.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import json


def fnv1a(data):
    """The checksum: 64-bit FNV-1a."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def sealed(lines):
    """A file of these lines (bytes, without the end line), with the end line that belongs to them."""
    data = b"".join(line + b"\n" for line in lines)
    return data + end_line(data)


def end_line(data):
    """The end line of such a file, of which `data` are the lines before it."""
    return b"end %d %016x\n" % (data.count(b"\n"), fnv1a(data))


def resealed(text):
    """The text of a sealed document, as bytes that were altered, with the seal that belongs to them."""
    text = text[:text.rindex(b',"seal"')]
    return text + b',"seal":"%016x"}\n' % fnv1a(text)


def sealed_json(document):
    """A document as the text of JSON, with the member "seal" behind all others."""
    text = json.dumps({name: value for name, value in document.items() if name != "seal"}, separators=(",", ":"))[:-1]
    return text + f',"seal":"{fnv1a(text.encode()):016x}"' + "}\n"
