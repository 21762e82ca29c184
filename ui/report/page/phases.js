/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases.js: the phases of a run sampled by phase, as a strip of the run. */

const PHASE_COLOURS = ["--accent", "--capacity", "--true", "--conflict", "--false", "--cold", "--other"];
const PHASE_STRENGTHS = [1, 0.65, 0.35]; /* for phases with a repeated colour */

/* The style with the colour of a phase. */
function phaseStyle(phase) {
  const at = phase - 1, n = PHASE_COLOURS.length;
  return {colour: `var(${PHASE_COLOURS[at % n]})`, opacity: PHASE_STRENGTHS[Math.floor(at / n) % PHASE_STRENGTHS.length]};
}

/* Stretches with their starts; if there are more than `most`, `most` pieces of equal length, each of the phase with
 * the largest part of it. */
function phasePieces(stretches, most) {
  let at = 0;
  const pieces = stretches.map(({phase, instructions}) => ({phase, begin: at, end: (at += instructions)}));
  if (pieces.length <= most) return pieces;
  const step = at / most;
  let first = 0;
  return d3.range(most).map((i) => {
    const begin = i * step, end = begin + step, parts = new Map();
    while (first + 1 < pieces.length && pieces[first].end <= begin) first++;
    for (let k = first; k < pieces.length && pieces[k].begin < end; k++)
      parts.set(pieces[k].phase, (parts.get(pieces[k].phase) ?? 0) + Math.min(pieces[k].end, end) - Math.max(pieces[k].begin, begin));
    return {phase: [...parts].reduce((best, one) => (one[1] > best[1] ? one : best))[0], begin, end};
  });
}

class PhasesView extends PlotView {
  constructor(model) {
    super(model, "Phases", "The run, from start to end, by phase. Only the intervals marked below the strip were simulated; each represents its phase, or a part of it.");
    this.sampling = model.profile.export.sampling;
    this.length = d3.sum(this.sampling.stretches, (stretch) => stretch.instructions);
  }

  draw() {
    const width = Math.max(300, this.plot.clientWidth - 4), strip = 56, svg = drawing(this.plot, width, strip + 16, "The run as a strip of phases");
    const x = d3.scaleLinear().domain([0, this.length]).range([0, width]);
    for (const piece of phasePieces(this.sampling.stretches, width)) this.drawPiece(svg, x, piece, strip);
    for (const one of this.sampling.phases) this.drawInterval(svg, x, one, strip);
    const rows = [...this.sampling.phases].sort((a, b) => a.phase - b.phase || a.begin - b.begin), whole = (phase) => d3.sum(rows, (one) => (one.phase === phase ? one.share : 0));
    this.below.append(dataTable("Phases", [{title: "Phase", element: (row) => [this.swatch(row.phase), String(row.phase)]},
      {title: "Weight", number: true, text: (row) => percentText(whole(row.phase), 1)},
      {title: "Represented by interval", number: true, text: (row) => String(row.interval)},
      {title: "which begins at", number: true, text: (row) => exactText(row.begin)},
      {title: "Simulated", number: true, text: (row) => exactText(row.sampled_instructions)}], rows, {id: "phases-table"}));
  }

  swatch(phase) {
    const {colour: fill, opacity} = phaseStyle(phase), swatch = make("i", {class: "swatch"});
    Object.assign(swatch.style, {background: fill, opacity});
    return swatch;
  }

  drawPiece(svg, x, {phase, begin, end}, strip) {
    const {colour: fill, opacity} = phaseStyle(phase);
    const own = d3.sum(this.sampling.stretches, (stretch) => (stretch.phase === phase ? stretch.instructions : 0));
    const piece = svg.append("rect").attr("class", "phase-piece").attr("data-phase", phase).style("fill", fill).style("fill-opacity", opacity)
      .attr("x", x(begin)).attr("width", x(end) - x(begin)).attr("height", strip);
    this.explain(piece, `Phase ${phase}`, [["From instruction", plainCountText(begin)], ["to", plainCountText(end)],
      ["of the run", percentText(end - begin, this.length)], ["All of the phase", percentText(own, this.length)]]);
  }

  /* A triangle below the middle of a simulated interval. */
  drawInterval(svg, x, one, strip) {
    const {colour: fill, opacity} = phaseStyle(one.phase), at = x(Math.min(this.length, one.begin + one.sampled_instructions / 2));
    const mark = svg.append("path").attr("class", "phase-interval").attr("data-phase", one.phase).attr("d", `M${at} ${strip + 2} l6 11 h-12 z`)
      .style("fill", one.sampled_instructions > 0 ? fill : "none").style("fill-opacity", opacity).style("stroke", fill);
    this.explain(mark, `Interval ${one.interval}, of phase ${one.phase}`, [["Begins at instruction", exactText(one.begin)],
      ["Stands for", percentText(one.share, 1)], ["Simulated", one.sampled_instructions > 0 ? exactText(one.sampled_instructions) : "no: the run did not reach it"]]);
  }

  explain(shape, title, lines) {
    shape.node().addEventListener("pointermove", (event) => tip.show(event, title, lines));
    shape.node().addEventListener("pointerleave", () => tip.hide());
  }
}
