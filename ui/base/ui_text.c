/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_text.h"

#include <string.h>
#include <sys/ioctl.h>

/* Returns the text with escapes. utf8: whether to keep characters outside of ASCII. backslash: the replacement for a
 * backslash. */
static char *escaped(const char *text, gboolean utf8, const char *backslash) {
  GString *out = g_string_sized_new(strlen(text) + 1);
  while (*text != '\0') {
    const unsigned char byte = (unsigned char)*text;
    if (byte == '\\') {
      g_string_append(out, backslash);
      text++;
    } else if (byte >= 0x20 && byte < 0x7f) {
      g_string_append_c(out, *text++);
    } else {
      const gunichar c = byte < 0x80 || !utf8 ? (gunichar)-1 : g_utf8_get_char_validated(text, -1);
      if (c >= (gunichar)-2) {
        g_string_append_printf(out, "\\x%02x", byte);
        text++;
      } else {
        if (g_unichar_isprint(c))
          g_string_append_unichar(out, c);
        else
          g_string_append_printf(out, "\\u{%x}", c);
        text = g_utf8_next_char(text);
      }
    }
  }
  return g_string_free(out, FALSE);
}

char *ui_text_escaped(const char *text) { return escaped(text, g_get_charset(NULL), "\\\\"); }

char *ui_text_escaped_utf8(const char *text) { return escaped(text, TRUE, "\\\\"); }

char *ui_text_source(const char *text) { return escaped(text, g_get_charset(NULL), "\\"); }

/* Appends the character that the escape at `text` stands for, and returns the end of the escape. If the text is not an
 * escape, appends its backslash. */
static const char *unescape_one(GString *out, const char *text) {
  char *end;
  if (text[1] == '\\') {
    g_string_append_c(out, '\\');
    return text + 2;
  }
  if (text[1] == 'x' && g_ascii_isxdigit(text[2]) && g_ascii_isxdigit(text[3])) {
    const int byte = g_ascii_xdigit_value(text[2]) * 16 + g_ascii_xdigit_value(text[3]);
    if (byte != 0) {
      g_string_append_c(out, (char)byte);
      return text + 4;
    }
  }
  if (text[1] == 'u' && text[2] == '{' && g_ascii_isxdigit(text[3])) {
    const guint64 c = g_ascii_strtoull(text + 3, &end, 16);
    if (*end == '}' && c != 0 && c <= 0x10ffff && g_unichar_validate((gunichar)c)) {
      g_string_append_unichar(out, (gunichar)c);
      return end + 1;
    }
  }
  g_string_append_c(out, *text);
  return text + 1;
}

char *ui_text_unescaped(const char *text) {
  GString *out = g_string_sized_new(strlen(text) + 1);
  while (*text != '\0') {
    if (*text == '\\')
      text = unescape_one(out, text);
    else
      g_string_append_c(out, *text++);
  }
  return g_string_free(out, FALSE);
}

static unsigned char_width(gunichar c) {
  if (g_unichar_iszerowidth(c)) return 0;
  return g_unichar_iswide(c) ? 2 : 1;
}

unsigned ui_text_width(const char *text) {
  unsigned width = 0;
  for (; *text != '\0'; text = g_utf8_next_char(text)) width += char_width(g_utf8_get_char(text));
  return width;
}

/* Returns the end of the longest prefix of `text` that takes at most `width` columns. */
static const char *start_of_width(const char *text, unsigned width) {
  for (; *text != '\0'; text = g_utf8_next_char(text)) {
    const unsigned next = char_width(g_utf8_get_char(text));
    if (next > width) break;
    width -= next;
  }
  return text;
}

void ui_text_append_cut(GString *out, const char *text, unsigned width) {
  static const char dots[] = "...";
  const unsigned n_dots = sizeof dots - 1;
  const unsigned all = ui_text_width(text);
  if (all <= width) {
    g_string_append(out, text);
  } else if (width <= n_dots) {
    g_string_append_len(out, text, start_of_width(text, width) - text);
  } else {
    const unsigned tail = (width - n_dots) / 3; /* the end of a name is shorter than its start, because the start is
                                                   more distinctive */
    g_string_append_len(out, text, start_of_width(text, width - n_dots - tail) - text);
    g_string_append(out, dots);
    const char *rest = text;
    while (ui_text_width(rest) > tail) rest = g_utf8_next_char(rest);
    g_string_append(out, rest);
  }
}

void ui_text_append_fitted(GString *out, const char *text, unsigned width) {
  const gsize before = out->len;
  ui_text_append_cut(out, text, width);
  const unsigned used = ui_text_width(out->str + before);
  for (unsigned i = used; i < width; i++) g_string_append_c(out, ' ');
}

void ui_text_append_count_like(GString *out, double count, double other) {
  if (other < 999999.5) {
    g_string_append_printf(out, "%.0f", count);
    return;
  }
  static const char units[] = "MGTPE";
  unsigned unit = 0;
  other /= 1e6;
  count /= 1e6;
  while (other >= 999.95 && unit + 1 < sizeof units - 1) {
    other /= 1e3;
    count /= 1e3;
    unit++;
  }
  g_string_append_printf(out, "%.*f%c", other < 99.995 ? 2 : 1, count, units[unit]);
}

void ui_text_append_count(GString *out, double count) { ui_text_append_count_like(out, count, count); }

double ui_text_ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

void ui_text_append_percent(GString *out, double part, double whole) {
  g_string_append_printf(out, "%.1f%%", 100 * ui_text_ratio(part, whole));
}

void ui_text_append_bytes(GString *out, uint64_t bytes) {
  static const char *const units[] = {"B", "KB", "MB", "GB", "TB", "PB", "EB"};
  unsigned unit = 0;
  double amount = (double)bytes;
  while (amount >= 1024 && unit + 1 < G_N_ELEMENTS(units)) {
    amount /= 1024;
    unit++;
  }
  const gboolean whole = amount == (double)(uint64_t)amount;
  g_string_append_printf(out, "%.*f %s", whole ? 0 : 1, amount, units[unit]);
}

unsigned ui_text_columns(int fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col != 0 ? size.ws_col : 80;
}

void ui_text_wrap(GString *out, const char *words, unsigned width, unsigned indent) {
  g_auto(GStrv) parts = g_strsplit(words, " ", -1);
  unsigned column = 0;
  for (char **word = parts; *word != NULL; word++) {
    const unsigned need = ui_text_width(*word);
    if (column != 0 && column + 1 + need > width) {
      g_string_append_c(out, '\n');
      column = 0;
    }
    g_string_append_printf(out, "%*s%s", column == 0 ? (int)indent : 1, "", *word);
    column += need + (column == 0 ? indent : 1);
  }
  g_string_append_c(out, '\n');
}
