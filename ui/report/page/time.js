/* SPDX-License-Identifier: GPL-2.0-or-later
 * time.js: the run over time: a strip of the stall in each interval by item, a lane for each processor below it, and
 * tables of the span that the user chooses there. */

const STRIP = {left: 92, top: 8, height: 170, axis: 26, lanes: 420};

class TimeView extends PlotView {
  constructor(model, page) {
    super(model, "Time", "The run over time, with the activity of each processor. Drag over it to choose a span for the tables below and the matrix. " +
      "The profile keeps the 256 greatest pairs of code and data by interval, each from when it becomes one of them; the rest is other.");
    this.page = page;
    this.timeline = new Timeline(model);
    this.axis = "data";
    this.shown = [0, this.timeline.n]; /* range of the strip */
    this.chosen = null; /* chosen span in it; null: none */
    this.zoom = button("Zoom in", () => this.show(this.chosen), {id: "time-zoom"});
    this.reset = button("Whole run", () => this.show([0, this.timeline.n]), {id: "time-reset"});
    showIn(this.tools, menu("Stacked by", AXES.map((axis) => [axis, AXIS_NAMES[axis][0]]), this.axis, (v) => { this.axis = v; this.refresh(); }, {id: "time-by"}), this.zoom, this.reset);
    Object.entries({tabindex: "0", role: "group", "aria-label": "The run over its time: arrow keys choose an interval, with Shift more of them; Enter zooms in, Escape takes both back"})
      .forEach(([name, value]) => this.plot.setAttribute(name, value));
    this.plot.addEventListener("keydown", (event) => this.key(event));
    this.said = make("p", {class: "help", id: "time-said", role: "status"});
    this.tables = make("div");
  }

  refresh(what) {
    if (this.choosing) return;
    if (!this.model.span) [this.shown, this.chosen] = [[0, this.timeline.n], null]; /* removed in another view */
    super.refresh(what);
  }

  /* The span of the tables. */
  get span() {
    return this.chosen ?? this.shown;
  }

  show(span) {
    this.shown = span;
    this.chosen = null;
    this.refresh();
    this.plot.focus({preventScroll: true});
  }

  draw() {
    const {lanes} = this.timeline, {left, top, height, axis} = STRIP, width = Math.max(300, this.plot.clientWidth - 4);
    this.layers = this.timeline.layers(this.axis);
    this.laneHeight = Math.max(5, Math.min(22, Math.floor(STRIP.lanes / Math.max(1, lanes.length))));
    this.lanesTop = top + height + axis;
    const bottom = this.lanesTop + lanes.length * this.laneHeight;
    this.x = d3.scaleLinear().domain(this.shown).range([left, width - 24]);
    this.plot.append(this.title(), partsLegend(this.layers));
    const svg = drawing(this.plot, width, bottom + 4, "The run over its time");
    this.drawStrip(svg);
    this.drawLanes(svg);
    this.plot.append(partsLegend(this.laneParts()));
    this.drawBrush(svg, bottom);
    svg.node().addEventListener("pointermove", (event) => this.explain(event, d3.clientPoint?.(svg.node(), event) ?? d3.pointer(event, svg.node())));
    svg.node().addEventListener("pointerleave", () => tip.hide());
    this.below.append(this.said, this.tables);
    this.choose(this.chosen);
  }

  title() {
    const {key, cycles} = this.timeline;
    return make("h3", null, key === "stall" ? "Memory stall" : "Misses", make("small", null, ` in each interval of ${plainCountText(cycles)} cycles, of all processors`));
  }

  /* Stacked areas of the parts over the shown range; `values` are a part's, y() maps a sum to its height. */
  drawStack(parent, parts, values, y) {
    const [from, to] = this.shown, steps = d3.range(from, to + 1), base = new Float64Array(this.timeline.n);
    const at = (i) => Math.min(i, to - 1);
    for (const {key} of parts) {
      const of = values(key), low = base.slice();
      addTo(base, of);
      const area = d3.area().curve(d3.curveStepAfter).x(this.x).y0((i) => y(low[at(i)], at(i))).y1((i) => y(base[at(i)], at(i)));
      parent.append("path").attr("class", "fill-" + key).attr("d", area(steps));
    }
  }

  drawStrip(svg) {
    const {left, top, height} = STRIP, {timeline} = this, all = timeline.all[timeline.key].subarray(...this.shown);
    const y = d3.scaleLinear().domain([0, d3.max(all) || 1]).range([top + height, top]), [first, last] = this.x.range();
    const clock = d3.scaleLinear().domain(this.shown.map((i) => timeline.clock(i))).range(this.x.range());
    svg.append("g").attr("class", "axis").attr("transform", `translate(${left - 2},0)`)
      .call(d3.axisLeft(y).ticks(4).tickSizeOuter(0).tickSizeInner(first - last).tickPadding(6).tickFormat(plainCountText));
    svg.append("g").attr("class", "axis").attr("transform", `translate(0,${top + height})`)
      .call(d3.axisBottom(clock).ticks(Math.max(2, Math.floor((last - first) / 110))).tickSizeOuter(0).tickFormat(plainCountText));
    const of = Object.fromEntries(this.layers.map(({key, values}) => [key, values]));
    this.drawStack(svg.append("g").attr("class", "time-strip"), this.layers, (key) => of[key], y);
  }

  laneParts() {
    return LANE_PARTS.filter(({key}) => d3.sum(this.timeline.all[key]) > 0);
  }

  drawLanes(svg) {
    const each = Math.ceil(12 / this.laneHeight), parts = this.laneParts(), height = this.laneHeight - (this.laneHeight > 8 ? 3 : 1);
    this.timeline.lanes.forEach((lane, i) => {
      const bottom = this.lanesTop + i * this.laneHeight + height, row = svg.append("g").attr("class", "time-lane");
      if (i % each === 0) row.append("text").attr("x", STRIP.left - 8).attr("y", bottom - height / 2).attr("class", "bar-name").text(`Processor ${lane.processor}`);
      this.drawStack(row, parts, (key) => lane[key], (sum, interval) => bottom - height * ratio(sum, lane.cycles[interval]));
    });
  }

  drawBrush(svg, bottom) {
    const [first, last] = this.x.range();
    this.brush = d3.brushX().extent([[first, STRIP.top], [last, bottom]]).on("end", () => this.brushed());
    this.brushBox = svg.append("g").attr("class", "time-brush").call(this.brush);
  }

  /* The user drew, moved or removed the span: rounds it to whole intervals. */
  brushed() {
    if (this.moving) return;
    const ends = d3.brushSelection(this.brushBox.node())?.map((at) => this.x.invert(at));
    if (!ends) {
      this.choose(null);
      return;
    }
    const [from, to] = ends.map(Math.round);
    const middle = Math.min(Math.floor((ends[0] + ends[1]) / 2), this.shown[1] - 1);
    this.choose(from < to ? [from, to] : [middle, middle + 1]);
  }

  choose(span) {
    const {timeline} = this;
    this.chosen = span;
    [this.anchor, this.cursor] = span === null ? [null, null] : this.cursorIn(span);
    this.moving = true;
    this.brush.move(this.brushBox, span === null ? null : span.map(this.x));
    this.moving = false;
    this.zoom.disabled = span === null || span[1] - span[0] === this.shown[1] - this.shown[0];
    this.reset.disabled = span === null && this.shown[1] - this.shown[0] === timeline.n;
    this.said.textContent = this.words(this.span);
    this.choosing = true;
    this.model.setSpan(timeline.spanOf(this.span, this.which(this.span)));
    this.choosing = false;
    this.showTables();
  }

  /* A span chosen with the keyboard keeps its fixed end. */
  cursorIn([from, to]) {
    return this.anchor === to - 1 && this.cursor === from ? [this.anchor, this.cursor] : [from, to - 1];
  }

  key(event) {
    const [from, to] = this.shown, n = to - from, tenth = Math.max(1, Math.round(n / 10));
    const step = {ArrowLeft: -1, ArrowRight: 1, PageUp: -tenth, PageDown: tenth, Home: -n, End: n}[event.key];
    if (step !== undefined) this.step(step, event.shiftKey);
    else if (event.key === "Enter" && this.chosen !== null) this.show(this.chosen);
    else if (event.key === "Escape") this.show(this.chosen === null ? [0, this.timeline.n] : this.shown);
    else return;
    event.preventDefault();
  }

  step(step, extend) {
    const [from, to] = this.shown, start = this.cursor ?? (step < 0 ? to : from - 1);
    this.cursor = Math.max(from, Math.min(to - 1, start + step));
    this.anchor = extend && this.anchor !== null ? this.anchor : this.cursor;
    this.choose([Math.min(this.anchor, this.cursor), Math.max(this.anchor, this.cursor) + 1]);
  }

  which([from, to]) {
    const {n} = this.timeline;
    const which = to - from === n ? `the whole run, ${pluralText(n, "interval")}` : to - from === 1 ? `interval ${from} of ${n}` : `intervals ${from} to ${to - 1} of ${n}`;
    return `${which}, clock ${plainCountText(this.timeline.clock(from))} to ${plainCountText(this.timeline.clock(to))}`;
  }

  words(span) {
    const sum = (key) => sumOver(this.timeline.all[key], span), which = this.which(span);
    return `${which[0].toUpperCase()}${which.slice(1)}: ${countText(sum("cycles"))} cycles of all processors, ` +
      `of them ${countText(sum("stall"))} memory stall (${percentText(sum("stall"), sum("cycles"))}); ${countText(sum("misses"))} misses.`;
  }

  showTables() {
    const {timeline, span} = this, number = (title, text) => ({title, number: true, text});
    const processors = timeline.lanes.map((lane) => ({lane, of: (key) => sumOver(lane[key], span)})), parts = this.laneParts();
    showIn(this.tables, this.matrixButton(), this.itemTable("data", "Data"), this.itemTable("code", "Code"), this.findingsTable(), make("h3", null, "Processors"),
      dataTable("Processors in the span", [{title: "Processor", text: ({lane}) => String(lane.processor)},
        ...parts.map(({key, title}) => number(title, ({of}) => countText(of(key)))),
        ...parts.map(({key, title}) => number(title + ", share", ({of}) => percentText(of(key), of("cycles")))),
        number("Misses", ({of}) => countText(of("misses")))], processors, {id: "time-processors"}));
  }

  matrixButton() {
    return this.model.span && make("p", null, button("Matrix of the span", () => this.page.showMatrix(), {id: "time-matrix"}));
  }

  /* The findings in the span. */
  findingsTable() {
    const {span} = this.model, rows = span ? this.timeline.findings(span) : [];
    if (rows.length === 0) return null;
    const number = (title, text) => ({title, number: true, text});
    return [make("h3", null, "Findings"), make("p", {class: "help"}, "Findings of the whole run whose code and data stalled in the span, among the pairs that the profile keeps."),
      dataTable("Findings in the span", [{title: "Finding", element: ({finding}) => button(finding.title, () => this.page.open("advice"), {class: "link"})},
        number("Stall of its code and data", ({stall}) => countText(stall)), number("Share of stall", ({stall}) => percentText(stall, span.of.stall.total))], rows, {id: "time-findings"})];
  }

  itemTable(axis, title) {
    const {all} = this.timeline, rows = this.timeline.rows(axis, this.span), whole = (key) => sumOver(all[key], this.span);
    const layer = (item) => (axis === this.axis ? this.layers.find((one) => one.item === item) : undefined);
    const name = (row) => [layer(row.item) ? make("i", {class: "swatch fill-" + layer(row.item).key}) : null, row.name];
    const number = (heading, text) => ({title: heading, number: true, text});
    return [make("h3", null, title), dataTable(`${title} in the span`, [{title: AXIS_NAMES[axis][0], element: name},
      number("Stall", (row) => countText(row.stall)), number("Share of stall", (row) => percentText(row.stall, whole("stall"))),
      number("Misses", (row) => countText(row.misses)), number("Share of misses", (row) => percentText(row.misses, whole("misses")))], rows, {id: "time-" + axis})];
  }

  /* The tooltip: an interval of all processors, or of one. */
  explain(event, [x, y]) {
    const [from, to] = this.shown, interval = Math.floor(this.x.invert(x)), {timeline} = this;
    if (interval < from || interval >= to) {
      tip.hide();
      return;
    }
    const lane = timeline.lanes[Math.floor((y - this.lanesTop) / this.laneHeight)], of = lane ?? timeline.all;
    const title = `${lane ? `Processor ${lane.processor}, interval` : "Interval"} ${interval}, from clock ${plainCountText(timeline.clock(interval))}`;
    const parts = lane ? [] : this.layers.filter(({values}) => values[interval] > 0).map((layer) => [layer.title, countText(layer.values[interval])]);
    tip.show(event, title, [["Cycles", countText(of.cycles[interval])],
      ...this.laneParts().map(({key, title: part}) => [part, `${countText(of[key][interval])} (${percentText(of[key][interval], of.cycles[interval])})`]),
      ["Misses", countText(of.misses[interval])], ...parts]);
  }
}
