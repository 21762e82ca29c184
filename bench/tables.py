"""tables: what was measured, as text. A table is a list of rows of text, the first one its header.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import math
import statistics

# Of programs of a group: what is compared, and the goals: geometric mean and worst of memspy / tool.
TIMES = {
    "sequential": ("User time", lambda sample: sample.user, {"cachegrind": (0.70, 1.00)}),
    "commands": ("User time", lambda sample: sample.user, {"cachegrind": (0.90, 0.90)}),
    "threads": ("User and system time", lambda sample: sample.cpu,
                {"cachegrind": (1.00, None), "callgrind": (0.35, None)}),
}
RULE_SHARE, RULE_BASE = 0.10, 64 << 10  # tool memory: share of the program's own, KB


def take_mean(values):
    return math.exp(statistics.fmean(map(math.log, values)))


class Report:
    """On the programs of one group; medians: samples by program and tool."""

    def __init__(self, group, medians, tools):
        self.medians, self.tools = medians, tools
        self.what, self.time, self.goals = TIMES[group]

    def divide(self, tool, other):
        """Time of tool / that of other, by program."""
        return {name: self.time(by_tool[tool]) / self.time(by_tool[other]) for name, by_tool in self.medians.items()
                if self.time(by_tool[other]) > 0}

    def make_time_table(self):
        pairs = [(tool, other) for other in ("none", "cachegrind", "callgrind")
                 for tool in self.tools
                 if tool not in ("native", "none", other) and (tool, other) != ("cachegrind", "callgrind")
                 and (other != "callgrind" or tool == "memspy") and other in self.tools]
        ratios = {pair: self.divide(*pair) for pair in pairs}
        rows = [["program", *self.tools, *(f"{tool}/{other}" for tool, other in pairs)]]
        for name, by_tool in self.medians.items():
            rows.append([name, *(f"{self.time(by_tool[tool]):.2f}" for tool in self.tools),
                         *(f"{ratios[pair][name]:.2f}" for pair in pairs)])
        rows.append(["geometric mean", *("" for _ in self.tools),
                     *(f"{take_mean(ratios[pair].values()):.2f}" for pair in pairs)])
        return rows

    def make_wall_table(self):
        parts = ("system", "wall")
        return [["program", *(f"{tool}, {part}" for tool in self.tools for part in parts)],
                *([name, *(f"{getattr(by_tool[tool], part):.2f}" for tool in self.tools for part in parts)]
                  for name, by_tool in self.medians.items())]

    def find_tool_memory(self, name):
        """What the tool needs, and what the rule allows; KB."""
        by_tool = self.medians[name]
        return by_tool["memspy"].peak - by_tool["none"].peak, by_tool["native"].peak * RULE_SHARE + RULE_BASE

    def has_rule(self):
        return {"native", "none", "memspy"} <= set(self.tools)

    def make_memory_table(self):
        over = [tool for tool in self.tools if tool not in ("native", "none")] if "none" in self.tools else []
        rows = [["program", *self.tools, *(f"{tool} - none" for tool in over),
                 *(["allowed", "kept"] if self.has_rule() else [])]]
        for name, by_tool in self.medians.items():
            row = [name, *(f"{by_tool[tool].peak / 1024:.1f}" for tool in self.tools),
                   *(f"{(by_tool[tool].peak - by_tool['none'].peak) / 1024:.1f}" for tool in over)]
            if self.has_rule():
                used, allowed = self.find_tool_memory(name)
                row += [f"{allowed / 1024:.1f}", "yes" if used <= allowed else "no"]
            rows.append(row)
        return rows

    def make_verdicts(self):
        lines = []
        for other, (goal_mean, goal_worst) in self.goals.items():
            if not {"memspy", other} <= set(self.tools):
                continue
            ratios = self.divide("memspy", other)
            worst = max(ratios, key=ratios.get)
            lines.append(f"{self.what}, memspy / {other}: geometric mean {take_mean(ratios.values()):.2f} "
                         f"(goal: at most {goal_mean:.2f}), worst {ratios[worst]:.2f}, {worst}"
                         + (f" (goal: at most {goal_worst:.2f})." if goal_worst else "."))
        if self.has_rule():
            kept = {name: used <= allowed for name in self.medians for used, allowed in [self.find_tool_memory(name)]}
            over = [name for name in kept if not kept[name]]
            lines.append(f"Memory of the tool at most {RULE_SHARE:.0%} of the program's + {RULE_BASE >> 10} MB: "
                         + (f"not on {', '.join(over)}." if over else f"on all {len(kept)}."))
        return lines


def format_plain(rows):
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "".join("  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:]))]).rstrip()
                   + "\n" for row in rows)


def format_markdown(rows):
    lines = [rows[0], ["---", *("---:" for _ in rows[0][1:])], *rows[1:]]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
