/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_writer.h: writes changes as program text, with the program's own names. Only for the files of ui_advice*.c.
 */
#pragma once

#include "ui/analysis/ui_advice_cause.h"

enum { UI_WRITE_JOINED = 12 /* arrays, or loops, that are joined */, UI_WRITE_TWENTIETH = 20 };

typedef struct {
  const UiAdviceContext *context;
  const UiTrouble *trouble;
  const UiCause *cause;
  const UiDataGroup *data;
  const UiBinType *type; /* NULL: unknown */
  const char *variable;  /* NULL: unknown */
  UiLanguage language;
  GString *out; /* program text in lines; no newline at its end; not escaped yet */
} UiWriter;

void ui_write(const UiWriter *writer, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Returns "_Alignas" or "alignas". */
const char *ui_write_alignment(const UiWriter *writer);

/* Returns the name of a type without the keyword: "body" for "struct body". */
const char *ui_write_bare_type(const char *type);
