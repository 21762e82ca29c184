"""common.py: functions that the tests of the analyser share.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import os
import pathlib
import select
import subprocess
import sys
import tempfile

from sealed import sealed, sealed_json, end_line

SOURCE = pathlib.Path(os.environ.get("top_srcdir", pathlib.Path(__file__).resolve().parents[2]))
BUILD = pathlib.Path(os.environ.get("top_builddir", "."))
MEMSPY = os.environ.get("MEMSPY", str(BUILD / "ui" / "memspy"))
MEMSPY_ASAN = str(BUILD / "tests" / "ui" / "memspy-asan")
MAKE_PROFILE = str(BUILD / "tests" / "ui" / "make_profile")
WRITE_BACK = str(BUILD / "tests" / "ui" / "write_back")

# Environment variables that the analyser reads. Each test sets those that it needs.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "MEMSPY_CONFIG", "NO_COLOR", "TERM", "INPUTRC", "LESS")}
ENVIRONMENT.update(LC_ALL="C.UTF-8", COLUMNS="80", TERM="xterm", INPUTRC="/dev/null", PAGER="cat", XDG_STATE_HOME="/dev/null",
                   XDG_CONFIG_HOME="/dev/null")  # no measurements of this computer

failures = 0


def check(good, what):
    """Counts a check. If it fails, prints what failed."""
    global failures
    if not good:
        failures += 1
        print(f"FAILED: {what}")
    return good


def check_equal(found, expected, what):
    return check(found == expected, f"{what}\n  expected: {expected!r}\n  found:    {found!r}")


def check_one_error(result, what, *parts, status=1):
    """Checks that a program ended with a certain status, and with one line of error that contains the parts."""
    check_equal(result.returncode, status, f"{what}: exit status ({result.stderr!r})")
    check(result.stderr.count(b"\n") == 1 and result.stderr.endswith(b"\n"), f"{what}: one line: {result.stderr!r}")
    for part in parts:
        check(os.fsencode(part) in result.stderr, f"{what}: {part!r} is not in {result.stderr!r}")


def run(*arguments, stdin=b"", timeout=300, **environment):
    """Runs a program on an input. Returns its result, with its output as bytes."""
    return subprocess.run([str(a) for a in arguments], input=stdin, capture_output=True, timeout=timeout,
                          env={**ENVIRONMENT, **environment}, check=False)


def make_profile(directory, kind, *arguments):
    """Writes a profile of a kind. Returns its path."""
    path = pathlib.Path(directory) / f"{kind}.memspy"
    with open(path, "wb") as file:
        subprocess.run([MAKE_PROFILE, kind, *[str(a) for a in arguments]], stdout=file, check=True)
    return path


def read_all(fd):
    """Returns the output of the terminal until all processes have closed it."""
    text = b""
    while True:
        ready, _, _ = select.select([fd], [], [], 30)
        if not ready:
            check(False, "the terminal says nothing any more")
            return text
        try:
            more = os.read(fd, 65536)
        except OSError:
            return text
        if not more:
            return text
        text += more


def write_older(profile, path):
    """Writes a sample profile as earlier versions did: it does not contain what served the misses."""
    columns, lines = b" last_level second_level transfers", profile.read_bytes().splitlines()[:-1]
    older = [line.replace(columns, b"") if line.startswith(b"columns ") else line.removesuffix(b" 0 0 38") for line in lines]
    check(older != lines and all(columns not in line for line in older), f"an older {profile.name}")
    path.write_bytes(sealed(older))


def scratch():
    """Makes a temporary folder, for `with`."""
    return tempfile.TemporaryDirectory(prefix="memspy-test-")


def finish():
    sys.exit(1 if failures else 0)


sys.dont_write_bytecode = True
