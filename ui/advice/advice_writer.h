/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_writer.h: writes changes as program text, with the program's own names. Only for the files of advice_make*.c.
 */
#pragma once

#include "ui/advice/advice_cause.h"

typedef struct {
  const AdviceContext *context;
  const AdviceTrouble *trouble;
  const AdviceCause *cause;
  const AdviceDataGroup *data;
  const NameBinType *type; /* NULL: unknown */
  const char *variable;    /* NULL: unknown */
  AdviceLanguage language;
  GString *out; /* program text in lines; no newline at its end; not escaped yet */
} AdviceWriter;

void advice_write(const AdviceWriter *writer, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Returns "_Alignas" or "alignas". */
const char *advice_write_alignment(const AdviceWriter *writer);

/* Returns the name of a type without the keyword: "body" for "struct body". */
const char *advice_write_bare_type(const char *type);
