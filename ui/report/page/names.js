/* SPDX-License-Identifier: GPL-2.0-or-later
 * names.js: the user's names, and the key file with them, which the session reads: docs/key-file.md. */

/* A value as GLib's key files escape it, in a list with its separator. */
function keyValue(text, inList) {
  const spelled = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r")
    .replace(/^[ \t]+/, (lead) => lead.replaceAll(" ", "\\s").replaceAll("\t", "\\t"));
  return inList ? spelled.replaceAll(";", "\\;") : spelled;
}

function keyFileText(model) {
  const lines = ["# Names given in a report of memspy, which reads them next to each profile of the program.", "[memspy-keys]", "version=1",
    `program=${keyValue(printable(baseName(model.profile.export.command[0] ?? "")))}`];
  for (const axis of AXES) {
    const entries = [...model.groups[axis].map(({name, members, others}) => ({name, members: [...members.map((m) => model.profile.keys[axis][m]), ...others]})),
      ...model.spare.filter((entry) => entry.axis === axis)];
    entries.forEach(({name, members}, i) => lines.push("", `[${axis} ${i + 1}]`, `name=${keyValue(name)}`,
      `members=${members.map((member) => keyValue(member, true) + ";").join("")}`));
  }
  return lines.join("\n") + "\n";
}

function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], {type: "text/plain;charset=utf-8"}));
  const link = make("a", {href: url, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

class NamesDialog {
  constructor(model) {
    this.model = model;
    this.element = make("dialog", {id: "names-dialog", "aria-labelledby": "names-title"});
    document.body.append(this.element);
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.element.close();
    });
  }

  open() {
    this.draw();
    this.element.showModal();
  }

  fileName() {
    return this.model.profile.key_file;
  }

  draw() {
    const {model} = this;
    const groups = AXES.flatMap((axis) => model.groups[axis].map((group) => ({axis, group})));
    showIn(this.element, make("h2", {id: "names-title"}, "Names"),
      make("p", {class: "help"}, "Your names and combinations. They last until the page is closed; memspy reads them, for this and later profiles of the program, from the file ",
        make("code", null, printable(this.fileName())), " in the folder of the profile."),
      groups.length === 0 ? make("p", {class: "none"}, "None yet: select rows or columns in the matrix, and type a name for them.")
        : make("ul", {class: "names-list"}, groups.map(({axis, group}) => make("li", null, make("b", null, group.name), make("small", null, ` ${AXIS_NAMES[axis][0]}`),
          make("ul", null, group.members.slice(0, 12).map((m) => make("li", null, make("code", null, model.fullNames[axis][m]))),
            group.members.length > 12 ? make("li", null, `and ${group.members.length - 12} more`) : null)))),
      make("p", {class: "dialog-actions"},
        button("Undo the last change", () => { model.undo(); this.draw(); }, {disabled: model.history.length === 0, id: "names-undo"}),
        button("Download the key file", () => download(this.fileName(), keyFileText(model)), {class: "primary", disabled: groups.length === 0, id: "names-download"}),
        button("Close", () => this.element.close(), {id: "names-close"})));
  }
}
