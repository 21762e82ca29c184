/* SPDX-License-Identifier: GPL-2.0-or-later
 * blame.js: evictors (data) and invalidators (code with the stores) of lost lines. The flow from left to
 * right is misses: from the culprit to the victim. */

const BLAMES = {
  evictors: {title: "Evictors", axis: "data", table: "evictors", none: "No replacement misses.",
    left: "Data that evicted lines", right: "Data that missed them", brief: "Evicted by", what: "replacement misses"},
  invalidators: {title: "Invalidators", axis: "code", table: "invalidators", none: "No invalidation misses.",
    left: "Code whose stores invalidated lines", right: "Data that missed them", brief: "Invalidated by", what: "invalidation misses"},
};
const BLAME_MOST = 12;

class BlameView extends PlotView {
  constructor(model, page) {
    super(model, "Evictors and invalidators", "A replacement miss is attributed to the data whose line took the place of the missed one; an invalidation miss to " +
      "the code whose store invalidated the line. Data can evict their own lines.");
    this.page = page;
    const {totals} = model.profile;
    this.kind = totals[COUNTER.invalidation] > totals[COUNTER.replacement] ? "invalidators" : "evictors";
    showIn(this.tools, menu("Show", [["evictors", "evictors of replaced lines"], ["invalidators", "invalidators"]], this.kind,
      (v) => { this.kind = v; this.victim = null; this.refresh(); }, {id: "blame-kind"}), this.of = make("span"));
  }

  /* A list of the data that missed, most first; the chosen one's misses are shown by code. */
  showVictims() {
    const {model} = this, table = model.profile[BLAMES[this.kind].table], {cells} = model.profile, sums = new Map();
    for (let i = 0; i < table.rows; i++) {
      const item = model.itemOf.data[cells.bin[table.cell[i]]];
      sums.set(item, (sums.get(item) ?? 0) + table.count[i]);
    }
    if (!sums.has(this.victim)) this.victim = null;
    const items = [...sums].sort((a, b) => b[1] - a[1]).slice(0, 200).map(([item]) => item);
    showIn(this.of, menu("Of", [["", "all data"], ...items.map((item) => [item.index, item.name])], this.victim?.index ?? "", (v) => {
      this.victim = v === "" ? null : model.items.data[v];
      this.refresh();
      byId("blame-of").focus();
    }, {id: "blame-of"}));
  }

  /* Counts by culprit and victim (data, or code that missed the chosen data): {culprit, victim, count}, most first. */
  pairs() {
    const {model} = this, blame = BLAMES[this.kind], table = model.profile[blame.table], {cells, places} = model.profile;
    const n = Math.max(model.items.data.length, model.items.code.length), sums = new Map();
    for (let i = 0; i < table.rows; i++) {
      const cell = table.cell[i], data = model.itemOf.data[cells.bin[cell]];
      if (this.victim && data !== this.victim) continue;
      const culprit = model.itemOf[blame.axis][table.who[i]], victim = this.victim ? model.itemOf.code[places.segment[cells.place[cell]]] : data;
      const key = culprit.index * n + victim.index;
      const pair = sums.get(key);
      if (pair) pair.count += table.count[i];
      else sums.set(key, {culprit, victim, count: table.count[i]});
    }
    return [...sums.values()].sort((a, b) => b.count - a.count);
  }

  draw() {
    this.showVictims();
    const kind = BLAMES[this.kind], blame = this.victim ? {...kind, right: `Code that missed ${this.victim.name}`} : kind;
    const pairs = this.pairs(), total = d3.sum(pairs, (p) => p.count);
    if (total === 0) {
      const one = this.model.profile.export.processors.length < 2 && this.kind === "invalidators";
      this.empty(blame.none + (one ? " There was one processor." : ""));
      return;
    }
    this.drawFlow(pairs, total, blame);
    const shown = pairs.slice(0, 100);
    const pick = (axis, item) => button(item.name, () => {
      this.model.select(axis === "code" ? [item] : [], axis === "data" ? [item] : []);
      this.page.showMatrix();
    }, {class: "link"});
    this.below.append(make("details", {open: pairs.length <= 30}, make("summary", null, `As a table (${pairs.length > shown.length ? `the first ${shown.length} of ` : ""}${pluralText(pairs.length, "pair")})`),
      dataTable(blame.title, [{title: blame.left, element: (p) => pick(blame.axis, p.culprit)}, {title: blame.right, element: (p) => pick(p.victim.axis, p.victim)},
        {title: "Misses", number: true, text: (p) => countText(p.count)}, {title: "Share", number: true, text: (p) => percentText(p.count, total)}], shown)));
  }

  /* The greatest culprits or victims, the rest as one, each with its position on a side of the drawing. */
  nodes(pairs, side, height) {
    const sums = new Map();
    for (const pair of pairs) sums.set(pair[side], (sums.get(pair[side]) ?? 0) + pair.count);
    const sorted = [...sums].sort((a, b) => b[1] - a[1]);
    const list = sorted.slice(0, BLAME_MOST).map(([item, count]) => ({item, name: item.name, count}));
    if (sorted.length > BLAME_MOST)
      list.push({item: null, name: `(${sorted.length - BLAME_MOST} more)`, count: d3.sum(sorted.slice(BLAME_MOST), (s) => s[1])});
    const total = d3.sum(list, (node) => node.count), room = height - 10 * (list.length - 1);
    let y = 0;
    for (const node of list) {
      node.y = y;
      node.height = Math.max(2, room * node.count / total);
      node.used = 0;
      y += Math.max(node.height + 10, 18);
    }
    return {list, of: (item) => list.find((node) => node.item === item) ?? list[list.length - 1]};
  }

  drawFlow(pairs, total, blame) {
    const width = Math.max(340, this.plot.clientWidth - 4), narrow = width < 640, side = narrow ? width * 0.37 : Math.min(300, width * 0.3), top = 30;
    const distinct = (key) => Math.min(BLAME_MOST + 1, new Set(pairs.map((p) => p[key])).size);
    const height = Math.max(140, 34 * Math.max(distinct("culprit"), distinct("victim")));
    const culprits = this.nodes(pairs, "culprit", height), victims = this.nodes(pairs, "victim", height);
    const flows = new Map();
    for (const pair of pairs) {
      const from = culprits.of(pair.culprit), to = victims.of(pair.victim);
      const key = culprits.list.indexOf(from) * 100 + victims.list.indexOf(to);
      const flow = flows.get(key) ?? {from, to, count: 0};
      flow.count += pair.count;
      flows.set(key, flow);
    }
    const bottom = Math.max(...[...culprits.list, ...victims.list].map((n) => n.y + n.height));
    const svg = drawing(this.plot, width, top + bottom + 6, `${blame.left}, and ${blame.right.toLowerCase()}: ${countText(total)} ${blame.what}`);
    svg.append("text").attr("x", side - 10).attr("y", 14).attr("class", "head end").text(narrow ? blame.brief : blame.left);
    svg.append("text").attr("x", width - side + 10).attr("y", 14).attr("class", "head").text(narrow ? "Missed by" : blame.right);
    const area = svg.append("g").attr("transform", `translate(0,${top})`);
    const order = [...flows.values()].sort((a, b) => a.from.y - b.from.y || a.to.y - b.to.y);
    const scale = (node) => node.height / node.count;
    for (const flow of order) {
      const a = flow.count * scale(flow.from), b = flow.count * scale(flow.to);
      const y0 = flow.from.y + flow.from.used, y1 = flow.to.y + flow.to.used, x0 = side + 8, x1 = width - side - 8, middle = (x0 + x1) / 2;
      flow.from.used += a;
      flow.to.used += b;
      const self = flow.from.item !== null && flow.from.item === flow.to.item;
      const path = area.append("path").attr("class", self ? "flow self" : "flow")
        .attr("d", `M${x0},${y0}C${middle},${y0} ${middle},${y1} ${x1},${y1}V${y1 + Math.max(b, 0.6)}C${middle},${y1 + b} ${middle},${y0 + a} ${x0},${y0 + Math.max(a, 0.6)}Z`);
      path.append("title").text(`${flow.from.name} → ${flow.to.name}: ${countText(flow.count)} ${blame.what} (${percentText(flow.count, total)})`);
    }
    this.drawNodes(area, culprits.list, side, "end", total, {right: false, narrow});
    this.drawNodes(area, victims.list, width - side - 8, "start", total, {right: true, narrow});
  }

  drawNodes(area, list, x, anchor, total, {right, narrow}) {
    for (const node of list) {
      const group = area.append("g");
      group.append("title").text(`${node.name}: ${countText(node.count)} (${percentText(node.count, total)})`);
      group.append("rect").attr("class", "node").attr("x", x).attr("y", node.y).attr("width", 8).attr("height", node.height);
      group.append("text").attr("class", "node-name").attr("x", right ? x + 16 : x - 8).attr("y", node.y + node.height / 2)
        .attr("text-anchor", anchor).text(narrow ? shortened(node.name, (right ? this.plot.clientWidth - x : x) - 22)
          : `${shortened(node.name, (right ? this.plot.clientWidth - x : x) - 84)}  ${percentText(node.count, total)}`);
    }
  }
}
