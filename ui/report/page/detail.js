/* detail.js: all statistics of the selection: the paper's Figure 3.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

const CAUSES = ["cold", "capacity", "conflict", "replacement", "true_sharing", "false_sharing"];

/* The misses by cause. Replacement misses are divided into capacity and conflict if the machine distinguishes them. */
function causeParts(counts) {
  const value = (key) => counts[COUNTER[key]];
  return CAUSES.map((key) => ({key, title: countTitle(key),
    value: key === "replacement" ? value(key) - value("capacity") - value("conflict") : value(key)}));
}

/* The nonzero ones of some counts. */
function countParts(names, counts) {
  return names.map((key) => ({key, title: countTitle(key), value: counts[COUNTER[key]]})).filter((part) => part.value > 0);
}

/* The servers of misses; none if memory served all, or if they are unknown. */
function servedParts(counts) {
  const parts = countParts(sumParts("SERVERS"), counts);
  return parts.some((part) => part.key !== "memory") ? parts : [];
}

/* The parts of a whole as a bar, with a legend below. */
function partsBar(label, parts, whole) {
  const shown = parts.filter((part) => part.value > 0);
  const bar = make("div", {class: "parts", role: "img",
    "aria-label": `${label}: ${shown.map((p) => `${p.title} ${percentText(p.value, whole)}`).join(", ") || "none"}`});
  for (const part of shown) {
    const piece = make("span", {class: "part fill-" + part.key,
      onpointermove: (event) => tip.show(event, part.title, [["Count", countText(part.value)], ["Share", percentText(part.value, whole)]]),
      onpointerleave: () => tip.hide()});
    piece.style.flexGrow = part.value / whole;
    bar.append(piece);
  }
  const legend = make("ul", {class: "legend"}, shown.map((part) =>
    make("li", null, make("i", {class: "swatch fill-" + part.key}), `${part.title} `, make("b", null, countText(part.value)),
      ` (${percentText(part.value, whole)})`)));
  return make("div", {class: "parts-box"}, bar, legend);
}

/* Amounts as bars with their shares: at most `most`, and one for the sum of the others. */
function shareBars(rows, whole, most, action) {
  const shown = rows.slice(0, most);
  const rest = rows.slice(most).reduce((sum, row) => sum + row.value, 0);
  const line = (row, name) => {
    const bar = make("span", {class: "share-bar"});
    bar.style.width = 100 * ratio(row.value, whole) + "%";
    return make("li", null, make("span", {class: "share-name", title: row.name}, name),
      make("span", {class: "share-track"}, bar), make("span", {class: "number"}, percentText(row.value, whole)));
  };
  const list = shown.map((row) => line(row, action ? button(row.name, () => action(row), {class: "link"}) : row.name));
  if (rows.length > most) list.push(line({name: "", value: rest}, `(${rows.length - most} more)`));
  return make("ol", {class: "shares"}, list);
}

function facts(rows) {
  return make("dl", {class: "facts"}, rows.filter(Boolean).map(([name, value, hint]) =>
    [make("dt", {title: hint}, name), make("dd", {class: "number"}, value)]));
}

/* The counts of sampled accesses other than their misses. */
function accessFacts(counts, totals) {
  const value = (key) => counts[COUNTER[key]], misses = METRICS.misses.of(counts), references = METRICS.references.of(counts);
  const part = (title, count) => [title, `${countText(count)} (${percentText(count, misses)})`];
  return [
    ["Memory stall time", countText(value("stall_cycles")) + " cycles"],
    ["of total stall time", percentText(value("stall_cycles"), METRICS.stall.of(totals))],
    ["References", countText(references)],
    ["of total references", percentText(references, METRICS.references.of(totals))],
    part("Read misses", value("read_misses")), part("Write misses", value("write_misses")),
    value("invalidation") > 0 && part("Invalidations", value("invalidation")),
    value("remote") > 0 && part("From another node", value("remote")),
    ...servedParts(counts).map(({title, value: count}) => part("Served by " + title, count)),
  ];
}

class Detail {
  constructor(model, actions) {
    this.model = model;
    this.actions = actions; /* showSource(place) */
    this.element = make("section", {class: "detail panel", "aria-label": "Details of the selection"});
  }

  refresh() {
    const {model} = this;
    const sums = model.sumSelection();
    const {counts} = sums, value = (key) => counts[COUNTER[key]];
    const references = METRICS.references.of(counts), misses = METRICS.misses.of(counts), totals = model.profile.totals;
    const machine = model.profile.export.machine, cpi = machine.cpi ?? 1;
    const chosen = [model.selected.code, model.selected.data].map((items) => (items.size > 0 ? [...items] : null));
    const half = (metric, count) => countHalfText(model.profile, metric, count, ...chosen);
    const halfShare = (metric) => shareHalfText(model.profile, metric, ...chosen);
    showIn(this.element,
      make("h2", {id: "detail-title"}, model.describe("data"), make("small", null, " in "), model.describe("code")),
      this.naming(),
      this.fieldsLink(),
      this.levels(),
      this.inSpan(sums.inSpan),
      isOfSamples(model.profile) ? facts([
        [METRICS.misses.title, countText(misses) + half("misses", misses)],
        [`of total ${METRICS.misses.short}`, percentText(misses, METRICS.misses.of(totals)) + halfShare("misses")],
        ...(hasMissesOnly(model.profile) ? [] : accessFacts(counts, totals)),
      ]) : [facts([
        ["Elapsed time in this code", countText(sums.instructions * cpi + sums.codeStall) + " cycles"],
        ["Memory stall time", countText(value("stall_cycles")) + half("stall", value("stall_cycles")) + " cycles"],
        ["of total stall time", percentText(value("stall_cycles"), METRICS.stall.of(totals)) + halfShare("stall")],
        ["of total misses", percentText(misses, METRICS.misses.of(totals)) + halfShare("misses")],
        ["of total references", percentText(references, METRICS.references.of(totals))],
        ["Miss rate", percentText(misses, references)],
        ["MPKI", mpkiText(misses, sums.instructions), "misses per 1000 instructions of this code"],
        ["Stall per reference", fixedText(ratio(value("stall_cycles"), references), 1) + " cycles"],
      ]),
      make("h3", null, "References ", make("b", null, countText(references))),
      partsBar("References", [{key: "reads", title: "Reads", value: value("reads")}, {key: "writes", title: "Writes", value: value("writes")}], references),
      make("h3", null, "Misses ", make("b", null, countText(misses) + half("misses", misses))),
      misses === 0 ? make("p", {class: "none"}, "None.") : [
        partsBar("Causes of misses", causeParts(counts), misses),
        facts([["Read misses", `${countText(value("read_misses"))} (${percentText(value("read_misses"), misses)})`],
          ["Write misses", `${countText(value("write_misses"))} (${percentText(value("write_misses"), misses)})`],
          (machine.nodes ?? 1) > 1 && ["From another node", `${countText(value("remote"))} (${percentText(value("remote"), misses)})`],
          ...servedParts(counts).map((part) => ["Served by " + part.title, `${countText(part.value)} (${percentText(part.value, misses)})`])]),
      ],
      facts(countsAlone().flatMap((name) => [name, ...countParts(allPartsOf(name), counts).map(({key}) => key)])
        .map((name) => [countTitle(name), countText(value(name)), COUNTS[COUNTER[name]].help]))],
      this.blames("Causes of replacements", sums.evictors, value("replacement"), "data"),
      this.blames("Causes of invalidations", sums.invalidators, value("invalidation"), "code"),
      this.hotLines(sums),
      this.origins());
  }

  /* The selection's counts in the span of the matrix. */
  inSpan(sums) {
    const {span} = this.model;
    return sums && facts(Object.entries(sums).flatMap(([key, value]) => [
      [`${METRICS[key].title} in the span`, `${countText(value)} ${METRICS[key].unit}`],
      [`of the span's ${METRICS[key].short}`, percentText(value, span.of[key].total)]]));
  }

  blames(title, rows, whole, axis) {
    if (whole === 0) return null;
    const list = rows.map(([item, value]) => ({name: item.name, value, item}));
    return [make("h3", null, title), shareBars(list, whole, 8, (row) =>
      this.model.select(axis === "code" ? [row.item] : [], axis === "data" ? [row.item] : []))];
  }

  hotLines(sums) {
    const {places, files, segment_names: names} = {...this.model.profile, ...{}};
    const of = METRICS[this.model.metric].of(sums.counts);
    if (of === 0) return null;
    const list = sums.places.map(([place, value]) => {
      const line = places.line[place], file = printable(baseName(files[places.file[place]]));
      return {place, value, name: `${file}${line ? ":" + line : ""} in ${printable(names[places.segment[place]])}`};
    });
    return [make("h3", null, `Source lines with most ${METRICS[this.model.metric].short}`),
      shareBars(list, of, 6, (row) => this.actions.showSource(row.place))];
  }

  /* The full names of the first selected items. */
  origins() {
    const {model} = this;
    const rows = AXES.flatMap((axis) => [...model.selected[axis]].slice(0, 3).flatMap((item) =>
      item.members.slice(0, 6).map((m) => [axis, model.fullNames[axis][m]])));
    if (rows.length === 0) return null;
    return [make("h3", null, "Full names"), make("ul", {class: "full-names"}, rows.map(([axis, name]) =>
      make("li", null, make("small", null, AXIS_NAMES[axis][0] + " "), make("code", null, name))))];
  }

  /* A link to the fields of the data, if one item with fields is selected. */
  fieldsLink() {
    const [item, other] = this.model.selected.data;
    const entry = item && !other ? this.model.profile.fields?.find(({bin}) => item.members.includes(bin)) : null;
    return entry ? make("p", null, button("Fields", () => this.actions.showFields(entry.bin))) : null;
  }

  /* The buttons that open and close the selected data, if they are one item. */
  levels() {
    const {model} = this, [item] = model.selected.data;
    if (model.selected.data.size !== 1) return null;
    const step = (by, id, what) => {
      const level = model.levelNextTo(item, by);
      return level < 0 ? null : button(`${what} ${LEVELS[LEVEL_KEYS[level]]}`, () => announce(model.stepLevel(item, by)), {id});
    };
    const actions = [step(1, "level-open", "Open by"), step(-1, "level-close", "Close into its")].filter(Boolean);
    return actions.length === 0 ? null : make("p", {class: "level-actions"}, actions);
  }

  /* The forms that rename a selected item, or combine several, by axis. */
  naming() {
    const {model} = this;
    return AXES.map((axis) => {
      const items = [...model.selected[axis]];
      if (items.length === 0) return null;
      const one = items.length === 1;
      const input = make("input", {type: "text", value: one ? items[0].name : "", placeholder: one ? "" : "a name for them",
        "aria-label": one ? `Name of the ${AXIS_NAMES[axis][0]}` : `Name for the ${items.length} ${AXIS_NAMES[axis][1]}`,
        id: "name-" + axis, spellcheck: "false", autocomplete: "off"});
      const wrong = make("p", {class: "wrong", role: "alert"});
      const form = make("form", {class: "naming", onsubmit: (event) => {
        event.preventDefault();
        const problem = model.combine(axis, items, input.value);
        wrong.textContent = problem;
        if (problem === "") announce(one ? `renamed to ${input.value}` : `${items.length} are now one`);
      }}, make("label", {for: "name-" + axis}, axis === "code" ? "Code" : "Data"), input,
        make("button", {type: "submit"}, one ? "Rename" : `Combine ${items.length}`), wrong);
      return form;
    });
  }
}
