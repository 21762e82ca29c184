"""tracing: what a trace costs while it is made, what the program, a replay and a sweep take afterwards, and what a replay
takes of the run.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import functools
import json
import subprocess

from measuring import take_median, take_turns

# Traced references follow a few patterns; what tracing may cost over recording alone, there and elsewhere.
REGULAR = ("matmul", "stream")
MOST_REGULAR, MOST_OTHER, MOST_AFTERWARDS = 1.5, 3.0, 1.1
LEAST_RATE, MOST_SWEEP = 100, 0.25  # million references a second; share of as many replays

ONE_CACHE = ["--D1=32768,8,64", "--L2=none", "--LL=none"]
SWEEP = ["D1=4K..16M:x2", "ways=1,8", "line=64"]
MACHINES = 26

# Nothing is wanted of the trace; all is; it is complete after a moment.
WAYS = {"recording": ["--trace-skip=1000000000000000"], "traced": [], "afterwards": ["--trace-events=100000"]}

Figures = collections.namedtuple("Figures", "none recording traced afterwards replay sweep references bytes")


def measure_use(runner, program, name, *arguments):
    """A sample of `memspy replay`."""
    command = [runner.bench.parent / "ui" / "memspy", "replay", *arguments]
    return runner.measure(f"{name} {arguments[0]}", program._replace(argv=command, input=None), "native")


def measure_one(runner, name, program):
    """All of a program, once."""
    seconds = {"none": runner.measure(name, program, "none").user}
    for way, options in WAYS.items():
        if way != "traced":
            seconds[way] = runner.measure(name, program, "memspy", [f"--trace-file={runner.profile}", *options]).user
    seconds["traced"] = runner.measure(name, program, "memspy", [f"--trace-file={runner.profile}"]).user
    trace = runner.profile.rename(runner.directory / "trace")
    info = subprocess.run([runner.bench.parent / "ui" / "memspy", "trace", "info", "--json", trace],
                          stdout=subprocess.PIPE, check=True)
    kinds = json.loads(info.stdout)["kinds"]
    references = sum(kinds[kind] for kind in ("read", "write", "modify"))
    replay = measure_use(runner, program, name, "--quiet", f"--memspy-out-file={runner.directory / 'replayed'}", *ONE_CACHE,
                         trace).user
    sweep = measure_use(runner, program, name, "--sweep", f"--csv={runner.directory / 'swept'}", "--threads=1",
                        *ONE_CACHE[1:], *SWEEP, trace).user
    return Figures(**seconds, replay=replay, sweep=sweep, references=references, bytes=trace.stat().st_size)


def make_row(name, f):
    most = MOST_REGULAR if name in REGULAR else MOST_OTHER
    return [name, *(f"{seconds:.2f}" for seconds in (f.none, f.recording, f.traced)),
            f"{f.traced / f.recording:.2f}", f"{most:.1f}", f"{f.afterwards / f.none:.2f}",
            f"{f.references / 1e6:.1f}", f"{f.bytes * 1e6 / f.references:.0f}",
            f"{f.replay:.2f}", f"{f.references / 1e6 / f.replay:.0f}", f"{f.sweep:.2f}",
            f"{f.sweep / (MACHINES * f.replay):.2f}"]


def compare_tracing(runner, programs, runs):
    """User time in seconds; a replay has one D1 and nothing behind it, a sweep 26 of them."""
    cases = {(name, "trace"): functools.partial(measure_one, runner, name, program) for name, program in programs.items()}
    rows = [["program", "none", "recording", "traced", "traced/recording", "goal",
             f"afterwards/none (goal {MOST_AFTERWARDS})", "M references", "bytes per M",
             "replay", f"M/s (goal {LEAST_RATE}, regular)", "sweep", f"sweep/{MACHINES} replays (goal {MOST_SWEEP})"]]
    return rows + [make_row(name, take_median(figures)) for (name, _), figures in take_turns(runs, cases).items()]


# A replay beside the run.

Replays = collections.namedtuple("Replays", "live replay user alone")


def measure_replay(runner, name, program, trace):
    """A sample of the replay of a trace."""
    return measure_use(runner, program, name, "--quiet", f"--memspy-out-file={runner.directory / 'replayed'}", trace)


def measure_replays(runner, name, program):
    live, trace = runner.measure(name, program, "memspy").wall, runner.directory / "trace"
    runner.measure(name, program, "memspy", [f"--trace-file={trace}", "--simulate=yes"])
    replay = measure_replay(runner, name, program, trace)
    runner.measure(name, program, "memspy", [f"--trace-file={runner.profile}"])
    return Replays(live, replay.wall, replay.user, measure_replay(runner, name, program, runner.profile.rename(trace)).wall)


def compare_replays(runner, programs, runs):
    """Wall-clock time in seconds of a run without a trace, and of replays on its machine: of a trace that the run made
    besides, which gives the same profile, and of one that was made without simulating, which has the run's own order
    where there is one thread alone."""
    cases = {(name, "replay"): functools.partial(measure_replays, runner, name, program) for name, program in programs.items()}
    medians = {name: take_median(samples) for (name, _), samples in take_turns(runs, cases).items()}
    return [["program", "live run", "replay", "replay/live", "user time of the replay", "of a trace alone", "of that/live"],
            *([name, *(f"{number:.2f}" for number in (r.live, r.replay, r.replay / r.live, r.user, r.alone, r.alone / r.live))]
              for name, r in medians.items())]
