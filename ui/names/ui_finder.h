/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_finder.h: the context of a search for the variables of bins: call paths, strings, and the results so far. */
#pragma once

#include "ui/names/ui_found.h"
#include "ui/names/ui_slots.h"
#include "ui/names/ui_type_walk.h"

typedef struct UiFinder UiFinder;

/* The search for a bin's variable (ui_find.h). The finder calls these through pointers, because the search can depend on
 * the variable of another bin. */
typedef struct {
  /* Finds the variable of a bin. */
  UiFound (*find)(UiFinder *finder, uint32_t bin);
  /* The next bin, from receiver *from of `bin` on, on whose variable find() depends, and moves *from after it;
   * UI_FINDER_NONE: no more. */
  uint32_t (*next)(const UiFinder *finder, uint32_t bin, uint32_t *from);
} UiFind;

#define UI_FINDER_NONE UINT32_MAX

/* Limit of bytes of a variable's name; longer names are cut. */
enum { UI_FINDER_LONGEST = 1024 };

/* The arguments must outlive the result. Free it with ui_finder_free(). */
UiFinder *ui_finder_new(const UiProfile *profile, UiDebug *debug, const UiSlots *slots, UiFind find);
void ui_finder_free(UiFinder *finder);

/* The result for a bin, owned by the finder. Searches all bins on which it depends first, without recursion, so the
 * length of the chain is not limited by the stack. UiFind.find() must not call this. */
const UiFound *ui_finder_bin(UiFinder *finder, uint32_t bin);

/* As ui_finder_bin(), of a bin that was searched before; UI_FOUND_NOTHING during its search (two bins that refer to each
 * other). */
const UiFound *ui_finder_known(const UiFinder *finder, uint32_t bin);

/* The active functions of a bin's call path (UiActive), innermost first; without those of objects that nothing is
 * known of.. Owned by the caller. */
typedef struct {
  UiActive active;
  uint32_t frame; /* frame number in the bin's call path */
  const UiCallSite *site;
  const char *name; /* name of the function, from the profile or the debug information, without its arguments */
  bool known;       /* false: only the name, active.file and active.line are valid */
} UiPathStep;
GArray *ui_finder_path(UiFinder *finder, uint32_t bin);

/* The qualified name of a known step's function. Owned by the finder. */
const char *ui_finder_function(UiFinder *finder, const UiPathStep *step);

const UiProfile *ui_finder_profile(const UiFinder *finder);
UiDebug *ui_finder_debug(const UiFinder *finder);
const UiSlots *ui_finder_slots(const UiFinder *finder);

/* A copy of the string, owned by the finder. */
const char *ui_finder_string(UiFinder *finder, const char *string);

/* Fills *found with a place that holds an address: `prefix` and the place's path are its name, which is cut if it is
 * longer than UI_FINDER_LONGEST. Returns false, with
 * *found unchanged, when the place can hold none. Frees place->path. */
bool ui_finder_place(UiFinder *finder, UiModule *module, const char *prefix, UiPlaceInType *place, UiFoundRank rank,
                     guint frame, UiFound *found);

/* What is found if a block is all of a local variable of active function `frame`, as the array of variable size that a
 * Fortran compiler allocates on entry to a procedure. */
UiFound ui_finder_whole(UiFinder *finder, UiModule *module, Dwarf_Die *variable, guint frame);
