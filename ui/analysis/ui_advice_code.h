/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_code.h: what the source lines of a trouble say about its data. Only for the files of ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_find.h"

typedef enum { UI_LANGUAGE_C, UI_LANGUAGE_CXX, UI_LANGUAGE_FORTRAN } UiLanguage;

/* The language of a trouble's first line. */
UiLanguage ui_advice_language(const UiAdviceContext *context, const UiTrouble *trouble);

/* The text of the source line of a place, without blanks at its ends; NULL when there is none. Owned by the caller. */
char *ui_advice_line(const UiAdviceContext *context, uint32_t place);

/* "matmul.c:12: c[i][j] += a[i][k] * b[k][j];" for each of the trouble's lines that have most of it, `most` at most.
 * GPtrArray of char *, fit to print, owned by the caller. */
GPtrArray *ui_advice_quotes(const UiAdviceContext *context, const UiTrouble *trouble, unsigned most);

/* An element of an array, as a source line has it. */
typedef struct {
  char *text;            /* "b[k][j]"; NULL: no line has one */
  GPtrArray *subscripts; /* char *: "k", "j"; of Fortran, too */
  bool fortran;          /* the first subscript is the one along memory; else the last */
} UiAdviceElement;

/* The first such expression of the trouble's data in its lines. The caller clears it with ui_advice_element_clear(). */
UiAdviceElement ui_advice_element(const UiAdviceContext *context, const UiTrouble *trouble);
void ui_advice_element_clear(UiAdviceElement *element);

/* Fields of the elements of the trouble's data that its lines use. */
typedef struct {
  GPtrArray *names; /* char *, in the order of the type, each member of the struct once; belong to the result */
  uint64_t bytes;   /* their size */
  bool reached;     /* by pointers that lie in other data: "entry->row->key" */
  bool counted;     /* by the profile, which tells offsets; else they were found in the text of the lines */
} UiAdviceFields;

/* Nothing is known where `names` is empty. The caller clears the result with ui_advice_fields_clear(). */
UiAdviceFields ui_advice_fields(const UiAdviceContext *context, const UiTrouble *trouble);
void ui_advice_fields_clear(UiAdviceFields *fields);

/* "bodies", of "struct body *.bodies": the variable's last word; NULL: unknown. Owned by the caller. */
char *ui_advice_variable(const UiAdviceContext *context, uint32_t data);
