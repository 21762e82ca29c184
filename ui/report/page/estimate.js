/* SPDX-License-Identifier: GPL-2.0-or-later
 * estimate.js: intervals of the estimates of a sampled run, computed as in ui/view/view_estimate.c. */

const BATCH_METRICS = ["misses", "stall"]; /* for each batch in turn */

/* The strata of a sampled run's batches, computed once: {batches: numbers of those with instructions, size,
 * left: the unsampled part}. */
function strataOf(profile) {
  const {batches} = profile, {sampling} = profile.export;
  if (batches.strata) return batches.strata;
  const size = (b) => batches.weight[b] * batches.instructions[b], all = d3.range(batches.instructions.length);
  const whole = d3.sum(all, size);
  batches.strata = [...new Set(batches.phase)].map((phase) => all.filter((b) => batches.phase[b] === phase && batches.instructions[b] > 0)).map((own) => {
    const sum = d3.sum(own, size), sampled = d3.sum(own, (b) => batches.instructions[b]);
    return {batches: own, size: sum, left: Math.min(1, Math.max(0, 1 - ratio(sampled, sampling.instructions * ratio(sum, whole))))};
  });
  return batches.strata;
}

/* Whether the profile has intervals. */
function tellsSpread(profile) {
  const NEARLY_NOTHING = 0.1;
  if (!profile.batches || isOfSamples(profile)) return profile.batches !== undefined;
  const strata = strataOf(profile);
  return d3.sum(strata, (stratum) => stratum.batches.length) >= 2 && strata.every(({batches, left}) => batches.length !== 1 || left <= NEARLY_NOTHING);
}

/* A metric (a key of METRICS) by batch, summed up over the cells of chosen items; null: all. Returns null if batches do
 * not have the metric. */
function batchValues(profile, metric, code, data) {
  const {batches} = profile, kind = BATCH_METRICS.indexOf(metric);
  if (!tellsSpread(profile) || kind < 0) return null;
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

/* Half the width of the interval of sum(w x) / sum(w n). */
function halfOfRatio(profile, x, n) {
  const {weight, instructions, quantiles} = profile.batches, all = d3.range(x.length);
  const whole = d3.sum(all, (b) => weight[b] * n[b]), r = ratio(d3.sum(all, (b) => weight[b] * x[b]), whole);
  const off = all.map((b) => weight[b] * (x[b] - r * n[b]));
  const variances = strataOf(profile).filter((stratum) => stratum.batches.length > 1).map(({batches, size, left}) => {
    const mean = d3.sum(batches, (b) => off[b]) / size, degrees = batches.length - 1;
    return {degrees, own: left * batches.length / degrees * d3.sum(batches, (b) => (off[b] - weight[b] * instructions[b] * mean) ** 2)};
  });
  const variance = d3.sum(variances, ({own}) => own);
  if (variance <= 0) return 0;
  const degrees = variance ** 2 / d3.sum(variances, ({own, degrees: of}) => own ** 2 / of) + 1e-6; /* guards against rounding below a whole number */
  return quantiles[Math.max(1, Math.floor(degrees)) - 1] * Math.sqrt(variance) / whole;
}

/* Half the width for a count, and for a share of `whole`; null: unknown. The number of samples without a period is a
 * Poisson variable. Batches of accesses have no stall. */
function halfOfCount(profile, values) {
  const {sampling} = profile.export;
  if (isOfSamples(profile) && values[0] <= 0 && !hasMissesOnly(profile)) return null;
  if (isOfSamples(profile)) return profile.batches.quantiles[0] * Math.sqrt(values[0] * Math.max(sampling.spread ?? sampling.period, 1));
  return sampling.instructions * halfOfRatio(profile, values, profile.batches.instructions);
}

function halfOfShare(profile, values, whole) {
  if (!isOfSamples(profile)) return halfOfRatio(profile, values, whole);
  const share = ratio(values[0], whole[0]);
  const half = halfOfCount(profile, [share * Math.max(1 - share, 0) * whole[0]]);
  return half === null ? null : half / whole[0];
}

/* " ± 0.12M" after a count of the chosen items, and " ± 0.7" after its share of the total in percent; "" if
 * unknown. */
function countHalfText(profile, metric, count, code, data) {
  const values = batchValues(profile, metric, code, data);
  const half = values && halfOfCount(profile, values);
  return half === null ? "" : " ± " + countLikeText(half, count);
}

function shareHalfText(profile, metric, code, data) {
  const values = batchValues(profile, metric, code, data), whole = batchValues(profile, metric, null, null);
  if (!values || whole.every((value) => value === 0)) return "";
  const half = halfOfShare(profile, values, whole);
  return half === null ? "" : " ± " + fixedText(100 * half, 1);
}

/* Sentences about the counts that a profile made of samples does not have, indexed by the detail of the samples. */
const UNKNOWN_COUNTS = ["Stall, hits and causes are not known.",
  "Causes other than invalidations, and the servers of misses, are not known.", "Causes other than invalidations are not known."];

/* The notice of a profile made of samples. */
function eventsText({samples, event, period, spread, detail, attributed, method}) {
  const one = period > 0 ? `one in ${exactText(period)}${spread === undefined ? "" : " on average"}` : "one in an unknown number, so that they stand for themselves";
  return `Nothing was simulated: estimates from ${plainCountText(samples)} samples of ${printable(event)}, ${one}; ` +
    `${percentText(attributed, samples)} were attributed to data, by method ${printable(method)}. ` +
    `Intervals are of 95% and of the sampling alone: not of the method. ${UNKNOWN_COUNTS[detail]}`;
}

/* The notice of a sampled run. */
function samplingText(profile) {
  const {sampling} = profile.export;
  if (isOfSamples(profile)) return eventsText(sampling);
  if (sampling.samples === 0) return `${sampling.phases ? "No interval of a phase was simulated" : "No sample was completed"}: no counts for this run's ${plainCountText(sampling.instructions)} instructions.`;
  const nPhases = new Set(sampling.phases?.map(({phase}) => phase)).size;
  const from = !sampling.phases ? `${plainCountText(sampling.samples)} samples` :
    nPhases < sampling.phases.length ? `${sampling.samples} intervals of ${pluralText(nPhases, "phase")}` :
    sampling.samples === sampling.phases.length ? `an interval of each of ${sampling.samples} phases` :
    `the intervals of ${sampling.samples} of ${sampling.phases.length} phases`;
  const interval = tellsSpread(profile) ? "Intervals are of 95%. " :
    `One ${sampling.phases ? "interval of a phase" : "sample"} gives no error estimate. `;
  return `Estimates from ${from}, ${percentText(sampling.sampled_instructions, sampling.instructions)} of ` +
    `${plainCountText(sampling.instructions)} instructions. ` +
    interval +
    "The cause of misses on lines that no sample had fetched before is unknown.";
}

/* If a run on the page was sampled: marks counts, and names the cause "unknown". */
function showEstimates(profiles) {
  if (!profiles.some((profile) => profile.export.sampling)) return;
  countMark = "~";
  COUNTS[COUNTER.cold].title = "Unknown";
}

/* Half the widths of the intervals of changes between two runs, at least one of which was sampled: by items
 * and cells of the difference. */
class ChangeHalves {
  constructor(document, metric) {
    this.profiles = document.profiles;
    this.kind = BATCH_METRICS.indexOf(metric);
    this.known = this.kind >= 0 && this.profiles.some((p) => p.batches) &&
      this.profiles.every((p) => !p.export.sampling || tellsSpread(p));
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

  /* Whether a change of code and data (numbers in the difference; none: all) is smaller than half its interval. */
  isNone(change, code, data) {
    if (!this.known) return change === 0;
    const squares = this.profiles.map((profile, side) => {
      const values = this.sums[side]?.get(ChangeHalves.key(code, data));
      return values ? halfOfCount(profile, values) ** 2 : 0;
    });
    return Math.abs(change) <= Math.sqrt(squares[0] + squares[1]);
  }
}
