"""scaling: what a reference costs on 1 to 64 processors, each with a thread of its own.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import collections
import functools

from measuring import Failure, take_median, take_turns
from programs import Program

PROCESSORS = (1, 2, 4, 8, 16, 32, 64)
KINDS = {"own": "no sharing", "neighbours": "neighbours share", "lock": "one lock"}

Cost = collections.namedtuple("Cost", "cpu peak references misses")


def measure(runner, kind, processors):
    """With no thread: the start, which is taken off."""
    program = Program("threads", [runner.bench / "scale", kind, str(processors)])
    sample = runner.measure(f"scale {kind} {processors}", program, "memspy", [f"--processors={max(1, processors)}"])
    totals = runner.export_profile()["totals"]
    return Cost(sample.cpu, sample.peak, totals["reads"] + totals["writes"],
                totals["read_misses"] + totals["write_misses"])


def measure_all(runner, runs):
    """Costs without those of the start, by kind and processors."""
    cases = {(kind, n): functools.partial(measure, runner, kind, n) for kind in KINDS for n in (0, *PROCESSORS)}
    costs = {key: take_median(samples) for key, samples in take_turns(runs, cases).items()}
    return {(kind, n): Cost(*(now - start for now, start in zip(costs[kind, n], costs[kind, 0])))
            for kind in KINDS for n in PROCESSORS}


def nanoseconds(cost):
    return 1e9 * cost.cpu / cost.references


def make_table(costs):
    rows = [["program", "processors", "references, M", "misses, %", "seconds", "ns a reference", "of one processor",
             "MB"]]
    for (kind, n), cost in costs.items():
        rows.append([KINDS[kind], f"{n}", f"{cost.references / 1e6:.1f}", f"{100 * cost.misses / cost.references:.1f}",
                     f"{cost.cpu:.2f}", f"{nanoseconds(cost):.0f}",
                     f"{nanoseconds(cost) / nanoseconds(costs[kind, 1]):.2f}", f"{cost.peak / 1024:.1f}"])
    return rows


def load_pyplot():
    try:
        import matplotlib
    except ImportError as error:
        raise Failure("--plot needs Matplotlib (Debian's package python3-matplotlib)") from error
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "memspy"
    from matplotlib import pyplot
    return pyplot


def plot(costs, file):
    """Nanoseconds a reference over processors, as a picture; its kind is that of the file's name."""
    pyplot = load_pyplot()
    figure, axes = pyplot.subplots(figsize=(7, 4))
    for kind, title in KINDS.items():
        axes.plot(PROCESSORS, [nanoseconds(costs[kind, n]) for n in PROCESSORS], marker="o", label=title)
    axes.set_xscale("log", base=2)
    axes.set_xticks(PROCESSORS, [str(n) for n in PROCESSORS])
    axes.set_ylim(bottom=0)
    axes.set_xlabel("simulated processors, one thread on each")
    axes.set_ylabel("ns a reference")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None} if str(file).endswith(".svg") else None)
