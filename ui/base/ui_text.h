/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_text.h: prepares text for the terminal: printable names, readable numbers, and columns. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* Returns a copy of `text` without characters that control a terminal. A backslash is doubled. Control characters,
 * bytes that are not UTF-8 and, outside of UTF-8 locales, all bytes from 0x80 become \xHH. Invisible and directional
 * characters become \u{HEX}. Different texts remain different. The caller owns the copy. */
char *ui_text_escaped(const char *text);

/* As ui_text_escaped(), but returns UTF-8 regardless of the locale. Used for text in files. */
char *ui_text_escaped_utf8(const char *text);

/* As ui_text_escaped(), but keeps backslashes. Used for source lines. */
char *ui_text_source(const char *text);

/* Reverses ui_text_escaped() and ui_text_escaped_utf8(). Text that is not an escape stays unchanged. The caller owns
 * the result. */
char *ui_text_unescaped(const char *text);

/* Returns the number of columns that an escaped text takes on a terminal. */
unsigned ui_text_width(const char *text);

/* Appends `text` in exactly `width` columns. A wider text is cut in its middle. A narrower text is padded with
 * spaces. */
void ui_text_append_fitted(GString *out, const char *text, unsigned width);

/* As ui_text_append_fitted(), but does not pad with spaces. */
void ui_text_append_cut(GString *out, const char *text, unsigned width);

/* Appends a count in readable form: all digits for numbers below a million, otherwise three or four digits and a unit.
 * Examples: 16482, 8.71M, 26.93M, 509.5M, 1.25G. */
void ui_text_append_count(GString *out, double count);

/* As ui_text_append_count(), but with the decimals and the unit of another count, such as 0.12M next to 8.71M. */
void ui_text_append_count_like(GString *out, double count, double other);

/* Appends part / whole as a percentage with one decimal, such as "85.5%"; "0.0%" if the whole is 0. */
void ui_text_append_percent(GString *out, double part, double whole);

/* Appends a number of bytes in units of 1024, such as "64 B", "32 KB" or "1.5 MB". */
void ui_text_append_bytes(GString *out, uint64_t bytes);

/* Returns part / whole; 0 if the whole is 0. */
double ui_text_ratio(double part, double whole);

/* Appends an escaped text in lines of at most `width` columns. Each line is indented by `indent` spaces. A word that is
 * too wide has a line of its own. */
void ui_text_wrap(GString *out, const char *words, unsigned width, unsigned indent);

/* Returns the number of columns of the terminal `fd`; 80 if it is not a terminal. */
unsigned ui_text_columns(int fd);
