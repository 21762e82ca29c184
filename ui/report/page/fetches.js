/* SPDX-License-Identifier: GPL-2.0-or-later
 * fetches.js: code that missed in the instruction caches, and the code that evicted it. */

const FETCHES_STEP = 25;
const FETCH_COUNTS = ["misses", "cold", "replacement", "invalidation", "switched", "stall_cycles"];

class FetchesView extends PlotView {
  constructor(model) {
    super(model, "Instruction fetches", "Fetches of instructions that missed in their processor's instruction cache. First references: the line had never been " +
      "there; replacements: other code had evicted it; invalidations: its code had changed; context switches: one had emptied the cache.");
    this.by = "function";
    this.most = FETCHES_STEP;
    showIn(this.tools, menu("By", [["function", "function"], ["line", "source line"]], this.by, (v) => { this.by = v; this.refresh(); }, {id: "fetches-by"}));
  }

  nameOf(segment) {
    return printable(this.model.profile.segment_names[segment]);
  }

  /* Missed fetches by source line or by function, most first. */
  rows() {
    const rows = new Map();
    for (const miss of this.model.profile.export.fetch_misses) {
      const place = `${printable(baseName(miss.file))}:${miss.line}`, name = this.nameOf(miss.segment);
      const key = this.by === "function" ? miss.segment : `${miss.segment} ${place}`;
      if (!rows.has(key)) rows.set(key, {name: this.by === "function" ? name : `${place} in ${name}`, evictors: new Map(), ...Object.fromEntries(FETCH_COUNTS.map((count) => [count, 0]))});
      const row = rows.get(key);
      for (const count of FETCH_COUNTS) row[count] += miss[count];
      for (const {segment, count} of miss.evictors) row.evictors.set(segment, (row.evictors.get(segment) ?? 0) + count);
    }
    return [...rows.values()].sort((a, b) => b.misses - a.misses || (a.name < b.name ? -1 : 1));
  }

  /* The functions that evicted most of a row's missed lines. */
  evictorsText(row) {
    const most = [...row.evictors].sort((a, b) => b[1] - a[1]).slice(0, 3);
    return most.map(([segment, count]) => `${this.nameOf(segment)} ${percentText(count, row.replacement)}`).join(", ") || "–";
  }

  summary() {
    const sum = (key) => this.model.profile.export.icaches.reduce((whole, icache) => whole + icache[key], 0);
    return make("p", {id: "fetches-summary"}, `${countText(sum("fetches"))} instructions fetched, of which ${countText(sum("misses"))} (${percentText(sum("misses"), sum("fetches"))}) missed: ` +
      `found in the L2 ${countText(sum("second_level"))}, in the last level ${countText(sum("last_level"))}, in memory ${countText(sum("memory"))}. They stalled ${countText(sum("stall_cycles"))} cycles.`);
  }

  draw() {
    const rows = this.rows(), number = (title, key) => ({title, number: true, text: (row) => countText(row[key])});
    const misses = rows.reduce((sum, row) => sum + row.misses, 0);
    this.plot.append(this.summary());
    if (rows.length === 0) {
      this.empty("No instruction missed.");
      return;
    }
    this.plot.append(dataTable("Missed fetches", [
      {title: this.by === "function" ? "Code" : "Line", text: (row) => row.name},
      number("Misses", "misses"),
      {title: "Share", number: true, text: (row) => percentText(row.misses, misses)},
      number(this.model.profile.export.sampling ? "Unknown" : "First references", "cold"), number("Replacements", "replacement"), number("Invalidations", "invalidation"),
      ...(rows.some((row) => row.switched > 0) ? [number("Context switches", "switched")] : []),
      number("Stall", "stall_cycles"),
      {title: "Evicted by", text: (row) => this.evictorsText(row)},
    ], rows.slice(0, this.most), {id: "fetches-table"}));
    if (rows.length > this.most)
      this.plot.append(button(`More (${rows.length - this.most} are left)`, () => { this.most *= 2; this.refresh(); }));
  }
}
