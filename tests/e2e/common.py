"""common.py: functions that the tests of the whole tool share: they run a program under the tool, and load its profile.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import atexit
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import traceback

sys.dont_write_bytecode = True

SOURCE = pathlib.Path(os.environ.get("top_srcdir", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("top_builddir", ".")).resolve()
MEMSPY = os.environ.get("MEMSPY", str(BUILD / "ui" / "memspy"))
VALGRIND = os.environ.get("VALGRIND", "valgrind")
LIBEXEC = pathlib.Path(os.environ.get("VALGRIND_LIBEXECDIR", "/usr/libexec/valgrind"))
PLATFORM = os.environ.get("TOOL_PLATFORM", "amd64-linux")
TOOL = pathlib.Path(os.environ.get("MEMSPY_TOOL", BUILD / f"memspy-{PLATFORM}")).resolve()

# A real failure ends sooner. This limit is for a computer that is busy with other work.
TIMEOUT = 900

failures = 0


def check(good, what):
    """Counts a check. If it fails, prints what failed."""
    global failures
    if not good:
        failures += 1
        print(f"FAILED: {what}", flush=True)
    return good


def check_equal(found, expected, what):
    return check(found == expected, f"{what}\n  expected: {expected!r}\n  found:    {found!r}")


def check_near(found, expected, tolerance, what):
    """Checks that a number is within a fraction of the expected number."""
    return check(abs(found - expected) <= tolerance * abs(expected),
                 f"{what}: {found}, expected {expected} within {tolerance:.2%}")


def run_tests(names):
    """Runs all functions whose names begin with test_, and ends. A function that raises an exception fails; the next
    one then runs."""
    for name, test in list(names.items()):
        if name.startswith("test_"):
            try:
                test()
            except Exception:  # any exception of a test is a failure of the test
                check(False, f"{name} broke off:\n{traceback.format_exc()}")
    finish()


def finish():
    if failures == 0:
        print("all checks hold")
    sys.exit(1 if failures else 0)


# Returns the names in the manual's table of presets. (check_manual compares this table with the tool.)
PRESETS = re.findall(r"^\| `([a-z0-9-]+)` \| \d+",
                     (SOURCE / "docs" / "manual-machine.md").read_text().split("<!-- presets: begin")[1], re.M)

# ---- running ----

SCRATCH = pathlib.Path(tempfile.mkdtemp(prefix="memspy-test-"))
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)


def _make_library(name):
    """Returns a folder that contains the files of Valgrind and the tool of the build tree."""
    library = SCRATCH / name
    library.mkdir()
    for file in LIBEXEC.iterdir():
        if "memspy" not in file.name:
            (library / file.name).symlink_to(file)
    (library / f"memspy-{PLATFORM}").symlink_to(TOOL)
    return library


LIBRARY = _make_library("lib")
ENVIRONMENT = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(SCRATCH), "LC_ALL": "C.UTF-8",
               "VALGRIND_LIB": str(LIBRARY), "PERL_HASH_SEED": "0", "PYTHONHASHSEED": "0",
               "VALGRIND_OPTS": os.environ.get("VALGRIND_OPTS", "")}
AS_USERS = {"VALGRIND_OPTS": ""}  # without the blocking processors that most tests have
_folders = 0


def folder():
    """Makes a new folder."""
    global _folders
    _folders += 1
    path = SCRATCH / f"run{_folders:03}"
    path.mkdir()
    return path


def program(name):
    """Returns the path of a program of this folder that make has built."""
    return str(BUILD / "tests" / "e2e" / "programs" / name)


PROGRAMS = SOURCE / "tests" / "e2e" / "programs"


def text_to_work_on():
    """Returns a file with 120,000 bytes of the documents."""
    path = SCRATCH / "text.md"
    path.write_bytes(b"".join(page.read_bytes() for page in sorted((SOURCE / "docs").glob("*.md")))[:120000])
    return str(path)


def build_program(name, *command):
    """Builds a program within a test, because it needs something that other tests do not need."""
    path = folder() / name
    result = run(*command, "-o", path)
    if result.returncode != 0:
        raise RuntimeError(f"{command}\n{result.stderr.decode(errors='replace')}\n(needed: libgomp, libtbb-dev)")
    return path


def build_openmp():
    return build_program("openmp", *shlex.split(os.environ.get("CC", "cc")), "-O1", "-g", "-fopenmp",
                         PROGRAMS / "openmp.c")


def run(*words, stdin=b"", cwd=None, environment=None, timeout=TIMEOUT, **rest):
    """Runs a program on an input. Returns its result, with its output as bytes."""
    return subprocess.run([str(w) for w in words], input=stdin, capture_output=True, timeout=timeout,
                          cwd=cwd or SCRATCH, env={**ENVIRONMENT, **(environment or {})}, check=False, **rest)


def tool_command(*options):
    """Returns the words of a command line that runs the tool."""
    return [VALGRIND, "--tool=memspy", *options]


class Run:
    """A program that runs under the tool, in its own folder."""

    def __init__(self, words, options=(), cwd=None, **rest):
        self.directory = pathlib.Path(cwd) if cwd else folder()
        self.words = [str(w) for w in words]
        self.result = run(*tool_command(*options), *self.words, cwd=self.directory, **rest)
        self.status = self.result.returncode
        self.output = self.result.stdout
        self.errors = self.result.stderr

    def files(self):
        """Returns the sorted names in the folder."""
        return sorted(p.name for p in self.directory.iterdir())

    def profile(self, pattern="memspy.out.*"):
        """Returns the only profile with this name."""
        files = sorted(self.directory.glob(pattern))
        if len(files) != 1:
            raise RuntimeError(f"{self.words}: {pattern} names {files}; status {self.status}, "
                               f"errors:\n{self.errors.decode(errors='replace')}")
        return Profile(files[0])


def profile_of(words, *options, status=0, **rest):
    """Runs a program that must end with a certain status. Returns its profile."""
    done = Run(words, options, **rest)
    check_equal(done.status, status, f"{done.words}: exit status\n{done.errors.decode(errors='replace')}")
    return done.profile()


# ---- profiles ----

COUNTS = ("reads", "writes", "read_misses", "write_misses", "cold", "replacement", "invalidation", "upgrades",
          "stall_cycles")


class Counts(dict):
    """Sums of the columns of counts, as attributes."""
    __getattr__ = dict.__getitem__

    def __init__(self, records):
        records = list(records)
        super().__init__({name: sum(r[name] for r in records) for name in COUNTS})

    @property
    def references(self):
        return self.reads + self.writes

    @property
    def misses(self):
        return self.read_misses + self.write_misses


class Profile:
    """A profile as the analyser exports it. The analyser checks all identities of the profile."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        result = run(MEMSPY, "export", "--format=json", "--no-debug-info", path)
        if result.returncode != 0:
            raise RuntimeError(f"{path}: {result.stderr.decode(errors='replace')}")
        self.json = json.loads(result.stdout)
        self.bins = self.json["bins"]
        self.segments = self.json["segments"]
        self.cells = self.json["cells"]
        self.processors = self.json["processors"]
        self.totals = Counts([self.json["totals"]])

    def bin_ids(self, name=None, kind=None):
        """Returns the bins of a kind (None: any kind) whose name is `name`, or whose first frame is in the function
        `name`."""
        return {b["id"] for b in self.bins
                if (kind is None or b["kind"] == kind) and (name is None or name in bin_names(b))}

    def bin(self, name, kind=None):
        """Returns the only bin with this name."""
        ids = self.bin_ids(name, kind)
        if len(ids) != 1:
            raise RuntimeError(f"{self.json['command']}: {len(ids)} bins are called {name} ({kind}); there are " +
                               ", ".join(sorted(b["name"] for b in self.bins if kind in (None, b["kind"]))))
        return self.bins[ids.pop()]

    def segment_ids(self, name):
        return {s["id"] for s in self.segments if s["name"] == name}

    def instructions(self, segment):
        return sum(s["instructions"] for s in self.segments if s["name"] == segment)

    def counts(self, segment=None, bin=None, kind=None):
        """Returns the sums of the counts of the cells of a function, of a bin, or of both."""
        segments = None if segment is None else self.segment_ids(segment)
        bins = None if bin is None and kind is None else self.bin_ids(bin, kind)
        return Counts(c for c in self.cells if (segments is None or c["segment"] in segments) and
                      (bins is None or c["bin"] in bins))

    def bins_of(self, segment):
        """Returns the names of the bins to which a function referred, without call paths."""
        segments = self.segment_ids(segment)
        return {bin_names(self.bins[c["bin"]])[0] for c in self.cells if c["segment"] in segments}

    def option(self, name):
        return [o["value"] for o in self.json["options"] if o["name"] == name]


def _unescape(match):
    return {"n": "\n", "t": "\t"}.get(match[1]) or (chr(int(match[2], 16)) if match[2] else match[1])


def _fields(line):
    """Returns the fields of a record: numbers, and strings without their escapes."""
    return [int(field) if field[0] != '"' else re.sub(r"\\(x([0-9a-f]{2})|.)", _unescape, field[1:-1])
            for field in re.findall(r'"(?:[^"\\]|\\.)*"|[^ ]+', line)]


def raw_records(path):
    """Returns all records of a profile file by kind, with their columns by name. A list at the end of a line is one
    column."""
    columns, records = {}, {}
    for line in pathlib.Path(path).read_text(encoding="utf-8", errors="replace").split("\n")[1:-2]:
        kind, _, rest = line.partition(" ")
        if kind == "columns":
            kind, *columns[kind] = rest.split()
            continue
        names, fields = columns[kind], _fields(rest)
        if names[-1] in ("frames", "argv"):
            fields[len(names) - 1:] = [fields[len(names) - 1:]]
        fields += [0] * (len(names) - len(fields))  # zeros at the end of a line are omitted
        records.setdefault(kind, []).append(dict(zip(names, fields)))
    return {kind: records.get(kind, []) for kind in columns}


def _own_records(path):
    """Returns all lines of a profile file, except the lines about the program that wrote it."""
    lines = path.read_text(errors="surrogateescape").splitlines()
    return [line for line in lines if not line.startswith(("creator ", "end "))]


def _may_differ(a, b):
    """Compares two strides. Only hits whose translation is new are observed for a stride
    (bins/bin_spread.h). A trace does not contain translations, so a replay can have observed fewer hits: one stride
    must divide the other."""
    (*what, one), (*same, other) = a.split(), b.split()
    return what[0] == "spread" and what == same and divides(int(one), int(other))


def divides(one, other):
    """Returns whether one of two strides divides the other."""
    return math.gcd(one, other) in (one, other)


def check_replayed(words, options, **rest):
    """Checks that the replay of a run's trace gives the run's profile, record by record. A replay does not report
    intervals."""
    done = Run(words, [*options, "--interval=no", "--trace-file=T", "--simulate=yes", "--memspy-out-file=P"], **rest)
    result = run(MEMSPY, "replay", "-q", "--memspy-out-file=R", "T", cwd=done.directory)
    check_equal((result.returncode, result.stderr), (0, b""), f"{words} {options}: replay\n{done.errors[-500:]!r}")
    live, again = [_own_records(done.directory / name) for name in "PR"]
    other = [pair for pair in zip(live, again) if pair[0] != pair[1] and not _may_differ(*pair)]
    check(len(live) == len(again) and not other, f"{words} {options}: {len(live)} and {len(again)} records, {len(other)} differ: {other[:2]}")


def bin_names(b):
    """Returns the names by which a test can refer to a bin: "variable", "(stack) function", "function:line",
    "function"."""
    if b["frames"] and b["kind"] in ("heap", "mmap"):
        first = b["frames"][0]
        return [f"{first['function']}:{first['line']}", first["function"]]
    return [b["name"], b["fullname"]]


def line_of(source, mark):
    """Returns the number of the only line of a program's source that contains the mark."""
    text = (SOURCE / "tests" / "e2e" / "programs" / source).read_text().splitlines()
    found = [number for number, line in enumerate(text, 1) if mark in line]
    if len(found) != 1:
        raise RuntimeError(f"{source}: {mark!r} is in lines {found}")
    return found[0]


# ---- cachegrind ---- The misses of a program depend on the exact addresses of its memory. So both tools give the
# program the same environment, in the same order. Compare runs with --fixed-stack=no.


def cachegrind(words, *options, stdin=b"", **rest):
    """Returns the total counts of a run under cachegrind, and the counts by function."""
    directory = folder()  # Valgrind passes its own name: it has the same number of letters as in Run
    out = directory / "cachegrind.out"
    result = run(VALGRIND, "--tool=cachegrind", "--cache-sim=yes", f"--cachegrind-out-file={out}", *options, *words,
                 stdin=stdin, cwd=directory, **rest)
    check_equal(result.returncode, 0, f"cachegrind {words}\n{result.stderr.decode(errors='replace')}")
    return _parse_cachegrind(out.read_text(errors="replace"))


def _parse_cachegrind(text):
    events, functions, function = [], {}, None
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "events:":
            events = rest.split()
        elif line.startswith("fn="):
            function = functions.setdefault(line[3:], dict.fromkeys(events, 0))
        elif word.isdigit():
            for name, value in zip(events, rest.split()):
                function[name] += int(value)
        elif word == "summary:":
            return dict(zip(events, map(int, rest.split()))), functions
    raise RuntimeError("cachegrind left no summary")
