/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_search_context.h: the context of a search for the variables of bins: call paths, strings, and the results so
 * far. */
#pragma once

#include "ui/names/name_result.h"
#include "ui/names/name_slots.h"
#include "ui/names/name_type_walk.h"

typedef struct NameSearchContext NameSearchContext;

/* The search for a bin's variable (name_search.h). The context calls its functions through pointers, because a search
 * can depend on the variable of another bin. */
typedef struct {
  /* Finds the variable of a bin. */
  NameResult (*find)(NameSearchContext *finder, uint32_t bin);
  /* Returns the next bin on whose variable find() depends, searching from receiver *from of `bin` on. Sets *from to the
   * receiver after it. Returns NAME_FINDER_NONE if there is no further one. */
  uint32_t (*next)(const NameSearchContext *finder, uint32_t bin, uint32_t *from);
} NameSearch;

#define NAME_FINDER_NONE UINT32_MAX

/* Limit of bytes of a variable's name; longer names are cut. */
enum { NAME_FINDER_LONGEST = 1024 };

/* The arguments must outlive the result. Free it with name_search_context_free(). */
NameSearchContext *name_search_context_new(const Profile *profile, NameDebug *debug, const NameSlots *slots,
                                           NameSearch find);
void name_search_context_free(NameSearchContext *finder);

/* Returns the result for a bin, owned by the finder. Searches all bins on which it depends first, without recursion, so
 * the length of the chain is not limited by the stack. NameSearch.find() must not call this. */
const NameResult *name_search_context_bin(NameSearchContext *finder, uint32_t bin);

/* As name_search_context_bin(), but for a bin that was searched before. Returns NAME_FOUND_NOTHING while the bin's
 * search is in progress, because two bins can refer to each other. */
const NameResult *name_search_context_known(const NameSearchContext *finder, uint32_t bin);

/* A step of a bin's call path: an active function (NameActive). name_search_context_path() returns the steps of a bin,
 * innermost first, without functions of unknown objects. The caller owns the array. */
typedef struct {
  NameActive active;
  uint32_t frame; /* frame number in the bin's call path */
  const NameCallSite *site;
  const char *name; /* name of the function, from the profile or the debug information, without its arguments */
  bool known;       /* false: only the name, active.file and active.line are valid */
} NamePathStep;
GArray *name_search_context_path(NameSearchContext *finder, uint32_t bin);

/* Returns the qualified name of a known step's function. Owned by the finder. */
const char *name_search_context_function(NameSearchContext *finder, const NamePathStep *step);

const Profile *name_search_context_profile(const NameSearchContext *finder);
NameDebug *name_search_context_debug(const NameSearchContext *finder);
const NameSlots *name_search_context_slots(const NameSearchContext *finder);

/* Returns a copy of the string, owned by the finder. */
const char *name_search_context_string(NameSearchContext *finder, const char *string);

/* Fills *found with a place that holds an address: `prefix` and the place's path are its name, which is cut if it is
 * longer than NAME_FINDER_LONGEST. Returns false, with
 * *found unchanged, when the place can hold none. Frees place->path. */
bool name_search_context_place(NameSearchContext *finder, NameModule *module, const char *prefix,
                               NamePlaceInType *place, NameResultRank rank, guint frame, NameResult *found);

/* Returns the result for a block that contains a whole local variable of active function `frame`, such as an array of
 * variable size that a Fortran compiler allocates on entry to a procedure. */
NameResult name_search_context_whole(NameSearchContext *finder, NameModule *module, Dwarf_Die *variable, guint frame);
