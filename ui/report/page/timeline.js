/* SPDX-License-Identifier: GPL-2.0-or-later
 * timeline.js: the intervals of a profile: the activity of each processor, and stall and misses of the
 * model's items. Spans are [first interval, last interval + 1]. */

const LAYERS = 6; /* items with a layer of the strip: the number of colours in style.css */
const LISTED = 15; /* items in a table */

/* The parts of a processor's clock, coloured as in the view of processors. */
const LANE_PARTS = [{key: "work", title: "Instructions"}, {key: "stall", title: "Memory stall"}, {key: "fetch", title: "Fetch stall"}, {key: "idle", title: "Idle"}];

/* Spreads the values of some intervals into an array of n. */
function spreadOut(n, numbers, values) {
  const all = new Float64Array(n);
  numbers.forEach((number, i) => (all[number] = values[i]));
  return all;
}

function sumOver(values, [from, to]) {
  return d3.sum(values.subarray(from, to));
}

function addTo(sums, values) {
  for (let i = 0; i < sums.length; i++) sums[i] += values[i];
}

class Timeline {
  constructor(model) {
    this.model = model;
    ({begin: this.begin, cycles: this.cycles, intervals: this.n} = this.record);
    this.lanes = this.record.processors.map((lane) => this.laneOf(lane));
    this.all = this.nothing();
    for (const lane of this.lanes) for (const key in this.all) addTo(this.all[key], lane[key]);
  }

  get record() {
    return this.model.profile.export.timeline;
  }

  nothing() {
    return Object.fromEntries(["cycles", "misses", ...LANE_PARTS.map(({key}) => key)].map((key) => [key, new Float64Array(this.n)]));
  }

  laneOf(lane) {
    const of = (name) => spreadOut(this.n, lane.number, lane[name]);
    const cycles = of("cycles"), stall = of("stall_cycles"), fetch = of("fetch_cycles"), idle = of("idle_cycles");
    return {processor: lane.processor, cycles, stall, fetch, idle, misses: of("misses"), work: cycles.map((all, i) => all - stall[i] - fetch[i] - idle[i])};
  }

  /* The metric of layers and tables: the page's, if intervals have it. */
  get key() {
    return this.model.metric === "misses" || d3.sum(this.all.stall) === 0 ? "misses" : "stall";
  }

  clock(interval) {
    return this.begin + interval * this.cycles;
  }

  /* The argument of Model.setSpan() for a span; null: the whole run. */
  spanOf(range, words) {
    if (range[0] === 0 && range[1] === this.n) return null;
    const {pairs} = this.model.profile, of = {};
    for (const [key, name] of [["stall", "stall_cycles"], ["misses", "misses"]]) {
      const values = new Float64Array(pairs.n);
      for (const cell of this.record.cells) values[this.pairOf(cell)] = d3.sum(cell[name], (value, i) => (cell.number[i] >= range[0] && cell.number[i] < range[1] ? value : 0));
      of[key] = {values, total: sumOver(this.all[key], range)};
    }
    return {range, words, of, key: this.key};
  }

  /* The number of a record's pair of code and data. */
  pairOf({segment, bin}) {
    const {pairs} = this.model.profile;
    return pairs.bin.subarray(0, pairs.first[segment + 1]).indexOf(bin, pairs.first[segment]);
  }

  /* The findings whose code and data have stall in a span, most first: {finding, stall}. */
  findings({of}) {
    const {profile: {pairs, advice}, itemOf} = this.model;
    const is = (axis, member, wanted) => wanted === null || itemOf[axis][member] === itemOf[axis][wanted];
    return (advice?.findings ?? []).filter(({code, data}) => code !== null || data !== null)
      .map((finding) => ({finding, stall: d3.sum(of.stall.values, (value, p) => (is("code", pairs.segment[p], finding.code) && is("data", pairs.bin[p], finding.data) ? value : 0))}))
      .filter(({stall}) => stall > 0).sort((a, b) => b.stall - a.stall);
  }

  /* The items of an axis with interval cells: {item, stall, misses}, by interval. */
  items(axis) {
    const found = new Map(), member = axis === "code" ? "segment" : "bin";
    for (const cell of this.record.cells) {
      const item = this.model.itemOf[axis][cell[member]];
      if (!found.has(item)) found.set(item, {item, stall: new Float64Array(this.n), misses: new Float64Array(this.n)});
      addTo(found.get(item).stall, spreadOut(this.n, cell.number, cell.stall_cycles));
      addTo(found.get(item).misses, spreadOut(this.n, cell.number, cell.misses));
    }
    return [...found.values()];
  }

  /* The greatest items of the whole run, and the rest: {key, title, item, values}; they sum up to all processors. */
  layers(axis) {
    const whole = [0, this.n], rest = this.all[this.key].slice();
    const most = this.items(axis).map((one) => ({item: one.item, title: one.item.name, values: one[this.key], sum: sumOver(one[this.key], whole)}))
      .filter(({sum}) => sum > 0).sort((a, b) => b.sum - a.sum).slice(0, LAYERS);
    most.forEach((layer, i) => (layer.key = `series-${i}`));
    for (const {values} of most) for (let i = 0; i < this.n; i++) rest[i] -= values[i];
    return d3.sum(rest) > 0 ? [...most, {key: "other", title: "other", item: null, values: rest}] : most;
  }

  /* Items in a span, most first, and the rest: {item, name, stall, misses}; they sum up to the span. */
  rows(axis, span) {
    const rest = {item: null, name: "other", stall: sumOver(this.all.stall, span), misses: sumOver(this.all.misses, span)};
    const rows = this.items(axis).map(({item, stall, misses}) => ({item, name: item.name, stall: sumOver(stall, span), misses: sumOver(misses, span)}))
      .filter((row) => row.stall > 0 || row.misses > 0).sort((a, b) => b[this.key] - a[this.key]).slice(0, LISTED);
    rest.stall -= d3.sum(rows, (row) => row.stall);
    rest.misses -= d3.sum(rows, (row) => row.misses);
    return rest.stall > 0 || rest.misses > 0 ? [...rows, rest] : rows;
  }
}
