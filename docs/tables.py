"""tables.py: reads the tables from which the documentation is generated.

These are the tables:
- the command line and the commands of the session: in ui/ (`memspy --tables` prints them)
- the options of a machine: machine/mach_option_table.def
- the options of the tool: memspy/setup/spy_options.def
- the machine presets: machine/mach_presets.c
- the counts: coherence/coh_counts.def
- the metrics that are sums of counts: ui/view/view_metric_sums.def
- the records of a profile: bins/bin_format.def
- the blocks of a trace: trace/trace_format.def
- the client requests: memspy/memspy.h
- the rules of advice: ui/advice/advice_rules.def
- the words of budgets: ui/budgets/budget_words.def
- the changes of what-if, and the findings that suggest them: ui/whatif/

SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import json
import os
import re
import subprocess
import sys

STRING = r'"((?:[^"\\]|\\.)*)"'
OPTION_TABLES = "machine/mach_option_table.def", "memspy/setup/spy_options.def"
# The C preprocessor expands each row of the tables of options to name, value, default and help, each in several parts.
OPTION_ROWS = """
#include "machine/mach_option_value.h"
#include "fetch/fetch_config.h"
#include "trace/trace_lane.h"
#define OPTION(symbol, name, type, initial, listed, needs, help) @ROW name @ MACH_VALUE_##type @ initial @ help @END
#include "machine/mach_option_table.def"
#include "memspy/setup/spy_options.def"
"""
PRESET = re.compile(r'\{"([\w-]+)",\s*((?:"[^"]*"\s*)+),\s*\{(\..*?)\}\},\n', re.DOTALL)
REQUEST = re.compile(r"/\*((?:[^*]|\*(?!/))*)\*/\n#define (MEMSPY_\w+(?:\([\w, ]*\))?)[ \\\n]")

RECORD = re.compile(r"^RECORD\((\w+), " + STRING + r", (\d+), " + STRING + r"\)$")
# The profiles that contain a record, by the number in its RECORD row.
ONLY = {0: "", 2: "a sampled run", 4: "several ranks", 8: "a run sampled by phase",
        10: "a sampled run (by phase or not)", 16: "counter samples",
        32: "a machine with such models",
        64: "a run with intervals",
        256: "a run with callers",
        512: "a run with stages"}
COLUMN = re.compile(r"^COLUMN\((\w+), (\w+), " + STRING + ", " + STRING + r"\)$")
COUNTS = re.compile(r"^#define COUNT\(.*\) COUNT_##record\(\w+, name\)$")
MODEL_COUNTS = re.compile(r"^#define MODEL_COUNT\(.*\) COLUMN\(\w+, LAST, #name, help\)$")
LIST = re.compile(r"^(BIN_\w+)\((?:PLAIN_COUNT, )+\w+\)$")
IN_LIST = re.compile(r"^ +\w+\(with, (\w+), " + STRING + r"\)", re.MULTILINE)

COUNT = re.compile(r"^(COUNT|MODEL_COUNT|SUM|MODEL)\((.*?)\)\n(?=[A-Z\n/])", re.MULTILINE | re.DOTALL)
COUNT_COLUMNS = ("symbol name record kept whole unit compared key title head event summary part words help").split()
MODEL_COUNT_COLUMNS = "symbol name whole unit model column words compared help".split()

RULE = re.compile(r"^RULE\((\w+), " + r",\s+".join([STRING] * 5) + r",", re.MULTILINE)

BUDGET_WORD = re.compile(r"^(FORM|AMOUNT|CAUSE|RELATION|UNIT)\((.*), " + STRING + r"\)$")
METRIC_SUM = re.compile(r"^METRIC_SUM\((\w+), \w+, \w+,\s+" + r",\s+".join([STRING] * 6) + r"\)$", re.MULTILINE)

Rule = collections.namedtuple("Rule", "symbol id title when source remedy")
TRACE = re.compile(r'^(KIND|BLOCK|CODEC|FILE_FIELD|BLOCK_FIELD|TRAILER_FIELD|SOURCE_FIELD)\((?:[A-Z_]+, )?"?(\w+)"?, (?:(\d+), )?'
                   + STRING + r"\)$")

Option = collections.namedtuple("Option", "name value initial text")
Preset = collections.namedtuple("Preset", "name source fields")
Record = collections.namedtuple("Record", "name many only text columns")
Column = collections.namedtuple("Column", "type name text")  # type COUNTS: the columns of the counts
Request = collections.namedtuple("Request", "name text")
TraceRow = collections.namedtuple("TraceRow", "table name bytes text")


def sentence(text):
    """Returns a help text of a table, which begins in lower case and has no full stop, as a sentence."""
    return f"{text[0].upper()}{text[1:]}." if text else ""


def read(top, path):
    return (top / path).read_text(encoding="utf-8")


def all_of(found, text, mark, path):
    """Returns the entries found in a table. Exits if an entry was not found; `mark` occurs once in each entry."""
    if not found or len(found) != len(re.findall(mark, text, re.MULTILINE)):
        sys.exit(f"{path}: not every entry could be read")
    return found


def counts_file(top, table):
    """Returns the rows of one table of coh_counts.def, as lists of columns, which are words or strings."""
    path = "coherence/coh_counts.def"
    text = read(top, path).split("/* clang-format off */")[1]
    rows = all_of(COUNT.findall(text), text, r"^(?:COUNT|MODEL_COUNT|SUM|MODEL)\(", path)
    return [[string or word for string, word in re.findall(r'"([^"]*)"|([^\s,"][^,"]*)', body)]
            for name, body in rows if name == table]


def counts(top):
    """Returns the counts that every machine has, as dictionaries by the names of the columns."""
    return [dict(zip(COUNT_COLUMNS, row, strict=True)) for row in counts_file(top, "COUNT")]


def model_counts(top):
    return [dict(zip(MODEL_COUNT_COLUMNS, row, strict=True)) for row in counts_file(top, "MODEL_COUNT")]


def tool_options(top):
    """Returns the options of the machine, and then the options of the tool."""
    compiler = os.environ.get("CC", "cc").split()
    made = subprocess.run([*compiler, "-E", "-P", "-I", ".", "-x", "c", "-"], cwd=top, input=OPTION_ROWS, check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    # A list of words begins with a |, which is not a part of the first word.
    text_of = lambda cell: "".join(re.findall(STRING, cell)).removeprefix("|")
    found = [Option(*map(text_of, row.split(" @ "))) for row in re.findall(r"@ROW (.*?) @END", made, re.DOTALL)]
    return all_of(found, "".join(read(top, path) for path in OPTION_TABLES), r"^OPTION\(", " and ".join(OPTION_TABLES))


def presets(top):
    path = "machine/mach_presets.c"
    text = read(top, path)
    return [Preset(name, "".join(re.findall(r'"([^"]*)"', source)), fields)
            for name, source, fields in all_of(PRESET.findall(text), text, r"\.processors =", path)]


def records(top):
    """Returns the records of a profile, in the order of the format."""
    path = "bins/bin_format.def"
    plain = lambda text: text.replace('\\"', '"').replace("\\\\", "\\")
    found = []
    for line in read(top, path).splitlines():
        if match := RECORD.match(line):
            found.append(Record(match[2], int(match[3]) % 2 == 1, ONLY[int(match[3]) // 2 * 2], plain(match[4]), []))
        elif match := COLUMN.match(line):
            found[-1].columns.append(Column(match[2], match[3], plain(match[4])))
        elif COUNTS.match(line):
            found[-1].columns.append(Column("COUNTS", "", ""))
        elif MODEL_COUNTS.match(line):
            found[-1].columns.extend(Column("LAST", row["name"], row["help"]) for row in model_counts(top))
        elif match := LIST.match(line):
            rows = read(top, "bins/bin_format.h").split(f"#define {match[1]}(")[1].split("\n\n")[0].split("#define")[0]
            found[-1].columns.extend(Column("U64", name, plain(text)) for name, text in IN_LIST.findall(rows))
        elif re.match(r"[A-Z]", line):
            sys.exit(f"{path}: not every entry could be read")
    return found


def advice_rules(top):
    path = "ui/advice/advice_rules.def"
    text = read(top, path)
    return [Rule(*(part.replace('\\"', '"') for part in found))
            for found in all_of(RULE.findall(text), text, r"^RULE\(", path)]


def metrics(top):
    """Returns the keys and the meanings of metrics by symbol, in their order: the stall, the sums, all other counts."""
    path = "ui/view/view_metric_sums.def"
    text = read(top, path)
    counted = {row["symbol"]: (row["key"], row["help"]) for row in counts(top)}
    sums = {symbol: (key, meaning) for symbol, key, *_, meaning in all_of(METRIC_SUM.findall(text), text, r"^METRIC_SUM\(", path)}
    return {"STALL": counted["STALL"], **sums, **counted}


def budget_words(top):
    """Yields for each row of the words of budgets its table, its spellings, and its meaning."""
    path = "ui/budgets/budget_words.def"
    known = metrics(top)
    for line in read(top, path).splitlines():
        if match := BUDGET_WORD.match(line):
            table, rest, meaning = match.groups()
            words = re.findall(STRING, rest)
            if table == "CAUSE":
                words = [known[rest.split(",")[0]][0], *words]
            yield "METRIC" if table == "AMOUNT" else table, [word for word in words if word], meaning
        elif line == '#include "coherence/coh_counts.def"':
            yield from (("METRIC", [key], meaning) for key, meaning in known.values())
        elif re.match(r"[A-Z]", line):
            sys.exit(f"{path}: not every entry could be read")


def what_if_changes(top):
    """Yields the syntax and the effect of each change."""
    text = read(top, "ui/whatif/whatif_changes.def")
    rows = all_of(re.findall(r'^CHANGE\(\w+,\s+"([^"]*)",\s+"([^"]*)"\)$', text, re.M), text, r"^CHANGE\(",
                  "ui/whatif/whatif_changes.def")
    yield from rows


def what_if_suggestions(top):
    """Yields for each kind of finding with suggestions its title, and the suggested changes with their reasons."""
    path = "ui/whatif/whatif_suggestions.def"
    text = read(top, path)
    rows = all_of(re.findall(r'^SUGGEST\((\w+),\s+"([^"]*)",\s+"([^"]*)"\)$', text, re.M), text, r"^SUGGEST\(", path)
    titles = {rule.symbol: rule.title for rule in advice_rules(top)}
    for symbol in dict.fromkeys(symbol for symbol, _, _ in rows):
        yield titles[symbol], [(changes, why) for of, changes, why in rows if of == symbol]


def trace_rows(top):
    """Returns the rows of all tables of the trace format."""
    path = "trace/trace_format.def"
    found = []
    for line in read(top, path).splitlines():
        if match := TRACE.match(line):
            found.append(TraceRow(match[1], match[2], match[3], match[4]))
        elif re.match(r"[A-Z]", line):
            sys.exit(f"{path}: not every entry could be read")
    return found


def requests(top):
    """Returns the description of memspy.h, and the description of each request in it."""
    path = "memspy/memspy.h"
    text = read(top, path)
    plain = lambda comment: re.sub(r"\s*\n \*[^\S\n]*", " ", comment).strip()
    found = all_of(REQUEST.findall(text), text, r"^#define MEMSPY_(?!H$)", path)
    about = plain(re.match(r"/\* memspy\.h: (.*?)SPDX", text, re.DOTALL)[1])
    return sentence(about[:-1]), [Request(name, plain(comment)) for comment, name in found]


def command_line(memspy):
    """Returns {"version", "subcommands", "commands"}, the output of `memspy --tables` (ui/ui_print_tables.h)."""
    return json.loads(subprocess.run([memspy, "--tables"], check=True, stdout=subprocess.PIPE).stdout)
