"""common.py: what the tests of the whole tool share: run a program under it, and load the profile.

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

# A real failure ends sooner; this is for a machine that is busy with something else.
TIMEOUT = 300

failures = 0


def check(good, what):
    """Counts a check; says what failed."""
    global failures
    if not good:
        failures += 1
        print(f"FAILED: {what}", flush=True)
    return good


def check_equal(found, expected, what):
    return check(found == expected, f"{what}\n  expected: {expected!r}\n  found:    {found!r}")


def check_near(found, expected, tolerance, what):
    """Within a fraction of what is expected."""
    return check(abs(found - expected) <= tolerance * abs(expected),
                 f"{what}: {found}, expected {expected} within {tolerance:.2%}")


def run_tests(names):
    """Runs all functions that are called test_..., and ends. One that breaks off fails; the next is run."""
    for name, test in list(names.items()):
        if name.startswith("test_"):
            try:
                test()
            except Exception:  # what a test stumbles over is its failure
                check(False, f"{name} broke off:\n{traceback.format_exc()}")
    finish()


def finish():
    if failures == 0:
        print("all checks hold")
    sys.exit(1 if failures else 0)


# The manual's table of presets, which check_manual compares with the tool's: the names.
PRESETS = re.findall(r"^\| `([a-z0-9-]+)` \| \d+",
                     (SOURCE / "docs" / "manual-machine.md").read_text().split("<!-- presets: begin")[1], re.M)

# ---- running ----

SCRATCH = pathlib.Path(tempfile.mkdtemp(prefix="memspy-test-"))
atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)


def _make_library(name):
    """A folder that holds Valgrind's files and the tool of the build tree."""
    library = SCRATCH / name
    library.mkdir()
    for file in LIBEXEC.iterdir():
        if "memspy" not in file.name:
            (library / file.name).symlink_to(file)
    (library / f"memspy-{PLATFORM}").symlink_to(TOOL)
    return library


LIBRARY = _make_library("lib")
ENVIRONMENT = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(SCRATCH), "LC_ALL": "C.UTF-8",
               "VALGRIND_LIB": str(LIBRARY), "PERL_HASH_SEED": "0", "PYTHONHASHSEED": "0"}
_folders = 0


def folder():
    """A new directory."""
    global _folders
    _folders += 1
    path = SCRATCH / f"run{_folders:03}"
    path.mkdir()
    return path


def program(name):
    """A program of this folder, built by make."""
    return str(BUILD / "tests" / "e2e" / "programs" / name)


PROGRAMS = SOURCE / "tests" / "e2e" / "programs"


def text_to_work_on():
    """A file with 120,000 bytes of the documents."""
    path = SCRATCH / "text.md"
    path.write_bytes(b"".join(page.read_bytes() for page in sorted((SOURCE / "docs").glob("*.md")))[:120000])
    return str(path)


def build_program(name, *command):
    """A program that a test builds itself, for it needs what other tests do without."""
    path = folder() / name
    result = run(*command, "-o", path)
    if result.returncode != 0:
        raise RuntimeError(f"{command}\n{result.stderr.decode(errors='replace')}\n(needed: libgomp, libtbb-dev)")
    return path


def build_openmp():
    return build_program("openmp", *shlex.split(os.environ.get("CC", "cc")), "-O1", "-g", "-fopenmp",
                         PROGRAMS / "openmp.c")


def run(*words, stdin=b"", cwd=None, environment=None, timeout=TIMEOUT, **rest):
    """Runs a program on given input and returns its result, with what it printed as bytes."""
    return subprocess.run([str(w) for w in words], input=stdin, capture_output=True, timeout=timeout,
                          cwd=cwd or SCRATCH, env={**ENVIRONMENT, **(environment or {})}, check=False, **rest)


def tool_command(*options):
    """The words that run the tool."""
    return [VALGRIND, "--tool=memspy", *options]


class Run:
    """A program that was run under the tool, in a directory of its own."""

    def __init__(self, words, options=(), cwd=None, **rest):
        self.directory = pathlib.Path(cwd) if cwd else folder()
        self.words = [str(w) for w in words]
        self.result = run(*tool_command(*options), *self.words, cwd=self.directory, **rest)
        self.status = self.result.returncode
        self.output = self.result.stdout
        self.errors = self.result.stderr

    def files(self):
        """Names in the directory, sorted."""
        return sorted(p.name for p in self.directory.iterdir())

    def profile(self, pattern="memspy.out.*"):
        """The one profile of that name."""
        files = sorted(self.directory.glob(pattern))
        if len(files) != 1:
            raise RuntimeError(f"{self.words}: {pattern} names {files}; status {self.status}, "
                               f"errors:\n{self.errors.decode(errors='replace')}")
        return Profile(files[0])


def profile_of(words, *options, status=0, **rest):
    """Runs a program that must end with that status, and returns its profile."""
    done = Run(words, options, **rest)
    check_equal(done.status, status, f"{done.words}: exit status\n{done.errors.decode(errors='replace')}")
    return done.profile()


# ---- profiles ----

COUNTS = ("reads", "writes", "read_misses", "write_misses", "cold", "replacement", "invalidation", "upgrades",
          "stall_cycles")


class Counts(dict):
    """Sums of the count columns, as attributes."""
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
    """A profile as the analyser exports it, which checks all of its identities."""

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
        """Bins of a kind (None: any) whose name, or function of the first frame, is `name`."""
        return {b["id"] for b in self.bins
                if (kind is None or b["kind"] == kind) and (name is None or name in bin_names(b))}

    def bin(self, name, kind=None):
        """The one bin of that name."""
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
        """Counts of the cells of a function, of a bin, of both."""
        segments = None if segment is None else self.segment_ids(segment)
        bins = None if bin is None and kind is None else self.bin_ids(bin, kind)
        return Counts(c for c in self.cells if (segments is None or c["segment"] in segments) and
                      (bins is None or c["bin"] in bins))

    def bins_of(self, segment):
        """Names of the bins that a function referred to, without call paths."""
        segments = self.segment_ids(segment)
        return {bin_names(self.bins[c["bin"]])[0] for c in self.cells if c["segment"] in segments}

    def option(self, name):
        return [o["value"] for o in self.json["options"] if o["name"] == name]


def _unescape(match):
    return {"n": "\n", "t": "\t"}.get(match[1]) or (chr(int(match[2], 16)) if match[2] else match[1])


def _fields(line):
    """The fields of a record: numbers, and strings without their escapes."""
    return [int(field) if field[0] != '"' else re.sub(r"\\(x([0-9a-f]{2})|.)", _unescape, field[1:-1])
            for field in re.findall(r'"(?:[^"\\]|\\.)*"|[^ ]+', line)]


def raw_records(path):
    """All records of a profile file by kind, with their columns by name; a list at the line's end is one column."""
    columns, records = {}, {}
    for line in pathlib.Path(path).read_text(encoding="utf-8", errors="replace").split("\n")[1:-2]:
        kind, _, rest = line.partition(" ")
        if kind == "columns":
            kind, *columns[kind] = rest.split()
            continue
        names, fields = columns[kind], _fields(rest)
        if names[-1] in ("frames", "argv"):
            fields[len(names) - 1:] = [fields[len(names) - 1:]]
        fields += [0] * (len(names) - len(fields))  # zeros at the end of a line are left out
        records.setdefault(kind, []).append(dict(zip(names, fields)))
    return {kind: records.get(kind, []) for kind in columns}


def _own_records(path):
    """All lines of a profile file, but for who wrote it."""
    lines = path.read_text(errors="surrogateescape").splitlines()
    return [line for line in lines if not line.startswith(("creator ", "end "))]


def _may_differ(a, b):
    """Of the hits those are looked at for a spread whose translation is new (bins/bin_spread.h). A trace does not tell of
    translations, so a replay may have looked at fewer: the stride of the one divides that of the other."""
    (*what, one), (*same, other) = a.split(), b.split()
    return what[0] == "spread" and what == same and divides(int(one), int(other))


def divides(one, other):
    """Whether one of two strides divides the other."""
    return math.gcd(one, other) in (one, other)


def check_replayed(words, options, **rest):
    """The replay of a run's trace is the run's profile, record by record. It does not tell what was when."""
    done = Run(words, [*options, "--interval=no", "--trace-file=T", "--simulate=yes", "--memspy-out-file=P"], **rest)
    result = run(MEMSPY, "replay", "-q", "--memspy-out-file=R", "T", cwd=done.directory)
    check_equal((result.returncode, result.stderr), (0, b""), f"{words} {options}: replay\n{done.errors[-500:]!r}")
    live, again = [_own_records(done.directory / name) for name in "PR"]
    other = [pair for pair in zip(live, again) if pair[0] != pair[1] and not _may_differ(*pair)]
    check(len(live) == len(again) and not other, f"{words} {options}: {len(live)} and {len(again)} records, {len(other)} differ: {other[:2]}")


def bin_names(b):
    """What a test may call a bin: "variable", "(stack) function", "function:line", "function"."""
    if b["frames"] and b["kind"] in ("heap", "mmap"):
        first = b["frames"][0]
        return [f"{first['function']}:{first['line']}", first["function"]]
    return [b["name"], b["fullname"]]


def line_of(source, mark):
    """The number of the one line of a program's source that holds the mark."""
    text = (SOURCE / "tests" / "e2e" / "programs" / source).read_text().splitlines()
    found = [number for number, line in enumerate(text, 1) if mark in line]
    if len(found) != 1:
        raise RuntimeError(f"{source}: {mark!r} is in lines {found}")
    return found[0]


# ---- cachegrind ----
# A program's misses depend on where its memory is, to the byte: so both tools give it the same environment, in the same
# order. Compare runs with --fixed-stack=no.


def cachegrind(words, *options, stdin=b"", **rest):
    """Counts of a run under cachegrind: of all, and by function."""
    directory = folder()  # Valgrind passes its name to the program: in as many letters as Run does
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
