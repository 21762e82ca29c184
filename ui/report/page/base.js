/* SPDX-License-Identifier: GPL-2.0-or-later
 * base.js: format of numbers and names, and elements of the page.
 *
 * All scripts of the page are one when it is written, in the order of ui/report/local.mk. */
"use strict";

/* A number with that number of decimals, rounded as in C: ties go to the even digit, where toFixed()
 * takes the greater one. A number is a tie only if it is odd in units of 2^-(decimals + 1). */
function fixedText(number, decimals) {
  const halves = number * 2 ** (decimals + 1);
  if (Number.isInteger(halves) && halves % 2 !== 0) {
    const scaled = number * 10 ** decimals, lower = Math.floor(scaled);
    number = (lower % 2 === 0 ? lower : lower + 1) / 10 ** decimals;
  }
  return number.toFixed(decimals);
}

/* A count with the unit and the number of decimals of another one. */
function countLikeText(count, other) {
  if (Math.abs(other) < 999999.5) return fixedText(count, 0);
  const units = "MGTPE";
  let unit = 0;
  other /= 1e6;
  count /= 1e6;
  while (Math.abs(other) >= 999.95 && unit + 1 < units.length) {
    other /= 1e3;
    count /= 1e3;
    unit++;
  }
  return fixedText(count, Math.abs(other) < 99.995 ? 2 : 1) + units[unit];
}

/* A number as memspy prints it: all digits up to a million, else three or four and a unit. */
function plainCountText(count) {
  return countLikeText(count, count);
}

let countMark = ""; /* the mark before estimates, see showEstimates() */

/* A count of a profile, marked if it is an estimate. */
function countText(count) {
  return countMark + plainCountText(count);
}

/* All digits of a count, in groups; counts beyond 2^53 are not exact. */
function exactText(count) {
  return count.toLocaleString("en", {maximumFractionDigits: 0}).replaceAll(",", "\u202f");
}

function ratio(part, whole) {
  return whole > 0 ? part / whole : 0;
}

function percentText(part, whole) {
  return fixedText(100 * ratio(part, whole), 1) + "%";
}

/* Misses per thousand instructions. */
function mpkiText(misses, instructions) {
  return fixedText(1000 * ratio(misses, instructions), 2);
}

function bytesText(bytes) {
  const units = ["B", "KB", "MB", "GB", "TB", "PB", "EB"];
  let unit = 0;
  while (bytes >= 1024 && unit + 1 < units.length) {
    bytes /= 1024;
    unit++;
  }
  return (Number.isInteger(bytes) ? bytes : fixedText(bytes, 1)) + " " + units[unit];
}

function pluralText(count, one, several) {
  return `${plainCountText(count)} ${count === 1 ? one : several ?? one + "s"}`;
}

/* Text of the profiled program with invisible characters and changes of text direction escaped as in the session.
 * It enters the page as textContent and attributes only, never as HTML. */
function printable(text) {
  return text.replace(/\\/g, "\\\\").replace(/[\p{Cc}\p{Cf}\p{Cn}\p{Cs}]/gu, (c) => {
    const code = c.codePointAt(0);
    return code < 0x80 ? "\\x" + code.toString(16).padStart(2, "0") : `\\u{${code.toString(16)}}`;
  });
}

function baseName(path) {
  return path === "" ? "???" : path.slice(path.lastIndexOf("/") + 1);
}

/* A new element: attributes ("class", "aria-label", ...), listeners (on...); then children: elements or text. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

function byId(id) {
  return document.getElementById(id);
}

function showIn(parent, ...children) {
  parent.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
}

/* A message for screen readers. */
function announce(text) {
  byId("announce").textContent = text;
}

function button(text, action, attributes) {
  return make("button", {type: "button", onclick: action, ...attributes}, text);
}

/* A menu of [value, text] pairs with its label. */
function menu(label, options, value, action, attributes) {
  const select = make("select", {onchange: () => action(select.value), ...attributes},
    options.map(([v, text]) => make("option", {value: v}, text)));
  select.value = value;
  return make("label", {class: "field"}, label, select);
}

/* A list to choose an item from: rows are {name, value}, most first, with their shares of `whole`. */
function pickList(rows, whole, isCurrent, pick) {
  const shown = rows.slice(0, 150);
  return [make("ul", {class: "pick-list"}, shown.map((row) => make("li", null,
    button([make("span", {class: "pick-name"}, row.name), make("span", {class: "number"}, percentText(row.value, whole))], () => pick(row),
      {class: "link", "aria-current": isCurrent(row) ? "true" : null, title: row.name})))),
    rows.length > shown.length ? make("p", {class: "none"}, `and ${rows.length - shown.length} more`) : null];
}

/* A table: columns are {title, text(row), number, element(row)}; the caption is for screen readers. */
function dataTable(caption, columns, rows, attributes) {
  const head = make("tr", null, columns.map((c) => make("th", {scope: "col", class: c.number ? "number" : null}, c.title)));
  const body = rows.map((row) => make("tr", null, columns.map((c, i) => {
    const content = c.element ? c.element(row) : c.text(row);
    return make(i === 0 ? "th" : "td", {scope: i === 0 ? "row" : null, class: c.number ? "number" : null}, content);
  })));
  return make("div", {class: "table-scroll", tabindex: "0", role: "region", "aria-label": caption},
    make("table", attributes, make("caption", {class: "unseen"}, caption), make("thead", null, head),
      make("tbody", null, body)));
}

/* A tooltip that follows the pointer: lines of [text, value]. */
const tip = {
  show(event, title, lines) {
    const box = byId("tip");
    showIn(box, make("strong", null, title), lines.map(([text, value]) =>
      make("div", {class: "tip-line"}, make("span", null, text), make("span", {class: "number"}, value))));
    box.hidden = false;
    const x = Math.min(event.clientX + 14, window.innerWidth - box.offsetWidth - 8);
    const below = event.clientY + 16;
    const y = below + box.offsetHeight > window.innerHeight ? event.clientY - box.offsetHeight - 10 : below;
    box.style.left = Math.max(4, x) + "px";
    box.style.top = Math.max(4, y) + "px";
  },
  hide() {
    byId("tip").hidden = true;
  },
};
/* Scrolling removes the tooltip. */
window.addEventListener("scroll", () => tip.hide(), {capture: true, passive: true});

/* The value of a colour named in style.css. */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}
