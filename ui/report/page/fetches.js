/* fetches.js: which code missed in the instruction caches when it was fetched, and whose code pushed it out.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

const FETCHES_STEP = 25;
const FETCH_COUNTS = ["misses", "cold", "replacement", "invalidation", "switched", "stall_cycles"];

class FetchesView extends PlotView {
  constructor(model) {
    super(model, "Instruction fetches", "Instructions that were not in their processor's instruction cache when they were fetched. First references: the line had never been " +
      "there; replacements: other code had pushed it out; invalidations: its code had changed; context switches: one had emptied the cache.");
    this.by = "function";
    this.most = FETCHES_STEP;
    showIn(this.tools, menu("By", [["function", "function"], ["line", "source line"]], this.by, (v) => { this.by = v; this.refresh(); }, {id: "fetches-by"}));
  }

  nameOf(segment) {
    return printable(this.model.profile.segment_names[segment]);
  }

  /* The missed fetches, of lines or summed up over functions: most misses first. */
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

  /* The functions that pushed out most of what a row missed. */
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
      {title: "Pushed out by", text: (row) => this.evictorsText(row)},
    ], rows.slice(0, this.most), {id: "fetches-table"}));
    if (rows.length > this.most)
      this.plot.append(button(`More (${rows.length - this.most} are left)`, () => { this.most *= 2; this.refresh(); }));
  }
}
