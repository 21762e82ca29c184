/* SPDX-License-Identifier: GPL-2.0-or-later
 * main.js: the page: views in tabs, their common controls, and the order of events. */

const THEMES = ["auto", "light", "dark"];

/* Settings that last between visits; a browser may refuse storage to a file. */
function remember(key, value) {
  try {
    if (value === undefined) return localStorage.getItem("memspy-" + key);
    localStorage.setItem("memspy-" + key, value);
  } catch { /* not stored */ }
  return null;
}

class MatrixView {
  constructor(model, page) {
    this.model = model;
    this.heat = new HeatMap(model);
    this.table = new MatrixTable(model);
    this.detail = new Detail(model, page);
    this.count = make("p", {class: "count", role: "status"});
    this.kind = "heat";
    this.box = make("div", {class: "matrix-box"}, this.heat.element);
    this.spanText = make("span");
    this.span = make("p", {class: "notice", id: "matrix-span", role: "status", hidden: true}, this.spanText, " ", button("Whole run", () => model.setSpan(null)));
    this.foldedText = make("span");
    this.folded = make("p", {class: "count folded", hidden: true}, this.foldedText, " ", button("Unfold", () => this.unfold()));
    this.element = make("div", null, totalsPanel(model.profile), model.profile.advice && !isOfSamples(model.profile) ? firstFindings(model.profile, page) : null, this.tools(),
      make("div", {class: "matrix-view"}, make("section", {class: "panel matrix", "aria-label": "Matrix"}, this.span, this.count, this.box, this.folded, this.scale()), this.detail.element));
  }

  tools() {
    const {model} = this;
    const filter = (axis, label) => make("label", {class: "field"}, label, make("input", {type: "search", id: "filter-" + axis,
      placeholder: "part of a name, or * and ?", spellcheck: "false", oninput: (event) => model.setFilter(axis, event.target.value)}));
    const sorts = knownKeys(SORTS, model.profile);
    return make("div", {class: "tools", role: "group", "aria-label": "What the matrix shows"},
      menu("Rows by", sorts, model.sort.code, (v) => model.setSort("code", v), {id: "sort-code"}),
      menu("Columns by", sorts, model.sort.data, (v) => model.setSort("data", v), {id: "sort-data"}),
      ...(model.hasInlined() ? [menu("Code by", [["inlined", "inlined function"], ["function", "containing function"]], "inlined", (v) => model.setWholeFunctions(v === "function"), {id: "code-level"})] : []),
      menu("Data by", [...Object.entries(LEVELS), ["mixed", "several"]], model.levelKey(), (v) => this.setLevel(v), {id: "level"}),
      filter("code", "Code"), filter("data", "Data"),
      menu("At least", [["auto", "0.5%, folded"], ["any", "any at all"], ["0", "even none"], ["0.0001", "0.01%"], ["0.001", "0.1%"], ["0.01", "1%"], ["0.05", "5%"]], model.least, (v) => model.setLeast(v === "any" || v === "auto" ? v : Number(v)), {id: "least"}),
      menu("As", [["numbers", "heat map, numbers"], ["tiles", "heat map, tiles"], ["table", "table"]], "numbers", (v) => this.show(v), {id: "matrix-as"}));
  }

  scrollTo() {
    this.element.querySelector(".matrix-view").scrollIntoView({block: "start"});
  }

  setLevel(key) {
    if (key !== "mixed") this.model.setLevel(LEVEL_KEYS.indexOf(key));
    else byId("level").value = this.model.levelKey();
  }

  unfold() {
    byId("least").value = "any";
    this.model.setLeast("any");
  }

  /* The line that sums up small items. */
  showFolded() {
    const {model} = this;
    const parts = AXES.map((axis) => [axis, model.folded(axis)]).filter(([, {n}]) => n > 0)
      .map(([axis, {n, value}]) => `${pluralText(n, ...AXIS_NAMES[axis])} (${percentText(value, model.shown.total)})`);
    this.folded.hidden = parts.length === 0;
    this.foldedText.textContent = `Folded, each below 0.5%: ${parts.join(", ")}.`;
  }

  /* The shown part of the run's time, and the known share of its metric. */
  showSpan() {
    const {span, shown, metric} = this.model;
    this.span.hidden = !span;
    if (!span) return;
    const known = d3.sum(shown.values);
    this.spanText.textContent = `Only ${span.words}, and only pairs of code and data that the profile has by interval: the greatest ones had ` +
      `${percentText(known, shown.total)} of the span's ${METRICS[metric].short}, other ${percentText(shown.total - known, shown.total)}. Except for its first lines, the selection shows the whole run.`;
  }

  show(kind) {
    this.kind = kind === "table" ? "table" : "heat";
    showIn(this.box, this.kind === "table" ? this.table.element : this.heat.element);
    if (this.kind === "heat") this.heat.setSize(kind);
    else this.table.refresh();
  }

  scale() {
    this.scaleEnd = make("span", {class: "number"});
    return make("p", {class: "scale", "aria-hidden": "true"}, "0%", make("span", {class: "ramp"}), this.scaleEnd,
      make("span", {class: "hint"}, "Click a cell, row or column; Ctrl adds, Shift or dragging selects a range, Escape all; + or a double click opens a column, - closes it."));
  }

  refresh(what) {
    const {model} = this, {code, data} = model.order, metric = METRICS[model.metric];
    if (what !== "selection") {
      const part = (axis) => `${model.order[axis].length} of ${pluralText(model.items[axis].length, ...AXIS_NAMES[axis])}`;
      this.count.textContent = `Percentage of total ${metric.title.toLowerCase()}${model.span ? " of the span" : ""}: ${part("code")} × ${part("data")}`;
      if (model.metric !== "stall" && METRICS.stall.of(model.profile.totals) === 0 && !isOfSamples(model.profile))
        this.count.textContent = `No reference stalled on memory. ${this.count.textContent}`;
      this.showSpan();
      this.showFolded();
      const level = this.element.querySelector("#level");
      level.value = model.levelKey();
      level.querySelector("[value=mixed]").hidden = level.value !== "mixed";
      this.scaleEnd.textContent = percentText(model.greatest, model.shown.total);
      if (this.kind === "heat") this.heat.refresh();
      else this.table.refresh();
      if (what === "colours" && this.kind === "heat") this.heat.draw(); /* printing does not wait for the next frame */
      if (code.length === 0 || data.length === 0) this.count.textContent += ". Nothing matches the filters.";
    } else {
      this.heat.redraw();
    }
    this.detail.refresh();
  }
}

class Page {
  constructor(document) {
    this.document = document;
    showEstimates(document.profiles);
    this.model = new Model(document.profiles[0]);
    this.views = [];
    this.addView("matrix", "Matrix", () => new MatrixView(this.model, this));
    if (document.difference) this.addView("difference", "Difference", () => new DiffView(this));
    const simulated = !isOfSamples(this.model.profile);
    window.document.body.classList.toggle("of-samples", !simulated);
    window.document.body.classList.toggle("of-misses", hasMissesOnly(this.model.profile));
    if (this.model.profile.advice && simulated) this.addView("advice", "Advice", () => new AdviceView(this.model, this));
    if (this.model.profile.tried) this.addView("what-if", "What if", () => new TriedView(this.model));
    if (simulated) this.addView("causes", "Causes", () => new CausesView(this.model, this));
    this.addView("source", "Source", () => new SourceView(this.model));
    if (this.model.profile.fields?.length > 0) this.addView("fields", "Fields", () => new FieldsView(this.model));
    if (this.model.profile.curves) this.addView("curves", "Cache sizes", () => new CurvesView(this.model));
    if (simulated) this.addView("blame", "Evictors and invalidators", () => new BlameView(this.model, this));
    if (this.model.profile.references?.length > 0) this.addView("references", "References", () => new ReferencesView(this.model, this));
    if (this.model.profile.export.icaches.length > 0) this.addView("fetches", "Instruction fetches", () => new FetchesView(this.model));
    for (const shown of modelsOf(this.model.profile)) this.addView(shown.id, shown.title, () => new ModelView(this.model, shown));
    if (simulated) this.addView("sharing", "Sharing", () => new SharingView(this.model, this));
    if ((this.model.profile.export.machine.nodes ?? 1) > 1) this.addView("nodes", "Nodes", () => new NodesView(this.model));
    if (this.model.profile.export.callers) this.addView("callers", "Callers", () => new CallersView(this.model, this));
    if (this.model.profile.export.bins.some((bin) => bin.frames.length > 0)) this.addView("allocations", "Allocations", () => new AllocationsView(this.model, this));
    if (this.model.profile.export.ranks) this.addView("ranks", "Ranks", () => new RanksView(this.model));
    if (this.model.profile.export.sampling?.stretches?.length > 0) this.addView("phases", "Phases", () => new PhasesView(this.model));
    if (this.model.profile.export.stages) this.addView("stages", "Stages", () => new StagesView(this.model));
    if (this.model.profile.export.timeline) this.addView("time", "Time", () => new TimeView(this.model, this));
    if (simulated) this.addView("processors", "Processors", () => new ProcessorsView(this.model));
    this.names = new NamesDialog(this.model);
    this.model.addEventListener("change", (event) => this.refresh(event.detail));
  }

  addView(id, title, create) {
    const tab = button(title, () => this.open(id), {role: "tab", id: "tab-" + id, "aria-controls": "panel-" + id, "aria-selected": "false", tabindex: "-1"});
    const panel = make("div", {role: "tabpanel", id: "panel-" + id, "aria-labelledby": "tab-" + id, hidden: true});
    byId("tabs").append(tab);
    byId("panels").append(panel);
    this.views.push({id, title, tab, panel, create, view: null, stale: true});
  }

  /* Opens a view. `store` is the function of the browser's history that stores it: Back returns to the view before. */
  open(id, store = "pushState") {
    tip.hide();
    for (const entry of this.views) {
      const open = entry.id === id;
      entry.tab.setAttribute("aria-selected", String(open));
      entry.tab.tabIndex = open ? 0 : -1;
      entry.panel.hidden = !open;
      if (!open) continue;
      this.current = entry;
      entry.tab.scrollIntoView({inline: "nearest", block: "nearest"});
      if (!entry.view) {
        entry.view = entry.create();
        entry.panel.append(entry.view.element);
      }
      if (entry.stale) {
        entry.stale = false;
        entry.view.refresh("all");
      }
    }
    if (location.hash !== "#" + id) history[store](null, "", "#" + id);
  }

  refresh(what) {
    for (const entry of this.views) entry.stale = true;
    byId("metric").value = this.model.metric;
    this.current.stale = false;
    this.current.view.refresh(what);
    if (what === "names") this.countNames();
  }

  countNames() {
    const n = AXES.reduce((sum, axis) => sum + this.model.groups[axis].length, 0);
    byId("names-count").hidden = n === 0;
    byId("names-count").textContent = n;
  }

  /* Opens the matrix with a selection, and scrolls to it: the totals and findings above it can fill the window. */
  showMatrix() {
    this.open("matrix");
    this.current.view.scrollTo();
  }

  showSource(place) {
    this.open("source");
    this.current.view.showPlace(place);
  }

  showFields(bin) {
    this.open("fields");
    this.current.view.show(bin);
  }

  listen() {
    const tabs = byId("tabs");
    tabs.addEventListener("keydown", (event) => {
      const at = this.views.indexOf(this.current), n = this.views.length;
      const to = {ArrowRight: (at + 1) % n, ArrowLeft: (at + n - 1) % n, Home: 0, End: n - 1}[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.open(this.views[to].id);
      this.current.tab.focus();
    });
    window.addEventListener("hashchange", () => this.openHash());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.refresh("colours"));
    /* Print with light colours. */
    window.addEventListener("beforeprint", () => this.showTheme("light"));
    window.addEventListener("afterprint", () => this.showTheme(this.theme));
    byId("names-button").addEventListener("click", () => this.names.open());
    byId("theme").addEventListener("click", () => this.setTheme(THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length]));
  }

  openHash() {
    const id = location.hash.slice(1);
    const first = this.document.difference ? "difference" : this.views[0].id;
    this.open(this.views.some((entry) => entry.id === id) ? id : first, "replaceState");
  }

  setTheme(theme) {
    this.theme = THEMES.includes(theme) ? theme : "auto";
    const names = {auto: "Auto", light: "Light", dark: "Dark"};
    byId("theme").textContent = names[this.theme];
    byId("theme").setAttribute("aria-label", `Colours: ${this.theme === "auto" ? "as the system" : this.theme}`);
    remember("theme", this.theme);
    this.showTheme(this.theme);
  }

  showTheme(theme) {
    document.documentElement.dataset.theme = theme;
    if (this.current) this.refresh("colours");
  }

  start() {
    const {profiles} = this.document, run = profiles[0].export;
    document.title = `${printable(baseName(run.command[0] ?? ""))} – MemSpy`;
    byId("command").textContent = commandText(profiles[0]);
    byId("command").title = commandText(profiles[0]);
    byId("origin").textContent = `${profiles.map((p) => printable(p.file)).join(" and ")} · ${printable(run.creator)}`;
    const metric = byId("metric");
    metric.append(...knownKeys(METRICS, this.model.profile).map(([key, title]) => make("option", {value: key}, title)));
    metric.value = this.model.metric;
    metric.addEventListener("change", () => this.model.setMetric(metric.value));
    this.setTheme(remember("theme"));
    this.listen();
    byId("loading").remove();
    this.openHash();
  }
}

startPage(Page, readReport);
