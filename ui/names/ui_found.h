/* ui_found.h: the variable that a bin is called by, and the type of its data. docs/naming.md has the rules.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_FOUND_H
#define UI_UI_FOUND_H

#include "ui/names/ui_debug.h"
#include "ui/names/ui_type_walk.h"

/* How good a name is; of two, the greater is taken. */
typedef enum {
  UI_FOUND_NOTHING,
  UI_FOUND_LOCAL,     /* a local variable of a function in the call path; the outermost is the best */
  UI_FOUND_UNTYPED,   /* something that lasts, but a void * */
  UI_FOUND_FIELD      /* something static, or a field of something static or in the heap */
} UiFoundRank;

/* Strings belong to the UiFinder. */
typedef struct {
  UiFoundRank rank;
  guint frame;           /* of a local: of the active function that has it, counted from the innermost of the path */
  const char *variable;  /* VarName */
  const char *data_type; /* DataType; "": unknown */
  UiModule *module;      /* that the types are in */
  Dwarf_Die type;        /* of the variable, when has_type is set; of a heap bin, of what receives the address */
  Dwarf_Die element;     /* type of an element, when has_element is set */
  Dwarf_Die argument;    /* T of a container of the library, when has_argument is set */
  bool has_type, has_element, has_argument;
  const UiStatic *common; /* the bin is this Fortran common block; NULL: it is none */
} UiFound;

typedef struct UiFinder UiFinder;

/* The debug information must outlive it. Free it with ui_finder_free(). */
UiFinder *ui_finder_new(const UiProfile *profile, UiDebug *debug);
void ui_finder_free(UiFinder *finder);

/* From now on, bins that are parts of stack variables have their types from `slots`, which must outlive the finder. */
struct UiSlots;
void ui_finder_use_slots(UiFinder *finder, const struct UiSlots *slots);

/* What was found for a bin; it belongs to the finder. Asked for a bin while that is being looked for (two bins that hold
 * each other), says UI_FOUND_NOTHING. */
const UiFound *ui_finder_bin(UiFinder *finder, uint32_t bin);

/* ---- what the files that look for names share ---- */

/* The active functions of a bin's call path (UiActive), innermost first; without those of objects that nothing is known
 * of.. Owned by the caller. */
typedef struct {
  UiActive active;
  uint32_t frame;             /* of the bin */
  const UiCallSite *site;
  const char *name;           /* of the function, as the profile or the debug information says; without its arguments */
  bool known;                 /* active and site hold; otherwise only the name, and active.file and active.line, do */
} UiPathStep;
GArray *ui_finder_path(UiFinder *finder, uint32_t bin);

/* The step's function with the namespaces and classes around it; of a known step. It belongs to the finder. */
const char *ui_finder_function(UiFinder *finder, const UiPathStep *step);

const UiProfile *ui_finder_profile(const UiFinder *finder);
UiDebug *ui_finder_debug(const UiFinder *finder);

/* A copy of the string that lives as long as the finder. */
const char *ui_finder_string(UiFinder *finder, const char *string);

/* Fills *found with a place that holds an address: `prefix` and the place's path are its name. Returns false, with
 * *found unchanged, when the place can hold none. Frees place->path. */
bool ui_found_place(UiFinder *finder, UiModule *module, const char *prefix, UiPlaceInType *place, UiFoundRank rank,
                    guint frame, UiFound *found);

/* The best that the receivers of a heap bin tell (ui_receiver.c). */
UiFound ui_receiver_best(UiFinder *finder, uint32_t bin, const GArray *path);

/* The local variables that receive a heap bin's address, by receivers, from step to step of its path: `by_step` has an
 * UiFound for each, UI_FOUND_NOTHING where there is none (ui_receiver.c). */
void ui_receiver_locals(UiFinder *finder, uint32_t bin, const GArray *path, UiFound *by_step);

/* What the step itself says of who receives what the call in it returns: by the register that the result is in, and by
 * its source line (ui_statement.c). `callee` is the name of the function called, NULL for the allocation. Sets
 * *passes_on to whether the step only returns it to its caller. */
UiFound ui_statement_receiver(UiFinder *finder, uint32_t bin, const UiPathStep *step, guint index, const char *callee,
                              bool *passes_on);

/* Does the step return the local variable of that name to its caller? */
bool ui_statement_returns(UiFinder *finder, const UiPathStep *step, const char *variable);

#endif
