/* SPDX-License-Identifier: GPL-2.0-or-later
 * totals.js: the first screen: the program, the machine, and the whole run in numbers. */

function commandText(profile) {
  return profile.export.command.map(printable).join(" ");
}

/* The machine in words, without the title that the session prints. */
function machineText(profile) {
  return printable(profile.machine.replace(/^Machine: /, ""));
}

function interleavingText(profile) {
  const used = profile.export.processors.filter((p) => p.threads > 0).length;
  if (used < 2) return "";
  return profile.export.quantum > 0 ? `by their clocks, at most ${exactText(profile.export.quantum)} cycles ahead`
    : "in long slices, so that little sharing shows";
}

function runFacts(profile) {
  const {export: run} = profile;
  const when = run.time < 8.64e12 ? new Date(run.time * 1000).toISOString().replace("T", " ").replace(".000Z", " UTC") : "";
  const threads = interleavingText(profile);
  const rows = [["Program", commandText(profile)], ["Machine", machineText(profile)],
    threads && ["Threads", threads],
    ["Profile", `${printable(profile.file)}, of process ${run.pid}, written at ${printable(run.reason)}` +
      (run.label ? `, label ${printable(run.label)}` : "") + (when ? `, of ${when}` : "")],
    ["Options", run.options.map((o) => `--${printable(o.name)}=${printable(o.value)}`).join(" ")],
    ["Written by", printable(run.creator)]];
  return make("dl", {class: "run"}, rows.filter((row) => row && row[1] !== "").map(([name, value]) =>
    [make("dt", null, name), make("dd", null, value)]));
}

function totalCard(title, value, unit, ...more) {
  return make("div", {class: "card"}, make("h3", null, title),
    make("p", {class: "big"}, value, unit ? make("small", null, " " + unit) : null), more);
}

/* "Reads 12 (75.0%) · Writes 4 (25.0%)", after a lead. */
function partLine(parts, whole, lead = null) {
  return make("p", {class: "parts-line"}, lead, parts.map((part, i) =>
    [i > 0 ? " · " : null, `${part.title} `, make("b", null, countText(part.value)), ` (${percentText(part.value, whole)})`]).flat());
}

/* "2 of 4 processors ran". */
function ranText(processors) {
  const ran = processors.filter((p) => p.instructions > 0).length;
  return ran === processors.length ? `${pluralText(ran, "processor")} ran` : `${ran} of ${pluralText(processors.length, "processor")} ran`;
}

/* The totals of a profile made of samples. */
function eventCards(profile) {
  const {totals} = profile, value = (key) => totals[COUNTER[key]], part = (key, title) => ({key, title, value: value(key)});
  const references = METRICS.references.of(totals), misses = METRICS.misses.of(totals), served = servedParts(totals);
  const missesText = countText(misses) + countHalfText(profile, "misses", misses, null, null);
  if (hasMissesOnly(profile)) return make("div", {class: "cards"}, totalCard(METRICS.misses.title, missesText, ""));
  return make("div", {class: "cards"},
    totalCard("Memory stall time", countText(value("stall_cycles")), "cycles"),
    totalCard("References", countText(references), "", partLine([part("reads", "Reads"), part("writes", "Writes")], references)),
    totalCard("Misses", missesText, "", partLine([part("read_misses", "Reads"), part("write_misses", "Writes")], misses),
      value("invalidation") > 0 ? partLine([part("invalidation", "Invalidations")], misses) : null,
      value("remote") > 0 ? partLine([part("local", "Local"), part("remote", "Remote")], misses) : null,
      served.length > 0 ? partLine(served, misses, "Served by ") : null));
}

function totalsPanel(profile) {
  const {totals} = profile, value = (key) => totals[COUNTER[key]];
  const references = METRICS.references.of(totals), misses = METRICS.misses.of(totals);
  const busy = profile.export.processors.reduce((sum, p) => sum + p.busy_cycles, 0);
  const part = (key, title) => ({key, title, value: value(key)});
  const half = (metric, count) => countHalfText(profile, metric, count, null, null);
  const nodes = (profile.export.machine.nodes ?? 1) > 1;
  return make("section", {class: "totals", "aria-label": "Total application statistics"},
    profile.export.sampling ? make("p", {id: "sampling", class: "help"}, samplingText(profile)) : null,
    isOfSamples(profile) ? eventCards(profile) : make("div", {class: "cards"},
      totalCard("Execution time", countText(profile.export.totals.cycles), "cycles",
        make("p", {class: "parts-line"}, ranText(profile.export.processors))),
      totalCard("Memory stall time", countText(value("stall_cycles")) + half("stall", value("stall_cycles")), "cycles",
        make("p", {class: "parts-line"}, `${percentText(value("stall_cycles"), busy)} of busy time`)),
      totalCard("Miss rate", percentText(misses, references), "",
        make("p", {class: "parts-line"}, `${mpkiText(misses, profile.export.totals.instructions)} MPKI in ${plainCountText(profile.export.totals.instructions)} instructions`)),
      totalCard("References", countText(references), "", partLine([part("reads", "Reads"), part("writes", "Writes")], references)),
      totalCard("Misses", countText(misses) + half("misses", misses), "", partLine([part("read_misses", "Reads"), part("write_misses", "Writes")], misses),
        nodes ? partLine([part("local", "Local"), part("remote", "Remote")], misses) : null),
      make("div", {class: "card wide"}, make("h3", null, "Causes of misses"),
        misses > 0 ? partsBar("Causes of misses", causeParts(totals), misses) : make("p", {class: "none"}, "No reference missed."),
        servedParts(totals).length > 0 ? partLine(servedParts(totals), misses, "Served by ") : null,
        countsAlone().map((name) => make("p", {class: "parts-line"}, countTitle(name) + " ", make("b", null, countText(value(name))),
          countParts(partsOf(name), totals).map((one) => [` · ${one.title} `, make("b", null, countText(one.value))]))))),
    make("details", {class: "run-details"}, make("summary", null, "Program and machine: ", make("span", null, machineText(profile))),
      runFacts(profile)));
}
