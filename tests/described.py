"""described.py: data from the documents for tests: the list of counts, and the schemas of JSON.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import importlib.util
import json
import os
import pathlib

DOCS = pathlib.Path(os.environ.get("top_srcdir", pathlib.Path(__file__).resolve().parents[1])) / "docs"


def _docs_tables():
    spec = importlib.util.spec_from_file_location("docs_tables", DOCS / "tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Returns the rows of coherence/coh_counts.def, and the names of their counts, in order.
COUNT_ROWS = _docs_tables().counts(DOCS.parent)
COUNTS = [row["name"] for row in COUNT_ROWS]


def validator(name):
    """Returns a validator for a schema in docs/, which can refer to other schemas."""
    import jsonschema
    base = "https://example.org/"
    read = lambda path: {**json.loads(path.read_text()), "$id": base + path.name}
    schema = read(DOCS / name)
    jsonschema.Draft202012Validator.check_schema(schema)
    others = {path.name: read(path) for path in DOCS.glob("*.schema.json") if path.name != name}
    schema["$defs"] = {**schema.get("$defs", {}), **others}
    return jsonschema.Draft202012Validator(schema)
