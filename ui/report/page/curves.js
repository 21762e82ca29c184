/* SPDX-License-Identifier: GPL-2.0-or-later
 * curves.js: miss rates of data in caches of other sizes: a line for each, from a sweep. */

const CURVES_MOST = 7; /* lines with distinct colours */
const CURVE_COLOURS = ["--accent", "--conflict", "--true", "--false", "--capacity", "--cold", "--other"];

class CurvesView extends PlotView {
  constructor(model) {
    super(model, "Cache sizes", "Miss rates of the data with the most stall on the machines of a sweep. Where a line falls, the data begin to fit.");
    this.curves = model.profile.curves;
    this.groups = this.group();
    this.shown = 0;
    if (this.groups.length > 1)
      showIn(this.tools, menu("With", this.groups.map(({name}, i) => [i, name]), 0, (v) => { this.shown = Number(v); this.refresh(); }, {id: "curves-with"}));
  }

  /* Machines that differ in one parameter only: {name, machines: numbers, in the order of its values}. */
  group() {
    const {parameters, machines, against} = this.curves, groups = new Map();
    machines.forEach((values, m) => {
      const name = parameters.map((p, i) => `${p.name}=${p.values[values[i]]}`).filter((text, i) => i !== against).join(" ");
      if (!groups.has(name)) groups.set(name, {name, machines: []});
      groups.get(name).machines.push(m);
    });
    for (const {machines: list} of groups.values()) list.sort((a, b) => machines[a][against] - machines[b][against]);
    return [...groups.values()];
  }

  draw() {
    const {parameters, machines, against, items} = this.curves, {name, values} = parameters[against];
    if (items.length === 0) {
      this.empty("The sweep has none of these data.");
      return;
    }
    const list = this.groups[this.shown].machines, shown = items.slice(0, CURVES_MOST);
    const width = Math.max(320, this.plot.clientWidth - 4), height = 360, left = 60, bottom = 44, top = 14, right = 12;
    const rate = (item, m) => ratio(item.misses[m], item.references);
    const x = d3.scalePoint().domain(list.map((m) => values[machines[m][against]])).range([0, width - left - right]).padding(0.3);
    const y = d3.scaleLinear().domain([0, d3.max(shown, (item) => d3.max(list, (m) => rate(item, m))) || 1]).nice().range([height - top - bottom, 0]);
    const svg = drawing(this.plot, width, height, `Miss rates of ${pluralText(shown.length, "data bin")} against ${name}`);
    const frame = svg.append("g").attr("transform", `translate(${left},${top})`);
    frame.append("g").attr("class", "axis").call(d3.axisLeft(y).ticks(6).tickSizeOuter(0).tickSizeInner(-(width - left - right)).tickFormat((v) => percentText(v, 1)));
    frame.append("g").attr("class", "axis").attr("transform", `translate(0,${height - top - bottom})`).call(d3.axisBottom(x).tickSizeOuter(0));
    frame.append("text").attr("class", "end").attr("x", width - left - right).attr("y", height - top - 8).text(name);
    shown.forEach((item, i) => {
      const group = frame.append("g").attr("class", "sweep-line").attr("data-name", item.name).style("color", `var(${CURVE_COLOURS[i]})`);
      const at = (m) => x(values[machines[m][against]]);
      group.append("path").attr("d", d3.line().x(at).y((m) => y(rate(item, m)))(list));
      group.selectAll("circle").data(list).join("circle").attr("r", 3.5).attr("cx", at).attr("cy", (m) => y(rate(item, m))).each((m, n, all) => {
        all[n].addEventListener("pointermove", (event) => tip.show(event, `${printable(item.name)}, ${name}=${values[machines[m][against]]}`,
          [["Miss rate", percentText(item.misses[m], item.references)], ["Misses", countText(item.misses[m])], ["Without first uses", countText(item.again[m])]]));
        all[n].addEventListener("pointerleave", () => tip.hide());
      });
    });
    this.below.append(make("ul", {class: "legend"}, shown.map((item, i) => {
      const swatch = make("i", {class: "swatch"});
      swatch.style.background = `var(${CURVE_COLOURS[i]})`;
      return make("li", null, swatch, printable(item.name));
    })));
  }
}
