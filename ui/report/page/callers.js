/* SPDX-License-Identifier: GPL-2.0-or-later
 * callers.js: the call paths of a run with callers, as a tree: from the first function of each thread down to the functions
 * that it calls, or from each function up to its callers. Costs count once: in the tree of callers, a recursive function
 * has the cost of its outermost calls. */

const CALLERS_MOST = 30; /* children of a function shown at first */
const CALLERS_COSTS = [["stall", "memory stall"], ["misses", "misses"], ["references", "references"], ["instructions", "instructions"]];

class CallersView extends PlotView {
  constructor(model, page) {
    super(model, "Callers", "Call paths: each row has the cost of a function with the functions that it calls, its own cost, and the number of its calls.");
    this.page = page;
    this.up = "down";
    this.cost = "stall";
    const {callers} = model.profile.export, {segments} = model.profile.export;
    this.contexts = callers.caller.map((caller, i) => ({caller: caller - 1, segment: callers.segment[i], line: callers.line[i],
      from: callers.place_segment[i], way: callers.way[i], calls: callers.calls[i], callees: [], costs: {stall: callers.stall_cycles[i],
        misses: callers.read_misses[i] + callers.write_misses[i], references: callers.reads[i] + callers.writes[i], instructions: callers.instructions[i]}}));
    for (const context of this.contexts) {
      context.all = {...context.costs};
      if (context.caller >= 0) this.contexts[context.caller].callees.push(context);
    }
    for (const context of [...this.contexts].reverse())
      if (context.caller >= 0) for (const [cost] of CALLERS_COSTS) this.contexts[context.caller].all[cost] += context.all[cost];
    this.nameOf = (segment) => printable(segments[segment].name);
    showIn(this.tools, menu("Paths", [["down", "from callers to callees"], ["up", "from a function to its callers"]], this.up, (v) => { this.up = v; this.refresh(); }, {id: "callers-paths"}),
      menu("Cost", CALLERS_COSTS, this.cost, (v) => { this.cost = v; this.refresh(); }, {id: "callers-cost"}));
  }

  /* Whether a context above this one has the same function. */
  isInner(context) {
    for (let at = context.caller; at >= 0; at = this.contexts[at].caller) if (this.contexts[at].segment === context.segment) return true;
    return false;
  }

  /* Joins contexts with the same key to rows: {contexts, all, own, calls}, those with the greatest cost first. The members
   * are pairs of a context, whose cost counts, and a context of its path, whose name is shown. */
  rows(members, keyOf) {
    const rows = new Map();
    for (const [context, at] of members) {
      const key = keyOf(at);
      if (!rows.has(key)) rows.set(key, {at, members: [], all: 0, own: 0, calls: 0});
      const row = rows.get(key);
      row.members.push([context, at]);
      row.all += context.all[this.cost];
      row.own += context.costs[this.cost];
      row.calls += context.calls;
    }
    return [...rows.values()].sort((a, b) => b.all - a.all || b.calls - a.calls);
  }

  keyOf(context) { return `${context.segment} ${context.from} ${context.line}`; }

  /* The rows below a row: callees, or callers. */
  children(row) {
    if (this.up === "down") return this.rows(row.members.flatMap(([, at]) => at.callees.map((one) => [one, one])), (at) => this.keyOf(at));
    const callers = row.members.filter(([, at]) => at.caller >= 0).map(([context, at]) => [context, this.contexts[at.caller]]);
    return this.rows(callers, (at) => at.segment);
  }

  draw() {
    const {total} = this;
    if (!(total > 0)) return this.empty("No call path has such a cost.");
    const roots = this.up === "down" ? this.rows(this.contexts.filter((one) => one.caller < 0).map((one) => [one, one]), (at) => this.keyOf(at))
      : this.rows(this.contexts.filter((one) => !this.isInner(one)).map((one) => [one, one]), (at) => at.segment);
    const {left_out} = this.model.profile.export.callers;
    this.plot.append(make("div", {class: "call-tree callers-tree"}, this.list(roots)));
    if (left_out > 0) this.below.append(make("p", null, `${countText(left_out)} calls count for their callers, because there are too many call paths.`));
  }

  get total() { return d3.sum(this.contexts, (one) => one.costs[this.cost]); }

  list(rows) {
    const shown = rows.slice(0, CALLERS_MOST), rest = rows.length - shown.length;
    return [...shown.map((row) => this.node(row, rows.length === 1 || row.all > this.total / 2)),
      rest > 0 ? make("p", {class: "none"}, `and ${rest} more`) : null];
  }

  /* A function, whose rows below are created when it is opened. */
  node(row, open) {
    const {at, all, own, calls} = row, bar = make("span", {class: "share-bar"});
    bar.style.width = 100 * ratio(all, this.total) + "%";
    const figures = [make("span", {class: "share-track"}, bar), make("span", {class: "number"}, percentText(all, this.total)),
      make("span", {class: "number"}, this.up === "down" ? percentText(own, this.total) : ""), make("span", {class: "number"}, countText(calls))];
    const from = at.from > 0 && at.segment !== at.from - 1 && this.up === "down" ? ` called in ${this.nameOf(at.from - 1)}${at.line ? ":" + at.line : ""}` : "";
    const name = make("span", {class: "share-name", title: `${this.nameOf(at.segment)}${from}`}, this.nameOf(at.segment), make("small", null, from + (at.way === "call" || at.way === "start" ? "" : ` (${at.way})`)));
    const below = this.children(row);
    if (below.length === 0) return make("p", {class: "call-row call-data"}, name, figures);
    const details = make("details", null, make("summary", {class: "call-row"}, name, figures));
    const fill = () => { if (details.open && details.childElementCount === 1) details.append(make("div", {class: "call-callees"}, this.list(below))); };
    details.addEventListener("toggle", fill);
    details.open = open;
    fill();
    return details;
  }
}
