/* test_help.c: tests help texts at several widths: columns, paragraphs, words that are too long.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ui/base/ui_help.h"
#include "ui/base/ui_text.h"

static const char help[] = "Usage:\n"
                           "  memspy thing [OPTION…] FILE\n"
                           "\n"
                           "Application Options:\n"
                           "  -o, --out=FILE                             Where the text goes, if not to the screen\n"
                           "  --a-long-option-with-a-long-value=VALUE    What it means\n"
                           "\n"
                           "This paragraph is wider than the terminal.\n"
                           "It has a second line.\n"
                           "\n"
                           "Short lines\n"
                           "stay.\n"
                           "      indented words stay below each other when they are filled\n";

static const char at_44[] = "Usage:\n"
                            "  memspy thing [OPTION…] FILE\n"
                            "\n"
                            "Application Options:\n"
                            "  -o, --out=FILE      Where the text goes,\n"
                            "                      if not to the screen\n"
                            "  --a-long-option-with-a-long-value=VALUE\n"
                            "                      What it means\n"
                            "\n"
                            "This paragraph is wider than the terminal.\n"
                            "It has a second line.\n"
                            "\n"
                            "Short lines\n"
                            "stay.\n"
                            "      indented words stay below each other\n"
                            "      when they are filled\n";

static const char at_40[] = "Usage:\n"
                            "  memspy thing [OPTION…] FILE\n"
                            "\n"
                            "Application Options:\n"
                            "  -o, --out=FILE    Where the text goes,\n"
                            "                    if not to the screen\n"
                            "  --a-long-option-with-a-long-value=VALUE\n"
                            "                    What it means\n"
                            "\n"
                            "This paragraph is wider than the\n"
                            "terminal. It has a second line.\n"
                            "\n"
                            "Short lines\n"
                            "stay.\n"
                            "      indented words stay below each\n"
                            "      other when they are filled\n";

static unsigned compare(const char *what, const char *found, const char *expected) {
  if (strcmp(found, expected) == 0) return 0;
  printf("%s: expected\n%s\nfound\n%s\n", what, expected, found);
  return 1;
}

/* Lines must not exceed the width, except with a word that is too long; no word may be lost, added or moved. */
static unsigned check_width(unsigned width) {
  g_autofree char *text = ui_help_wrapped(help, width);
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  unsigned failures = 0;
  for (char **line = lines; *line != NULL; line++)
    if (g_utf8_strlen(*line, -1) > (glong)width && strstr(*line, "--a-long-option") == NULL) {
      printf("%u columns: %s\n", width, *line);
      failures++;
    }
  g_autoptr(GRegex) blanks = g_regex_new("\\s+", 0, 0, NULL);
  g_autofree char *words = g_regex_replace_literal(blanks, text, -1, 0, " ", 0, NULL);
  g_autofree char *given = g_regex_replace_literal(blanks, help, -1, 0, " ", 0, NULL);
  return failures + compare("words", words, given);
}

int main(void) {
  unsigned failures = 0, looked_at = 0;
  g_autofree char *text44 = ui_help_wrapped(help, 44), *text40 = ui_help_wrapped(help, 40);
  failures += compare("44 columns", text44, at_44) + compare("40 columns", text40, at_40);
  for (unsigned width = 40; width < 120; width++, looked_at++) failures += check_width(width);
  int pipes[2];
  if (pipe(pipes) != 0 || ui_text_columns(pipes[1]) != 80) {
    puts("the width of a pipe");
    failures++;
  }
  printf("%u widths, %u failures\n", looked_at, failures);
  return failures > 0;
}
