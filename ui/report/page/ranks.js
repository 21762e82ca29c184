/* SPDX-License-Identifier: GPL-2.0-or-later
 * ranks.js: work, stall and misses of each rank of a message-passing program, for the whole run or one item. */

class RanksView extends PlotView {
  constructor(model) {
    super(model, "Ranks", "Busy cycles in the program's own code (work), in the message-passing library, which polls there while it waits, and idle cycles. " +
      "The others wait for a rank with more work.");
    this.shown = "all";
    showIn(this.tools, menu("Of", [["all", "the whole run"], ["code", "a code segment"], ["data", "a data bin"]], this.shown, (v) => { this.shown = v; this.refresh(); }, {id: "ranks-of"}));
    this.item = {};
  }

  get ranks() {
    return this.model.profile.export.ranks;
  }

  /* The parts of a bar, by rank. */
  parts(rank) {
    const mpi = Math.min(rank.mpi_cycles, rank.busy_cycles);
    if (this.shown === "all")
      return [{key: "work", title: "Work", value: rank.busy_cycles - mpi}, {key: "fetch", title: "MPI", value: mpi}, {key: "idle", title: "Idle", value: rank.idle_cycles}];
    const axis = this.shown, member = axis === "code" ? "segment" : "bin";
    const own = rank[axis].filter((one) => this.model.itemOf[axis][one[member]] === this.item[axis]);
    const stall = d3.sum(own, (one) => one.stall_cycles), cycles = d3.sum(own, (one) => one.cycles ?? one.stall_cycles);
    return [{key: "work", title: "Instructions", value: cycles - stall}, {key: "stall", title: "Stall", value: stall}];
  }

  draw() {
    const axis = this.shown;
    if (axis !== "all") {
      const items = this.model.items[axis].slice(0, 50);
      if (!items.includes(this.item[axis])) this.item[axis] = items[0];
      this.plot.append(menu(AXIS_NAMES[axis][0], items.map((item, i) => [String(i), item.name]), String(items.indexOf(this.item[axis])),
        (v) => { this.item[axis] = items[Number(v)]; this.refresh(); }, {id: "ranks-item"}));
    }
    const rows = this.ranks.map((rank) => ({name: `Rank ${rank.number}`, parts: this.parts(rank)}));
    this.plot.append(partsLegend(rows[0].parts));
    this.strip(rows);
    const load = rows.map((row) => (axis === "all" ? row.parts[0].value : d3.sum(row.parts, (part) => part.value))), mean = d3.mean(load), most = d3.maxIndex(load);
    this.below.append(make("p", {id: "ranks-load"}, "Most loaded: ", make("b", null, rows[most].name),
      make("small", null, ` ${ratio(load[most], mean).toFixed(2)} of the mean; least ${countText(d3.min(load))}, mean ${countText(Math.round(mean))}, most ${countText(load[most])}`)));
    const number = (title, value) => ({title, number: true, text: (row) => countText(value(row))});
    const order = d3.range(rows.length).sort((a, b) => load[b] - load[a]).slice(0, 100).sort((a, b) => a - b);
    this.below.append(dataTable(rows.length > 100 ? "The 100 ranks with the most cycles" : "Ranks", [{title: "Rank", text: (row) => String(row.rank.number)},
      ...rows[0].parts.map((part, i) => number(part.title, (row) => row.parts[i].value)),
      ...(axis === "all" ? [number("Stall", (row) => row.rank.stall_cycles), number("References", (row) => row.rank.references), number("Misses", (row) => row.rank.misses)] : []),
      {title: "Profile", text: (row) => printable(row.rank.file)}], order.map((i) => ({...rows[i], rank: this.ranks[i]})), {id: "ranks-table"}));
  }

  /* A column for each rank, side by side: a thousand fit. */
  strip(rows) {
    const width = Math.max(300, this.plot.clientWidth - 4), height = 140, left = 60;
    const y = d3.scaleLinear().domain([0, d3.max(rows, (row) => d3.sum(row.parts, (part) => part.value)) || 1]).range([0, height - 24]);
    const step = (width - left) / rows.length, svg = drawing(this.plot, width, height, "A strip of ranks: what each did");
    const axis = d3.axisLeft(d3.scaleLinear().domain(y.domain()).range([height - 20, 4])).ticks(4).tickFormat(countText);
    svg.append("g").attr("class", "axis").attr("transform", `translate(${left - 4},0)`).call(axis);
    rows.forEach((row, i) => {
      const column = svg.append("g").attr("class", "rank-column");
      column.append("title").text(`${row.name}: ${row.parts.map((part) => `${part.title} ${countText(part.value)}`).join(", ")}`);
      let at = height - 20;
      for (const part of row.parts) {
        const length = y(part.value);
        at -= length;
        column.append("rect").attr("class", "fill-" + part.key).attr("x", left + i * step).attr("y", at).attr("width", Math.max(0.5, step - (step > 3 ? 1 : 0))).attr("height", length);
      }
    });
    svg.append("text").attr("x", left).attr("y", height - 4).attr("class", "bar-value rank-first").text(rows[0].name);
    if (rows.length > 1) svg.append("text").attr("x", width - 2).attr("y", height - 4).attr("class", "bar-value").text(rows[rows.length - 1].name);
  }
}
