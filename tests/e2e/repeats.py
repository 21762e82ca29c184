"""repeats.py: runs programs on a host in different states, which must not affect the program, and reads profiles
without the lines that belong to one run.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import contextlib

from common import *

BUSY = 4  # loops that run at the same time
OWN = (b"pid ", b"time ", b"end ")  # lines of one run only; the last line has the checksum of all lines


@contextlib.contextmanager
def quiet():
    yield []


@contextlib.contextmanager
def busy():
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
    try:
        yield []
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


@contextlib.contextmanager
def pinned():
    yield ["taskset", "-c", str(min(os.sched_getaffinity(0)))]


def lines_of_all_runs(path, what):
    """Returns the lines of a profile, except those that belong to one run only."""
    found = path.read_bytes().splitlines()
    own = [line for line in found if line.startswith(OWN)]
    check_equal(len(own), len(OWN), f"{what}: lines of one run only")
    return [line for line in found if not line.startswith(OWN)]


def output_and_lines(words, environment, prefix, what, *options):
    """Returns the output of a run on four processors, and its profile without the lines that belong to this run
    only."""
    directory = folder()
    result = run(*prefix, *tool_command("--processors=4", "--memspy-out-file=out", *options), *words, cwd=directory,
                 environment=environment)
    check_equal(result.returncode, 0, f"{what}: exit status\n{result.stderr[-1000:].decode(errors='replace')}")
    return result.stdout, lines_of_all_runs(directory / "out", what)


def check_same_lines(first, lines, what):
    differing = [pair for pair in zip(first, lines) if pair[0] != pair[1]]
    check(lines == first, f"{what}: {len(differing)} lines differ from the first run's, such as\n  {differing[:3]}")
