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

/* How the finder looks for a bin (ui_find.h). It calls these through pointers, because a block of the heap may be
 * called by the variable of another block. */
typedef struct {
  /* The variable of a bin. */
  UiFound (*find)(UiFinder *finder, uint32_t bin);
  /* The next bin, from receiver *from of `bin` on, whose variable find() asks for; UI_FINDER_NONE: there is no further
   * one. Moves *from past it. */
  uint32_t (*next)(const UiFinder *finder, uint32_t bin, uint32_t *from);
} UiFind;

#define UI_FINDER_NONE UINT32_MAX

/* Bytes of a variable's name; longer ones are cut. */
enum { UI_FINDER_LONGEST = 1024 };

/* The debug information and the slots must outlive it. Free it with ui_finder_free(). */
UiFinder *ui_finder_new(const UiProfile *profile, UiDebug *debug, const UiSlots *slots, UiFind find);
void ui_finder_free(UiFinder *finder);

/* What was found for a bin; it belongs to the finder. Bins whose variables it depends on are looked for first, however
 * long the chain of them is: the stack does not grow with it. Not to be called by UiFind.find(). */
const UiFound *ui_finder_bin(UiFinder *finder, uint32_t bin);

/* The same of a bin that was asked for before; UI_FOUND_NOTHING while it is being looked for (two bins that hold each
 * other). */
const UiFound *ui_finder_known(const UiFinder *finder, uint32_t bin);

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

/* Fills *found with a place that holds an address: `prefix` and the place's path are its name, which is cut if it is
 * longer than UI_FINDER_LONGEST. Returns false, with
 * *found unchanged, when the place can hold none. Frees place->path. */
bool ui_finder_place(UiFinder *finder, UiModule *module, const char *prefix, UiPlaceInType *place, UiFoundRank rank,
                     guint frame, UiFound *found);

/* What is found if a block is all of a local variable of active function `frame`, as the array of variable size that a
 * Fortran compiler allocates on entry to a procedure. */
UiFound ui_finder_whole(UiFinder *finder, UiModule *module, Dwarf_Die *variable, guint frame);

#endif
