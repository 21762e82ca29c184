/* diff.js: the changes from the first profile to the second. memspy matched their items by full names.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

/* Whether a profile has the servers of misses. Profiles of earlier versions do not: all servers are 0. */
function knowsServers(totals) {
  return totals.read_misses + totals.write_misses === 0 || sumParts("SERVERS").some((key) => totals[key] > 0);
}

function signedText(change) {
  return (change > 0 ? "+" : change < 0 ? "−" : "") + countText(Math.abs(change));
}

function changeText(before, after) {
  if (before === 0) return after === 0 ? "" : "new";
  const change = 100 * (after - before) / before;
  return (change > 0 ? "+" : change < 0 ? "−" : "") + fixedText(Math.abs(change), 1) + "%";
}

/* Whether a change is large enough for a colour: at least 0.5% of the number before. */
function isNotable(before, after) {
  return Math.abs(after - before) >= 0.005 * before && after !== before;
}

function changeClass(before, after) {
  return !isNotable(before, after) ? null : after > before ? "worse" : "better";
}

/* The names of both files, with their order if they are equal. */
function fileNames(profiles) {
  const names = profiles.map((profile) => printable(profile.file));
  return names[0] !== names[1] ? names : [`${names[0]} (first file)`, `${names[1]} (second file)`];
}

class DiffView extends PlotView {
  constructor(page) {
    const {difference: diff} = page.document, files = fileNames(page.document.profiles);
    super(page.model, "What changed", `Before is ${files[0]}, after is ${files[1]}; their code and data are matched by full names. Changes below 0.5% have no colour.`);
    this.files = files;
    this.diff = diff;
    this.document = page.document;
    this.axis = "data";
    this.most = 20;
    this.metric = diff.metric;
    showIn(this.tools,
      menu("Of", this.knownMetrics(), this.metric, (v) => { this.metric = v; this.refresh(); }, {id: "diff-metric"}),
      menu("By", [["data", "data bin"], ["code", "code segment"]], this.axis, (v) => { this.axis = v; this.refresh(); }, {id: "diff-by"}));
    this.head = make("div", null);
    this.plot.before(this.head);
    showIn(this.head, this.machines(), this.totals());
    this.element.insertBefore(this.tools, this.plot);
    this.cells = this.sumCells();
  }

  /* The metrics that can be compared. Samples have intervals for misses only. */
  knownMetrics() {
    const {profiles} = this.document;
    return knownKeys(METRICS, profiles[0]).filter(([key]) => key === "misses" || !profiles.some(isOfSamples));
  }

  counts(side) {
    return side ? COUNTERS.map((name) => side[name]) : new Array(COUNTERS.length).fill(0);
  }

  machines() {
    const {options} = this.diff;
    if (options.length === 0) return null;
    const value = (v) => (v === null ? "–" : printable(v));
    return [options.some((o) => o.machine) ? make("p", {class: "notice"}, "The two ran on different machines: their counts are hard to compare.") : null,
      make("details", {open: true}, make("summary", null, "Options that differ"), dataTable("Options that differ",
        [{title: "Option", text: (o) => "--" + printable(o.name)}, {title: "Before", text: (o) => value(o.before)}, {title: "After", text: (o) => value(o.after)}], options))];
  }

  totals() {
    const {before, after} = this.diff, servers = sumParts("SERVERS"), neutral = ["reads", "writes", "instructions", ...servers];
    const references = ["reads", "writes", "read_misses", "write_misses"];
    const known = knowsServers(before.totals) && knowsServers(after.totals);
    const rows = [["Execution time (cycles)", "cycles"], ["Memory stall time (cycles)", "stall_cycles"], ["Instructions", "instructions"], ["Misses per 1000 instructions (MPKI)", "mpki"],
      ...[...references, ...allPartsOf("misses"), ...allPartsOf("").filter((key) => !references.includes(key))].filter((key) => COUNTS[COUNTER[key]].compared)
        .map((key) => [(servers.includes(key) ? "Served by " : "") + countTitle(key), key])]
      .filter(([, key]) => known || !servers.includes(key))
      .map(([title, key]) => ({title, key, before: before.totals[key], after: after.totals[key], good: !neutral.includes(key)}))
      .filter((row) => row.before !== null && row.after !== null && (row.before > 0 || row.after > 0));
    const text = (row, value) => (row.key === "mpki" ? fixedText(value, 2) : countText(value));
    const change = (row) => (row.key === "mpki" ? (row.after > row.before ? "+" : "") + fixedText(row.after - row.before, 2) : signedText(row.after - row.before));
    return dataTable("Totals of both runs", [{title: "", text: (r) => r.title}, {title: `Before: ${this.files[0]}`, number: true, text: (r) => text(r, r.before)},
      {title: `After: ${this.files[1]}`, number: true, text: (r) => text(r, r.after)}, {title: "Change", number: true, text: change},
      {title: "", number: true, element: (r) => make("span", {class: r.good ? changeClass(r.before, r.after) : null}, changeText(r.before, r.after))}], rows,
      {class: "compact", id: "diff-totals"});
  }

  /* The cells of both profiles by items of the difference: {code, data, counts: [before, after]}. */
  sumCells() {
    const {difference_items: items, profiles} = this.document, n = this.diff.data.length, sums = new Map();
    profiles.forEach(({pairs}, side) => {
      for (let p = 0; p < pairs.n; p++) {
        const code = items.code[side][pairs.segment[p]], data = items.data[side][pairs.bin[p]], key = code * n + data;
        let cell = sums.get(key);
        if (!cell) sums.set(key, cell = {code, data, counts: [new Float64Array(COUNTERS.length), new Float64Array(COUNTERS.length)]});
        for (let k = 0; k < COUNTERS.length; k++) cell.counts[side][k] += pairs.counts[k][p];
      }
    });
    return [...sums.values()];
  }

  draw() {
    const of = METRICS[this.metric].of;
    const halves = new ChangeHalves(this.document, this.metric), byCode = this.axis === "code";
    const isNone = (change, i) => halves.isNone(change, byCode ? i : null, byCode ? null : i);
    const all = this.diff[this.axis].map((item, i) => {
      const before = of(this.counts(item.before)), after = of(this.counts(item.after));
      return {item, name: item.name, before, after, change: after - before, isNone: isNone(after - before, i)};
    }).filter((row) => row.change !== 0);
    const rows = all.filter((row) => !row.isNone).sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
    if (rows.length === 0) this.empty(`No ${AXIS_NAMES[this.axis][0]} has another number of ${METRICS[this.metric].unit}.`);
    else this.drawBars(rows.slice(0, this.most));
    if (rows.length > this.most) this.below.append(button(`More (${rows.length - this.most} are left)`, () => { this.most *= 2; this.refresh(); }));
    if (all.length > rows.length)
      this.below.append(make("p", {class: "help"}, `${all.length - rows.length} more changed less than the interval of the estimate.`));
    this.below.append(...[this.matrix(halves), this.cellTable(halves)].filter(Boolean));
  }

  drawBars(rows) {
    const width = Math.max(320, this.plot.clientWidth - 4), names = Math.min(280, Math.max(96, width * 0.28)), step = 24, top = 24, room = 8;
    const most = d3.max(rows, (row) => Math.abs(row.change));
    const x = d3.scaleLinear().domain([-most, most]).range([names + room, width - room]);
    const svg = drawing(this.plot, width, top + rows.length * step + 6, `Greatest changes of ${METRICS[this.metric].short} by ${AXIS_NAMES[this.axis][0]}`);
    svg.append("g").attr("class", "axis").attr("transform", `translate(0,${top - 4})`)
      .call(d3.axisTop(x).ticks(width < 600 ? 2 : 6).tickSizeOuter(0).tickSizeInner(-rows.length * step).tickFormat((v) => signedText(v)));
    rows.forEach((row, i) => {
      const line = svg.append("g").attr("class", "bar-row").attr("transform", `translate(0,${top + i * step})`), less = row.change < 0;
      line.append("title").text(`${row.name}: ${countText(row.before)} before, ${countText(row.after)} after`);
      line.append("rect").attr("class", "hit").attr("width", width).attr("height", step);
      line.append("text").attr("class", "bar-name").attr("x", names - 8).attr("y", step / 2).text(shortened(row.name, names - 12));
      line.append("rect").attr("class", `bar-${changeClass(row.before, row.after) ?? "same"}`).attr("x", Math.min(x(0), x(row.change))).attr("y", 5)
        .attr("height", step - 10).attr("width", Math.max(1, Math.abs(x(row.change) - x(0))));
      line.append("text").attr("class", "bar-value").attr("x", less ? x(0) + 6 : x(0) - 6).attr("y", step / 2)
        .style("text-anchor", less ? "start" : "end").text(`${signedText(row.change)}${row.item.before && row.item.after ? "" : row.item.after ? " (new)" : " (gone)"}`);
    });
  }

  /* The items with the greatest changes against each other: changes in percent of the first run's total. */
  matrix(halves) {
    const of = METRICS[this.metric].of, whole = of(this.counts(this.diff.before.totals)) || of(this.counts(this.diff.after.totals));
    const change = (counts) => of(counts[1]) - of(counts[0]);
    const pick = (axis, n) => {
      const sums = this.diff[axis].map((item, i) => ({i, item, change: change([this.counts(item.before), this.counts(item.after)])}));
      return sums.filter((s) => s.change !== 0).sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, n);
    };
    const rows = pick("code", 14), columns = pick("data", this.plot.clientWidth < 700 ? 5 : 10);
    const byKey = new Map(this.cells.map((cell) => [cell.code * this.diff.data.length + cell.data, cell]));
    const most = d3.max(rows, (r) => d3.max(columns, (c) => Math.abs(change(byKey.get(r.i * this.diff.data.length + c.i)?.counts ?? [[], []].map(() => new Array(COUNTERS.length).fill(0))))));
    const shown = (value) => (value === 0 || !(whole > 0) ? "–" : (value > 0 ? "+" : "−") + fixedText(Math.abs(100 * value / whole), 1));
    const cell = (change, row, column) => {
      const value = halves.isNone(change, row, column) ? 0 : change;
      const notable = isNotable(whole, whole + value);
      const td = make("td", {class: "number " + (!notable ? "none" : value > 0 ? "cell-worse" : "cell-better")}, shown(value));
      if (notable) td.style.setProperty("--amount", (most > 0 ? Math.sqrt(Math.abs(value) / most) * 60 : 0) + "%");
      return td;
    };
    const table = make("table", {id: "diff-matrix"}, make("caption", null, `Change in percent of the total ${METRICS[this.metric].short} before`),
      make("thead", null, make("tr", null, make("th", {scope: "col"}, "Code segments"), make("th", {scope: "col", class: "number"}, "Tot%"), columns.map((c) => make("th", {scope: "col", class: "number"}, c.item.name)))),
      make("tbody", null, rows.map((r) => make("tr", null, make("th", {scope: "row"}, r.item.name), cell(r.change, r.i, null),
        columns.map((c) => cell(change(byKey.get(r.i * this.diff.data.length + c.i)?.counts ?? [this.counts(null), this.counts(null)]), r.i, c.i))))));
    if (rows.length === 0 || columns.length === 0) return null;
    return make("div", null, make("h3", null, "Code by data"), make("div", {class: "table-scroll matrix-table", tabindex: "0", role: "region", "aria-label": "Changes by code and data"}, table));
  }

  cellTable(halves) {
    const of = METRICS[this.metric].of;
    const rows = this.cells.map((cell) => ({cell, before: of(cell.counts[0]), after: of(cell.counts[1])}))
      .filter((row) => !halves.isNone(row.after - row.before, row.cell.code, row.cell.data)).sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before)).slice(0, 50);
    if (rows.length === 0) return make("p", {class: "none"}, "No cell changed.");
    return make("details", null, make("summary", null, `Cells that changed most (${rows.length})`), dataTable("Cells that changed most", [
      {title: "Data", text: (r) => this.diff.data[r.cell.data].name}, {title: "Code", text: (r) => this.diff.code[r.cell.code].name},
      {title: "Before", number: true, text: (r) => countText(r.before)}, {title: "After", number: true, text: (r) => countText(r.after)},
      {title: "Change", number: true, element: (r) => make("span", {class: changeClass(r.before, r.after)}, signedText(r.after - r.before))}], rows));
  }
}
