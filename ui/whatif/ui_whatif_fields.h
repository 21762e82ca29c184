/* ui_whatif_fields.h: layouts that take the fields of elements apart, from what is known of a type.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_FIELDS_H
#define UI_UI_WHATIF_FIELDS_H

#include "ui/names/ui_types.h"
#include "ui/whatif/ui_whatif_layout.h"

typedef enum {
  UI_WHATIF_FIELDS_SPLIT, /* an array for each list of fields */
  UI_WHATIF_FIELDS_APART, /* an array for each field */
  UI_WHATIF_FIELDS_ORDER  /* one array, in the order of the list */
} UiWhatifFields;

/* Makes the layout of elements of a type, whose size must be known. fields: lists of names with commas, '|' between
 * lists; "f" is all of f.x, f.y, f[0], too. NULL: *wrong says why, with what is allowed; owned by the caller. */
UiWhatifLayout *ui_whatif_fields_layout(const UiBinType *type, UiWhatifFields how, const char *fields, char **wrong);

/* The same where each of the fields of one list gets `bytes` bytes, and all stay in their order. A reference to a field
 * that is no array goes to what is left of it; of an array, no reference may be to what is gone. */
UiWhatifLayout *ui_whatif_fields_shrunk(const UiBinType *type, const char *fields, uint64_t bytes, char **wrong);

/* What bytes of that number are aligned to, to 16 at most, if nothing else is known of them. */
uint64_t ui_whatif_alignment(uint64_t bytes);

/* Bytes of a row of a variable, as its declared type tells; 0: it is no matrix, or its rows have more than
 * UI_WHATIF_ROOM. */
uint64_t ui_whatif_row_bytes(const UiBinType *type);

#endif
