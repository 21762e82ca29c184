/* SPDX-License-Identifier: GPL-2.0-or-later
 * causes.js: causes of misses: stacked bars, by data bin or code segment. */

class CausesView extends PlotView {
  constructor(model, page) {
    super(model, "Causes of misses", (model.profile.export.sampling ? "Unknown (first references, or replaced between samples)" : "First references") + ", replacements (by capacity and by conflict if the machine separates them) and " +
      "invalidations (true sharing: a word was used that another processor had stored; false sharing: none was).");
    this.page = page;
    this.axis = "data";
    this.shares = false;
    this.most = 25;
    showIn(this.tools,
      menu("By", [["data", "data bin"], ["code", "code segment"]], this.axis, (v) => { this.axis = v; this.refresh(); }, {id: "causes-by"}),
      menu("Bars are", [["counts", "numbers of misses"], ["shares", "shares of 100%"]], "counts", (v) => { this.shares = v === "shares"; this.refresh(); }, {id: "causes-bars"}));
  }

  draw() {
    const {model} = this, of = METRICS.misses.of;
    const items = model.items[this.axis].filter((item) => item.position >= 0 && of(item.counts) > 0)
      .sort((a, b) => of(b.counts) - of(a.counts));
    if (items.length === 0) {
      this.empty(METRICS.misses.of(model.profile.totals) > 0 ? "Nothing matches the filters of the matrix." : "No reference missed.");
      return;
    }
    const rows = items.slice(0, this.most).map((item) => ({name: item.name, item, parts: causeParts(item.counts)}));
    const used = CAUSES.map((key) => ({key, title: countTitle(key)})).filter(({key}) => rows.some((row) => row.parts.some((part) => part.key === key && part.value > 0)));
    this.plot.append(partsLegend(used));
    stackedBars(this.plot, rows, {label: `Causes of misses of ${rows.length} ${AXIS_NAMES[this.axis][1]}`, shares: this.shares, unit: "misses",
      action: (row) => {
        this.model.select(this.axis === "code" ? [row.item] : [], this.axis === "data" ? [row.item] : []);
        this.page.showMatrix();
      }});
    if (items.length > rows.length)
      this.below.append(button(`More (${items.length - rows.length} are left)`, () => { this.most *= 2; this.refresh(); }));
    const columns = [{title: AXIS_NAMES[this.axis][0], text: (row) => row.name},
      {title: "Misses", number: true, text: (row) => countText(of(row.item.counts))},
      ...used.map(({key, title}) => ({title, number: true, text: (row) => countText(row.parts.find((part) => part.key === key).value)})),
      {title: "Upgrades", number: true, text: (row) => countText(row.item.counts[COUNTER.upgrades])}];
    this.below.append(make("details", null, make("summary", null, "As a table"), dataTable("Causes of misses", columns, rows)));
  }
}
