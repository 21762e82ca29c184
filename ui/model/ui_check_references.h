/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_check_references.h: the identities of references and their evictors, for ui_check.c. */
#ifndef UI_UI_CHECK_REFERENCES_H
#define UI_UI_CHECK_REFERENCES_H

#include "ui/model/ui_profile.h"

/* How far the check has come. All zero: nowhere. */
typedef struct {
  guint cell;       /* all before it have had their reference */
  guint reference;  /* all before it have had their evictors */
  uint64_t lost;    /* of that reference's evictors so far */
  uint64_t sums[4]; /* over all references */
} UiCheckReferences;

/* Check one more record, the last of its kind in profile->rows; and, when no more follow, what is left open. NULL, or a
 * new sentence on what is wrong. */
char *ui_check_reference(UiCheckReferences *check, const UiProfile *profile);
char *ui_check_reference_evictor(UiCheckReferences *check, const UiProfile *profile);

/* Checks that the hits of the last reference are those of its cell; one without a cell has made none since counts were
 * set to zero. To be called once for each reference that ui_check_reference() finds nothing wrong with. NULL, or a new
 * sentence that is about that cell alone. */
char *ui_check_hits(UiCheckReferences *check, const UiProfile *profile);

char *ui_check_references_end(UiCheckReferences *check, const UiProfile *profile);

#endif
