/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_reached.h: finds the variables to which the references of an exact run went, by the pointer that the code used.
 *
 * A profile with --instructions=yes has the references of each instruction, and the machine code of an instruction has
 * its pointer (UiHolders). So each such name leads to the variables of the references through it. Misses are not
 * used. */
#pragma once

#include "ui/attribute/ui_variables.h"
#include "ui/uses/ui_uses.h"

typedef struct UiReached UiReached;

/* The kinds of names of a reference. */
typedef enum {
  UI_REACHED_SEEN,     /* UiHolders.seen */
  UI_REACHED_ASSIGNED, /* UiHolders.seen and .assigned: also pointers that the function copies to or from it */
  UI_REACHED_WAYS
} UiReachedWay;

/* number_of: the variable of each bin of the profile; UI_VARIABLE_NONE: none. uses, code: as for ui_attribute(); unused
 * if the profile has no single instructions. The arguments need not outlive the result. Free it with ui_reached_free(),
 * which accepts NULL. */
UiReached *ui_reached_new(const UiProfile *profile, const guint32 *number_of, UiUses *uses, UiUses *code);
void ui_reached_free(UiReached *reached);

/* Finds the variable of more than half of the references by any of `names` (UiHolders); UI_VARIABLE_NONE: these went to
 * no variable. A reference counts once for each of its names. *by becomes the most frequent name, owned by `reached`.
 * Returns false, and sets nothing, if no reference has these names, or no variable has more than half. */
bool ui_reached_by(const UiReached *reached, UiReachedWay way, const char *names, guint32 *variable, const char **by);
