/* SPDX-License-Identifier: GPL-2.0-or-later
 * plots.js: common parts of plots: frame, axis, stacked bars. */

const SHADES = 64; /* number of colours of the heat map */

/* A drawing of that size, with a label for screen readers. */
function drawing(parent, width, height, label) {
  return d3.select(parent).append("svg").attr("class", "plot").attr("width", width).attr("height", height)
    .attr("viewBox", `0 0 ${width} ${height}`).attr("role", "img").attr("aria-label", label);
}

/* The colours of the heat map, the least first: `fill`, and `ink` for text on it. */
function heatShades() {
  const scale = d3.piecewise(d3.interpolateLab ?? d3.interpolateRgb, [0, 1, 2, 3, 4].map((i) => colour("heat-" + i)));
  return Array.from({length: SHADES}, (_, i) => scale(i / (SHADES - 1))).map((fill) => ({fill, ink: d3.lab(fill).l > 58 ? "#10161d" : "#ffffff"}));
}

/* A name without its template arguments and without the digits of addresses: "<>" and "0x…" stay. */
function withoutArguments(name) {
  let out = "", depth = 0;
  const operators = /\boperator(<<=|<=>|<<|<=|<|>>=|>>|>=|>|->)/y;
  for (let i = 0; i < name.length; i++) {
    operators.lastIndex = i;
    const operator = operators.exec(name);
    if (operator) {
      if (depth === 0) out += operator[0];
      i += operator[0].length - 1;
      continue;
    }
    if (name[i] === ">" && name[i - 1] !== "-" && depth > 0) depth--;
    if (depth === 0) out += name[i];
    if (name[i] === "<") depth++;
  }
  return (depth === 0 ? out : name).replace(/0x[0-9a-f]{9,}/g, "0x…");
}

/* A text that fits about that number of pixels: without template arguments, then with its middle cut out. */
function shortened(whole, width) {
  const n = Math.max(3, Math.floor(width / 7.1)), text = whole.length <= n ? whole : withoutArguments(whole);
  return text.length <= n ? text : text.slice(0, n - Math.floor(n / 3) - 1) + "…" + text.slice(-Math.floor(n / 3));
}

/* Stacked bars: rows are {name, parts: [{key, title, value}], item, whole}. With `shares`, all bars have the same
 * length. With an action, rows are buttons. */
function stackedBars(parent, rows, {label, shares, unit, action}) {
  const width = Math.max(300, parent.clientWidth - 4), names = Math.min(260, Math.max(96, width * 0.28)), values = 66;
  const step = 26, top = 24;
  const wholes = rows.map((row) => row.whole ?? d3.sum(row.parts, (part) => part.value));
  const x = d3.scaleLinear().domain([0, shares ? 1 : d3.max(wholes) || 1]).range([0, width - names - values - 12]);
  const svg = drawing(parent, width, top + rows.length * step + 4, label);
  const axis = d3.axisTop(x).ticks(Math.max(2, Math.floor((width - names - values) / 110))).tickSizeOuter(0)
    .tickSizeInner(-rows.length * step).tickFormat(shares ? (d) => 100 * d + "%" : plainCountText);
  svg.append("g").attr("class", "axis").attr("transform", `translate(${names},${top - 4})`).call(axis);
  rows.forEach((row, i) => {
    const line = svg.append("g").attr("transform", `translate(0,${top + i * step})`).attr("class", action ? "bar-row act" : "bar-row");
    line.append("title").text(`${row.name}: ${row.parts.filter((p) => p.value > 0).map((p) => `${p.title} ${countText(p.value)}`).join(", ") || "nothing"}`);
    line.append("rect").attr("class", "hit").attr("width", width).attr("height", step);
    line.append("text").attr("x", names - 8).attr("y", step / 2).attr("class", "bar-name").text(shortened(row.name, names - 12));
    let at = 0;
    const whole = wholes[i];
    for (const part of row.parts) {
      const length = x(shares ? ratio(part.value, whole) : part.value);
      if (length <= 0) continue;
      line.append("rect").attr("class", "fill-" + part.key).attr("x", names + at).attr("y", 5).attr("height", step - 10)
        .attr("width", Math.max(0.5, length - (length > 3 ? 1 : 0)))
        .on("pointermove.tip", null).node().addEventListener("pointermove", (event) =>
          tip.show(event, row.name, [[part.title, countText(part.value)], ["Share", percentText(part.value, whole)]]));
      at += length;
    }
    line.append("text").attr("x", width - 2).attr("y", step / 2).attr("class", "bar-value").text(countText(whole));
    line.node().addEventListener("pointerleave", () => tip.hide());
    if (!action) return;
    line.attr("tabindex", 0).attr("role", "button").attr("aria-label", `${row.name}, ${countText(whole)} ${unit}`);
    line.node().addEventListener("click", () => action(row));
    line.node().addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        action(row);
      }
    });
  });
}

/* The legend of the parts' colours. */
function partsLegend(parts) {
  return make("ul", {class: "legend"}, parts.map(({key, title}) => make("li", null, make("i", {class: "swatch fill-" + key}), title)));
}

/* Redraws when the width of `element` changes. */
function onWidth(element, draw) {
  let width = 0;
  new ResizeObserver(() => {
    if (element.clientWidth === width || element.clientWidth === 0) return;
    width = element.clientWidth;
    draw();
  }).observe(element);
}

/* A view that is a panel with a head, tools and a drawing: draw() fills `plot`. */
class PlotView {
  constructor(model, title, help) {
    this.model = model;
    this.tools = make("div", {class: "tools"});
    this.plot = make("div", {class: "plot-box"});
    this.below = make("div", {class: "below"});
    this.element = make("section", {class: "panel"}, make("h2", null, title), make("p", {class: "help"}, help), this.tools, this.plot, this.below);
    onWidth(this.plot, () => this.refresh("width"));
  }

  refresh() {
    this.plot.replaceChildren();
    this.below.replaceChildren();
    this.draw();
  }

  empty(text) {
    showIn(this.plot, make("p", {class: "none"}, text));
  }
}
