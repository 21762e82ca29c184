"""real_programs.py: programs of many kinds, for tests that must pass with any program: kernels with regular references,
programs of Debian, and programs with threads. Each has the words of its command line, and its standard input.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import random

from common import *

SQL = b"create table t(a, b); insert into t values (1, 2), (3, 4); select sum(a * b) from t;\n"


def some_text():
    dice = random.Random(1)
    return "".join(f"{dice.randrange(10**6)} {dice.choice('abcdefgh') * dice.randrange(1, 9)}\n"
                   for _ in range(400)).encode()


def debian(place, text):
    """Returns programs of Debian: the words of the command line, and the standard input."""
    return [
        (["gzip", "-9", "-c"], text),
        (["gzip", "-d", "-c", place / "text.gz"], b""),
        (["bzip2", "-c"], text[:2000]),
        (["perl", "-ne", 'push @{$h{substr $_, 0, 2}}, $_; END { print "$_ ", scalar @{$h{$_}} for sort keys %h }'], text),
        (["sqlite3", ":memory:"], SQL),
        (["awk", "{ sum += $1; n[length($2)]++ } END { print sum }"], text),
        (["sort", "-k2,2", "-k1,1nr"], text),
        (["sort", "--parallel=4", "-S", "1M", "-n"], text * 4),
        (["tar", "-C", place, "-cf", "-", "text"], b""),
        (["grep", "-nE", "[a-h]{3}$", place / "text"], b""),
        (["sed", "-E", "s/([0-9]+) (.*)/\\2 \\1/;/a/d"], text[:1000]),
        (["diff", place / "text", "-"], text.replace(b"7\n", b"8\n")),
        (["bash", "-c", "for i in {1..20}; do x=$x$i; done; echo ${#x}"], b""),
        (["find", SOURCE / "memspy", "-name", "*.h"], b""),
        (["tr", "a-h", "A-H"], text),
        (["wc"], text),
        (["md5sum"], text),
        (["cut", "-d", " ", "-f2"], text),
        (["uniq", "-c"], text),
        (["bc"], b"scale=30; 4*a(1); 2^200\n"),
        (["/bin/true"], b""),
    ]


def kernels():
    matrix = folder() / "grid.mtx"
    rows = [f"{i} {i} 4.0" for i in range(1, 61)] + [f"{i + 1} {i} -1.0" for i in range(1, 60)]
    matrix.write_text(f"%%MatrixMarket matrix coordinate real symmetric\n60 60 {len(rows)}\n" + "\n".join(rows) + "\n")
    metric = [([BUILD / "examples" / "metric" / name, "30"], b"")
              for name in ("mm", "mm_tiled", "adi", "adi_interchanged", "adi_fused")]
    return metric + [([BUILD / "examples" / "tri" / "tri", "--version=seq", matrix], b"")]


def threaded():
    ways = {"threads": ("fill", "one-by-one", "false-sharing", "bind"),
            "patterns": ("producers", "spin-barrier", "pool", "locks"), "signals": ("restart", "timer"),
            "waits": ("flag", "spin-lock", "barrier", "semaphores", "cancel")}
    return [([program(name), way, "3"], b"") for name, some in ways.items() for way in some]


def real_programs():
    text = some_text()
    place = folder()
    (place / "text").write_bytes(text)
    (place / "text.gz").write_bytes(run("gzip", "-c", stdin=text).stdout)
    return [*kernels(), *debian(place, text), *threaded()]
