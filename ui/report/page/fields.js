/* SPDX-License-Identifier: GPL-2.0-or-later
 * fields.js: one element of a bin as a picture: a row for each cache line, fields coloured by the metric, and the processors
 * that store to them. */

const FIELDS_ROWS = 24; /* cache lines drawn at first */
const FIELDS_ROW = 44; /* pixels of a row */
const FIELDS_GAP = 20; /* pixels in place of omitted lines */

function greatestDivisor(a, b) {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/* Fields with their part of a row's height: fields that overlap (unions, bit fields) lie below each other. */
function layFields(fields) {
  const laid = [];
  let cluster = [], end = 0;
  for (const [index, field] of fields.entries()) {
    if (field.offset >= end) cluster = [];
    let lane = cluster.findIndex((free) => free <= field.offset);
    if (lane < 0) lane = cluster.length;
    cluster[lane] = field.offset + field.size;
    end = Math.max(...cluster);
    laid.push({field, index, lane, lanes: cluster});
  }
  return laid;
}

/* Bytes of an element outside all fields. */
function paddingOf(type) {
  let end = 0, padding = 0;
  for (const field of type.fields) {
    padding += Math.max(0, field.offset - end);
    end = Math.max(end, field.offset + field.size);
  }
  return padding + Math.max(0, type.element_size - end);
}

class FieldsView extends PlotView {
  constructor(model) {
    super(model, "Fields", "One element of the data, as it lies in memory. Each row is a cache line. A stronger colour marks a larger share of the page's metric. " +
      "P0: processor 0 stored to the field and shared its line with others.");
    this.search = make("input", {type: "search", id: "fields-search", placeholder: "part of a name", spellcheck: "false", oninput: () => this.drawList()});
    this.list = make("div", {class: "source-list"});
    this.panel = this.element;
    this.element = make("div", {class: "source-view"},
      make("section", {class: "panel", "aria-label": "Data with fields"}, make("label", {class: "field block"}, "Data", this.search), this.list), this.panel);
    this.shown = model.profile.fields[0];
    this.line = model.profile.export.machine.D1?.line ?? 64;
    this.reset();
  }

  reset() {
    this.rows = FIELDS_ROWS;
    const {values, greatest} = this.heat();
    this.chosen = values.indexOf(greatest);
    this.known = this.knownStart();
    this.at = this.known ?? 0;
  }

  /* Shows the fields of a bin. */
  show(bin) {
    this.shown = this.model.profile.fields.find((entry) => entry.bin === bin) ?? this.shown;
    this.reset();
    this.refresh();
  }

  type() {
    return this.model.profile.export.bins[this.shown.bin].type;
  }

  /* The byte of a cache line at which the bin's first element starts; null: unknown, or different between blocks. */
  knownStart() {
    const {variables, hot_lines: lines} = this.model.profile.export, {bin} = this.shown, starts = new Set();
    for (const variable of variables) if (variable.bin === bin) starts.add(variable.address % this.line);
    for (const line of starts.size > 0 ? [] : lines)
      for (const use of line.uses)
        if (use.bin === bin && use.bin_offset !== null) starts.add((line.address + use.offset - use.bin_offset + this.line) % this.line);
    return starts.size === 1 ? [...starts][0] : null;
  }

  /* The bytes of a line at which elements can start: any multiple of 8 if the start of the blocks is unknown. */
  positions() {
    const {bytes, blocks} = this.model.profile.export.bins[this.shown.bin];
    if (this.known !== null && blocks <= 1 && bytes === this.type().element_size) return [this.known];
    const step = greatestDivisor(this.line, this.known === null ? greatestDivisor(this.type().element_size, 8) : this.type().element_size);
    return d3.range(this.line / step).map((i) => (this.at % step) + i * step);
  }

  drawList() {
    const values = this.model.valuesOfBins(), matches = matcher(this.search.value);
    const rows = this.model.profile.fields.map((entry) => ({entry, name: this.model.nameOfBin(entry.bin), value: values[entry.bin]}))
      .filter((row) => matches(row.name)).sort((a, b) => b.value - a.value);
    showIn(this.list, pickList(rows, this.model.total, (row) => row.entry === this.shown, (row) => this.show(row.entry.bin)));
  }

  draw() {
    this.drawList();
    const type = this.type(), {fields} = type, padding = paddingOf(type);
    const positions = this.positions();
    showIn(this.tools, positions.length === 1 ? null : menu("Begins at byte", positions.map((at) => [at, `${at} of a line`]), this.at,
      (v) => { this.at = Number(v); this.refresh(); byId("fields-at").focus(); }, {id: "fields-at"}));
    this.plot.append(make("h3", {id: "fields-title"}, this.model.nameOfBin(this.shown.bin), make("small", null,
      ` ${printable(type.element) || "elements"}, ${pluralText(type.element_size, "byte")}, ${pluralText(fields.length, "field")}` + (padding > 0 ? `, ${bytesText(padding)} of padding` : ""))));
    if (!this.shown.split)
      this.plot.append(make("p", {class: "notice"}, "This profile does not have references by field: use memspy run --instructions=yes."));
    const box = make("div", {class: "bytes-box"});
    this.plot.append(box);
    this.drawElement(box, type);
    this.said = make("p", {class: "help field-said", role: "status"});
    this.below.append(this.said, ...this.shown.hints.map((hint) => make("p", {class: "remedy"}, hint)), this.table(fields));
    this.choose(this.chosen);
  }

  /* The fields' shares of the bin's metric. */
  heat() {
    const {metric} = this.model, {counts, several, unknown} = this.shown;
    const values = counts.map((count) => count[metric]), whole = d3.sum(values) + several[metric] + unknown[metric];
    return {values, whole, greatest: Math.max(0, ...values)};
  }

  /* The first and the last cache line of a field; both are the line of an empty field. */
  linesOf({offset, size}) {
    return [offset, offset + Math.max(1, size) - 1].map((byte) => Math.floor((this.at + byte) / this.line));
  }

  /* The lines to draw: the first two and the last two of each field. */
  linesShown(fields) {
    const lines = new Set();
    for (const field of fields) {
      const [first, last] = this.linesOf(field);
      for (const line of [first, first + 1, last - 1, last]) if (line >= first && line <= last) lines.add(line);
    }
    return [...lines].sort((a, b) => a - b);
  }

  drawElement(parent, type) {
    const {line, at} = this, all = this.linesShown(type.fields), lines = Math.ceil((at + type.element_size) / line);
    const lineOfChosen = this.linesOf(type.fields[this.chosen])[0];
    const shown = all.slice(0, Math.max(this.rows, all.indexOf(lineOfChosen) + 1));
    const width = Math.max(300, Math.min(1100, parent.clientWidth - 4)), left = 22 + 8 * String(type.element_size).length, top = 22, step = FIELDS_ROW + 8;
    const x = d3.scaleLinear().domain([0, line]).range([left, width - 6]);
    let bottom = top;
    const tops = new Map(shown.map((row, i) => {
      bottom += (i === 0 ? 0 : step) + (i > 0 && row > shown[i - 1] + 1 ? FIELDS_GAP : 0);
      return [row, bottom];
    }));
    const svg = drawing(parent, width, bottom + step, `Bytes of one element in ${pluralText(lines, "cache line")}`).attr("role", "group");
    svg.append("g").attr("class", "axis").attr("transform", `translate(0,${top - 4})`)
      .call(d3.axisTop(x).tickValues(d3.range(0, line + 1, Math.max(8, line / (width < 600 ? 4 : 8)))).tickSizeOuter(0).tickFormat(String));
    for (const [i, row] of shown.entries()) {
      const y = tops.get(row), from = Math.max(0, row * line - at), to = Math.min(type.element_size, (row + 1) * line - at);
      if (i > 0 && row > shown[i - 1] + 1)
        svg.append("text").attr("x", left + 4).attr("y", y - FIELDS_GAP / 2 - 4).attr("class", "node-name").text(`⋯ ${pluralText(row - shown[i - 1] - 1, "more line")}`);
      svg.append("text").attr("x", left - 6).attr("y", y + FIELDS_ROW / 2).attr("class", "bar-name").text("+" + from);
      svg.append("rect").attr("class", "line-border").attr("x", left).attr("y", y).attr("width", x(line) - left).attr("height", FIELDS_ROW);
      svg.append("rect").attr("class", "padding").attr("x", x(from + at - row * line)).attr("y", y + 1).attr("width", x(to - from) - left).attr("height", FIELDS_ROW - 2);
    }
    const {values, whole, greatest} = this.heat(), shades = heatShades();
    this.boxes = layFields(type.fields).map((laid) => {
      const share = greatest > 0 ? values[laid.index] / greatest : 0;
      const shade = share > 0 ? shades[Math.round(Math.sqrt(share) * (shades.length - 1))] : null;
      return this.drawField(svg, laid, {x, tops, shade, whole});
    });
    const rest = lines - shown[shown.length - 1] - 1;
    if (all.length > shown.length) parent.append(button(`More (${pluralText(rest, "line")} left)`, () => { this.rows *= 4; this.refresh(); }));
  }

  /* One field: a group with a box for each of its lines. */
  drawField(svg, {field, index, lane, lanes}, {x, tops, shade, whole}) {
    const {at, line} = this, name = printable(field.name), {writers, readers} = this.shown.counts[index];
    const height = FIELDS_ROW / lanes.length;
    const group = svg.append("g").attr("class", "byte-field").attr("role", "button").attr("tabindex", -1).attr("aria-label", `${name}: ${this.words(index, whole)}`);
    const [first, last] = this.linesOf(field);
    for (const [row, above] of tops) {
      if (row < first || row > last) continue;
      const from = Math.max(at + field.offset - row * line, 0), to = Math.min(at + field.offset + field.size - row * line, line);
      const y = above + lane * height, left = x(from), wide = x(to) - left;
      const box = group.append("rect").attr("class", "field-box").attr("x", left + 1).attr("y", y + 1).attr("width", Math.max(1, wide - 2)).attr("height", height - 2);
      if (shade) box.style("fill", shade.fill);
      const use = writers.length > 1 ? "several" : writers.length === 1 ? "stored" : readers.length > 0 ? "read" : null;
      if (use && lanes.length < 4) group.append("rect").attr("class", "field-use " + use).attr("x", left + 2).attr("y", y + height - 6).attr("width", Math.max(1, wide - 4)).attr("height", 4);
      const text = (words, below) => wide >= 28 && height >= 14 && group.append("text").attr("x", left + 4).attr("y", y + below).style("fill", shade?.ink ?? null).text(shortened(words, wide - 8));
      text(name, Math.min(16, height - 3));
      if (writers.length > 0 && height >= 40) text(writers.map((p) => "P" + p).join(" "), 32);
    }
    const node = group.node();
    node.addEventListener("pointermove", (event) => tip.show(event, name, this.facts(index, whole)));
    node.addEventListener("pointerleave", () => tip.hide());
    node.addEventListener("click", () => this.choose(index));
    node.addEventListener("focus", () => this.choose(index));
    node.addEventListener("keydown", (event) => this.key(event));
    return node;
  }

  key(event) {
    const last = this.boxes.length - 1;
    const to = {ArrowRight: this.chosen + 1, ArrowDown: this.chosen + 1, ArrowLeft: this.chosen - 1, ArrowUp: this.chosen - 1, Home: 0, End: last}[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.choose(Math.max(0, Math.min(last, to)));
    this.boxes[this.chosen].focus();
  }

  facts(index, whole) {
    const field = this.type().fields[index], count = this.shown.counts[index], {metric} = this.model;
    const list = (processors) => (processors.length === 1 ? "processor " : "processors ") + processors.join(", ");
    return [["Bytes", field.size > 1 ? `${field.offset} to ${field.offset + field.size - 1}` : String(field.offset)], ["Type", printable(field.type) || "unknown"],
      ...(this.shown.split ? [["Share of " + METRICS[metric].short, percentText(count[metric], whole)], ["Misses", countText(count.misses)], ["References", countText(count.references)]] : []),
      ...(count.writers.length > 0 ? [["Stored by", list(count.writers)]] : []), ...(count.readers.length > 0 ? [["Read by", list(count.readers)]] : [])];
  }

  words(index, whole) {
    return this.facts(index, whole).map(([title, value]) => `${title.toLowerCase()} ${value}`).join(", ");
  }

  /* Marks a field in the picture and in the table, and shows its details. */
  choose(index) {
    this.chosen = index;
    if (this.boxes[index].childElementCount === 0) {
      this.refresh(); /* its line was not drawn yet */
      return;
    }
    this.boxes.forEach((node, i) => {
      node.classList.toggle("picked", i === index);
      node.setAttribute("tabindex", i === index ? 0 : -1);
    });
    this.buttons.forEach((node, i) => node.setAttribute("aria-pressed", String(i === index)));
    this.said.textContent = `${printable(this.type().fields[index].name)}: ${this.words(index, this.heat().whole)}.`;
  }

  table(fields) {
    const {counts, several, unknown, split} = this.shown, {whole} = this.heat(), {metric} = this.model;
    this.buttons = fields.map((field, i) => button(printable(field.name), () => this.choose(i), {class: "link", "aria-pressed": "false"}));
    const rows = fields.map((field, i) => ({...field, ...counts[i], element: this.buttons[i]}));
    if (several.references > 0) rows.push({element: "(several fields)", ...several});
    if (unknown.references > 0 && split) rows.push({element: "(not known)", ...unknown});
    const count = (title, key) => ({title, number: true, text: (row) => (split ? countText(row[key]) : "–")});
    return dataTable("Fields", [{title: "Field", element: (row) => row.element}, {title: "Offset", number: true, text: (row) => String(row.offset ?? "")},
      {title: "Bytes", number: true, text: (row) => String(row.size ?? "")}, {title: "Type", text: (row) => printable(row.type ?? "")},
      {title: "Share", number: true, text: (row) => (split ? percentText(row[metric], whole) : "–")},
      count("Stall cycles", "stall"), count("Misses", "misses"), {title: "Miss rate", number: true, text: (row) => (split ? percentText(row.misses, row.references) : "–")}, count("References", "references"),
      ...["writers", "readers"].filter((key) => counts.some((one) => one[key].length > 0))
        .map((key) => ({title: key === "writers" ? "Stored by" : "Read by", text: (row) => row[key]?.join(", ") ?? ""}))], rows, {id: "fields-table"});
  }
}
