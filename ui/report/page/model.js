/* SPDX-License-Identifier: GPL-2.0-or-later
 * model.js: the page's view of a profile: items (code segments or data bins, or several combined), their names,
 * order, filters and selection. */

const AXES = ["code", "data"];
const AXIS_NAMES = {code: ["code segment", "code segments"], data: ["data bin", "data bins"]};

const METRICS = {
  stall: {title: "Memory Stall Time", short: "stall time", unit: "cycles", of: (c) => c[COUNTER.stall_cycles]},
  misses: {title: "Misses", short: "misses", unit: "misses", of: (c) => c[COUNTER.read_misses] + c[COUNTER.write_misses]},
  references: {title: "References", short: "references", unit: "references", of: (c) => c[COUNTER.reads] + c[COUNTER.writes]},
};
const LEVELS = {type: "type", variable: "variable", path: "call path", block: "block size"}; /* levels of data, coarsest first */
const LEVEL_KEYS = Object.keys(LEVELS);
const SORTS = {
  metric: {title: "total", key: (item) => -item.shown},
  selection: {title: "selection", key: (item, model, axis) => -model.shareWithSelection(axis, item)},
  stall: {title: "stall time", key: (item) => -METRICS.stall.of(item.counts)},
  misses: {title: "misses", key: (item) => -METRICS.misses.of(item.counts)},
  references: {title: "references", key: (item) => -METRICS.references.of(item.counts)},
  rate: {title: "miss rate", key: (item) => -ratio(METRICS.misses.of(item.counts), METRICS.references.of(item.counts))},
  mpki: {title: "MPKI", key: (item, model, axis) => -ratio(METRICS.misses.of(item.counts), axis === "code" ? item.instructions : 1)},
  name: {title: "name", key: (item) => item.name.toLowerCase()},
};

/* Whether a profile is made of samples. */
function isOfSamples(profile) {
  return profile.export.sampling?.event !== undefined;
}

/* Whether a profile made of samples has only misses: the counter did not report accesses. */
function hasMissesOnly(profile) {
  return isOfSamples(profile) && profile.export.sampling.detail === 0;
}

/* Names the counts of a profile made of samples after its event. */
function nameEvents(unit) {
  const small = unit.toLowerCase();
  Object.assign(METRICS.misses, {title: unit, short: small, unit: small});
  SORTS.misses.title = small;
}

/* The METRICS, or SORTS, of a profile. */
function knownKeys(table, profile) {
  const unknown = [...(isOfSamples(profile) ? ["rate", "mpki"] : []), ...(hasMissesOnly(profile) ? ["stall", "references"] : [])];
  return Object.entries(table).filter(([key]) => !unknown.includes(key)).map(([key, {title}]) => [key, title]);
}

const FOLDED = 0.005; /* items with a smaller share of the total are folded into one line at first */

/* Whether a name matches typed text: a part of a name, or a pattern with * and ?. */
function matcher(text) {
  const words = text.trim().toLowerCase();
  if (words === "") return () => true;
  if (!/[*?]/.test(words)) return (name) => name.toLowerCase().includes(words);
  const pattern = new RegExp("^" + words.replace(/[.+^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*").replace(/\?/g, ".") + "$", "s");
  return (name) => pattern.test(name.toLowerCase());
}

class Model extends EventTarget {
  constructor(profile) {
    super();
    this.profile = profile;
    if (isOfSamples(profile)) nameEvents(profile.export.sampling.unit);
    this.metric = isOfSamples(profile) ? "misses" : Object.keys(METRICS).find((m) => METRICS[m].of(profile.totals) > 0) ?? "references";
    this.names = {
      code: profile.segment_names.map(printable),
      data: profile.export.bins.map((bin) => printable(bin.name)),
    };
    this.fullNames = {
      code: profile.segment_fullnames.map(printable),
      data: profile.export.bins.map((bin) => printable(bin.fullname)),
    };
    this.levels = profile.levels;
    this.wholeFunctions = false;
    this.levelOf = new Uint8Array(this.names.data.length).fill(LEVEL_KEYS.indexOf(profile.level)); /* by bin */
    this.groups = {code: [], data: []}; /* {name, members}: items named or combined by the user */
    this.spare = []; /* names in the key file without an item in this profile: kept for the next file */
    this.readNames();
    this.history = [];
    this.sort = {code: "metric", data: "metric"};
    this.filter = {code: "", data: ""};
    this.least = "auto"; /* items with a smaller share of the metric are left out, as are all without references; "any": items with none of it; "auto": FOLDED, see leastOf() */
    this.selected = {code: new Set(), data: new Set()}; /* sets of items; empty: all */
    this.span = null; /* the part of the run's time in the matrix (timeline.js); null: all */
    this.rebuild();
  }

  /* Applies the names of the key file next to the profile. */
  readNames() {
    const {keys, names} = this.profile;
    if (!names) return;
    const numbers = Object.fromEntries(AXES.map((axis) => [axis, new Map(keys[axis].map((key, number) => [key, number]))]));
    for (const entry of names) {
      const members = entry.members.map((key) => numbers[entry.axis].get(key)).filter((number) => number !== undefined);
      const others = entry.members.filter((key) => !numbers[entry.axis].has(key));
      if (members.length === 0 || entry.refused) this.spare.push(entry);
      else this.groups[entry.axis].push({name: entry.name, members, others});
    }
  }

  changed(what) {
    this.dispatchEvent(new CustomEvent("change", {detail: what}));
  }

  /* Rebuilds everything after a change of names or combinations. */
  rebuild() {
    this.items = {};
    this.itemOf = {};
    for (const axis of AXES) {
      const n = this.names[axis].length;
      const group = new Array(n).fill(null);
      for (const g of this.groups[axis]) for (const m of g.members) group[m] = g;
      const items = [];
      const itemOf = new Array(n);
      const made = new Map();
      for (let m = 0; m < n; m++) {
        const key = group[m] ?? (axis === "data" ? this.groupAt(this.levelOf[m], m) : this.rowOf(m));
        let item = made.get(key);
        if (!item) {
          item = {axis, name: group[m]?.name ?? (axis === "data" ? this.nameAt(this.levelOf[m], m) : this.names.code[key]), members: [], counts: new Float64Array(COUNTERS.length),
            instructions: 0, index: items.length, position: -1};
          items.push(item);
          made.set(key, item);
        }
        item.members.push(m);
        itemOf[m] = item;
      }
      this.items[axis] = items;
      this.itemOf[axis] = itemOf;
    }
    const {pairs} = this.profile;
    for (let p = 0; p < pairs.n; p++) {
      const row = this.itemOf.code[pairs.segment[p]].counts, column = this.itemOf.data[pairs.bin[p]].counts;
      for (let k = 0; k < COUNTERS.length; k++) {
        row[k] += pairs.counts[k][p];
        column[k] += pairs.counts[k][p];
      }
    }
    this.profile.export.segments.forEach((s, i) => (this.itemOf.code[i].instructions += s.instructions));
    this.arrange();
  }

  /* The segment whose row has the code of segment m: the function that contains it, if functions are whole. */
  rowOf(m) {
    return this.wholeFunctions ? this.profile.export.segments[m].inlined_in ?? m : m;
  }

  hasInlined() {
    return this.profile.export.segments.some((s) => s.inlined_in !== undefined);
  }

  /* Shows the code of inlined functions in the rows of the functions that contain it, or in rows of its own. */
  setWholeFunctions(whole) {
    this.wholeFunctions = whole;
    this.rename(() => this.select(...AXES.map((axis) => this.kept(axis))));
  }

  /* The representative of the bins that share a column with bin m at a level, and the column's name. */
  groupAt(level, m) {
    return this.levels[level].same[m];
  }

  nameAt(level, m) {
    const {same, names} = this.levels[level];
    return same[m] in names ? printable(names[same[m]]) : this.names.data[same[m]];
  }

  /* The level of all data ("type", ...), or "mixed". */
  levelKey() {
    const level = this.levelOf[0] ?? 0;
    return this.levelOf.every((l) => l === level) ? LEVEL_KEYS[level] : "mixed";
  }

  /* Shows all data, or only `items`, at a level, with all bins that share a column with them. */
  setLevel(level, items) {
    const moved = this.levels.map(() => new Set()), wider = (m) => Math.min(level, this.levelOf[m]);
    for (const item of items ?? this.items.data) for (const m of item.members) moved[wider(m)].add(this.groupAt(wider(m), m));
    this.levelOf = this.levelOf.map((before, m) => (moved[wider(m)].has(this.groupAt(wider(m), m)) ? level : before));
    this.rename(() => this.select(...AXES.map((axis) => this.kept(axis))));
  }

  /* The next level below (step 1) that splits the item, or above (step -1) that joins it with others; -1: none. */
  levelNextTo(item, step) {
    if (item.axis !== "data" || this.groups.data.some((group) => group.members.includes(item.members[0]))) return -1;
    const [first] = item.members;
    for (let level = this.levelOf[first] + step; level >= 0 && level < this.levels.length; level += step) {
      const group = this.groupAt(level, first);
      if (step > 0 && item.members.some((m) => this.groupAt(level, m) !== group)) return level;
      if (step < 0 && this.levels[level].same.filter((other) => other === group).length > item.members.length) return level;
    }
    return -1;
  }

  /* Opens an item of data into the level below (step 1), or closes it into the one above (-1). Returns a message. */
  stepLevel(item, step) {
    const level = this.levelNextTo(item, step);
    if (level < 0) return step > 0 ? `${item.name} is one at every level below` : `${item.name} is alone at every level above`;
    const before = this.items.data.length;
    this.setLevel(level, [item]);
    const more = this.items.data.length - before;
    return step > 0 ? `${item.name} opened by ${LEVELS[LEVEL_KEYS[level]]}: ${more + 1} columns` : `Closed into ${this.itemOf.data[item.members[0]].name}`;
  }

  /* The metric by bin, for any column of the bin. */
  valuesOfBins() {
    const {pairs, export: run} = this.profile, values = new Float64Array(run.bins.length);
    for (let p = 0; p < pairs.n; p++) values[pairs.bin[p]] += this.values[p];
    return values;
  }

  nameOfBin(bin) {
    const item = this.itemOf.data[bin];
    return item.members.length === 1 ? item.name : this.names.data[bin];
  }

  /* The matrix's values of the metric by pair and by item (item.shown), and the total. */
  measureShown() {
    const {pairs} = this.profile, {values, total} = this.span?.of[this.metric] ?? this;
    this.shown = {values, total};
    for (const axis of AXES) for (const item of this.items[axis]) item.shown = this.span ? 0 : METRICS[this.metric].of(item.counts);
    for (let p = 0; this.span && p < pairs.n; p++) {
      this.itemOf.code[pairs.segment[p]].shown += values[p];
      this.itemOf.data[pairs.bin[p]].shown += values[p];
    }
  }

  /* The pairs' values of the metric, and the total. */
  measure() {
    const {pairs, totals} = this.profile;
    this.total = METRICS[this.metric].of(totals);
    const columns = {stall: ["stall_cycles"], misses: ["read_misses", "write_misses"], references: ["reads", "writes"]};
    const [one, two] = columns[this.metric].map((name) => pairs.counts[COUNTER[name]]);
    this.values = two ? one.map((value, i) => value + two[i]) : one;
    this.measureShown();
    this.greatest = 0;
    const sums = new Float64Array(this.items.data.length);
    for (const item of this.items.code) {
      const touched = [];
      for (const m of item.members)
        for (let p = pairs.first[m]; p < pairs.first[m + 1]; p++) {
          const c = this.itemOf.data[pairs.bin[p]].index;
          if (sums[c] === 0) touched.push(c);
          sums[c] += this.shown.values[p];
        }
      for (const c of touched) {
        if (sums[c] > this.greatest) this.greatest = sums[c];
        sums[c] = 0;
      }
    }
  }

  /* Sorts and filters both axes: this.order[axis] are the shown items. */
  arrange() {
    this.measure();
    this.order = {};
    for (const axis of AXES) this.arrangeAxis(axis);
  }

  /* "auto" leaves out nothing if the user searches, if all items are small, or for one item. */
  leastOf(axis) {
    if (this.least !== "auto") return this.least;
    if (this.filter[axis].trim() !== "" || this.sort[axis] !== "metric") return "any";
    const values = this.items[axis].map((item) => item.shown).filter((value) => value > 0);
    const small = values.filter((value) => value < FOLDED * this.shown.total).length;
    return small > 1 && small < values.length ? FOLDED : "any";
  }

  /* The number of items with nonzero metric that "auto" left out of an axis, and their share. */
  folded(axis) {
    if (this.least !== "auto" || this.leastOf(axis) === "any") return {n: 0, value: 0};
    const items = this.items[axis].filter((item) => item.position < 0 && item.shown > 0);
    return {n: items.length, value: items.reduce((sum, item) => sum + item.shown, 0)};
  }

  arrangeAxis(axis) {
    const matches = matcher(this.filter[axis]), {total} = this.shown;
    const least = this.leastOf(axis);
    const enough = (value) => total === 0 || (least === "any" ? value > 0 : value >= least * total);
    const {of: references} = METRICS.references;
    const used = (item) => references(this.profile.totals) === 0 || references(item.counts) > 0;
    const shown = this.items[axis].filter((item) => used(item) && enough(item.shown) &&
      (matches(item.name) || item.members.some((m) => matches(this.fullNames[axis][m]))));
    const key = SORTS[this.sort[axis]].key;
    const keyed = shown.map((item) => [key(item, this, axis), -item.shown, -METRICS.references.of(item.counts), item.members[0], item]);
    keyed.sort((a, b) => {
      for (let i = 0; i < 4; i++) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
      return 0;
    });
    for (const item of this.items[axis]) item.position = -1;
    this.order[axis] = keyed.map((row) => row[4]);
    this.order[axis].forEach((item, position) => (item.position = position));
  }

  setMetric(metric) {
    this.metric = metric;
    if (this.span && !(metric in this.span.of)) this.span = null;
    this.arrange();
    this.changed("order");
  }

  /* Shows a part of the run's time, {range, words, of: {stall, misses}, each {values of the pairs, total}}; null: all.
   * A part has no other metrics. */
  setSpan(span) {
    if (!span && !this.span) return;
    this.span = span;
    if (span && !(this.metric in span.of)) this.metric = span.key;
    this.arrange();
    this.changed("span");
  }

  setSort(axis, sort) {
    this.sort[axis] = sort;
    this.arrangeAxis(axis);
    this.changed("order");
  }

  setFilter(axis, text) {
    this.filter[axis] = text;
    this.arrangeAxis(axis);
    this.changed("order");
  }

  setLeast(share) {
    this.least = share;
    for (const axis of AXES) this.arrangeAxis(axis);
    this.changed("order");
  }

  /* The metric of an item on the selected items of the other axis. */
  shareWithSelection(axis, item) {
    const {pairs} = this.profile;
    const other = axis === "code" ? "data" : "code";
    const picked = this.selected[other];
    if (picked.size === 0) return item.shown;
    let sum = 0;
    if (axis === "code") {
      for (const m of item.members)
        for (let p = pairs.first[m]; p < pairs.first[m + 1]; p++)
          if (picked.has(this.itemOf.data[pairs.bin[p]])) sum += this.shown.values[p];
      return sum;
    }
    for (const row of picked)
      for (const m of row.members)
        for (let p = pairs.first[m]; p < pairs.first[m + 1]; p++)
          if (this.itemOf.data[pairs.bin[p]] === item) sum += this.shown.values[p];
    return sum;
  }

  /* Values of the metric for rows and columns from .. to - 1 of the order, row by row. */
  window(rowFrom, rowTo, columnFrom, columnTo) {
    const {pairs} = this.profile;
    const width = columnTo - columnFrom;
    const result = new Float64Array(Math.max(0, rowTo - rowFrom) * Math.max(0, width));
    for (let r = rowFrom; r < rowTo; r++)
      for (const m of this.order.code[r].members)
        for (let p = pairs.first[m]; p < pairs.first[m + 1]; p++) {
          const c = this.itemOf.data[pairs.bin[p]].position - columnFrom;
          if (c >= 0 && c < width) result[(r - rowFrom) * width + c] += this.shown.values[p];
        }
    return result;
  }

  /* Selects: sets of items; without an argument, everything. */
  select(code, data) {
    this.selected = {code: new Set(code), data: new Set(data)};
    this.changed("selection");
  }

  /* Sums over the selection: counts, evictors and invalidators by member, and places. */
  sumSelection() {
    const {cells, columns, places, evictors, invalidators, pairs} = this.profile;
    const rows = this.selected.code, cols = this.selected.data;
    const inRow = this.profile.export.segments.map((_, s) => rows.size === 0 || rows.has(this.itemOf.code[s]));
    const inColumn = this.profile.export.bins.map((_, b) => cols.size === 0 || cols.has(this.itemOf.data[b]));
    const counts = new Float64Array(COUNTERS.length);
    const inPair = new Uint8Array(pairs.n), inSpan = this.span ? {stall: 0, misses: 0} : null;
    for (let p = 0; p < pairs.n; p++) {
      if (!inRow[pairs.segment[p]] || !inColumn[pairs.bin[p]]) continue;
      inPair[p] = 1;
      for (let k = 0; k < COUNTERS.length; k++) counts[k] += pairs.counts[k][p];
      for (const key in inSpan) inSpan[key] += this.span.of[key].values[p];
    }
    const byPlace = new Map(), of = METRICS[this.metric].of, one = new Array(COUNTERS.length).fill(0);
    const needed = [COUNTER.reads, COUNTER.writes, COUNTER.read_misses, COUNTER.write_misses, COUNTER.stall_cycles];
    for (let i = 0; i < cells.rows; i++) {
      if (!inPair[pairs.pairOf[i]]) continue;
      for (const k of needed) one[k] = columns[k][i];
      const value = of(one);
      if (value !== 0) byPlace.set(cells.place[i], (byPlace.get(cells.place[i]) ?? 0) + value);
    }
    const blame = (table, axis) => {
      const by = new Map();
      for (let i = 0; i < table.rows; i++) {
        if (!inPair[pairs.pairOf[table.cell[i]]]) continue;
        const item = this.itemOf[axis][table.who[i]];
        by.set(item, (by.get(item) ?? 0) + table.count[i]);
      }
      return [...by].sort((a, b) => b[1] - a[1]);
    };
    let instructions = 0, codeStall = 0;
    for (const item of rows.size === 0 ? this.items.code : rows) {
      instructions += item.instructions;
      codeStall += METRICS.stall.of(item.counts);
    }
    return {counts, inSpan, instructions, codeStall, places: [...byPlace].sort((a, b) => b[1] - a[1] || a[0] - b[0]),
      evictors: blame(evictors, "data"), invalidators: blame(invalidators, "code"), nPlaces: places.rows};
  }

  describe(axis) {
    const picked = [...this.selected[axis]];
    if (picked.length === 0) return `all ${AXIS_NAMES[axis][1]}`;
    if (picked.length === 1) return picked[0].name;
    const names = picked.slice(0, 3).map((item) => item.name).join(", ");
    return `${picked.length} ${AXIS_NAMES[axis][1]} (${names}${picked.length > 3 ? ", …" : ""})`;
  }

  /* The reason why items of an axis cannot have that name; "" if they can. */
  badName(axis, name, items) {
    const text = name.trim();
    if (text === "") return "a name is needed";
    if (/^[0-9]+$/.test(text)) return "a name needs a character other than digits";
    const taken = this.items[axis].some((item) => item.name === text && !items.includes(item));
    return taken ? `another ${AXIS_NAMES[axis][0]} is called ${text}` : "";
  }

  /* Combines `items` into one (or renames the only one). Returns an error message, or "". */
  combine(axis, items, name) {
    const wrong = this.badName(axis, name, items);
    if (wrong !== "") return wrong;
    this.history.push({code: [...this.groups.code], data: [...this.groups.data]});
    const members = items.flatMap((item) => item.members).sort((a, b) => a - b);
    const inside = new Set(members), taken = (group) => inside.has(group.members[0]);
    const others = this.groups[axis].filter(taken).flatMap((group) => group.others);
    /* Text typed as it is shown stays unchanged; a typed backslash is a backslash. */
    const shown = items.some((item) => item.name === name.trim()) ? name.trim() : printable(name.trim());
    this.groups[axis] = [...this.groups[axis].filter((group) => !taken(group)), {name: shown, members, others}];
    this.rename(() => this.select(...AXES.map((a) => (a === axis ? [this.itemOf[a][members[0]]] : this.kept(a)))));
    return "";
  }

  undo() {
    const before = this.history.pop();
    if (!before) return;
    this.groups = before;
    this.rename(() => this.select([], []));
  }

  /* Rebuilds the items, and restores the selection by its members. */
  kept(axis) {
    return this.keptMembers[axis].map((m) => this.itemOf[axis][m]);
  }

  rename(select) {
    this.keptMembers = Object.fromEntries(AXES.map((a) => [a, [...this.selected[a]].flatMap((item) => item.members)]));
    this.rebuild();
    select();
    this.changed("names");
  }
}
