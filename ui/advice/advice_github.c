/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_github.c: writes findings as commands of a GitHub workflow, such as "::warning file=a.c,line=3,title=Loop
 * order::text". */
#include <string.h>

#include "ui/advice/advice_formats.h"
#include "ui/base/ui_text.h"

/* Writes a text in a workflow command. property: whether the text is the value of a property, in which ':' and ',' must
 * be escaped. */
static void put(FILE *file, const char *text, bool property) {
  for (; *text != '\0'; text++) {
    const bool special = *text == '%' || *text == '\r' || *text == '\n' || (property && (*text == ':' || *text == ','));
    if (special)
      fprintf(file, "%%%02X", (unsigned char)*text);
    else
      fputc(*text, file);
  }
}

static void put_finding(FILE *file, const AdviceReport *report, const AdviceFinding *advice) {
  g_autofree char *message = advice_format_message(advice);
  g_autoptr(GString) size = g_string_new(NULL);
  fprintf(file, "::%s ", advice->gain > 0 ? "warning" : "notice");
  if (advice->lines->len != 0) {
    const AdviceLine *line = &g_array_index(advice->lines, AdviceLine, 0);
    g_autofree char *path = advice_format_path(report->view->profile->files[line->file].path);
    fputs("file=", file);
    put(file, path, true);
    fprintf(file, ",line=%" G_GUINT64_FORMAT ",", line->line);
  }
  fputs("title=", file);
  put(file, advice->rule->title, true);
  fputs("::", file);
  if (advice->is_stall) {
    ui_text_append_percent(size, advice->cycles, report->list->stall);
    g_string_append(size, " of the memory stall. ");
  }
  put(file, size->str, false);
  put(file, message, false);
  fputc('\n', file);
}

void advice_write_github(const AdviceReport *report, FILE *file) {
  for (guint i = 0; i < report->list->quality->len; i++) {
    g_autofree char *sentence = ui_text_unescaped(report->list->quality->pdata[i]);
    fputs("::notice title=MemSpy::", file);
    put(file, sentence, false);
    fputc('\n', file);
  }
  for (guint i = 0; i < report->list->findings->len; i++) put_finding(file, report, report->list->findings->pdata[i]);
}
