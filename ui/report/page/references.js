/* SPDX-License-Identifier: GPL-2.0-or-later
 * references.js: hits, misses, line use and evictors of each memory instruction: METRIC's
 * Figures 5 and 6. */

const REFERENCES_STEP = 50;

/* A fraction with four decimals; `otherwise` if the whole is 0. */
function ratioText(part, whole, otherwise) {
  return whole > 0 ? fixedText(part / whole, 4) : otherwise;
}

class ReferencesView extends PlotView {
  constructor(model, page) {
    super(model, "References", "A reference is one instruction on one data bin. Temporal: the fraction of its hits on bytes that had been touched since their line " +
      "was fetched. Spatial use: the fraction of the bytes of lines it fetched that was touched before they were evicted.");
    this.page = page;
    this.text = "";
    this.most = REFERENCES_STEP;
    this.key = "misses";
    this.down = true;
    this.all = model.profile.references.map((reference) => this.row(reference));
    this.chosen = null;
    showIn(this.tools, make("label", {class: "field"}, "Names with",
      make("input", {type: "search", id: "references-filter", placeholder: "text, or * and ?", spellcheck: "false", autocomplete: "off", oninput: (event) => {
        this.text = event.target.value;
        this.refresh();
      }})));
  }

  row(reference) {
    const {export: run} = this.model.profile, file = printable(baseName(reference.file));
    const hits = reference.temporal_hits + reference.spatial_hits, line = run.machine.D1?.line ?? 0;
    return {reference, name: printable(reference.name), hits, misses: reference.misses, lost: reference.lost,
      place: reference.line > 0 ? `${file}:${reference.line}` : file,
      source: reference.expression === null ? "" : printable(reference.expression),
      missRatio: ratio(reference.misses, hits + reference.misses), temporal: hits > 0 ? reference.temporal_hits / hits : -1,
      use: reference.evictions > 0 ? ratio(reference.used_bytes, reference.evictions * line) : -1};
  }

  columns() {
    return [
      {key: "name", title: "Reference", element: (row) => (row.button = button(row.name, () => this.choose(row), {class: "link", "aria-pressed": String(row === this.chosen)}))},
      {key: "place", title: "File:Line", element: (row) => this.placeOf(row)},
      {key: "source", title: "Source", text: (row) => row.source || "–"},
      {key: "hits", title: "Hits", number: true, text: (row) => countText(row.hits)},
      {key: "misses", title: "Misses", number: true, text: (row) => countText(row.misses)},
      {key: "missRatio", title: "Miss ratio", number: true, text: (row) => ratioText(row.misses, row.hits + row.misses, "–")},
      {key: "temporal", title: "Temporal", number: true, text: (row) => ratioText(row.reference.temporal_hits, row.hits, "no hits")},
      {key: "use", title: "Spatial use", number: true, text: (row) => (row.use < 0 ? "no evicts" : fixedText(row.use, 4))},
      {key: "lost", title: "Lost", number: true, text: (row) => countText(row.lost)},
    ];
  }

  /* A link to the source, if the report has it. */
  placeOf(row) {
    const {places, files} = this.model.profile, {segment, line, file} = row.reference;
    const at = line === 0 ? -1 : places.line.findIndex((l, i) => l === line && places.segment[i] === segment && files[places.file[i]] === file);
    return at < 0 ? make("span", null, row.place) : button(row.place, () => this.page.showSource(at), {class: "link"});
  }

  shown() {
    const matches = matcher(this.text), sign = this.down ? -1 : 1, {key} = this;
    const value = (row) => (typeof row[key] === "string" ? row[key].toLowerCase() : row[key]);
    return this.all.filter((row) => matches(row.name))
      .sort((a, b) => (value(a) < value(b) ? -sign : value(a) > value(b) ? sign : b.misses - a.misses || b.hits - a.hits));
  }

  draw() {
    const rows = this.shown();
    if (rows.length === 0) {
      this.empty("No reference has such a name.");
      return;
    }
    if (!rows.includes(this.chosen)) this.chosen = rows[0];
    const columns = this.columns().map((column) => ({...column, title: this.head(column)}));
    const table = dataTable("References", columns, rows.slice(0, this.most), {id: "references-table"});
    table.querySelectorAll("thead th").forEach((th, i) =>
      th.setAttribute("aria-sort", columns[i].key !== this.key ? "none" : this.down ? "descending" : "ascending"));
    this.plot.append(table);
    if (rows.length > this.most)
      this.plot.append(button(`More (${rows.length - this.most} are left)`, () => { this.most *= 2; this.refresh(); }));
    this.showEvictors();
  }

  /* A title that sorts; it keeps the focus. */
  head({key, title, number}) {
    const sign = key !== this.key ? "" : this.down ? " ↓" : " ↑";
    return button(title + sign, () => {
      this.down = key === this.key ? !this.down : number === true;
      this.key = key;
      this.refresh();
      byId("references-by-" + key).focus();
    }, {class: "link", id: "references-by-" + key});
  }

  choose(row) {
    this.chosen.button.setAttribute("aria-pressed", "false");
    this.chosen = row;
    row.button.setAttribute("aria-pressed", "true");
    this.showEvictors();
    announce(`${pluralText(row.reference.evictors.length, "evictor")} of ${row.name}`);
  }

  showEvictors() {
    const {reference, name, lost} = this.chosen;
    const rows = reference.evictors.map(({reference: who, count}) => ({row: this.all[who], count})).sort((a, b) => b.count - a.count);
    showIn(this.below, make("h3", {id: "references-lost"}, `${name} lost ${pluralText(lost, "line")}`),
      rows.length === 0 ? null : dataTable(`Evictors of ${name}`, [
        {title: "Evicted by", text: ({row}) => row.name},
        {title: "File:Line", text: ({row}) => row.place},
        {title: "Source", text: ({row}) => row.source || "–"},
        {title: "Lines", number: true, text: ({count}) => countText(count)},
        {title: "Share", number: true, text: ({count}) => percentText(count, lost)},
      ], rows, {id: "references-evictors"}));
  }
}
