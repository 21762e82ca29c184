/* data.js: reads the data of a page, and starts it. report_data.h and report_tables.h describe the format of a report.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

/* The lists of coherence/coh_counts.def. COUNTS: name and title of each count, the whole of which it is a part, and
 * whether tables of changes show it. SUMS: sums of disjoint parts. MODEL_COLUMNS: the columns of optional models. */
let COUNTS = [], SUMS = [], MODEL_COLUMNS = {};
let COUNTERS = []; /* names, in order */
let COUNTER = {}; /* numbers, by name */

function takeLists({counts, sums, models}) {
  [COUNTS, SUMS, MODEL_COLUMNS] = [counts, sums, models];
  COUNTERS = counts.map(({name}) => name);
  COUNTER = Object.fromEntries(COUNTERS.map((name, i) => [name, i]));
}

function countTitle(name) {
  return COUNTS[COUNTER[name]].title;
}

function sumParts(name) {
  return SUMS.find((sum) => sum.name === name).parts;
}

/* The parts of a count, in the order of display; "": the counts that are no parts. */
function partsOf(whole) {
  const summed = SUMS.filter((sum) => sum.whole === whole).flatMap(({parts}) => parts);
  return [...summed, ...COUNTS.filter((count) => count.whole === whole && !SUMS.some(({parts}) => parts.includes(count.name))).map(({name}) => name)];
}

/* As partsOf(), but after each part come its own parts. */
function allPartsOf(whole) {
  return partsOf(whole).flatMap((name) => [name, ...allPartsOf(name)]);
}

/* Counts other than references and stall that are no part of another one. */
function countsAlone() {
  return partsOf("").filter((name) => !["reads", "writes", "stall_cycles"].includes(name));
}

/* The bytes in an element. Empties the element, since its text is not needed again. */
async function unpack(id) {
  const element = byId(id);
  const text = atob(element.textContent);
  element.remove();
  const packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* A difference whose sign was in the lowest bit. */
function unfolded(value) {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

/* Reads one column from bytes.at on. */
function readColumn(bytes, rows, step) {
  let column = new Float64Array(rows);
  const data = bytes.data;
  let at = bytes.at, before = 0, most = 0;
  for (let row = 0; row < rows; row++) {
    let byte = data[at++], value = byte & 0x7f;
    for (let unit = 128; byte >= 0x80; unit *= 128) {
      byte = data[at++];
      value += (byte & 0x7f) * unit;
    }
    if (step) {
      value = before + unfolded(value);
      before = value;
    }
    column[row] = value;
    if (value > most) most = value;
  }
  bytes.at = at;
  return most < 2 ** 32 ? Uint32Array.from(column) : column;
}

/* Tables of typed arrays, one for each column, by their names. */
function readTables(data, layout) {
  const bytes = {data, at: 0};
  const tables = {};
  for (const {name, rows, columns} of layout) {
    tables[name] = {rows};
    for (const column of columns) tables[name][column.name] = readColumn(bytes, rows, column.coding === "step");
    for (const column of columns.filter((c) => c.coding === "bin")) {
      const {cell, [column.name]: steps} = tables[name], {bin} = tables.cells;
      tables[name][column.name] = steps.map((step, i) => bin[cell[i]] + unfolded(step));
    }
  }
  return tables;
}

/* The counters of all cells as an array of columns, in the order of COUNTERS. The part of a sum that the table omits is
 * the whole minus the other parts; 0 if no part of the sum is known (the servers of misses). */
function counterColumns(cells, totals) {
  const n = cells.rows, made = {...cells};
  made.misses = Float64Array.from({length: n}, (_, i) => cells.read_misses[i] + cells.write_misses[i]);
  for (const {whole, parts} of SUMS) {
    const [left] = parts.filter((part) => !(part in cells)), isKnown = parts.some((part) => totals[part] > 0);
    if (left === undefined) continue;
    made[left] = isKnown ? Float64Array.from(made[whole]) : new Float64Array(n);
    for (const part of parts.filter((one) => isKnown && one !== left)) for (let i = 0; i < n; i++) made[left][i] -= cells[part][i];
  }
  return COUNTERS.map((name) => made[name]);
}

/* Cells summed up over the places of each segment: `pairs` of a segment and a bin. Those of segment s are
 * first[s] .. first[s + 1] - 1; counts[k] are the values of counter k; pairOf[i] is the pair of cell i. */
function sumPairs(cells, columns, segmentOf, nSegments, nBins) {
  const starts = new Uint32Array(nSegments + 1);
  for (let i = 0; i < cells.rows; i++) starts[segmentOf[cells.place[i]] + 1]++;
  for (let s = 0; s < nSegments; s++) starts[s + 1] += starts[s];
  const order = new Uint32Array(cells.rows), fill = starts.slice();
  for (let i = 0; i < cells.rows; i++) order[fill[segmentOf[cells.place[i]]]++] = i;

  const first = new Uint32Array(nSegments + 1), pairOf = new Uint32Array(cells.rows);
  const segment = new Uint32Array(cells.rows), bin = new Uint32Array(cells.rows);
  const seenIn = new Int32Array(nBins).fill(-1), at = new Uint32Array(nBins);
  let n = 0;
  for (let s = 0; s < nSegments; s++) {
    first[s] = n;
    for (let k = starts[s]; k < starts[s + 1]; k++) {
      const i = order[k], b = cells.bin[i];
      if (seenIn[b] !== s) {
        seenIn[b] = s;
        at[b] = n;
        segment[n] = s;
        bin[n++] = b;
      }
      pairOf[i] = at[b];
    }
  }
  first[nSegments] = n;
  const counts = columns.map((column) => {
    const sums = new Float64Array(n);
    for (let i = 0; i < cells.rows; i++) sums[pairOf[i]] += column[i];
    return sums;
  });
  return {n, first, pairOf, segment: segment.slice(0, n), bin: bin.slice(0, n), counts};
}

/* A profile: `export` and the rest of its part of the document, and its tables. */
async function readProfile(document, index) {
  const profile = document.profiles[index];
  const tables = readTables(await unpack("tables-" + index), profile.tables);
  const {segments, bins} = profile.export;
  profile.places = tables.places;
  profile.cells = tables.cells;
  profile.evictors = tables.evictors;
  profile.invalidators = tables.invalidators;
  profile.columns = counterColumns(tables.cells, profile.export.totals);
  profile.pairs = sumPairs(tables.cells, profile.columns, tables.places.segment, segments.length, bins.length);
  profile.totals = COUNTERS.map((name) => profile.export.totals[name]);
  return profile;
}

/* The document of the page. */
async function readDocument() {
  return JSON.parse(new TextDecoder().decode(await unpack("document")));
}

/* The document of a report, with its profiles. */
async function readReport() {
  const document = await readDocument();
  takeLists(document);
  for (let i = 0; i < document.profiles.length; i++) await readProfile(document, i);
  return document;
}

let page; /* shows the document */

/* Starts the page: reads the document by `read`, and shows it by a new object of the class `Shown`. If
 * this fails, the page contains the error. */
async function startPage(Shown, read) {
  try {
    page = new Shown(await read());
    page.start();
    document.documentElement.dataset.ready = "yes";
  } catch (error) {
    const loading = byId("loading");
    if (loading) loading.textContent = "This page cannot be shown: " + error.message;
    throw error;
  }
}
