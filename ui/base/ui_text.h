/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_text.h: text for the terminal: printable names, readable numbers, columns. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* Returns `text` without characters on which a terminal acts: doubles backslashes; replaces control characters,
 * bytes that are not UTF-8 and, outside of UTF-8 locales, all bytes from 0x80 by \xHH, and invisible and directional
 * characters by \u{HEX}. Different texts stay different. Owned by the caller. */
char *ui_text_escaped(const char *text);

/* As ui_text_escaped(), in UTF-8 regardless of the locale: for files. */
char *ui_text_escaped_utf8(const char *text);

/* As ui_text_escaped(), but keeps backslashes: for source lines. */
char *ui_text_source(const char *text);

/* Reverses ui_text_escaped() and ui_text_escaped_utf8(). Keeps text that is no escape. Owned by the caller. */
char *ui_text_unescaped(const char *text);

/* Returns the columns that an escaped text takes on a terminal. */
unsigned ui_text_width(const char *text);

/* Appends `text` in exactly `width` columns: cut in its middle if wider, else padded with spaces. */
void ui_text_append_fitted(GString *out, const char *text, unsigned width);

/* As ui_text_append_fitted(), without the spaces. */
void ui_text_append_cut(GString *out, const char *text, unsigned width);

/* Appends a count: all digits up to a million, else three or four digits and a unit: 16482, 8.71M, 26.93M, 509.5M,
 * 1.25G. */
void ui_text_append_count(GString *out, double count);

/* As ui_text_append_count(), with the decimals and the unit of another count: 0.12M next to 8.71M. */
void ui_text_append_count_like(GString *out, double count, double other);

/* Appends part / whole as a percentage with one decimal, "85.5%"; "0.0%" if the whole is 0. */
void ui_text_append_percent(GString *out, double part, double whole);

/* Appends bytes as in "64 B", "32 KB", "1.5 MB" (units of 1024). */
void ui_text_append_bytes(GString *out, uint64_t bytes);

/* Returns part / whole; 0 if the whole is 0. */
double ui_text_ratio(double part, double whole);

/* Appends an escaped text in lines of at most `width` columns, each indented by `indent` spaces. A wider word has a
 * line of its own. */
void ui_text_wrap(GString *out, const char *words, unsigned width, unsigned indent);

/* Returns the columns of the terminal `fd`; 80 if it is none. */
unsigned ui_text_columns(int fd);
