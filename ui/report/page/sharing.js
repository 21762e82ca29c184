/* SPDX-License-Identifier: GPL-2.0-or-later
 * sharing.js: lines of memory that processors shared: the bytes of each, drawn by processor. */

const SHARING_STEP = 10;

class SharingView extends PlotView {
  constructor(model, page) {
    super(model, "Shared lines", "Counts are sharing events: invalidation misses, misses that another processor's cache supplied, " +
      "and upgrades. Each row is a processor, each column a byte of the line.");
    this.page = page;
    this.most = SHARING_STEP;
    this.tools.remove();
  }

  draw() {
    const {export: run} = this.model.profile, {sharing, hot_lines: lines} = run;
    if (lines.length === 0) {
      this.empty(run.processors.length < 2 ? "No sharing: there was one processor." : "No sharing: no line has sharing events.");
      return;
    }
    this.plot.append(make("p", {class: "help"}, `${countText(sharing.events)} events on ${pluralText(sharing.lines, "line")}` +
      (sharing.forgotten > 0 ? `; lines with at most ${countText(sharing.forgotten)} events were forgotten` : "") + "."));
    this.plot.append(make("ul", {class: "legend"}, make("li", null, make("i", {class: "swatch stored"}), "stored to"),
      make("li", null, make("i", {class: "swatch read"}), "only read"), make("li", null, "the stronger, the more events")));
    for (const [i, line] of lines.slice(0, this.most).entries()) this.plot.append(this.card(line, i, sharing));
    if (lines.length > this.most)
      this.below.append(button(`More (${lines.length - this.most} are left)`, () => { this.most += 2 * SHARING_STEP; this.refresh(); }));
  }

  lineSize() {
    const {machine} = this.model.profile.export;
    return machine.D1?.line ?? 64;
  }

  card(line, index, sharing) {
    const address = "0x" + line.address.toString(16);
    const parts = [{key: "true_sharing", title: "True sharing", value: line.true_sharing}, {key: "false_sharing", title: "False sharing", value: line.false_sharing},
      {key: "upgrades", title: "Upgrades", value: line.upgrades}];
    const other = line.events - d3.sum(parts, (p) => p.value);
    if (other > 0) parts.push({key: "other", title: "Other", value: other});
    const plot = make("div", {class: "bytes-box"});
    const finding = this.model.profile.shared?.find((shared) => shared.line === index);
    const card = make("article", {class: "line-card", "aria-label": `Line ${address}`},
      make("h3", null, make("code", null, address), make("b", null, `${countText(line.events)} events`), make("small", null, ` ${percentText(line.events, sharing.events)} of all`)),
      partsBar("Events", parts, line.events),
      finding?.remedy ? make("p", {class: "remedy"}, finding.remedy) : null,
      plot,
      make("details", null, make("summary", null, pluralText(line.uses.length, "use"), line.unlisted > 0 ? ` and ${countText(line.unlisted)} events of others` : ""),
        this.usesTable(line)));
    requestAnimationFrame(() => this.drawBytes(plot, line, finding));
    return card;
  }

  usesTable(line) {
    const {segment_names: segments} = this.model.profile;
    const bin = (use) => {
      const name = this.model.itemOf.data[use.bin].name;
      return use.bin_offset === null ? name : `${name}+${use.bin_offset}`;
    };
    return dataTable("Uses of the line", [{title: "Offset", number: true, text: (u) => String(u.offset)}, {title: "Processor", number: true, text: (u) => String(u.processor)},
      {title: "Reads", number: true, text: (u) => countText(u.reads)}, {title: "Writes", number: true, text: (u) => countText(u.writes)},
      {title: "Modifies", number: true, text: (u) => countText(u.modifies)},
      {title: "Code", text: (u) => `${printable(baseName(u.file))}${u.line ? ":" + u.line : ""} in ${printable(segments[u.segment])}`},
      {title: "Data", text: bin}], line.uses);
  }

  /* Parts of the line: from the start of a use to the start of the next, or to the end of the field there. */
  parts(line, finding, size) {
    const offsets = [...new Set(line.uses.map((use) => use.offset))].sort((a, b) => a - b);
    return offsets.map((offset, i) => {
      const known = finding?.parts.find((part) => part.offset === offset);
      return {from: offset, to: Math.min(offsets[i + 1] ?? size, offset + (known?.size || 8)), name: known?.name ?? null};
    });
  }

  drawBytes(parent, line, finding) {
    const size = this.lineSize(), processors = [...new Set(line.uses.map((use) => use.processor))].sort((a, b) => a - b);
    const width = Math.max(300, Math.min(1100, parent.clientWidth - 4)), left = 92, row = 20, top = 20;
    const x = d3.scaleLinear().domain([0, size]).range([left, width - 6]);
    const most = d3.max(line.uses, (use) => use.reads + use.writes + use.modifies) || 1;
    const height = top + processors.length * row + 18;
    const svg = drawing(parent, width, height, `Bytes of the line by processor: ${processors.length} processors`);
    svg.append("g").attr("class", "axis").attr("transform", `translate(0,${top - 4})`)
      .call(d3.axisTop(x).tickValues(d3.range(0, size + 1, width < 600 ? 16 : 8)).tickSizeInner(-(height - top - 10)).tickSizeOuter(0).tickFormat(String));
    const ends = this.parts(line, finding, size);
    processors.forEach((processor, i) => {
      const y = top + i * row;
      svg.append("text").attr("x", left - 8).attr("y", y + row / 2).attr("class", "bar-name").text(`Processor ${processor}`);
      svg.append("rect").attr("class", "track").attr("x", left).attr("y", y + 2).attr("width", width - 6 - left).attr("height", row - 4);
      const byOffset = new Map();
      for (const use of line.uses.filter((u) => u.processor === processor)) {
        const sum = byOffset.get(use.offset) ?? {reads: 0, stores: 0};
        sum.reads += use.reads;
        sum.stores += use.writes + use.modifies;
        byOffset.set(use.offset, sum);
      }
      for (const [offset, sum] of byOffset) {
        const part = ends.find((p) => p.from <= offset && offset < p.to) ?? {from: offset, to: Math.min(size, offset + 4)};
        const box = svg.append("rect").attr("class", sum.stores > 0 ? "byte stored" : "byte read").attr("x", x(offset) + 0.5).attr("y", y + 2)
          .attr("width", Math.max(2, x(part.to) - x(offset) - 1)).attr("height", row - 4)
          .attr("fill-opacity", 0.25 + 0.75 * Math.sqrt((sum.reads + sum.stores) / most / 2));
        const name = part.name ? part.name : `offset ${offset}`;
        box.node().addEventListener("pointermove", (event) => tip.show(event, `Processor ${processor}, ${name}`, [["Loads", countText(sum.reads)], ["Stores", countText(sum.stores)]]));
        box.node().addEventListener("pointerleave", () => tip.hide());
      }
    });
  }
}
