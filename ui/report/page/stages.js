/* SPDX-License-Identifier: GPL-2.0-or-later
 * stages.js: the stages that the program named, as rows of the matrix. A stage opens to the functions that ran in it. */

const STAGE_COLUMNS = 6, STAGE_FUNCTIONS = 10; /* numbers of data bins, and of the functions of a stage, that are shown */

class StagesView extends PlotView {
  constructor(model) {
    super(model, "Stages", "The stages that the program named (memspy.h), and the data on which each spent the metric, as percentages of the run. " +
      "A row contains the stages inside it. Open a stage to see its functions.");
    const {stages} = model.profile.export;
    this.stages = stages.map((stage) => ({...stage, inside: []}));
    for (const stage of this.stages) if (stage.outer !== undefined) this.stages[stage.outer].inside.push(stage);
    this.outside = {id: -1, name: "(no stage)", inside: [], instructions: this.instructionsOutside()};
    this.opened = new Set();
  }

  instructionsOutside() {
    const {stage, instructions} = this.model.profile.places;
    return d3.sum(instructions, (n, i) => (stage[i] === 0 ? n : 0));
  }

  /* The cells of each stage by itself, as indices. */
  cellsByStage() {
    const {cells, places} = this.model.profile, of = new Map();
    for (let i = 0; i < cells.rows; i++) {
      const stage = places.stage[cells.place[i]] - 1;
      if (!of.has(stage)) of.set(stage, []);
      of.get(stage).push(i);
    }
    return of;
  }

  /* A stage and all stages inside it. */
  family(stage) {
    return [stage, ...stage.inside.flatMap((one) => this.family(one))];
  }

  /* Sums of the metric over cells: in all, for each item of code, and for each item of data. */
  sums(indices) {
    const {model} = this, {cells, places, columns} = model.profile, sums = {all: 0, misses: 0, code: new Map(), data: new Map()};
    const counts = new Float64Array(columns.length);
    for (const i of indices) {
      columns.forEach((column, k) => (counts[k] = column[i]));
      const value = METRICS[model.metric].of(counts);
      const code = model.itemOf.code[places.segment[cells.place[i]]], data = model.itemOf.data[cells.bin[i]];
      sums.all += value;
      sums.misses += METRICS.misses.of(counts);
      sums.data.set(data, (sums.data.get(data) ?? 0) + value);
      if (!sums.code.has(code)) sums.code.set(code, []);
      sums.code.get(code).push(i);
    }
    return sums;
  }

  draw() {
    const own = this.cellsByStage(), total = METRICS[this.model.metric].of(this.model.profile.totals);
    const share = (value) => (value > 0 ? fixedText(100 * ratio(value, total), 1) : "–");
    const data = this.model.order.data.slice(0, STAGE_COLUMNS), rows = [];
    const add = (stage, depth) => {
      const family = this.family(stage), sums = this.sums(family.flatMap((one) => own.get(one.id) ?? []));
      const row = {stage, depth, sums, own: this.sums(own.get(stage.id) ?? []).all, instructions: d3.sum(family, (one) => one.instructions)};
      rows.push(row);
      if (this.opened.has(stage.id)) rows.push(...this.functions(row));
      for (const one of stage.inside) add(one, depth + 1);
    };
    for (const stage of this.stages.filter((one) => one.outer === undefined)) add(stage, 0);
    add(this.outside, 0);
    const number = (title, text) => ({title, number: true, text});
    const ofStage = (text) => (row) => (row.stage && row.stage.id >= 0 ? text(row) : "");
    this.below.append(dataTable(`Percentage of total ${METRICS[this.model.metric].title.toLowerCase()}, by stage and data`, [
      {title: "Stage", element: (row) => this.name(row)},
      number("All%", (row) => share(row.sums.all)),
      number("Own%", (row) => (row.stage ? share(row.own) : "")),
      ...data.map((item) => number(item.name, (row) => share(row.sums.data.get(item) ?? 0))),
      number("Instructions", (row) => (row.stage ? countText(row.instructions) : "")),
      number("Misses", (row) => countText(row.sums.misses)),
      number("MPKI", (row) => (row.stage ? mpkiText(row.sums.misses, row.instructions) : "")),
      number("Cycles", ofStage((row) => countText(row.stage.cycles))),
      number("Begun", ofStage((row) => countText(row.stage.begun)))], rows, {id: "stages-table"}));
  }

  /* The rows of the functions of a stage with the most of the metric. */
  functions({depth, sums}) {
    const found = [...sums.code].map(([item, cells]) => ({item, depth: depth + 1, sums: this.sums(cells)}));
    return found.filter((row) => row.sums.all > 0).sort((a, b) => b.sums.all - a.sums.all).slice(0, STAGE_FUNCTIONS);
  }

  name(row) {
    const {stage, depth} = row, box = make("span");
    box.style.paddingLeft = `${depth}em`;
    if (!stage) {
      box.append(make("small", null, row.item.name));
      return box;
    }
    const open = this.opened.has(stage.id), toggle = () => {
      if (open) this.opened.delete(stage.id);
      else this.opened.add(stage.id);
      this.refresh();
    };
    box.append(button(printable(stage.name), toggle, {class: "link", "aria-expanded": String(open)}));
    return box;
  }
}
