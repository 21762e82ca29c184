/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_writer.h: writes changes of a layout as program text, with names of the user's program. Only the files of
 * ui/advice use this header.
 */
#pragma once

#include "ui/advice/advice_cause.h"

typedef struct {
  const AdviceContext *context;
  const AdviceTrouble *trouble;
  const AdviceCause *cause;
  const AdviceDataGroup *data;
  const NameBinType *type; /* type of the data; NULL: unknown */
  const char *variable;    /* name of the variable; NULL: unknown */
  AdviceLanguage language;
  GString *out; /* program text of one or more lines, without a newline at the end, and not escaped for printing yet */
} AdviceWriter;

void advice_write(const AdviceWriter *writer, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Returns the alignment keyword of the language: "_Alignas" or "alignas". */
const char *advice_write_alignment(const AdviceWriter *writer);

/* Returns the declaration of a member or a variable, such as "int kinds[5]" for the type "int [5]" and the name "kinds".
 * NULL: the type is empty, or one of functions, whose declarations have another form. The caller owns the text. */
char *advice_write_declaration(const char *type, const char *name);

/* Returns the name of a type without its keyword, such as "body" for "struct body". */
const char *advice_write_bare_type(const char *type);
