/* estimate.js: of a sampled run, how far the estimates may be off: as ui/model/ui_estimate.c works it out.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

const BATCH_METRICS = ["misses", "stall"]; /* of each batch in turn */

/* What the batches have of a metric (a key of METRICS), by batch, of the cells of chosen items; null for all. null: it is
 * not known of the metric. */
function batchValues(profile, metric, code, data) {
  const {batches} = profile, kind = BATCH_METRICS.indexOf(metric);
  if (!batches || (batches.instructions.length < 2 && !isOfSamples(profile)) || kind < 0) return null;
  const members = (items) => items && new Set(items.flatMap((item) => item.members));
  const inCode = members(code), inData = members(data), n = batches.instructions.length;
  const values = new Array(n).fill(0);
  for (let i = 0; i < batches.place.length; i++) {
    if (inCode && !inCode.has(profile.places.segment[batches.place[i]])) continue;
    if (inData && !inData.has(batches.bin[i])) continue;
    for (let b = 0; b < n; b++) values[b] += batches.counts[(i * n + b) * BATCH_METRICS.length + kind];
  }
  return values;
}

/* Half the width of the interval of sum x / sum n. */
function halfOfRatio(profile, x, n) {
  const sum = (values) => values.reduce((all, value) => all + value, 0);
  const {sampling} = profile.export, size = x.length, r = ratio(sum(x), sum(n));
  const squares = sum(x.map((value, b) => (value - r * n[b]) ** 2));
  const left = 1 - ratio(sampling.sampled_instructions, sampling.instructions);
  return Number(profile.batches.quantile) * Math.sqrt(left * squares / (size * (size - 1))) / (sum(n) / size);
}

/* The same of a count, and of a share of `whole`. Samples that stand for themselves are a Poisson number. */
function halfOfCount(profile, values) {
  const {sampling} = profile.export;
  if (isOfSamples(profile)) return Number(profile.batches.quantile) * Math.sqrt(values[0] * Math.max(sampling.period, 1));
  return sampling.instructions * halfOfRatio(profile, values, profile.batches.instructions);
}

function halfOfShare(profile, values, whole) {
  if (!isOfSamples(profile)) return halfOfRatio(profile, values, whole);
  const share = ratio(values[0], whole[0]);
  return halfOfCount(profile, [share * Math.max(1 - share, 0) * whole[0]]) / whole[0];
}

/* " ± 0.12M" behind a count of the chosen items, and " ± 0.7" behind its share of the total in percent; "" where it is
 * not known. */
function countHalfText(profile, metric, count, code, data) {
  const values = batchValues(profile, metric, code, data);
  if (!values) return "";
  return " ± " + countLikeText(halfOfCount(profile, values), count);
}

function shareHalfText(profile, metric, code, data) {
  const values = batchValues(profile, metric, code, data), whole = batchValues(profile, metric, null, null);
  if (!values || whole.every((value) => value === 0)) return "";
  return " ± " + fixedText(100 * halfOfShare(profile, values, whole), 1);
}

/* What a profile that is made of samples is made of. */
function eventsText({samples, event, period, attributed, method}) {
  const one = period > 0 ? `one in ${exactText(period)}` : "one in an unknown number, so that they stand for themselves";
  return `Nothing was simulated: estimates from ${plainCountText(samples)} samples of ${printable(event)}, ${one}; ` +
    `${percentText(attributed, samples)} were attributed to data, by method ${printable(method)}. ` +
    "Intervals are of 95% and of the sampling alone: not of the method. Stall, hits and causes are not known.";
}

/* What the numbers of a sampled run are. */
function samplingText(profile) {
  const {sampling} = profile.export;
  if (isOfSamples(profile)) return eventsText(sampling);
  if (sampling.samples === 0) return `${sampling.phases ? "No interval of a phase was simulated" : "No sample came to its end"}, so nothing is known of this run's ${plainCountText(sampling.instructions)} instructions.`;
  const from = !sampling.phases ? `${plainCountText(sampling.samples)} samples` :
    sampling.samples === sampling.phases.length ? `an interval of each of ${sampling.samples} phases` :
    `the intervals of ${sampling.samples} of ${sampling.phases.length} phases`;
  const interval = sampling.phases ? "One interval of a phase does not tell how far they may be off. " :
    profile.batches.instructions.length < 2 ? "One sample does not tell how far they may be off. " : "Intervals are of 95%. ";
  return `Estimates from ${from}, ${percentText(sampling.sampled_instructions, sampling.instructions)} of ` +
    `${plainCountText(sampling.instructions)} instructions. ` +
    interval +
    "The cause of misses on lines that no sample had fetched before is unknown.";
}

/* Counts are marked, and that cause is called so, where one of the runs on the page was sampled. */
function showEstimates(profiles) {
  if (!profiles.some((profile) => profile.export.sampling)) return;
  countMark = "~";
  CAUSES.find(({key}) => key === "cold").title = "Unknown";
}

/* How far changes between two runs may be off, of which one was sampled or both: half the widths of intervals, by items
 * and cells of the difference. */
class ChangeHalves {
  constructor(document, metric) {
    this.profiles = document.profiles;
    this.kind = BATCH_METRICS.indexOf(metric);
    this.known = this.kind >= 0 && this.profiles.some((p) => p.batches) &&
      this.profiles.every((p) => !p.export.sampling || isOfSamples(p) || p.batches.instructions.length >= 2);
    this.sums = this.profiles.map((profile, side) => (this.known && profile.batches ? this.sumSide(document, profile, side) : null));
  }

  static key(code, data) {
    return `${code ?? ""}:${data ?? ""}`;
  }

  sumSide(document, profile, side) {
    const {batches} = profile, n = batches.instructions.length, sums = new Map();
    const {code, data} = document.difference_items;
    for (let i = 0; i < batches.place.length; i++) {
      const row = code[side][profile.places.segment[batches.place[i]]], column = data[side][batches.bin[i]];
      for (const key of [ChangeHalves.key(row, column), ChangeHalves.key(row), ChangeHalves.key(null, column), ChangeHalves.key()]) {
        if (!sums.has(key)) sums.set(key, new Array(n).fill(0));
        const values = sums.get(key);
        for (let b = 0; b < n; b++) values[b] += batches.counts[(i * n + b) * BATCH_METRICS.length + this.kind];
      }
    }
    return sums;
  }

  /* Whether a change of code and data (numbers in the difference; none: all) is less than its interval. */
  isNone(change, code, data) {
    if (!this.known) return change === 0;
    const squares = this.profiles.map((profile, side) => {
      const values = this.sums[side]?.get(ChangeHalves.key(code, data));
      return values ? halfOfCount(profile, values) ** 2 : 0;
    });
    return Math.abs(change) <= Math.sqrt(squares[0] + squares[1]);
  }
}
