/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice.js: the findings of advice.h in plain language, with their numbers. */

const FIRST_FINDINGS = 3;

function firstSentence(text) {
  return text.split(". ")[0].replace(/\.?$/, ".");
}

/* Notices of what limits the findings, such as missing line numbers. */
function qualityNotices({quality}) { return quality.map((sentence) => make("p", {class: "notice"}, sentence)); }

/* The top of the page: the findings with the largest savings, in short. */
function firstFindings(profile, page) {
  const {findings, stall} = profile.advice;
  if (findings.length === 0) return null;
  const brief = ({title, cycles, is_stall: isStall, finding, quotes, remedy, snippet, tried}) => make("li", {class: "finding"},
    make("div", {class: "finding-head"}, make("h3", null, title),
      make("span", {class: "number"}, `${countText(cycles)} cycles`, isStall ? ` (${percentText(cycles, stall)})` : "")),
    make("p", null, firstSentence(finding)),
    quotes.length > 0 ? make("pre", {class: "quotes"}, quotes[0]) : null,
    make("p", {class: "remedy"}, firstSentence(remedy)),
    snippet ? make("pre", {class: "snippet"}, snippet) : null,
    tried ? make("p", {class: "tried"}, tried) : null);
  return make("section", {class: "panel first-findings", "aria-label": "What to change"}, make("h2", null, "What to change"),
    make("ol", {class: "findings"}, findings.slice(0, FIRST_FINDINGS).map(brief)), ...qualityNotices(profile.advice),
    button(findings.length > FIRST_FINDINGS ? `All ${findings.length} findings` : "How sure, and why", () => page.open("advice")));
}

class AdviceView {
  constructor(model, page) {
    this.model = model;
    this.page = page;
    this.element = make("section", {class: "panel"});
  }

  /* The item of a member; its number differs from the one in the finding. */
  item(axis, member) {
    return member === null ? null : this.model.itemOf[axis][member];
  }

  refresh() {
    const {advice} = this.model.profile;
    const {findings, explained, stall, little} = advice;
    showIn(this.element, make("h2", null, "Advice"),
      make("p", {class: "help"}, findings.length > 0
        ? `These findings explain ${percentText(explained, stall)} of the memory stall time. Each part of it is in one finding; the largest savings come first.`
        : "Where memory stall time goes, in the terms of the MemSpy paper."),
      little ? make("p", {class: "notice"}, "Memory stall is a small part of the time: there is little to gain.") : null,
      findings.length === 0 ? make("p", {class: "none"}, stall > 0 ? "Nothing stands out." : "No reference stalled on memory.") : null,
      make("ol", {class: "findings"}, findings.map((finding) => this.card(finding, stall))),
      advice.more ? make("p", {class: "help"}, "To be surer: ", make("code", null, advice.more)) : null, ...qualityNotices(advice));
  }

  /* How sure the cause is and why, and the possible saving. */
  worth({sure, why, gain, unbounded}) {
    const {stall} = this.model.profile.advice;
    if (unbounded) return `How sure: ${sure}, since ${why}. How much a change saves is not known.`;
    return `How sure: ${sure}, since ${why}. ` + (gain > 0 ? `Saves at most ${countText(gain)} cycles, ${percentText(gain, stall)} of the memory stall.`
      : "Only another algorithm or less data can save it.");
  }

  card(finding, stall) {
    const {places, files} = this.model.profile;
    const data = this.item("data", finding.data), code = this.item("code", finding.code);
    const bar = make("span", {class: "share-bar"});
    bar.style.width = 100 * Math.min(1, ratio(finding.cycles, stall)) + "%";
    const actions = [];
    if (data || code)
      actions.push(button("Show in the matrix", () => {
        this.model.select(code ? [code] : [], data ? [data] : []);
        this.page.showMatrix();
      }));
    if (finding.place !== null)
      actions.push(button(`${printable(baseName(files[places.file[finding.place]]))}${places.line[finding.place] ? ":" + places.line[finding.place] : ""}`,
        () => this.page.showSource(finding.place)));
    if (finding.hot_line !== null) actions.push(button("Show the line", () => this.page.open("sharing")));
    return make("li", {class: "finding"},
      make("div", {class: "finding-head"}, make("h3", null, finding.title), make("span", {class: "share-track"}, bar),
        make("span", {class: "number"}, `${countText(finding.cycles)} cycles`, finding.is_stall ? ` (${percentText(finding.cycles, stall)})` : "")),
      make("p", null, finding.finding),
      finding.quotes.length > 0 ? make("pre", {class: "quotes"}, finding.quotes.join("\n")) : null,
      finding.why ? make("p", {class: "help"}, this.worth(finding)) : null,
      make("p", {class: "remedy"}, finding.remedy),
      finding.snippet ? make("pre", {class: "snippet"}, finding.snippet) : null,
      finding.tried ? make("p", {class: "tried"}, finding.tried) : null,
      make("ul", {class: "figures"}, finding.figures.map(({what, text}) => make("li", null, make("b", null, text), ` ${what}`))),
      make("p", {class: "finding-foot"}, actions, make("small", null, finding.source)));
  }
}
