"""machines: points of instrumentation, and the slowdown of recording alone and of many machines simulated at once: the
tables 7 to 9 of the MetaSim tracer's authors, on programs of ours.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import functools
import re

from measuring import Failure, take_median, take_turns

SWEEP = "--sweep=D1=4K..16M:x2 ways=2,4"  # 26 machines, of the line size of the one beside
# By column: the tool and its options.
WAYS = {
    "native": ("native", []),
    "none": ("none", []),
    "recording": ("memspy", ["--trace-skip=1000000000000000"]),
    "1 machine": ("memspy", ["--LL=none"]),
    "26 machines": ("memspy", ["--LL=none", SWEEP]),
    "1, last level": ("memspy", []),
    "26, last levels": ("memspy", [SWEEP]),
}

Points = collections.namedtuple("Points", "blocks sites exits")
Time = collections.namedtuple("Time", "user")


def count_points(runner, name, program):
    _, errors = runner.run(name, program, "memspy", ["--stats=yes"])
    found = re.search(r"memspy: points: (\d+) blocks, with (\d+) sites and (\d+) exits", errors)
    if not found:
        raise Failure(f"memspy does not say where it instruments {name}:\n{errors}")
    return Points(*map(int, found.groups()))


def measure_way(runner, name, program, way):
    tool, options = WAYS[way]
    if way == "recording":
        options = [f"--trace-file={runner.profile}", *options]
    return Time(runner.measure(name, program, tool, options).user)


def make_points_row(name, points):
    return [name, *map(str, (points.sites, points.blocks, points.exits)), f"{100 - 100 * points.blocks / points.sites:.1f}"]


def make_time_row(name, times):
    def ratio(way, to):
        return f"{times[way] / times[to]:.2f}" if times[to] > 0 else "-"

    return [name, *(f"{times[way]:.2f}" for way in WAYS),
            *(ratio(way, "native") for way in ("none", "recording", "26 machines", "26, last levels")),
            ratio("recording", "none"), ratio("26 machines", "1 machine"), ratio("26, last levels", "1, last level")]


def measure_points(runner, programs):
    rows = [["program", "sites", "blocks", "exits", "sites without a call of their own, %"]]
    return rows + [make_points_row(name, count_points(runner, name, program)) for name, program in programs.items()]


def compare_machines(runner, programs, runs):
    cases = {(name, way): functools.partial(measure_way, runner, name, program, way)
             for name, program in programs.items() for way in WAYS}
    medians = {key: take_median(samples).user for key, samples in take_turns(runs, cases).items()}
    rows = [["program", *WAYS, "none/native", "recording/native", "26/native", "26, last levels/native",
             "recording/none", "26/1", "26/1, last levels"]]
    return rows + [make_time_row(name, {way: medians[name, way] for way in WAYS}) for name in programs]
