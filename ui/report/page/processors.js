/* SPDX-License-Identifier: GPL-2.0-or-later
 * processors.js: the parts of each processor's clock, and its misses by cause. */

class ProcessorsView extends PlotView {
  constructor(model) {
    super(model, "Processors", "The parts of each processor's clock: instructions, memory stall, and idle cycles, in which no thread could run.");
    showIn(this.tools, menu("Show", [["cycles", "cycles"], ["misses", "misses by cause"]], "cycles", (v) => { this.kind = v; this.refresh(); }, {id: "processors-show"}));
    this.kind = "cycles";
  }

  draw() {
    const {processors} = this.model.profile.export;
    const counts = (p) => COUNTERS.map((name) => p[name]);
    const fetching = (p) => this.model.profile.export.icaches[p.id]?.stall_cycles ?? 0;
    const cycles = (p) => [{key: "work", title: "Instructions", value: p.busy_cycles - p.stall_cycles - fetching(p)},
      {key: "stall", title: "Memory stall", value: p.stall_cycles}, {key: "fetch", title: "Fetch stall", value: fetching(p)}, {key: "idle", title: "Idle", value: p.idle_cycles}];
    const parts = this.kind === "cycles" ? cycles : (p) => causeParts(counts(p));
    const rows = processors.map((p) => ({name: `Processor ${p.id}`, parts: parts(p)}));
    const used = rows.length === 0 ? [] : rows[0].parts.filter(({key}) => rows.some((row) => row.parts.find((part) => part.key === key).value > 0));
    if (used.length === 0) this.empty(this.kind === "misses" ? "No processor missed." : "No processor executed instructions.");
    else this.plot.append(partsLegend(used));
    if (used.length > 0) stackedBars(this.plot, rows, {label: this.kind === "cycles" ? "Cycles of each processor" : "Misses of each processor by cause", unit: this.kind});
    const busy = processors.filter((p) => p.threads > 0 || p.busy_cycles > 0).map((p) => p.busy_cycles), mean = d3.mean(busy);
    if (busy.length > 1) this.below.append(make("p", null, "Imbalance ", make("b", null, (mean > 0 ? d3.max(busy) / mean : 1).toFixed(2)),
      make("small", null, ` busy cycles: greatest of a processor / mean of ${busy.length}`)));
    const nodes = (this.model.profile.export.machine.nodes ?? 1) > 1, number = (title, value) => ({title, number: true, text: (p) => countText(value(p))});
    this.below.append(dataTable("Processors", [{title: "Processor", text: (p) => String(p.id)}, number("Threads", (p) => p.threads), number("Instructions", (p) => p.instructions),
      number("Busy", (p) => p.busy_cycles), number("Idle", (p) => p.idle_cycles), number("Stall", (p) => p.stall_cycles),
      number("References", (p) => p.reads + p.writes), number("Misses", (p) => p.read_misses + p.write_misses),
      ...causeParts(new Array(COUNTERS.length).fill(0)).filter(({key}) => processors.some((p) => causeParts(counts(p)).find((part) => part.key === key).value > 0))
        .map(({key, title}) => number(title, (p) => causeParts(counts(p)).find((part) => part.key === key).value)),
      ...(nodes ? [number("Local", (p) => p.local), number("Remote", (p) => p.remote)] : []), number("Upgrades", (p) => p.upgrades)], processors));
  }
}
