/* SPDX-License-Identifier: GPL-2.0-or-later
 * runs-page.js: the page of memspy compare: a table with a column for each run, and what each processor did over time. */

class RunsPage {
  constructor(table) {
    this.table = table;
    this.strips = make("div", {class: "plot-box", id: "strips"});
    onWidth(this.strips, () => this.draw());
  }

  /* A table of one group. Each value has a bar: its part of the greatest value of the row. */
  group({title, rows}, id) {
    const {runs} = this.table;
    const columns = [{title: "", text: (row) => row.name}, ...runs.map((run, i) => ({title: printable(run.label), number: true,
      element: (row) => this.value(row, i)}))];
    return make("section", {class: "panel"}, make("h2", null, title), dataTable(title, columns, rows, {id}));
  }

  value(row, i) {
    const greatest = d3.max(row.values), value = row.values[i];
    const bar = make("span", {class: "share-bar"});
    bar.style.width = 100 * ratio(value, greatest) + "%";
    return [row.text ? row.text(value) : (this.table.runs[i].estimated ? "~" : "") + countText(value), make("span", {class: "share-track block"}, bar)];
  }

  /* The totals, with the imbalance of the load. */
  totals() {
    const [totals] = this.table.groups, values = this.table.runs.map((run) => run.imbalance);
    return {...totals, rows: [...totals.rows, {name: "Greatest load / mean load", values, text: (value) => value.toFixed(2)}]};
  }

  /* Parts of a processor's time in n pieces of the width of the drawing: work, stall, idle. An interval can cover several
   * pieces, or a part of a piece. Boundaries of intervals and pieces are integers, in cycles / n. */
  pieces(run, processor, n, whole) {
    const found = Array.from({length: n}, () => ({work: 0, stall: 0, idle: 0}));
    processor.number.forEach((number, k) => {
      const length = run.interval_cycles * n, begin = number * length, end = begin + length;
      for (let i = Math.floor(begin / whole); i < n && i * whole < end; i++) {
        const part = (Math.min(end, (i + 1) * whole) - Math.max(begin, i * whole)) / length;
        found[i].work += part * (processor.cycles[k] - processor.idle[k] - processor.stall[k]);
        found[i].stall += part * processor.stall[k];
        found[i].idle += part * processor.idle[k];
      }
    });
    return found;
  }

  draw() {
    const runs = this.table.runs.filter((run) => run.intervals > 0), whole = d3.max(runs, (run) => run.intervals * run.interval_cycles) || 1;
    this.strips.replaceChildren();
    if (runs.length === 0) {
      this.strips.append(make("p", {class: "none"}, "The profiles have no intervals of time."));
      return;
    }
    const width = Math.max(320, this.strips.clientWidth - 4), left = 150, row = 14, n = Math.max(20, Math.floor((width - left) / 4));
    const lanes = runs.flatMap((run) => run.processors.map((processor, i) => ({run, processor, i})).filter(({processor}) => processor.threads > 0));
    const svg = drawing(this.strips, width, lanes.length * row + runs.length * 8, "What each processor did over time, by run");
    const step = (width - left) / n;
    let top = 0, last = null;
    for (const {run, processor, i} of lanes) {
      if (run !== last) {
        top += 8;
        svg.append("text").attr("class", "strip-name").attr("x", 0).attr("y", top + row - 3).text(shortened(printable(run.label), 100));
      }
      last = run;
      const line = svg.append("g").attr("class", "strip").attr("data-run", run.label).attr("data-processor", i).attr("transform", `translate(${left},${top})`);
      line.append("text").attr("x", -6).attr("y", row - 3).attr("class", "bar-value").text(i);
      this.pieces(run, processor, n, whole).forEach((piece, k) => this.drawPiece(line, piece, k * step, step, row));
      top += row;
    }
  }

  drawPiece(line, piece, x, width, height) {
    const sum = piece.work + piece.stall + piece.idle;
    let at = 0;
    for (const kind of ["work", "stall", "idle"]) {
      const length = ((height - 2) * piece[kind]) / (sum || 1);
      if (length > 0)
        line.append("rect").attr("class", "fill-" + kind).attr("x", x).attr("y", height - 2 - at - length).attr("width", width).attr("height", length);
      at += length;
    }
  }

  start() {
    const {table} = this, [, data, code, stages] = table.groups;
    document.title = "MemSpy runs";
    byId("command").textContent = table.runs.map((run) => printable(run.label)).join(", ");
    const warning = table.machines_differ ? make("p", {class: "notice", id: "machines-differ"}, "The machines of the runs differ.") : null;
    showIn(byId("panels"), warning, this.group(this.totals(), "totals"),
      stages.rows.length > 0 ? this.group(stages, "stages") : null, this.group(data, "data"), this.group(code, "code"),
      make("section", {class: "panel"}, make("h2", null, "Processors over time"),
        make("p", {class: "help"}, "A row for each processor on which a thread ran. All runs have the same scale of simulated time."),
        partsLegend([{key: "work", title: "Work"}, {key: "stall", title: "Stall on memory"}, {key: "idle", title: "Idle"}]), this.strips),
      make("section", {class: "panel"}, make("h2", null, "Commands"), dataTable("Commands", [{title: "Run", text: (run) => printable(run.label)},
        {title: "Command", text: (run) => printable(run.command.join(" "))}, {title: "Machine", text: (run) => printable(run.machine)}], table.runs, {id: "commands"})));
    byId("loading").remove();
    this.draw();
  }
}

startPage(RunsPage, readDocument);
