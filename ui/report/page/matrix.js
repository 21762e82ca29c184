/* SPDX-License-Identifier: GPL-2.0-or-later
 * matrix.js: the matrix as a heat map, on a canvas of the size of its visible part. Only visible cells are drawn, so
 * that millions scroll as fast as a hundred. For screen readers it is a grid with one cell, the cursor's. */

const CELL_SIZES = {
  numbers: {title: "Numbers", width: 54, height: 24, angle: -Math.PI / 4, head: 118, numbers: true},
  tiles: {title: "Tiles", width: 15, height: 15, angle: -Math.PI / 2, head: 118, numbers: false},
};
const TOTALS_WIDTH = 58;

class HeatMap {
  constructor(model) {
    this.model = model;
    this.size = "numbers";
    this.cursor = {row: 0, column: 0}; /* -1: the totals */
    this.canvas = make("canvas", {"aria-hidden": "true"});
    this.space = make("div", {class: "heat-space"}, this.canvas);
    this.spoken = make("div", {id: "heat-cell", role: "gridcell"});
    this.spokenRow = make("div", {role: "row", class: "unseen"}, this.spoken);
    this.element = make("div", {
      class: "heat", tabindex: "0", role: "grid", "aria-multiselectable": "true", "aria-activedescendant": "heat-cell",
      "aria-label": "Code segments by data bins. Arrow keys move, Enter selects, Shift and arrows select a range, Escape selects everything. Plus opens a column into the level below, minus closes it.",
      onscroll: () => this.redraw(),
      onkeydown: (event) => this.key(event),
      onfocus: () => this.redraw(), onblur: () => this.redraw(),
    }, this.spokenRow, this.space);
    this.listenToPointer();
    new ResizeObserver(() => this.resize()).observe(this.element);
    this.frames = []; /* times of the last drawings in milliseconds */
  }

  cells() {
    return CELL_SIZES[this.size];
  }

  setSize(size) {
    this.size = size;
    this.refresh();
  }

  /* The order, names or colours changed. */
  refresh() {
    this.ramp = null;
    this.cutNames = new Map();
    const {code, data} = this.model.order;
    this.cursor.row = Math.min(this.cursor.row, code.length - 1);
    this.cursor.column = Math.min(this.cursor.column, data.length - 1);
    this.element.setAttribute("aria-rowcount", code.length + 1);
    this.element.setAttribute("aria-colcount", data.length + 1);
    this.resize();
  }

  resize() {
    const cell = this.cells(), {code, data} = this.model.order;
    const available = this.element.clientWidth;
    this.labels = Math.round(Math.max(96, Math.min(270, available * 0.3)));
    this.left = this.labels + TOTALS_WIDTH;
    this.top = cell.head + 24;
    const slant = cell.numbers ? cell.head * 0.8 : 0;
    const width = this.left + data.length * cell.width + slant, height = this.top + code.length * cell.height + 4;
    this.element.style.height = Math.max(this.top + 60, Math.min(height + 18, Math.max(320, window.innerHeight - 210))) + "px";
    this.space.style.width = width + "px";
    this.space.style.height = height + "px";
    const scale = window.devicePixelRatio || 1;
    this.width = Math.min(available, width);
    this.height = Math.min(this.element.clientHeight, height);
    this.canvas.style.width = this.width + "px";
    this.canvas.style.height = this.height + "px";
    this.canvas.width = Math.round(this.width * scale);
    this.canvas.height = Math.round(this.height * scale);
    this.redraw();
  }

  redraw() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      const start = performance.now();
      this.draw();
      this.frames.push(performance.now() - start);
      if (this.frames.length > 200) this.frames.shift();
    });
  }

  prepareColours() {
    const shades = heatShades();
    this.ramp = shades.map((shade) => shade.fill);
    this.inkOn = shades.map((shade) => shade.ink);
    this.ink = {text: colour("text"), faint: colour("faint"), line: colour("line"), accent: colour("accent"),
      soft: colour("accent-soft"), page: colour("panel"), none: colour("heat-none"), mark: colour("mark")};
  }

  shade(value) {
    if (this.model.greatest <= 0) return 0;
    return Math.min(SHADES - 1, Math.round(Math.sqrt(value / this.model.greatest) * (SHADES - 1)));
  }

  /* A text that fits a width: without template arguments, then with its middle cut out. It is cached, since measuring is
   * slow. */
  cut(context, whole, width) {
    const key = width + "|" + whole;
    const known = this.cutNames.get(key);
    if (known !== undefined) return known;
    const text = context.measureText(whole).width > width ? withoutArguments(whole) : whole;
    let result = text;
    if (context.measureText(text).width > width) {
      const fits = (n) => {
        const tail = Math.floor(n / 3);
        const t = text.slice(0, n - tail) + "…" + (tail > 0 ? text.slice(-tail) : "");
        return context.measureText(t).width <= width ? t : null;
      };
      let low = 0, high = Math.min(text.length, Math.ceil(width / 2));
      result = "…";
      while (low < high) {
        const middle = (low + high + 1) >> 1, t = fits(middle);
        if (t !== null) {
          result = t;
          low = middle;
        } else {
          high = middle - 1;
        }
      }
    }
    this.cutNames.set(key, result);
    return result;
  }

  /* Rows and columns that are at least partly visible. */
  visible() {
    const cell = this.cells(), {code, data} = this.model.order;
    const x = this.element.scrollLeft, y = this.element.scrollTop;
    return {
      x, y,
      rowFrom: Math.floor(y / cell.height), rowTo: Math.min(code.length, Math.ceil((y + this.height - this.top) / cell.height)),
      columnFrom: Math.floor(x / cell.width), columnTo: Math.min(data.length, Math.ceil((x + this.width - this.left) / cell.width)),
    };
  }

  draw() {
    if (!this.ramp) this.prepareColours();
    const context = this.canvas.getContext("2d"), scale = window.devicePixelRatio || 1;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.fillStyle = this.ink.page;
    context.fillRect(0, 0, this.width, this.height);
    const sight = this.visible();
    this.drawCells(context, sight);
    this.drawRows(context, sight);
    this.drawColumns(context, sight);
    this.drawCorner(context);
  }

  drawCells(context, sight) {
    const cell = this.cells(), {model} = this, {code, data} = model.order;
    const width = sight.columnTo - sight.columnFrom;
    const values = model.window(sight.rowFrom, sight.rowTo, sight.columnFrom, sight.columnTo);
    context.save();
    context.beginPath();
    context.rect(this.left, this.top, this.width - this.left, this.height - this.top);
    context.clip();
    context.font = "12px " + colour("font");
    context.textAlign = "right";
    context.textBaseline = "middle";
    const picked = model.selected, any = picked.code.size + picked.data.size > 0;
    for (let r = sight.rowFrom; r < sight.rowTo; r++) {
      const y = this.top + r * cell.height - sight.y;
      const rowIn = picked.code.size === 0 || picked.code.has(code[r]);
      for (let c = sight.columnFrom; c < sight.columnTo; c++) {
        const x = this.left + c * cell.width - sight.x, value = values[(r - sight.rowFrom) * width + c - sight.columnFrom];
        const shade = this.shade(value);
        context.fillStyle = value > 0 ? this.ramp[shade] : this.ink.none;
        context.fillRect(x, y, cell.width - 1, cell.height - 1);
        if (cell.numbers) {
          context.fillStyle = value > 0 ? this.inkOn[shade] : this.ink.faint;
          context.fillText(value > 0 ? fixedText(100 * value / model.shown.total, 1) : "–", x + cell.width - 8, y + cell.height / 2);
        }
        if (any && rowIn && (picked.data.size === 0 || picked.data.has(data[c]))) {
          context.strokeStyle = this.ink.mark;
          context.lineWidth = 2;
          context.strokeRect(x + 1, y + 1, cell.width - 3, cell.height - 3);
        }
        if (r === this.cursor.row && c === this.cursor.column) this.drawCursor(context, x, y, cell.width, cell.height);
      }
    }
    context.restore();
  }

  drawCursor(context, x, y, width, height) {
    if (document.activeElement !== this.element) return;
    context.strokeStyle = this.ink.text;
    context.lineWidth = 2;
    context.setLineDash([3, 2]);
    context.strokeRect(x, y, width - 1, height - 1);
    context.setLineDash([]);
  }

  /* Names and totals of the rows. */
  drawRows(context, sight) {
    const cell = this.cells(), {model} = this, {code} = model.order;
    context.fillStyle = this.ink.page;
    context.fillRect(0, this.top, this.left - 1, this.height - this.top);
    context.save();
    context.beginPath();
    context.rect(0, this.top, this.left, this.height - this.top);
    context.clip();
    context.textBaseline = "middle";
    const font = colour("font"), small = cell.numbers ? 13 : 11;
    for (let r = sight.rowFrom; r < sight.rowTo; r++) {
      const y = this.top + r * cell.height - sight.y, item = code[r], share = ratio(item.shown, model.shown.total);
      if (model.selected.code.has(item)) {
        context.fillStyle = this.ink.soft;
        context.fillRect(0, y, this.left - 1, cell.height - 1);
      }
      context.fillStyle = this.ink.soft;
      context.fillRect(this.labels, y + 2, (TOTALS_WIDTH - 6) * Math.min(1, share), cell.height - 5);
      context.font = `${model.selected.code.has(item) ? "600 " : ""}${small}px ${font}`;
      context.fillStyle = model.selected.code.has(item) ? this.ink.accent : this.ink.text;
      context.textAlign = "left";
      context.fillText(this.cut(context, item.name, this.labels - 14), 8, y + cell.height / 2);
      context.font = `${small - 1}px ${font}`;
      context.fillStyle = this.ink.text;
      context.textAlign = "right";
      context.fillText(fixedText(100 * share, 1), this.left - 10, y + cell.height / 2);
      if (r === this.cursor.row && this.cursor.column === -1) this.drawCursor(context, 1, y, this.left - 2, cell.height);
    }
    context.restore();
  }

  drawColumns(context, sight) {
    const cell = this.cells(), {model} = this, {data} = model.order;
    context.fillStyle = this.ink.page;
    context.fillRect(0, 0, this.width, this.top - 1);
    context.save();
    context.beginPath();
    context.rect(this.left, 0, this.width - this.left, this.top);
    context.clip();
    const font = colour("font");
    const room = cell.numbers ? cell.head / Math.sin(-cell.angle) - 26 : cell.head - 10;
    for (let c = sight.columnFrom; c < sight.columnTo; c++) {
      const x = this.left + c * cell.width - sight.x, item = data[c], picked = model.selected.data.has(item);
      if (picked) {
        context.fillStyle = this.ink.soft;
        context.fillRect(x, cell.head, cell.width - 1, 23);
      }
      context.save();
      context.translate(x + cell.width / 2, cell.head - 4);
      context.rotate(cell.angle);
      context.font = `${picked ? "600 " : ""}${cell.numbers ? 13 : 11}px ${font}`;
      context.fillStyle = picked ? this.ink.accent : this.ink.text;
      context.textAlign = "left";
      context.textBaseline = "middle";
      context.fillText(this.cut(context, item.name, room), 0, 0);
      context.restore();
      if (cell.numbers) {
        context.font = "12px " + font;
        context.fillStyle = this.ink.text;
        context.textAlign = "right";
        context.textBaseline = "middle";
        context.fillText(fixedText(100 * ratio(item.shown, model.shown.total), 1), x + cell.width - 8, cell.head + 12);
      }
      if (c === this.cursor.column && this.cursor.row === -1) this.drawCursor(context, x, cell.head, cell.width, 24);
    }
    context.restore();
  }

  drawCorner(context) {
    const cell = this.cells();
    context.fillStyle = this.ink.page;
    context.fillRect(0, 0, this.left - 1, this.top - 1);
    context.font = "12px " + colour("font");
    context.fillStyle = this.ink.faint;
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.fillText("Code segments", 8, cell.head + 12);
    context.textAlign = "right";
    context.fillText("Tot%", this.left - 10, cell.head + 12);
    context.fillText("Data bins", this.left - 10, cell.head - 14);
    context.fillStyle = this.ink.line;
    context.fillRect(0, this.top - 1, this.width, 1);
    context.fillRect(this.left - 1, cell.head, 1, this.height - cell.head);
  }

  /* Row and column at a point of the window, -1 for the totals; null outside the matrix. */
  at(event) {
    const box = this.canvas.getBoundingClientRect(), cell = this.cells(), {code, data} = this.model.order;
    const x = event.clientX - box.left, y = event.clientY - box.top;
    let column = x < this.left ? -1 : Math.floor((x - this.left + this.element.scrollLeft) / cell.width);
    const row = y < this.top ? -1 : Math.floor((y - this.top + this.element.scrollTop) / cell.height);
    if (row === -1 && column >= 0 && cell.numbers && y < cell.head) {
      /* Column names are slanted to the right. */
      column = Math.floor((x - (cell.head - y) - this.left + this.element.scrollLeft) / cell.width);
      if (column < 0) return null;
    }
    if (row >= code.length || column >= data.length) return null;
    return {row, column};
  }

  listenToPointer() {
    this.canvas.addEventListener("pointermove", (event) => {
      const at = this.at(event);
      this.canvas.style.cursor = at ? "pointer" : "default";
      if (this.drag && at) {
        this.cursor = at;
        this.pickRange(this.drag, at);
      }
      if (at && event.pointerType === "mouse") this.tell(event, at);
      else tip.hide();
    });
    this.canvas.addEventListener("pointerleave", () => tip.hide());
    this.canvas.addEventListener("pointerdown", (event) => {
      const at = this.at(event);
      if (event.button !== 0 || !at) return;
      if (event.pointerType === "mouse" && !event.shiftKey && !event.ctrlKey && !event.metaKey) this.drag = at;
    });
    window.addEventListener("pointerup", () => (this.drag = null));
    this.canvas.addEventListener("dblclick", (event) => {
      const at = this.at(event);
      if (!at || at.row !== -1 || at.column < 0) return;
      this.cursor = at;
      this.step(event.shiftKey ? -1 : 1);
    });
    this.canvas.addEventListener("click", (event) => {
      const at = this.at(event);
      if (!at) return;
      this.element.focus({preventScroll: true});
      if (event.shiftKey) this.pickRange(this.anchor ?? at, at);
      else if (event.ctrlKey || event.metaKey) this.pickMore(at);
      else if (!this.ranged) this.pick(at);
      this.ranged = false;
      this.cursor = at;
      this.speak();
      this.redraw();
    });
  }

  pick(at) {
    const {code, data} = this.model.order;
    this.anchor = at;
    this.model.select(at.row < 0 ? [] : [code[at.row]], at.column < 0 ? [] : [data[at.column]]);
  }

  /* Adds items to the selection, or removes those that are in it. */
  pickMore(at) {
    const {code, data} = this.model.order, rows = new Set(this.model.selected.code), columns = new Set(this.model.selected.data);
    const toggle = (set, item) => (set.has(item) ? set.delete(item) : set.add(item));
    if (at.row >= 0 && at.column >= 0) {
      rows.add(code[at.row]);
      columns.add(data[at.column]);
    } else if (at.row >= 0) {
      toggle(rows, code[at.row]);
    } else if (at.column >= 0) {
      toggle(columns, data[at.column]);
    }
    this.anchor = at;
    this.model.select(rows, columns);
  }

  pickRange(from, to) {
    const {code, data} = this.model.order;
    if (from.row === to.row && from.column === to.column) return;
    const slice = (list, a, b) => (a < 0 || b < 0 ? [] : list.slice(Math.min(a, b), Math.max(a, b) + 1));
    this.ranged = Boolean(this.drag);
    this.model.select(slice(code, from.row, to.row), slice(data, from.column, to.column));
  }

  /* The description of a cell. */
  describe(at) {
    const {model} = this, {code, data} = model.order;
    const row = code[at.row], column = data[at.column];
    const name = column && row ? `${column.name} in ${row.name}` : (row ?? column)?.name ?? "everything";
    const value = row && column ? model.window(at.row, at.row + 1, at.column, at.column + 1)[0]
      : row || column ? (row ?? column).shown : model.shown.total;
    return {name, value, items: [row ? [row] : null, column ? [column] : null]};
  }

  tell(event, at) {
    const {name, value, items} = this.describe(at), {profile, metric: key} = this.model, metric = METRICS[key];
    tip.show(event, name, [["Share of " + metric.short, percentText(value, this.model.shown.total) + shareHalfText(profile, key, ...items)],
      [metric.title, `${countText(value)}${countHalfText(profile, key, value, ...items)} ${metric.unit}`]]);
  }

  speak() {
    const {name, value} = this.describe(this.cursor), metric = METRICS[this.model.metric];
    this.spokenRow.setAttribute("aria-rowindex", this.cursor.row + 2);
    this.spoken.setAttribute("aria-colindex", this.cursor.column + 2);
    const {code, data} = this.model.order, {selected} = this.model;
    const isIn = (set, item) => set.size > 0 && set.has(item);
    this.spoken.setAttribute("aria-selected", String(isIn(selected.code, code[this.cursor.row]) || isIn(selected.data, data[this.cursor.column])));
    this.spoken.textContent = `${name}: ${percentText(value, this.model.shown.total)} of ${metric.short}`;
  }

  key(event) {
    const {code, data} = this.model.order, page = Math.max(1, Math.floor((this.height - this.top) / this.cells().height) - 1);
    const moves = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-page, 0],
      PageDown: [page, 0], Home: [event.ctrlKey ? -code.length : 0, -data.length], End: [event.ctrlKey ? code.length : 0, data.length]};
    const move = moves[event.key];
    if (move) {
      const from = this.anchor ?? {...this.cursor};
      this.cursor = {row: Math.max(-1, Math.min(code.length - 1, this.cursor.row + move[0])),
        column: Math.max(-1, Math.min(data.length - 1, this.cursor.column + move[1]))};
      if (event.shiftKey) this.pickRange((this.anchor = from), this.cursor);
      else this.anchor = null;
      this.bringIntoSight();
    } else if (event.key === "Enter" || event.key === " ") {
      if (event.ctrlKey || event.metaKey) this.pickMore(this.cursor);
      else this.pick(this.cursor);
    } else if (event.key === "Escape") {
      this.model.select([], []);
    } else if ((event.key === "+" || event.key === "-") && this.cursor.column >= 0) {
      this.step(event.key === "+" ? 1 : -1);
    } else {
      return;
    }
    event.preventDefault();
    this.speak();
    this.redraw();
  }

  /* Opens or closes the column at the cursor, and moves the cursor to its first part. */
  step(step) {
    const item = this.model.order.data[this.cursor.column], [first] = item.members;
    announce(this.model.stepLevel(item, step));
    const {position} = this.model.itemOf.data[first];
    if (position >= 0) this.cursor.column = position;
    this.bringIntoSight();
  }

  bringIntoSight() {
    const cell = this.cells(), {row, column} = this.cursor;
    const within = (position, size, scroll, room) =>
      position < 0 ? scroll : Math.max(Math.min(scroll, position * size), (position + 1) * size - room);
    this.element.scrollTop = within(row, cell.height, this.element.scrollTop, this.height - this.top);
    this.element.scrollLeft = within(column, cell.width, this.element.scrollLeft, this.width - this.left);
  }
}
