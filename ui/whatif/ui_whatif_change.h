/* ui_whatif_change.h: a change of where data lie, as the user writes it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_CHANGE_H
#define UI_UI_WHATIF_CHANGE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum {
#define CHANGE(name, form, meaning) UI_WHATIF_##name,
#include "ui/whatif/ui_whatif_changes.def"
#undef CHANGE
  UI_WHATIF_CHANGES
} UiWhatifKind;

/* What the elements of one of several arrays become: a field of a struct. */
typedef struct {
  uint32_t join, number;    /* as in a plan's UiWhatifColumn (ui_whatif_map.h) */
  uint64_t bytes, to, step; /* of the field; where it is in the struct; of the struct */
} UiWhatifField;

/* What is left out in the form is 0 or NULL. */
typedef struct {
  UiWhatifKind kind;
  char *text;    /* as it was written */
  char *name;    /* BIN, or BINS with commas */
  char *fields;  /* FIELDS */
  uint64_t n, m; /* bytes */
  uint64_t rows, columns;
  uint64_t node;
  const UiWhatifField *field; /* of data that become one array; NULL: not yet known */
} UiWhatifChange;

/* The largest number in a change. */
#define UI_WHATIF_MOST (UINT64_C(1) << 40)

/* Reads a change. Returns NULL and sets *error (a G_OPTION_ERROR) when it is none, with the nearest form. Free with
 * ui_whatif_change_free(). */
UiWhatifChange *ui_whatif_change_parse(const char *text, GError **error);
void ui_whatif_change_free(UiWhatifChange *change);

/* The names of BINS: a comma within brackets belongs to a name. Ended by NULL; free with g_strfreev(). */
char **ui_whatif_change_names(const UiWhatifChange *change);

/* How a kind of change is written, and what it does. */
const char *ui_whatif_change_form(UiWhatifKind kind);
const char *ui_whatif_change_meaning(UiWhatifKind kind);

#endif
