/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_code.h: analyses the source lines of a bottleneck: the element and the fields of its data that they use.
 * Only for the files of ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_find.h"

typedef enum { UI_LANGUAGE_C, UI_LANGUAGE_CXX, UI_LANGUAGE_FORTRAN } UiLanguage;

/* Returns the language of a bottleneck's hottest line. */
UiLanguage ui_advice_language(const UiAdviceContext *context, const UiTrouble *trouble);

/* Returns the text of a place's source line, without surrounding blanks; NULL: not available. Owned by the caller. */
char *ui_advice_line(const UiAdviceContext *context, uint32_t place);

/* Returns quotes such as "matmul.c:12: c[i][j] += a[i][k] * b[k][j];" of the bottleneck's hottest lines, at most
 * `most`. GPtrArray of char *, escaped for printing, owned by the caller. */
GPtrArray *ui_advice_quotes(const UiAdviceContext *context, const UiTrouble *trouble, unsigned most);

/* An array element in a source line. */
typedef struct {
  char *text;            /* "b[k][j]"; NULL: no line has an element */
  GPtrArray *subscripts; /* char *: "k", "j"; NULL if `text` is */
  bool fortran;          /* the first subscript is contiguous in memory; else the last */
} UiAdviceElement;

/* Returns the first element of the bottleneck's data in its lines. The caller clears it with
 * ui_advice_element_clear(). */
UiAdviceElement ui_advice_element(const UiAdviceContext *context, const UiTrouble *trouble);
void ui_advice_element_clear(UiAdviceElement *element);

/* The fields of the bottleneck's data that its lines use. */
typedef struct {
  GPtrArray *names; /* char *, in the order of the type, each member of the struct once; owned by this struct */
  uint64_t bytes;   /* sum of the fields' sizes */
  bool reached;     /* the code reaches the struct by a pointer in other data: "entry->row->key" */
  bool counted;     /* the fields come from the offsets in the profile; else from the text of the lines */
} UiAdviceFields;

/* Returns the fields in use; `names` is empty if they are unknown. The caller clears the result with
 * ui_advice_fields_clear(). */
UiAdviceFields ui_advice_fields(const UiAdviceContext *context, const UiTrouble *trouble);
void ui_advice_fields_clear(UiAdviceFields *fields);

/* Returns the variable's last word, such as "bodies" of "struct body *.bodies"; NULL: unknown. Owned by the caller. */
char *ui_advice_variable(const UiAdviceContext *context, uint32_t data);
