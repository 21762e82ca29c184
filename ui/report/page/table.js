/* SPDX-License-Identifier: GPL-2.0-or-later
 * table.js: the matrix as a table, for screen readers and for print. Omitted rows and columns are summed up. */

class MatrixTable {
  constructor(model) {
    this.model = model;
    this.rows = 30;
    this.columns = 10;
    this.element = make("div", {class: "matrix-table"});
  }

  refresh() {
    const {model} = this, {code, data} = model.order;
    const rows = Math.min(this.rows, code.length), columns = Math.min(this.columns, data.length);
    const values = model.window(0, code.length, 0, data.length > columns ? columns : data.length);
    const share = (value) => (value > 0 ? fixedText(100 * ratio(value, model.shown.total), 1) : "–");
    const cell = (value, row, column) => make("td", {class: "number"}, row && column
      ? button(share(value), () => model.select([row], [column]), {class: "link", "aria-label": `${share(value)}, ${column.name} in ${row.name}`})
      : share(value));
    const moreRows = code.length - rows, moreColumns = data.length - columns;
    const head = make("tr", null, make("th", {scope: "col"}, "Code segments"), make("th", {scope: "col", class: "number"}, "Tot%"),
      data.slice(0, columns).map((item) => make("th", {scope: "col", class: "number"}, button(item.name, () => model.select([], [item]), {class: "link"}))),
      moreColumns > 0 ? make("th", {scope: "col", class: "number"}, `(${moreColumns} more)`) : null);
    const inRow = (r) => Array.from(values.subarray(r * columns, (r + 1) * columns));
    const sum = (list) => list.reduce((a, b) => a + b, 0);
    const line = (name, row, total, list) => make("tr", null, make("th", {scope: "row"}, name), make("td", {class: "number"}, share(total)),
      list.map((value, c) => cell(value, row, data[c])), moreColumns > 0 ? cell(Math.max(0, total - sum(list))) : null);
    const body = code.slice(0, rows).map((item, r) =>
      line(button(item.name, () => model.select([item], []), {class: "link"}), item, this.rowTotal(item), inRow(r)));
    if (moreRows > 0) {
      const rest = new Array(columns).fill(0);
      for (let r = rows; r < code.length; r++) inRow(r).forEach((value, c) => (rest[c] += value));
      body.push(line(`(${moreRows} more)`, null, sum(code.slice(rows).map((item) => this.rowTotal(item))), rest));
    }
    const totals = make("tr", {class: "totals-row"}, make("th", {scope: "row"}, "Tot%"), make("td", {class: "number"}),
      data.slice(0, columns).map((item) => make("td", {class: "number"}, share(item.shown))),
      moreColumns > 0 ? make("td", {class: "number"}, share(sum(data.slice(columns).map((item) => item.shown)))) : null);
    showIn(this.element,
      make("div", {class: "table-scroll", tabindex: "0", role: "region", "aria-label": "The matrix as a table"},
        make("table", {id: "matrix-table"},
          make("caption", null, `Percentage of total ${METRICS[model.metric].title.toLowerCase()}${model.span ? " of the span" : ""}, by code and data`),
          make("thead", null, head), make("tbody", null, totals, body))),
      make("p", {class: "more"},
        moreRows > 0 ? button("More rows", () => this.grow("rows", 2)) : null,
        moreColumns > 0 ? button("More columns", () => this.grow("columns", 2)) : null));
  }

  /* The metric of a row on the shown columns. */
  rowTotal(item) {
    const {model} = this, {pairs} = model.profile;
    let sum = 0;
    for (const m of item.members)
      for (let p = pairs.first[m]; p < pairs.first[m + 1]; p++)
        if (model.itemOf.data[pairs.bin[p]].position >= 0) sum += model.shown.values[p];
    return sum;
  }

  grow(what, by) {
    this[what] *= by;
    this.refresh();
  }
}
