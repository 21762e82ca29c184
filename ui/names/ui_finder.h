/* ui_finder.h: what the files that look for variables of bins share: call paths, strings, what was found before.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_FINDER_H
#define UI_UI_FINDER_H

#include "ui/names/ui_found.h"
#include "ui/names/ui_slots.h"
#include "ui/names/ui_type_walk.h"

typedef struct UiFinder UiFinder;

/* Looks for the variable of a bin (ui_find.h). It is called through a pointer, because a block of the heap may be
 * called by the variable of another block. */
typedef UiFound UiFind(UiFinder *finder, uint32_t bin);

/* The debug information and the slots must outlive it. Free it with ui_finder_free(). */
UiFinder *ui_finder_new(const UiProfile *profile, UiDebug *debug, const UiSlots *slots, UiFind *find);
void ui_finder_free(UiFinder *finder);

/* What was found for a bin; it belongs to the finder. Asked for a bin while that is being looked for (two bins that
 * hold each other), says UI_FOUND_NOTHING. */
const UiFound *ui_finder_bin(UiFinder *finder, uint32_t bin);

/* The active functions of a bin's call path (UiActive), innermost first; without those of objects that nothing is known
 * of.. Owned by the caller. */
typedef struct {
  UiActive active;
  uint32_t frame; /* of the bin */
  const UiCallSite *site;
  const char *name; /* of the function, as the profile or the debug information says; without its arguments */
  bool known;       /* active and site hold; otherwise only the name, and active.file and active.line, do */
} UiPathStep;
GArray *ui_finder_path(UiFinder *finder, uint32_t bin);

/* The step's function with the namespaces and classes around it; of a known step. It belongs to the finder. */
const char *ui_finder_function(UiFinder *finder, const UiPathStep *step);

const UiProfile *ui_finder_profile(const UiFinder *finder);
UiDebug *ui_finder_debug(const UiFinder *finder);
const UiSlots *ui_finder_slots(const UiFinder *finder);

/* A copy of the string that lives as long as the finder. */
const char *ui_finder_string(UiFinder *finder, const char *string);

/* Fills *found with a place that holds an address: `prefix` and the place's path are its name. Returns false, with
 * *found unchanged, when the place can hold none. Frees place->path. */
bool ui_finder_place(UiFinder *finder, UiModule *module, const char *prefix, UiPlaceInType *place, UiFoundRank rank,
                     guint frame, UiFound *found);

#endif
