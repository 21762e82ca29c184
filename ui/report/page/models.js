/* translation.js: what the TLBs missed, and how long references waited for it, by data or by code.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

const TRANSLATION_STEP = 25;
const TRANSLATION_COUNTS = ["translation_cycles", "tlb_misses", "walks"];

class TranslationView extends PlotView {
  constructor(model) {
    super(model, "Translation of addresses", "Cycles that references waited because the first TLB did not have their page; walks: the second one did not have it either.");
    this.by = "data";
    this.most = TRANSLATION_STEP;
    showIn(this.tools, menu("By", [["data", "data"], ["code", "code"]], this.by, (v) => { this.by = v; this.refresh(); }, {id: "translation-by"}));
  }

  /* The counts of cells, summed up over bins or functions: most cycles first. */
  rows() {
    const rows = new Map();
    for (const cell of this.model.profile.export.models.cells) {
      const key = this.by === "data" ? cell.bin : cell.segment;
      if (!rows.has(key)) rows.set(key, {name: this.model.names[this.by][key], ...Object.fromEntries(TRANSLATION_COUNTS.map((count) => [count, 0]))});
      for (const count of TRANSLATION_COUNTS) rows.get(key)[count] += cell[count];
    }
    return [...rows.values()].filter((row) => row.tlb_misses > 0).sort((a, b) => b.translation_cycles - a.translation_cycles || b.tlb_misses - a.tlb_misses || (a.name < b.name ? -1 : 1));
  }

  draw() {
    const rows = this.rows(), all = this.model.profile.export.models.totals, number = (title, key) => ({title, number: true, text: (row) => countText(row[key])});
    const stall = this.model.profile.totals.stall_cycles;
    this.plot.append(make("p", {id: "translation-summary"}, `The first TLB did not have a page ${countText(all.tlb_misses)} times; ${countText(all.walks)} walks. ` +
      `That took ${countText(all.translation_cycles)} cycles, ${percentText(all.translation_cycles, stall)} of the stall.`));
    if (rows.length === 0) {
      this.empty("The TLBs had all pages.");
      return;
    }
    this.plot.append(dataTable("Translation", [
      {title: this.by === "data" ? "Data" : "Code", text: (row) => row.name},
      number("Cycles", "translation_cycles"),
      {title: "Share", number: true, text: (row) => percentText(row.translation_cycles, all.translation_cycles)},
      number("Misses", "tlb_misses"), number("Walks", "walks"),
    ], rows.slice(0, this.most), {id: "translation-table"}));
    if (rows.length > this.most)
      this.plot.append(button(`More (${rows.length - this.most} are left)`, () => { this.most *= 2; this.refresh(); }));
  }
}
