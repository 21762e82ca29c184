/* SPDX-License-Identifier: GPL-2.0-or-later
 * sweep-page.js: the page of a sweep: counts of many machines against one of the parameters, a line for each combination of
 * the others, and a table of all. */

const misses = ({counts}) => counts.read_misses + counts.write_misses;
const references = ({counts}) => counts.reads + counts.writes;

/* The metrics to plot. */
const AMOUNTS = {
  misses: {title: "Misses", of: misses, text: countText},
  rate: {title: "Miss rate", of: (machine) => ratio(misses(machine), references(machine)), text: (rate) => percentText(rate, 1)},
  replacement: {title: "Replacement misses", of: (machine) => machine.counts.replacement, text: countText},
  memory: {title: "Misses found in memory", of: (machine) => machine.from.memory, text: countText},
  stall: {title: "Stall cycles", of: (machine) => machine.counts.stall_cycles, text: countText},
  cycles: {title: "Cycles", of: (machine) => machine.cycles, text: countText},
};

/* The number in a value with an optional K, M or G; NaN: it is not a number. */
function valueNumber(text) {
  const match = /^(\d+)([KMG]?)$/.exec(text);
  return match ? Number(match[1]) * 1024 ** " KMG".indexOf(match[2] || " ") : NaN;
}

class SweepPage {
  constructor(sweep) {
    this.sweep = sweep;
    this.names = sweep.parameters.map(({name}) => name);
    this.amount = "misses";
    this.logarithmic = false;
    this.x = Math.max(0, sweep.parameters.findIndex(({size}) => size));
    this.hidden = new Set();
    this.plot = make("div", {class: "plot-box", id: "plot"});
    this.legend = make("div", {class: "sweep-legend", id: "legend", role: "group", "aria-label": "Lines"});
    onWidth(this.plot, () => this.draw());
  }

  tools() {
    const flag = make("input", {type: "checkbox", id: "logarithmic", onchange: (event) => this.set("logarithmic", event.target.checked)});
    return make("div", {class: "tools", role: "group", "aria-label": "What the plot shows"},
      menu("Plot", Object.entries(AMOUNTS).map(([key, {title}]) => [key, title]), this.amount, (v) => this.set("amount", v), {id: "amount"}),
      menu("Against", this.names.map((name, i) => [i, name]), this.x, (v) => {
        this.hidden.clear();
        this.set("x", Number(v));
      }, {id: "against"}),
      make("label", {class: "field"}, flag, "logarithmic"));
  }

  set(what, value) {
    this[what] = value;
    this.draw();
  }

  /* Lines of the plot: {name, points: machines by the parameter on the horizontal axis}. */
  lines() {
    const {sweep, x} = this, lines = new Map();
    for (const machine of sweep.machines) {
      const others = this.names.map((name, i) => `${name}=${machine.values[i]}`).filter((text, i) => i !== x);
      const name = others.join(" ") || AMOUNTS[this.amount].title;
      if (!lines.has(name)) lines.set(name, {name, points: []});
      lines.get(name).points.push(machine);
    }
    return [...lines.values()];
  }

  /* Positions on the horizontal axis: even, in the order of the values. */
  scaleX(width) {
    const values = this.sweep.parameters[this.x].values;
    const numbers = values.map(valueNumber);
    const order = numbers.some(Number.isNaN) ? values : values.slice().sort((a, b) => valueNumber(a) - valueNumber(b));
    return d3.scalePoint().domain([...new Set(order)]).range([0, width]).padding(0.3);
  }

  scaleY(lines, height) {
    const {of} = AMOUNTS[this.amount], all = lines.flatMap(({points}) => points.map(of));
    const most = d3.max(all) || 1, least = d3.min(all.filter((value) => value > 0)) || 1;
    if (!this.logarithmic) return d3.scaleLinear().domain([0, most]).nice().range([height, 0]);
    return d3.scaleLog().domain([Math.min(least, most / 10), most]).nice().range([height, 0]).clamp(true);
  }

  draw() {
    const lines = this.lines(), shown = lines.filter(({name}) => !this.hidden.has(name));
    const {of, title, text} = AMOUNTS[this.amount], name = this.names[this.x];
    const width = Math.max(320, this.plot.clientWidth - 4), height = 440, left = 70, bottom = 44, top = 14;
    this.plot.replaceChildren();
    const svg = drawing(this.plot, width, height, `${title} against ${name}, ${pluralText(shown.length, "line")}`);
    const x = this.scaleX(width - left - 12), y = this.scaleY(shown, height - top - bottom);
    const frame = svg.append("g").attr("transform", `translate(${left},${top})`);
    const axis = d3.axisLeft(y).ticks(6, this.logarithmic ? "" : undefined).tickSizeOuter(0).tickSizeInner(-(width - left - 12));
    frame.append("g").attr("class", "axis").call(this.logarithmic ? axis.tickFormat((d) => (Math.log10(d) % 1 === 0 ? text(d) : "")) : axis.tickFormat(text));
    frame.append("g").attr("class", "axis").attr("transform", `translate(0,${height - top - bottom})`).call(d3.axisBottom(x).tickSizeOuter(0));
    frame.append("text").attr("class", "end").attr("x", width - left - 12).attr("y", height - top - 8).text(name);
    const path = d3.line().x((machine) => x(machine.values[this.x])).y((machine) => y(of(machine)));
    lines.forEach((line, i) => {
      if (this.hidden.has(line.name)) return;
      const points = line.points.slice().sort((a, b) => x(a.values[this.x]) - x(b.values[this.x]));
      const group = frame.append("g").attr("class", "sweep-line").attr("data-name", line.name).style("color", this.colour(i, lines.length));
      group.append("path").attr("d", path(points));
      group.selectAll("circle").data(points).join("circle").attr("r", 3.5)
        .attr("cx", (machine) => x(machine.values[this.x])).attr("cy", (machine) => y(of(machine)))
        .each((machine, n, all) => {
          all[n].addEventListener("pointermove", (event) => tip.show(event, this.names.map((p, k) => `${p}=${machine.values[k]}`).join(" "),
            Object.values(AMOUNTS).map((amount) => [amount.title, amount.text(amount.of(machine))])));
          all[n].addEventListener("pointerleave", () => tip.hide());
        });
    });
    this.showLegend(lines);
  }

  /* A few lines get the distinct colours; more get evenly spaced hues. */
  colour(i, n) {
    const few = ["--accent", "--conflict", "--true", "--false", "--capacity", "--cold", "--other"];
    return n <= few.length ? `var(${few[i]})` : d3.interpolateRainbow(i / n);
  }

  showLegend(lines) {
    showIn(this.legend, lines.map(({name}, i) => {
      const swatch = make("i", {class: "swatch"});
      swatch.style.background = this.colour(i, lines.length);
      return make("button", {type: "button", "aria-pressed": String(!this.hidden.has(name)), onclick: () => {
        if (!this.hidden.delete(name)) this.hidden.add(name);
        this.draw();
      }}, swatch, name);
    }));
  }

  table() {
    const columns = this.names.map((name, i) => ({title: name, number: true, text: (machine) => machine.values[i]}));
    for (const {title, of, text} of Object.values(AMOUNTS)) columns.push({title, number: true, text: (machine) => text(of(machine))});
    return dataTable("All machines", columns, this.sweep.machines, {id: "machines"});
  }

  start() {
    const {sweep} = this, first = sweep.machines[0];
    document.title = `${printable(baseName(sweep.trace))} – MemSpy sweep`;
    byId("command").textContent = printable(sweep.trace);
    const about = `${pluralText(sweep.machines.length, "machine")}, ${pluralText(references(first), "reference")}, ` +
      `${pluralText(sweep.instructions, "instruction")}${sweep.cut ? "; the trace is cut" : ""}`;
    const options = sweep.options.length > 0 ? make("p", {class: "help"}, "All with ", make("code", null, printable(sweep.options.join(" ")))) : null;
    const left = sweep.left_out.length > 0
      ? make("details", null, make("summary", null, `${pluralText(sweep.left_out.length, "combination")} left out`),
        make("ul", null, sweep.left_out.map((text) => make("li", null, printable(text))))) : null;
    showIn(byId("panels"),
      make("section", {class: "panel"}, make("h2", null, "Sweep"), make("p", {class: "help", id: "about"}, about), options, this.tools(),
        this.plot, this.legend, left),
      make("section", {class: "panel sweep-machines"}, make("h2", null, "Machines"), this.table()));
    byId("loading").remove();
    this.draw();
  }
}

startPage(SweepPage, readDocument);
