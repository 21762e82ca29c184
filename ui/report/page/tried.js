/* SPDX-License-Identifier: GPL-2.0-or-later
 * tried.js: savings of other data layouts, each simulated on a trace of the program. */

class TriedView {
  constructor(model) {
    this.tried = model.profile.tried;
    this.element = make("section", {class: "panel"});
  }

  refresh() {
    const {changes, untried} = this.tried, done = changes.filter((one) => !("refused" in one)), refused = changes.filter((one) => "refused" in one);
    showIn(this.element, make("h2", null, "What if"),
      make("p", {class: "help"}, "Data layouts that the findings suggest, each simulated on a trace of the program, the greatest saving first. Instructions and the order of references do not change."),
      done.length > 0 ? this.table(done) : make("p", {class: "none"}, "No finding of the trace suggests a data layout to simulate."),
      refused.length > 0 ? make("h3", null, "Cannot be tried") : null,
      make("ul", {class: "refused-changes"}, refused.map((one) => make("li", null, make("code", null, printable(one.changes)), printable(` (${one.about}): ${one.refused}`)))),
      untried > 0 ? make("p", {class: "more"}, `${untried} more, from findings with less stall, were not simulated.`) : null);
  }

  /* The saving in a count; negative if it grows. */
  won(before, after) {
    return before < after ? "−" + countText(after - before) : countText(before - after);
  }

  share(before, after) {
    return (before < after ? "−" : "") + percentText(Math.abs(before - after), before);
  }

  table(done) {
    const {stall, misses} = this.tried;
    return dataTable("Simulated changes", [{title: "Change", element: (one) => make("code", null, printable(one.changes))},
      {title: "Stall won", number: true, text: (one) => this.won(stall, one.stall)},
      {title: "of all stall", number: true, text: (one) => this.share(stall, one.stall)},
      {title: "Misses won", number: true, text: (one) => this.won(misses, one.misses)},
      {title: "Data or code", text: (one) => printable(one.about)},
      {title: "Why", text: (one) => printable(one.why)}], done, {id: "tried-table"});
  }
}
