"""described.py: what tests take from docs/: the list of counts, and the schemas of JSON.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import importlib.util
import json
import os
import pathlib
import warnings

DOCS = pathlib.Path(os.environ.get("top_srcdir", pathlib.Path(__file__).resolve().parents[1])) / "docs"


def _docs_tables():
    spec = importlib.util.spec_from_file_location("docs_tables", DOCS / "tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# The rows of coherence/coh_counts.def, and the names of their counts, in order.
COUNT_ROWS = _docs_tables().counts(DOCS.parent)
COUNTS = [row["name"] for row in COUNT_ROWS]


def validator(name):
    """A validator for a schema in docs/, which may refer to the others."""
    import jsonschema
    base = DOCS.resolve().as_uri() + "/"
    store = {base + path.name: json.loads(path.read_text()) for path in DOCS.glob("*.schema.json")}
    schema = store[base + name]
    with warnings.catch_warnings():  # what replaces it, Debian 12 does not have
        warnings.simplefilter("ignore", DeprecationWarning)
        resolver = jsonschema.RefResolver(base + name, schema, store=store)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema, resolver=resolver)
