"""several: what several threads cost over one, and what the length of a slice, or slack, does to the figures and the time.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import functools
import re

from measuring import Failure, take_median, take_turns

THREADS = 4


def give_arguments(program, *arguments):
    return program._replace(argv=[*program.argv, *map(str, arguments)])


# A thread among others against one that is alone.

def compare_with_alone(runner, programs, tools, runs):
    """User and system time of programs whose threads share nothing, less that of their start, by thread."""
    cases = {(name, tool, n): functools.partial(runner.measure, f"{name} {n}", give_arguments(program, n), tool)
             for name, program in programs.items() for tool in tools for n in (0, 1, THREADS)}
    times = {key: take_median(samples).cpu for key, samples in take_turns(runs, cases).items()}
    rows = [["program", "tool", "start", "1 thread", f"{THREADS} threads", "of one, alone", f"of one of {THREADS}",
             "ratio"]]
    for name in programs:
        for tool in tools:
            start, one, all_of_them = (times[name, tool, n] for n in (0, 1, THREADS))
            alone, among = one - start, (all_of_them - start) / THREADS
            rows.append([name, tool, *(f"{time:.2f}" for time in (start, one, all_of_them, alone, among)),
                         f"{among / alone:.2f}" if alone > 0 else "-"])
    return rows


# Quanta.

Figures = collections.namedtuple("Figures", "user system wall slices misses true false cycles")


def measure_quantum(runner, name, program, quantum):
    sample, errors = runner.run(name, program, "memspy", [f"--quantum={quantum}", "--stats=yes"])
    slices = re.search(r"scheduler: ([\d,]+)/[\d,]+ major/minor sched events", errors)
    if not slices:
        raise Failure(f"Valgrind does not say how often it chose a thread:\n{errors}")
    totals = runner.export_profile()["totals"]
    return Figures(sample.user, sample.system, sample.wall, int(slices[1].replace(",", "")), totals["invalidation"],
                   totals["true_sharing"], totals["false_sharing"], totals["cycles"])


def compare_quanta(runner, programs, quanta, divide, runs):
    """The first quantum is what the others are compared with."""
    cases = {(name, quantum): functools.partial(measure_quantum, runner, f"{name} / {divide}",
                                                give_arguments(program, THREADS, divide), quantum)
             for name, program in programs.items() for quantum in quanta}
    medians = {key: take_median(figures) for key, figures in take_turns(runs, cases).items()}
    rows = [["program", "quantum", "user", "system", "wall", "slices", "invalidation misses", "true", "false", "cycles",
             "misses, ratio", "cycles, ratio"]]
    for (name, quantum), f in medians.items():
        first = medians[name, quanta[0]]
        rows.append([name, f"{quantum}", f"{f.user:.2f}", f"{f.system:.2f}", f"{f.wall:.2f}",
                     *(f"{number:.0f}" for number in (f.slices, f.misses, f.true, f.false, f.cycles)),
                     f"{f.misses / first.misses:.3f}" if first.misses else "-", f"{f.cycles / first.cycles:.3f}"])
    return rows


# Slack.

Near = collections.namedtuple("Near", "cpu misses invalidation cycles")


def measure_slack(runner, name, program, slack):
    sample = runner.measure(name, program, "memspy", [f"--slack={slack}"])
    totals = runner.export_profile()["totals"]
    return Near(sample.cpu, totals["read_misses"] + totals["write_misses"], totals["invalidation"], totals["cycles"])


def tell_change(now, before):
    return f"{100 * (now / before - 1):+.1f}" if before else "-"


def compare_slacks(runner, programs, slacks, runs):
    """The first slack is 0: the exact order."""
    cases = {(name, slack): functools.partial(measure_slack, runner, name, program, slack)
             for name, program in programs.items() for slack in slacks}
    medians = {key: take_median(figures) for key, figures in take_turns(runs, cases).items()}
    rows = [["program", "slack", "time", "ratio", "misses", "invalidation misses", "cycles"]]
    for (name, slack), f in medians.items():
        exact = medians[name, slacks[0]]
        changes = [tell_change(getattr(f, field), getattr(exact, field)) for field in Near._fields[1:]]
        rows.append([name, f"{slack}", f"{f.cpu:.2f}", f"{f.cpu / exact.cpu:.2f}",
                     *(changes if slack else (f"{f.misses:.0f}", f"{f.invalidation:.0f}", f"{f.cycles:.0f}"))])
    return rows
