"""man.py: a page of Markdown as a manual page in the macros of man(7).

What it knows: headings, paragraphs, lists, code (indented by four), tables, `code`, **strong** and *emphasis*, comments.
A backslash takes its meaning from the character behind it. Of a table's row the first cell becomes a tag, the last one
the text under it, those between stand in brackets behind the tag.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import re
import textwrap

INLINE = re.compile(r"\\(?P<plain>[\\`*|<])|`(?P<code>[^`]+)`|\*\*(?P<strong>.+?)\*\*|\*(?P<emphasis>[^*\s][^*]*)\*")
ITEM = re.compile(r"(?:- |(?P<number>\d+)\. )")
ROFF = {"–": r"\(en", "—": r"\(em", "×": r"\(mu", "µ": r"\(mc", "…": "...", "→": r"\(->", "≤": r"\(<=", "≥": r"\(>=",
        "ä": r"\(:a", "ö": r"\(:o", "ü": r"\(:u", "é": r"\('e"}


def escaped(text):
    """Plain text for roff."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = text.replace("^", "\\(ha").replace("~", "\\(ti")
    text = re.sub(r"\S{30,}", lambda word: word[0].replace("/", "/\\:"), text)  # an address may be broken behind a slash
    return "".join(ROFF.get(c, c if c < "\x80" else f"\\[u{ord(c):04X}]") for c in text)


def plain(text):
    """Text of a table for Markdown: what has a meaning there has none."""
    return re.sub(r"([\\`*|<])", r"\\\1", text)


def inline(text):
    """A line of Markdown for roff."""
    made, end = [], 0
    for match in INLINE.finditer(text):
        made.append(escaped(text[end:match.start()]))
        end = match.end()
        kind = match.lastgroup
        inner = inline(match[kind]) if kind in ("strong", "emphasis") else escaped(match[kind].replace("\\|", "|"))
        made.append({"plain": inner, "emphasis": f"\\fI{inner}\\fR"}.get(kind, f"\\fB{inner}\\fR"))
    return "".join(made) + escaped(text[end:])


def safe(made):
    """A line that is not taken for a macro."""
    return "\\&" + made if made[:1] in (".", "'") else made


def lines(text):
    """A paragraph of Markdown, as lines of roff."""
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
    """The items of a list, each of any number of lines."""
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
    """The page as (kind, lines)."""
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
    """Markdown, as lines of roff. The first heading, the page's title, is left out."""
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
        # (A paragraph under a heading begins by itself.)
        for number, made_line in enumerate(made):
            if not (below and number == 0 and made_line == ".PP"):
                yield made_line
        below = False


def page(title, section, version, date, text):
    """A manual page of Markdown whose level 2 headings are its sections."""
    head = [r'.\" Made by docs/make-manual.', r'.\" SPDX-License-Identifier: GPL-2.0-or-later',
            f'.TH {title} {section} "{date}" "memspy {version}" "MemSpy"', ".nh", ".ad l"]
    return "\n".join([*head, *body(text)]) + "\n"
