"""man.py: converts a page of Markdown to a manual page in the macros of man(7).

The supported Markdown is: headings, paragraphs, lists, code (indented by four spaces), tables, `code`, **strong**,
*emphasis*, and comments. A backslash removes the special meaning of the next character. In a row of a table, the first
cell becomes a tag, and the last cell becomes the text under the tag. The cells between are in brackets after the tag.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import re
import textwrap

INLINE = re.compile(r"\\(?P<plain>[\\`*|<])|`(?P<code>[^`]+)`|\*\*(?P<strong>.+?)\*\*|\*(?P<emphasis>[^*\s][^*]*)\*")
ITEM = re.compile(r"(?:- |(?P<number>\d+)\. )")
ROFF = {"–": r"\(en", "—": r"\(em", "×": r"\(mu", "µ": r"\(mc", "…": "...", "→": r"\(->", "≤": r"\(<=", "≥": r"\(>=",
        "ä": r"\(:a", "ö": r"\(:o", "ü": r"\(:u", "é": r"\('e"}


def escaped(text):
    """Returns plain text, escaped for roff."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = text.replace("^", "\\(ha").replace("~", "\\(ti")
    text = re.sub(r"\S{30,}", lambda word: word[0].replace("/", "/\\:"), text)  # allow a line break after a slash of a web address
    return "".join(ROFF.get(c, c if c < "\x80" else f"\\[u{ord(c):04X}]") for c in text)


def plain(text):
    """Returns the text of a table, with the special characters of Markdown escaped."""
    return re.sub(r"([\\`*|<])", r"\\\1", text)


def inline(text):
    """Converts a line of Markdown to roff."""
    made, end = [], 0
    for match in INLINE.finditer(text):
        made.append(escaped(text[end:match.start()]))
        end = match.end()
        kind = match.lastgroup
        inner = inline(match[kind]) if kind in ("strong", "emphasis") else escaped(match[kind].replace("\\|", "|"))
        made.append({"plain": inner, "emphasis": f"\\fI{inner}\\fR"}.get(kind, f"\\fB{inner}\\fR"))
    return "".join(made) + escaped(text[end:])


def safe(made):
    """Returns the line, escaped if roff would take it for a macro."""
    return "\\&" + made if made[:1] in (".", "'") else made


def lines(text):
    """Converts a paragraph of Markdown to lines of roff."""
    made = textwrap.wrap(inline(text), 78, break_long_words=False, break_on_hyphens=False)
    return map(safe, made or ["\\&"])


def cells(row):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row.strip())[1:-1]]


def table(rows):
    for row in rows[2:]:
        tag, *between, text = cells(row)
        yield ".TP"
        yield safe(inline(tag)) + "".join(f" ({inline(cell)})" for cell in between if cell)
        yield from lines(text)


def code(rows):
    yield from (".PP", ".RS 4", ".nf")
    yield from ("\\fB" + line_of_code + "\\fR" if line_of_code else "" for line_of_code in map(code_line, rows))
    yield from (".fi", ".RE")


def code_line(row):
    return safe(escaped(row[4:].rstrip()))


def listing(rows):
    """Converts the items of a list to roff. An item can have any number of lines."""
    items = []
    for row in rows:
        match = ITEM.match(row)
        if match:
            items.append((match["number"], [row[match.end():]]))
        else:
            items[-1][1].append(row.strip())
    for number, words in items:
        yield f".IP {number + '.' if number else chr(92) + '(bu'} {4 if number else 2}"
        yield from lines(" ".join(words))


def blocks(text):
    """Yields the blocks of a page as pairs (kind, lines)."""
    text = re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL)
    kind, rows = None, []
    for row in [*text.splitlines(), ""]:
        if row.startswith("    ") and kind not in ("list", "paragraph"):
            found = "code"
        elif not row.strip():
            found = "code" if kind == "code" else None
        elif row.startswith("#"):
            found = "heading"
        elif row.startswith("|"):
            found = "table"
        elif ITEM.match(row) and kind != "paragraph" or kind == "list":
            found = "list"
        else:
            found = "paragraph"
        if found != kind or found == "heading":
            if rows:
                yield kind, rows
            kind, rows = found, []
        if found:
            rows.append(row)


def paragraph(rows):
    yield ".PP"
    yield from lines(" ".join(row.strip() for row in rows))


def body(text):
    """Converts Markdown to lines of roff, without the first heading, which is the title of the page."""
    below = False
    for kind, rows in blocks(text):
        if kind == "heading":
            level, _, title = rows[0].partition(" ")
            if len(level) > 1:
                yield f".SH {inline(title.upper())}" if len(level) == 2 else f".SS {inline(title)}"
            below = True
            continue
        if kind == "code":
            while not rows[-1].strip():
                rows.pop()
        made = {"code": code, "table": table, "list": listing, "paragraph": paragraph}[kind](rows)
        # After a heading, roff begins a paragraph without a macro.
        for number, made_line in enumerate(made):
            if not (below and number == 0 and made_line == ".PP"):
                yield made_line
        below = False


def page(title, section, version, date, text):
    """Converts a page of Markdown to a manual page. The headings of level 2 become its sections."""
    head = [r'.\" Made by docs/make-manual.', r'.\" SPDX-License-Identifier: GPL-2.0-or-later',
            f'.TH {title} {section} "{date}" "memspy {version}" "MemSpy"', ".nh", ".ad l"]
    return "\n".join([*head, *body(text)]) + "\n"
