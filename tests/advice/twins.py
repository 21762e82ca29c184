"""twins.py: runs the programs of tests/advice/programs under the tool, and judges the first finding of advice.

Each program has one known defect. The header comment of the program states the defect, the finding that an expert
would make, and the remedy. REPAIRED (in Rust: --cfg repaired) compiles the twin, which is repaired.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import pathlib
import re
import shlex
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
from common import *

TWINS = SOURCE / "tests" / "advice" / "programs"
LANGUAGES = {".c": "C", ".cc": "C++", ".F90": "Fortran", ".rs": "Rust"}
COMPILERS = {".c": ("CC", "cc"), ".cc": ("CXX", "c++"), ".F90": ("FC", "gfortran"), ".rs": ("RUSTC", "rustc")}

# By program: the rule of the first finding, a regular expression that its text and its remedy must contain, and the
# verdict on such a finding. A finding is vague if it names the data or the code, but not what to change there. Every
# other finding is wrong. A finding is harmful if its program text does not compile.
RIGHT, VAGUE = "right", "vague"
VERDICTS = {
    "arc_clone": ("reference-count", r"reference count of .*table", RIGHT),
    "bisect": ("scattered-elements", r"computed: keys\[middle\].*collect several visits", RIGHT),
    "breadth_first": ("scattered-elements", r"distance\[g\.targets\[k\]\].*renumber", RIGHT),
    "by_value": ("copies", r"memcpy.*samples.*Copy less", RIGHT),
    "cyclic": ("false-sharing", r"neighbouring elements of position.*contiguous part", RIGHT),
    "dictionary": ("linked-data", r"entries\[\]\.word.*compares strings.*its hash, next to the pointer.*a number once", RIGHT),
    "divergence": ("loop-order", r"over k .*exchange the loops", RIGHT),
    "employees": ("hot-fields", r"little of each element of .*employees, which has 112 bytes.*Split the struct", RIGHT),
    "event_times": ("hot-fields", r"uses 12 of the 80 bytes .*: when and active.*Other functions .*main", RIGHT),
    "fft_columns": ("self-interference", r"image.*make each row one line longer", RIGHT),
    "filters": ("copies", r"Temporary arrays: .*Signal.*array expression, compute the whole expression in one loop", RIGHT),
    "first_touch": ("processor-locality", r"used first in .*initialise.*let each thread set up the part", RIGHT),
    "frame_clear": ("set-memory", r"pixels is set again .*other code stores to it.*remove the code", RIGHT),
    "group_by": ("scattered-elements", r"counts\[key\].*sort the visits", RIGHT),
    "grow_by_page": ("growing-vector", r"larger grows as it is filled.*twice the size", RIGHT),
    "heat_steps": ("streaming", r"rod .*line 20 .*several calls on a block", RIGHT),
    "histograms": ("false-sharing", r"elements of tally, .*64 bytes apart", RIGHT),
    "job_lock": ("contended-lock", r"lock in queue.*less often", RIGHT),
    "level_solve": ("scattered-elements", r"k is order\[n\].*renumber", RIGHT),
    "lu": ("streaming", r"each iteration of the loop over k .*several iterations on a block", RIGHT),
    "meters": ("false-sharing", r"meters.*64 bytes apart", RIGHT),
    "normalise": ("streaming", r"loops in lines .* run these loops on a block", RIGHT),
    "orders": ("hot-fields", r"uses 12 of the 128 bytes .*: state and price", RIGHT),
    "over_aligned": ("padding", r"48 of which are padding.*Remove the alignment", RIGHT),
    "padded": ("padding", r"16 of which are padding.*time, value, weight, kind, valid, channel", RIGHT),
    "page_headers": ("self-interference", r"pool pushes its own lines out", RIGHT),
    "partial_sums": ("false-sharing", r"elements of partial, ", RIGHT),
    "particles": ("scattered-elements", r"field\(cell\(p\)\).*sort the visits", RIGHT),
    "plane_sweep": ("loop-order", r"over x .*exchange the loops", RIGHT),
    "planes": ("self-interference", r"one line of each of 12 rows.*make each row one line longer", RIGHT),
    "prices_map": ("linked-data", r"std::map<.*prices.*one array", RIGHT),
    "product": ("loop-order", r"b\.at\(k, j\).*blocks", RIGHT),
    "ranking": ("linked-data", r"Rank\.player.*uses only score .*store score next to each pointer", RIGHT),
    "reader_locks": ("contended-lock", r"lock in table.*Threads that only read", RIGHT),
    "red_channel": ("hot-fields", r"uses 4 of the 16 bytes of each element of .*pixels: red.*Split the struct", RIGHT),
    "rows_of_rows": ("loop-order", r"table\[i\]\[j\].*exchange the loops", RIGHT),
    "settings": ("false-sharing", r"offset.*served.*64 bytes apart", RIGHT),
    "shapes": ("linked-data", r"Shape.*one array", RIGHT),
    "shared_config": ("reference-count", r"reference count of .*config", RIGHT),
    "shortest_paths": ("streaming", r"each iteration of the loop over k .*several iterations on a block", RIGHT),
    "sieve": ("streaming", r"each iteration of the loop over prime .*several iterations on a block", RIGHT),
    "small_rows": ("linked-data", r"neighbours.*one array", RIGHT),
    "sort_pointers": ("linked-data", r"entries\[\]\.record is made of small heap blocks.*uses only key .*store key next to each pointer", RIGHT),
    "spmv_gather": ("scattered-elements", r"x\[column\[k\]\].*reorder rows and columns", RIGHT),
    "spmv_scatter": ("scattered-elements", r"y\(row\(k\)\).*reorder rows and columns", RIGHT),
    "stack_list": ("linked-data", r"small heap blocks.*one array", RIGHT),
    "stations": ("hot-fields", r"uses 24 of the 104 bytes .*: north, east and mean", RIGHT),
    "string_keys": ("linked-data", r"names.*compares strings.*its hash, next to the pointer.*a number once", RIGHT),
    "symbols": ("linked-data", r"buckets.*more buckets", RIGHT),
    "tariffs": ("scattered-elements", r"limits.*a search by comparisons.*collect several visits", RIGHT),
    "temporaries": ("copies", r"memset.*Temporary arrays: .*product.*expression in one loop", RIGHT),
    "thread_rows": ("false-sharing", r"different blocks of struct result.*aligned_alloc", RIGHT),
    "tiles_of_blur": ("streaming", r"between.* go through it in turn.*call the functions for a block.*store only the current block", RIGHT),
    "transpose_in_place": ("loop-order", r"an exchange of the loops does not help.*in blocks of about 32 x 32", RIGHT),
    "triangle": ("load-imbalance", r"Processor 3 is busy", RIGHT),
    "visited": ("set-memory", r"visited is set again.*number of the round", RIGHT),
    "whole_table": ("first-references", r"table.*hardly ever used again.*last two rows", RIGHT),
    "wide_links": ("streaming", r"edges.*smaller type", RIGHT),
    "wide_reals": ("streaming", r"samples.*smaller type", RIGHT),
}


# With --processor=window, the first findings of these programs are about the same defect, but of another rule.
WINDOW_VERDICTS = {
    # The search also reads the strings themselves, before it reads their characters.
    "string_keys": ("scattered-elements", r"names.*a search by comparisons.*If the comparison reads the strings, store.*a number once", RIGHT),
    # A processor keeps the line until it has read the settings next to the counter. The remedy is that of the twin.
    "settings": ("synchronization", r"Server>\.server.*use one counter", RIGHT),
}


def source_of(name):
    return next(TWINS.glob(f"{name}.*"))


def tag(source, word):
    """Returns the words after "Flags:" or "Machine:" in the header comment of a program."""
    found = re.search(rf"^[ */!]+{word}: (.*)$", source.read_text(), re.M)
    return found[1].split() if found else []


def has_compiler(name):
    variable, compiler = COMPILERS[source_of(name).suffix]
    return shutil.which(shlex.split(os.environ.get(variable, compiler))[0]) is not None


def build(name, repaired):
    """Builds a program or its twin, as users do, and returns its path."""
    source = source_of(name)
    variable, compiler = COMPILERS[source.suffix]
    command = shlex.split(os.environ.get(variable, compiler))
    if source.suffix == ".rs":
        return build_program(name, *command, "-O", "-g", *(["--cfg", "repaired"] if repaired else []), source)
    place = ["-J", str(folder())] if source.suffix == ".F90" else []
    return build_program(name, *command, "-O2", "-g", "-pthread", *place, *tag(source, "Flags"),
                         *(["-DREPAIRED"] if repaired else []), source)


class Twin:
    """A run of a program or of its twin under the tool, with its findings."""

    def __init__(self, name, repaired, *options):
        self.binary = build(name, repaired)
        done = Run([self.binary], ["--machine=default", *tag(source_of(name), "Machine"), *options])
        check_equal(done.status, 0, f"{name}: {done.errors.decode(errors='replace')}")
        self.output = done.output
        path = done.profile().path
        advice = run(MEMSPY, "advice", "--json", path)
        check_equal(advice.returncode, 0, f"{name}: {advice.stderr}")
        advice = json.loads(advice.stdout)
        self.findings, self.stall = advice["findings"], advice["stall"]
        processors = json.loads(run(MEMSPY, "export", "--format=json", path).stdout)["processors"]
        self.longest = max(processor["busy_cycles"] for processor in processors)

    @property
    def first(self):
        return self.findings[0]


def compiles(name, snippet):
    """Returns whether the program text of a finding compiles after the program."""
    source = source_of(name)
    if snippet is None:
        return True
    if source.suffix not in (".c", ".cc"):
        return False
    variable, compiler = COMPILERS[source.suffix]
    text = folder() / f"offered{source.suffix}"
    text.write_text(f"{source.read_text()}\nvoid offered(void);\nvoid offered(void) {{\n{snippet}\n}}\n")
    return run(*shlex.split(os.environ.get(variable, compiler)), "-fsyntax-only", "-w", text).returncode == 0


def verdict(name, finding, window=False):
    """Returns right, vague, wrong or harmful."""
    rule, words, expected = VERDICTS[name]
    if window and finding["rule"] != rule:
        rule, words, expected = WINDOW_VERDICTS.get(name, VERDICTS[name])
    if not compiles(name, finding["snippet"]):
        return "harmful"
    said = f"{finding['finding']} {finding['remedy']}"
    return expected if finding["rule"] == rule and re.search(words, said, re.S) else "wrong"
