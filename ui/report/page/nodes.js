/* SPDX-License-Identifier: GPL-2.0-or-later
 * nodes.js: misses that another node supplied, by data, by code and by node. */

const NODE_PARTS = [{key: "local", title: "Own node"}, {key: "remote", title: "Another node"}];

class NodesView extends PlotView {
  constructor(model) {
    super(model, "Nodes", "A miss that another node supplies, from its memory or a cache of its processors, takes longer than one that the own node supplies. Data with misses from " +
      "other nodes should be first used, or allocated, on the node that uses them later.");
    this.axis = "nodes";
    this.most = 25;
    showIn(this.tools, menu("By", [["nodes", "node of the processor"], ["data", "data bin"], ["code", "code segment"]], this.axis, (v) => { this.axis = v; this.refresh(); }, {id: "nodes-by"}));
  }

  /* Processors are assigned to nodes in blocks, as in mach_node_of(). */
  nodes() {
    const {processors, machine} = this.model.profile.export, rows = [];
    for (const processor of processors) {
      const each = machine.processors ?? processors.length, node = Math.floor((processor.id % each) * machine.nodes / each); /* each rank has its own machine */
      rows[node] = rows[node] ?? {name: `Node ${node}`, ids: [], local: 0, remote: 0};
      rows[node].ids.push(processor.id);
      rows[node].local += processor.local;
      rows[node].remote += processor.remote;
    }
    return rows.filter(Boolean);
  }

  rowsOf(axis) {
    return this.model.items[axis].map((item) => ({item, name: item.name, local: item.counts[COUNTER.local], remote: item.counts[COUNTER.remote]}))
      .filter((row) => row.local + row.remote > 0).sort((a, b) => b.remote - a.remote || b.local - a.local);
  }

  /* The code that misses the data, or the data that the code misses, most first. */
  partners(item) {
    const {pairs} = this.model.profile, other = item.axis === "data" ? "code" : "data", sums = new Map();
    for (let p = 0; p < pairs.n; p++) {
      const pair = {code: this.model.itemOf.code[pairs.segment[p]], data: this.model.itemOf.data[pairs.bin[p]]};
      if (pair[item.axis] !== item) continue;
      const sum = sums.get(pair[other]) ?? {name: pair[other].name, local: 0, remote: 0};
      sum.local += pairs.counts[COUNTER.local][p];
      sum.remote += pairs.counts[COUNTER.remote][p];
      sums.set(pair[other], sum);
    }
    return [...sums.values()].filter((row) => row.local + row.remote > 0).sort((a, b) => b.remote - a.remote || b.local - a.local);
  }

  draw() {
    const {placement} = this.model.profile.export.machine;
    const all = this.axis === "nodes" ? this.nodes() : this.rowsOf(this.axis), rows = all.slice(0, this.most);
    this.plot.append(make("p", {class: "help"}, `Placement of pages: ${printable(String(placement ?? "first-touch"))}. The profile has local and remote misses, but not the node of each page.`));
    if (d3.sum(all, (row) => row.local + row.remote) === 0) {
      this.plot.append(make("p", {class: "none"}, "No reference missed."));
      return;
    }
    this.plot.append(partsLegend(NODE_PARTS));
    stackedBars(this.plot, rows.map((row) => ({...row, parts: NODE_PARTS.map((part) => ({...part, value: row[part.key]}))})),
      {label: "Misses that the own node and others supplied", unit: "misses", action: this.axis === "nodes" ? null : (row) => this.choose(row.item)});
    if (all.length > rows.length) this.plot.append(button(`More (${all.length - rows.length} are left)`, () => { this.most *= 2; this.refresh(); }));
    this.below.append(this.table("Misses by node that supplied them", this.axis === "nodes" ? "Node" : AXIS_NAMES[this.axis][0], rows, "nodes-table"));
    this.chosenBox = make("div", null);
    this.below.append(this.chosenBox);
    if (this.axis !== "nodes") this.choose(rows[0].item);
  }

  choose(item) {
    const other = item.axis === "data" ? "code" : "data";
    showIn(this.chosenBox, make("h3", {id: "nodes-chosen"}, item.axis === "data" ? `Code that misses ${item.name}` : `Data that ${item.name} misses`),
      this.table("Misses of the chosen one", AXIS_NAMES[other][0], this.partners(item).slice(0, 50), "nodes-partners"));
    announce(byId("nodes-chosen").textContent);
  }

  table(caption, first, rows, id) {
    const name = (row) => (row.ids ? `${row.name} (${row.ids.length === 1 ? "processor " + row.ids[0] : `processors ${row.ids[0]} to ${row.ids[row.ids.length - 1]}`})` : row.name);
    return dataTable(caption, [{title: first, text: name}, ...NODE_PARTS.map(({key, title}) => ({title, number: true, text: (row) => countText(row[key])})),
      {title: "From another", number: true, text: (row) => percentText(row.remote, row.local + row.remote)}], rows, {id});
  }
}
