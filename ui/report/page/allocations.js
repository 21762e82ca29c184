/* SPDX-License-Identifier: GPL-2.0-or-later
 * allocations.js: the call paths along which data were allocated, as a tree: from main() down to where each is allocated,
 * or from there up to its callers. */

const ALLOCATIONS_MOST = 50; /* children of a call shown at first */

class AllocationsView extends PlotView {
  constructor(model, page) {
    super(model, "Allocations", "Call paths of allocations, with the metric of the page and the bytes of the data allocated there. References have no call paths: see the source.");
    this.page = page;
    this.up = "down";
    showIn(this.tools, menu("Calls", [["down", "from main down"], ["up", "from the allocation up"]], this.up, (v) => { this.up = v; this.refresh(); }, {id: "allocations-calls"}));
  }

  /* Bins with a call path: their frames in the order of the tree, and their values. */
  paths() {
    const {bins} = this.model.profile.export, values = this.model.valuesOfBins();
    return bins.filter((bin) => bin.frames.length > 0).map((bin) => ({bin, value: values[bin.id], bytes: bin.bytes,
      frames: this.up === "up" ? bin.frames : [...bin.frames].reverse()}));
  }

  /* The paths at a depth, by their next call, most first: {name, paths, value, bytes}. Paths that end there are data. */
  children(paths, depth) {
    const calls = new Map();
    for (const path of paths) {
      const frame = path.frames[depth], key = frame ? `${frame.function}\0${frame.file}\0${frame.line}` : path.bin.id;
      if (!calls.has(key)) calls.set(key, {frame, bin: frame ? null : path.bin, paths: [], value: 0, bytes: 0});
      const call = calls.get(key);
      call.paths.push(path);
      call.value += path.value;
      call.bytes += path.bytes;
    }
    return [...calls.values()].sort((a, b) => b.value - a.value || b.bytes - a.bytes);
  }

  draw() {
    const children = this.children(this.paths(), 0);
    this.plot.append(make("div", {class: "call-tree"}, this.list(children, 0)));
  }

  list(children, depth) {
    const shown = children.slice(0, ALLOCATIONS_MOST), rest = children.length - shown.length;
    return [...shown.map((child) => this.node(child, depth, children.length === 1 || child.value > this.model.total / 2)),
      rest > 0 ? make("p", {class: "none"}, `and ${rest} more`) : null];
  }

  /* A call, whose children are created when it is opened; or data, with a link to the matrix. */
  node(child, depth, open) {
    const {frame, bin, value, bytes, paths} = child, bar = make("span", {class: "share-bar"});
    bar.style.width = 100 * ratio(value, this.model.total) + "%";
    const figures = [make("span", {class: "share-track"}, bar), make("span", {class: "number"}, percentText(value, this.model.total)), make("span", {class: "number"}, bytesText(bytes))];
    if (!frame) {
      const item = this.model.itemOf.data[bin.id];
      return make("p", {class: "call-row call-data"}, make("span", {class: "share-name"}, button(this.model.nameOfBin(bin.id), () => {
        this.model.select([], [item]);
        this.page.showMatrix();
      }, {class: "link"})), figures);
    }
    const place = `${printable(baseName(frame.file))}${frame.line ? ":" + frame.line : ""}`;
    const details = make("details", null, make("summary", {class: "call-row"}, make("span", {class: "share-name", title: `${printable(frame.function)} ${place}`}, printable(frame.function), make("small", null, " " + place)), figures));
    const fill = () => { if (details.open && details.childElementCount === 1) details.append(make("div", {class: "call-callees"}, this.list(this.children(paths, depth + 1), depth + 1))); };
    details.addEventListener("toggle", fill);
    details.open = open;
    fill();
    return details;
  }
}
