/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_search_context.h: the context of a search for the variables of bins. It supplies call paths and strings, and
 * stores the results so far. */
#pragma once

#include "ui/names/name_result.h"
#include "ui/names/name_slots.h"
#include "ui/names/name_type_walk.h"

typedef struct NameSearchContext NameSearchContext;

/* The functions that search the variable of a bin (name_search.h). The context calls them through pointers, because a
 * search can depend on the variable of another bin. */
typedef struct {
  /* Finds the variable that names a bin. */
  NameResult (*find)(NameSearchContext *finder, uint32_t bin);
  /* Returns the next bin on whose variable find() depends. Begins to search at receiver number *from of `bin`, and sets
   * *from to the number of the receiver that follows the found one. Returns NAME_FINDER_NONE if there is no further
   * such bin. */
  uint32_t (*next)(const NameSearchContext *finder, uint32_t bin, uint32_t *from);
} NameSearch;

#define NAME_FINDER_NONE UINT32_MAX

/* The maximum size of a variable's name in bytes. Longer names are cut. */
enum { NAME_FINDER_LONGEST = 1024 };

/* Returns a new context. The arguments must outlive it. The caller frees it with name_search_context_free(). */
NameSearchContext *name_search_context_new(const Profile *profile, NameDebug *debug, const NameSlots *slots,
                                           NameSearch find);
void name_search_context_free(NameSearchContext *finder);

/* Returns the result for a bin. The context owns it. First searches all bins on which this bin depends, without
 * recursion, so that the size of the stack does not limit the length of the chain. NameSearch.find() must not call this
 * function. */
const NameResult *name_search_context_bin(NameSearchContext *finder, uint32_t bin);

/* As name_search_context_bin(), but for a bin that was already searched. Returns NAME_FOUND_NOTHING if the search of
 * the bin is still in progress, because two bins can depend on each other. */
const NameResult *name_search_context_known(const NameSearchContext *finder, uint32_t bin);

/* A step of a bin's call path, which is an active function (NameActive). name_search_context_path() returns the steps
 * of a bin, the innermost first, without functions of unknown objects. The caller owns the array. */
typedef struct {
  NameActive active;
  uint32_t frame; /* number of the step's frame in the bin's call path */
  const NameCallSite *site;
  const char *name; /* name of the function without its arguments, from the profile or the debug information */
  bool known;       /* whether there is debug information; otherwise, only `name`, active.file and active.line are
                       valid */
} NamePathStep;
GArray *name_search_context_path(NameSearchContext *finder, uint32_t bin);

/* Returns the qualified name of a known step's function. The context owns the name. */
const char *name_search_context_function(NameSearchContext *finder, const NamePathStep *step);

const Profile *name_search_context_profile(const NameSearchContext *finder);
NameDebug *name_search_context_debug(const NameSearchContext *finder);
const NameSlots *name_search_context_slots(const NameSearchContext *finder);

/* Returns a copy of the string. The context owns the copy. */
const char *name_search_context_string(NameSearchContext *finder, const char *string);

/* Sets *found to a place that can hold an address. The name consists of `prefix` and the path of the place, and is cut
 * if it is longer than NAME_FINDER_LONGEST. If the place cannot hold an address, returns false and leaves *found
 * unchanged. Frees place->path. */
bool name_search_context_place(NameSearchContext *finder, NameModule *module, const char *prefix,
                               NamePlaceInType *place, NameResultRank rank, guint frame, NameResult *found);

/* Returns the result for a block that contains a whole local variable of active function number `frame`. For example, a
 * Fortran compiler can allocate an array of variable size on entry to a procedure. */
NameResult name_search_context_whole(NameSearchContext *finder, NameModule *module, Dwarf_Die *variable, guint frame);
