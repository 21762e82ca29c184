"""measuring: runs a program natively or under a tool of Valgrind, and says what it took.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import hashlib
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys

from programs import ENVIRONMENT

# The same machine for all that simulate one.
CACHES = ["--D1=32768,8,64", "--LL=8388608,16,64"]
MEMSPY = [*CACHES, "--processor=blocking", "--memspy-out-file={profile}"]
# By name: the tool of Valgrind before a colon, and its options.
TOOLS = {
    "native": None,
    "none": [],
    "memspy": MEMSPY,
    "cachegrind": ["--cache-sim=yes", *CACHES, "--cachegrind-out-file={profile}"],
    "callgrind": ["--cache-sim=yes", *CACHES, "--callgrind-out-file={profile}"],
    "memspy:I1": [*MEMSPY, "--I1=32768,8,64"],
    "memspy:no-callers": [*MEMSPY, "--callers=no"],
    "memspy:window": [*MEMSPY, "--processor=window"],
    "memspy:vectors": ["--bbv-file={vectors}"],  # and no profile
}
USUAL_TOOLS = ("native", "none", "memspy", "cachegrind", "callgrind")


class Sample(collections.namedtuple("Sample", "user system wall peak")):
    """Seconds, and KB."""

    @property
    def cpu(self):
        return self.user + self.system


class Failure(Exception):
    """What the user is told."""


def read_make_variables(build):
    makefile = build / "Makefile"
    if not makefile.exists():
        raise Failure(f"{build} is not a build tree: it has no Makefile. Say --build=DIR")
    return dict(re.findall(r"^(\w+) = (.*)$", makefile.read_text(), re.MULTILINE))


def link_tools(directory, build, variables):
    """VALGRIND_LIB: a folder with the tool of the build tree and all files of Valgrind."""
    library = directory / "valgrind"
    library.mkdir()
    target = f"{variables['VG_ARCH']}-{variables['VG_OS']}"
    tool = build / f"memspy-{target}"
    if not tool.exists():
        raise Failure(f"{tool} is not built; run make")
    (library / tool.name).symlink_to(tool)
    for file in pathlib.Path(variables["VALGRIND_LIBEXECDIR"]).iterdir():
        if not (library / file.name).exists():
            (library / file.name).symlink_to(file)
    return library


class Runner:
    def __init__(self, directory, build):
        self.directory, self.bench = directory, build / "bench"
        self.variables = read_make_variables(build)
        self.library = link_tools(directory, build, self.variables)
        self.profile, self.vectors = directory / "profile", directory / "vectors"
        self.outputs = {}

    def run(self, name, program, tool, options=()):
        """Returns a sample and what was written to the standard error; self.profile is left there."""
        result, output = self.directory / "result", self.directory / "output"
        argv = program.argv
        self.profile.unlink(missing_ok=True)
        if TOOLS[tool] is not None:
            own = [option.format(profile=self.profile, vectors=self.vectors) for option in TOOLS[tool]]
            argv = [self.variables["VALGRIND_PROGRAM"], "-q", f"--tool={tool.split(':')[0]}", *own, *options, *argv]
        argv = [self.bench / "measure", result, program.input or "/dev/null", output, *argv]
        environment = {**ENVIRONMENT, **program.environment, "VALGRIND_LIB": str(self.library)}
        ran = subprocess.run(argv, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             cwd=self.directory, check=False)
        errors = ran.stderr.decode(errors="replace")
        status, user, system, wall, peak = map(int, result.read_text().split()) if ran.returncode == 0 else [1] * 5
        if status != 0:
            raise Failure(f"{name} under {tool} failed, status {status:#x}:\n{errors}")
        if any("{profile}" in option for option in TOOLS[tool] or []) and not self.profile.exists():
            raise Failure(f"{name} under {tool} wrote no profile:\n{errors}")
        digest = hashlib.sha256(output.read_bytes()).digest()
        if self.outputs.setdefault(name, digest) != digest:
            raise Failure(f"{name} wrote something else under {tool} than before")
        result.unlink()
        return Sample(user / 1e6, system / 1e6, wall / 1e6, peak), errors

    def measure(self, name, program, tool, options=()):
        return self.run(name, program, tool, options)[0]

    def export_profile(self):
        """The profile of the last run, as `memspy export` tells it."""
        command = [self.bench.parent / "ui" / "memspy", "export", "--format=json", self.profile]
        return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)

    def find_phases(self, options):
        """The file of the phases in the vectors of the last run, and the seconds of processor time that finding them took."""
        found = self.directory / "phases"
        command = [self.bench.parent / "ui" / "memspy", "phases", "-o", found, *options, self.vectors]
        before = os.times()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        after = os.times()
        return found, after.children_user + after.children_system - before.children_user - before.children_system

    def describe(self):
        """The computer, in one line."""
        info = pathlib.Path("/proc/cpuinfo").read_text()
        model = re.search(r"^model name\s*: (.*)$", info, re.MULTILINE)
        compiler = subprocess.run([*self.variables["CC"].split(), "--version"], capture_output=True, text=True,
                                  check=True).stdout.splitlines()[0]
        return ", ".join([model[1] if model else platform.machine(), f"{os.cpu_count()} cores",
                          f"{platform.system()} {platform.release()}", f"Valgrind {self.variables['VALGRIND_VERSION']}",
                          f"{compiler}"])


def show_progress(text):
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text}")
        sys.stderr.flush()


def take_turns(runs, cases):
    """Calls each case's function `runs` times; its results by the case's key, a tuple. The cases take turns, so that a
    change of the computer's speed meets all."""
    results = {key: [] for key in cases}
    for turn in range(runs):
        for key, function in cases.items():
            show_progress(f"turn {turn + 1} of {runs}: {', '.join(map(str, key))}")
            results[key].append(function())
    show_progress("")
    return results


def take_median(results):
    """Of each field of tuples of one type."""
    return type(results[0])(*map(statistics.median, zip(*results)))
