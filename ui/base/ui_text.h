/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_text.h: text for the terminal: names made fit to print, numbers as people read them, columns. */
#ifndef UI_UI_TEXT_H
#define UI_UI_TEXT_H

#include <glib.h>
#include <stdint.h>

/* `text` with everything that a terminal might act on spelled out: backslashes doubled, control characters,
 * bytes that are no UTF-8 and, in a locale that is not UTF-8, all bytes from 0x80 as \xHH; invisible and
 * directional characters as \u{HEX}. Different texts stay different. Owned by the caller. */
char *ui_text_escaped(const char *text);

/* The same in UTF-8, whatever the locale: for files. */
char *ui_text_escaped_utf8(const char *text);

/* The same as the first for lines of source, whose backslashes stay as they are. */
char *ui_text_source(const char *text);

/* The text that either of the first two was made of. What is no escape stands for itself. Owned by the caller. */
char *ui_text_unescaped(const char *text);

/* Columns that `text` (an escaped one) takes on a terminal. */
unsigned ui_text_width(const char *text);

/* Appends `text`, cut in its middle when it is wider than `width` columns, and spaces up to that width. */
void ui_text_append_fitted(GString *out, const char *text, unsigned width);

/* As above, without the spaces. */
void ui_text_append_cut(GString *out, const char *text, unsigned width);

/* Appends a count as the paper prints it: all digits up to a million, else three or four and a unit:
 * 16482, 8.71M, 26.93M, 509.5M, 1.25G. */
void ui_text_append_count(GString *out, double count);

/* The same with as many decimals and the unit that another count has: 0.12M beside 8.71M. */
void ui_text_append_count_like(GString *out, double count, double other);

/* Appends part / whole as a percentage with one decimal, "85.5%"; "0.0%" of a whole of 0. */
void ui_text_append_percent(GString *out, double part, double whole);

/* Appends bytes as in "64 B", "32 KB", "1.5 MB" (units of 1024). */
void ui_text_append_bytes(GString *out, uint64_t bytes);

/* part / whole; 0 of a whole of 0. */
double ui_text_ratio(double part, double whole);

/* Appends words (an escaped text) in lines of at most `width` columns, each after `indent` spaces. A word that is
 * wider than that has a line of its own. */
void ui_text_wrap(GString *out, const char *words, unsigned width, unsigned indent);

#endif
