/* SPDX-License-Identifier: GPL-2.0-or-later
 * source.js: source lines with their counts, for one code segment, on all data or on some. */

const CONTEXT_LINES = 5;
const COUNTED = ["share", "stall", "references", "misses", "rate", "causes"]; /* columns in front of the line */

class SourceView {
  constructor(model) {
    this.model = model;
    this.list = make("div", {class: "source-list"});
    this.code = make("div", {class: "source-code"});
    this.data = make("select", {id: "source-data", onchange: () => this.refresh("selection")});
    this.search = make("input", {type: "search", id: "source-search", placeholder: "part of a name", spellcheck: "false", oninput: () => this.drawList()});
    this.element = make("div", {class: "source-view"},
      make("section", {class: "panel", "aria-label": "Code segments"}, make("label", {class: "field block"}, "Code", this.search), this.list),
      make("section", {class: "panel", "aria-label": "Annotated source"}, make("div", {class: "tools"}, make("label", {class: "field"}, "On", this.data), this.instructionsMenu()), this.code));
    const {places, cells} = model.profile;
    this.bySegment = new Map();
    for (let p = 0; p < places.rows; p++) {
      if (!this.bySegment.has(places.segment[p])) this.bySegment.set(places.segment[p], []);
      this.bySegment.get(places.segment[p]).push(p);
    }
    this.cellsFrom = new Uint32Array(places.rows + 1);
    for (let i = 0; i < cells.rows; i++) this.cellsFrom[cells.place[i] + 1]++;
    for (let p = 0; p < places.rows; p++) this.cellsFrom[p + 1] += this.cellsFrom[p];
    this.texts = new Map(model.profile.sources.map((source) => [source.file, source]));
  }

  /* A button for single instructions, if the profile has them. */
  instructionsMenu() {
    this.instructions = "no";
    return this.model.profile.places.address ? menu("Instructions", [["no", "not shown"], ["yes", "below each line"]], "no",
      (v) => { this.instructions = v; this.drawCode(); }, {id: "source-instructions"}) : null;
  }

  /* Shows the segment of a place, and marks its line. */
  showPlace(place) {
    const {places} = this.model.profile;
    this.item = this.model.itemOf.code[places.segment[place]];
    this.marked = `${places.file[place]}:${places.line[place]}`;
    this.refresh("all");
    this.code.querySelector(".marked")?.scrollIntoView({block: "center"});
  }

  refresh(what) {
    const {model} = this;
    if (what === "names" || !this.item) this.item = model.items.code.includes(this.item) ? this.item : [...model.selected.code][0] ?? model.order.code[0] ?? model.items.code[0];
    if (what !== "selection") this.fillData();
    this.drawList();
    this.drawCode();
  }

  fillData() {
    const picked = this.data.value;
    const of = METRICS[this.model.metric].of;
    const items = [...this.model.items.data].sort((a, b) => of(b.counts) - of(a.counts)).slice(0, 200);
    showIn(this.data, make("option", {value: ""}, "all data"), items.map((item) => make("option", {value: item.members[0]}, item.name)));
    this.data.value = picked;
    if (this.data.selectedIndex < 0) this.data.value = "";
  }

  drawList() {
    const {model} = this, of = METRICS[model.metric].of, matches = matcher(this.search.value);
    const rows = model.items.code.filter((item) => matches(item.name)).map((item) => ({item, name: item.name, value: of(item.counts)})).sort((a, b) => b.value - a.value);
    showIn(this.list, pickList(rows, model.total, ({item}) => item === this.item, ({item}) => {
      this.item = item;
      this.marked = null;
      this.refresh("selection");
    }));
  }

  /* Counts by file and line of the item's places. */
  lines() {
    const {places, cells, columns} = this.model.profile;
    const data = this.data.value === "" ? null : this.model.itemOf.data[Number(this.data.value)];
    const byFile = new Map();
    for (const segment of this.item.members)
      for (const place of this.bySegment.get(segment) ?? []) {
        const file = places.file[place], line = places.line[place];
        if (!byFile.has(file)) byFile.set(file, new Map());
        const lines = byFile.get(file);
        if (!lines.has(line)) lines.set(line, {places: [], counts: new Float64Array(COUNTERS.length)});
        const row = lines.get(line), one = {place, bins: new Set(), counts: new Float64Array(COUNTERS.length)};
        row.places.push(one);
        for (let i = this.cellsFrom[place]; i < this.cellsFrom[place + 1]; i++) {
          if (data && this.model.itemOf.data[cells.bin[i]] !== data) continue;
          one.bins.add(this.model.itemOf.data[cells.bin[i]]);
          for (let k = 0; k < COUNTERS.length; k++) one.counts[k] += columns[k][i];
        }
        for (let k = 0; k < COUNTERS.length; k++) row.counts[k] += one.counts[k];
      }
    return byFile;
  }

  drawCode() {
    if (!this.item) {
      showIn(this.code, make("p", {class: "none"}, "There is no code."));
      return;
    }
    const byFile = this.lines(), of = METRICS[this.model.metric].of;
    const weight = (lines) => d3.sum([...lines.values()], (row) => of(row.counts));
    const files = [...byFile].sort((a, b) => weight(b[1]) - weight(a[1]));
    const whole = d3.sum(files, ([, lines]) => weight(lines));
    showIn(this.code, make("h2", null, this.item.name), files.map(([file, lines]) => this.fileTable(file, lines, whole)));
  }

  fileTable(file, lines, whole) {
    const {model} = this, source = this.texts.get(file), of = METRICS[model.metric].of;
    const text = new Map();
    for (const span of source?.spans ?? []) span.text.forEach((line, i) => text.set(span.line + i, line));
    const wanted = new Set();
    for (const line of lines.keys()) {
      wanted.add(line);
      if (text.has(line)) for (let l = line - CONTEXT_LINES; l <= line + CONTEXT_LINES; l++) if (text.has(l)) wanted.add(l);
    }
    const rows = [];
    let before = null;
    const head = [["Share", "share"], ["Stall cycles", "stall"], ["References", "references"], [METRICS.misses.title, "misses"], ["Miss rate", "rate"], ["Causes", "causes"], ["Line", "line"], ["Source", "text"]];
    for (const line of [...wanted].sort((a, b) => a - b)) {
      if (before !== null && line > before + 1) rows.push(make("tr", {class: "gap"}, COUNTED.map((name) => make("td", {class: "of-" + name})), make("td"), make("td", null, "⋯")));
      before = line;
      rows.push(this.lineRow(file, line, lines.get(line), text.get(line), whole));
      if (this.instructions === "yes" && lines.has(line)) rows.push(this.instructionRows(lines.get(line), whole));
    }
    const title = printable(model.profile.files[file] || "unknown file");
    return make("div", {class: "source-file"}, make("h3", null, title),
      source?.problem ? make("p", {class: "none"}, `Without its text: ${source.problem}.`) : null,
      make("div", {class: "table-scroll", tabindex: "0", role: "region", "aria-label": `Lines of ${title}`},
        make("table", {class: "source"}, make("caption", {class: "unseen"}, `${this.item.name}: lines of ${title}, ranked by ${METRICS[model.metric].short}`),
          make("thead", null, make("tr", null, head.map(([title, name]) => make("th", {scope: "col", class: (name === "causes" || name === "text" ? "" : "number ") + "of-" + name}, title)))),
          make("tbody", null, rows))));
  }

  lineRow(file, line, row, text, whole) {
    const code = make("td", {class: "code"}, text === undefined ? "" : printable(text).replaceAll("\\x09", "    ").replaceAll("\\\\", "\\"));
    const number = make("th", {scope: "row", class: "number"}, line > 0 ? String(line) : "?");
    if (!row) return make("tr", {class: "context"}, ...COUNTED.map((name) => make("td", {class: "of-" + name})), number, code);
    return this.countsRow(row.counts, whole, number, code, `${file}:${line}` === this.marked ? "marked" : null);
  }

  /* The instructions of a line that refer to memory, by address. */
  instructionRows({places}, whole) {
    const {address} = this.model.profile.places;
    return places.filter(({place}) => address[place] > 0).sort((a, b) => address[a.place] - address[b.place]).map(({place, bins, counts}) => {
      const does = [["reads", "reads"], ["writes", "writes"]].filter(([key]) => counts[COUNTER[key]] > 0).map(([, word]) => word).join(" and ");
      const names = [...bins].map((item) => item.name), more = names.length > 3 ? ` and ${names.length - 3} more` : "";
      const words = ` ${does} ${names.slice(0, 3).join(", ")}${more}`;
      return this.countsRow(counts, whole, make("th", {scope: "row", class: "number"}, ""),
        make("td", {class: "code"}, make("code", null, "0x" + address[place].toString(16)), words), "instruction");
    });
  }

  /* A row of counts, the line's number and text, coloured by its share. */
  countsRow(counts, whole, number, code, kind) {
    const of = METRICS[this.model.metric].of, references = METRICS.references.of(counts), misses = METRICS.misses.of(counts), share = ratio(of(counts), whole);
    const bar = make("div", {class: "parts small"});
    for (const part of causeParts(counts).filter((p) => p.value > 0)) {
      const piece = make("span", {class: "part fill-" + part.key, title: `${part.title} ${countText(part.value)} (${percentText(part.value, misses)})`});
      piece.style.flexGrow = part.value / misses;
      bar.append(piece);
    }
    const dash = (name, value, shown) => make("td", {class: "number of-" + name}, value > 0 ? shown ?? countText(value) : "–");
    const tr = make("tr", {class: [kind, share > 0 ? "hot" : null].filter(Boolean).join(" ") || null}, make("td", {class: "number"}, share > 0 ? fixedText(100 * share, 1) + "%" : "–"), dash("stall", counts[COUNTER.stall_cycles]),
      dash("references", references), dash("misses", misses), dash("rate", misses, percentText(misses, references)),
      make("td", {class: "of-causes"}, misses > 0 ? bar : ""), number, code);
    tr.style.setProperty("--heat", 60 * Math.sqrt(share) + "%");
    return tr;
  }
}
