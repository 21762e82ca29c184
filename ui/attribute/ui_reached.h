/* ui_reached.h: which variables an exact run's references went to, by what the code reached them by.
 *
 * A profile with --instructions=yes has the references of each instruction, and the text of an instruction says through
 * which pointer it goes (UiHolders). So each such name leads to what the references through it went to. Of how many
 * of them missed nothing is taken.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_REACHED_H
#define UI_ATTRIBUTE_REACHED_H

#include "ui/attribute/ui_variables.h"
#include "ui/uses/ui_uses.h"

typedef struct UiReached UiReached;

/* What a reference was by. */
typedef enum {
  UI_REACHED_SEEN,     /* UiHolders.seen */
  UI_REACHED_ASSIGNED, /* that, or what the function copies it to or from (UiHolders.assigned) */
  UI_REACHED_WAYS
} UiReachedWay;

/* `number_of`: the variable that each bin of the profile is; UI_VARIABLE_NONE: none. `uses`, `code`: as for
 * ui_attribute(); nothing is asked of them where the profile does not tell instructions apart. No argument is needed
 * afterwards. Free it with ui_reached_free(); NULL is allowed there. */
UiReached *ui_reached_new(const UiProfile *profile, const guint32 *number_of, UiUses *uses, UiUses *code);
void ui_reached_free(UiReached *reached);

/* The variable that more than half of the references by any of `names` (UiHolders) went to; UI_VARIABLE_NONE: that many
 * went to none. A reference counts once for each of the names that it was by. *by gets the name that most of them were
 * by, and belongs to `reached`. Returns false, and sets nothing, if no reference was by these names, or no variable has
 * half. */
bool ui_reached_by(const UiReached *reached, UiReachedWay way, const char *names, guint32 *variable, const char **by);

#endif
