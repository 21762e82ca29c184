/* SPDX-License-Identifier: GPL-2.0-or-later
 * models.js: counts of optional models, by data or by code: TLBs, prefetchers, traffic. */

const MODELS_STEP = 25;

/* The text above the table of a model. */
const MODELS = [
  {
    id: "translation", title: "Translation", heading: "Translation of addresses",
    help: "Stall cycles of references for misses of the first TLB; walks: misses of the second one too.",
    summary: (all, stall) => `${countText(all.tlb_misses)} misses of the first TLB; ${countText(all.walks)} walks. ` +
      `That took ${countText(all.translation_cycles)} cycles, ${percentText(all.translation_cycles, stall)} of the stall.`,
  },
  {
    id: "prefetching", title: "Prefetching", heading: "Prefetched lines",
    help: "Lines that prefetchers fetched because of references; covered: misses avoided; late: the reference still waited; " +
      "unused: gone before any use; lost: misses of lines that a prefetch had evicted.",
    summary: (all) => `The prefetchers fetched ${countText(all.prefetches)} lines: ${percentText(all.covered, all.prefetches)} were used, ` +
      `${countText(all.late)} of them late; ${percentText(all.unused, all.prefetches)} unused. Prefetches evicted the lines of ${countText(all.displaced)} misses.`,
  },
  {
    id: "traffic", title: "Traffic", heading: "Bytes moved",
    help: "Bytes of lines that a level read, and of modified lines that it wrote back; transferred: supplied by another processor's cache. " +
      "A write-back counts for the code that evicted the line and the data in the line.",
    summary: (all) => `The D1s took in ${countText(all.d1_bytes_read)} bytes and wrote ${countText(all.d1_bytes_written)} back. Memory supplied ` +
      `${countText(all.memory_bytes_read)} bytes, and ${countText(all.memory_bytes_written)} were written to it; other processors' caches supplied ${countText(all.transferred_bytes)}.`,
  },
  {
    id: "window", title: "Overlap", heading: "Latency without stall",
    help: "Cycles of latencies for which the processor did not wait, since it executed other instructions or waited for an earlier miss; " +
      "misses: those for which it did not wait at all.",
    summary: (all) => `The processors did not wait for ${countText(all.overlapped_misses)} misses; ` +
      `${countText(all.overlapped_cycles)} cycles of latencies overlapped with other work.`,
  },
];

/* The models that a profile has counts of. */
function modelsOf(profile) {
  const all = profile.export.models?.totals;
  return MODELS.map((shown) => ({...shown, columns: Object.entries(MODEL_COLUMNS[shown.id.toUpperCase()]).map(([key, title]) => [title, key])}))
    .filter((shown) => all && shown.columns.some(([, key]) => all[key] > 0));
}

class ModelView extends PlotView {
  constructor(model, shown) {
    super(model, shown.heading, shown.help);
    this.shown = shown;
    this.by = "data";
    this.most = MODELS_STEP;
    showIn(this.tools, menu("By", [["data", "data"], ["code", "code"]], this.by, (v) => { this.by = v; this.refresh(); }, {id: shown.id + "-by"}));
  }

  /* Counts by bin or by function, most first. */
  rows() {
    const keys = this.shown.columns.map(([, key]) => key), rows = new Map();
    for (const cell of this.model.profile.export.models.cells) {
      const item = this.by === "data" ? cell.bin : cell.segment;
      if (!rows.has(item)) rows.set(item, {name: this.model.names[this.by][item], ...Object.fromEntries(keys.map((key) => [key, 0]))});
      for (const key of keys) rows.get(item)[key] += cell[key];
    }
    const more = (a, b) => keys.map((key) => b[key] - a[key]).find((difference) => difference !== 0) ?? (a.name < b.name ? -1 : 1);
    return [...rows.values()].filter((row) => keys.some((key) => row[key] > 0)).sort(more);
  }

  draw() {
    const rows = this.rows(), all = this.model.profile.export.models.totals, columns = this.shown.columns, first = columns[0][1];
    const number = ([title, key]) => ({title, number: true, text: (row) => countText(row[key])});
    this.plot.append(make("p", {id: this.shown.id + "-summary"}, this.shown.summary(all, this.model.profile.totals.stall_cycles)));
    this.plot.append(dataTable(this.shown.title, [
      {title: this.by === "data" ? "Data" : "Code", text: (row) => row.name},
      number(columns[0]), {title: "Share", number: true, text: (row) => percentText(row[first], all[first])},
      ...columns.slice(1).map(number),
    ], rows.slice(0, this.most), {id: this.shown.id + "-table"}));
    if (rows.length > this.most)
      this.plot.append(button(`More (${rows.length - this.most} are left)`, () => { this.most *= 2; this.refresh(); }));
  }
}
