/* ui_debug.h: the objects and source files of a profile, opened when something in them is asked for.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_DEBUG_H
#define UI_UI_DEBUG_H

#include "ui/model/ui_profile.h"
#include "ui/names/ui_code_scope.h"
#include "ui/names/ui_program_text.h"
#include "ui/names/ui_static.h"

typedef struct UiDebug UiDebug;

/* The profile must outlive it. Free it with ui_debug_free(). */
UiDebug *ui_debug_new(const UiProfile *profile);
void ui_debug_free(UiDebug *debug);

UiProgramText *ui_debug_text(UiDebug *debug);

/* The debug information of an object; NULL when there is none. */
UiModule *ui_debug_module(UiDebug *debug, uint32_t object);

/* What lies where a static or tls bin does; NULL when that is not known. *module gets the object it is in. */
const UiStatic *ui_debug_static(UiDebug *debug, uint32_t bin, UiModule **module);

/* A function that is active at a call or store: a physical one, or one inlined there. */
typedef struct {
  UiModule *module;
  Dwarf_Die function;
  const char *file;         /* of the line in it that is being executed; "": unknown */
  uint64_t line;            /* 0: unknown */
  uint64_t column;          /* of the call in that line, from 1; 0: unknown */
  guint first_scope, scope; /* of `scopes`: its blocks from the inside out, then itself */
  bool physical;            /* the last one: it has the stack frame */
  bool library;             /* see ui_die_is_library() */
} UiActive;

/* What is known of a call or store. */
typedef struct {
  UiModule *module;
  Dwarf_Addr pc;
  GArray *scopes; /* see ui_scopes_at(); NULL: nothing is known, and neither are the others */
  GArray *active; /* UiActive, innermost first */
  GArray *locals; /* see ui_scope_locals(); at the instruction behind a call */
} UiCallSite;

/* It belongs to `debug`. Never NULL. */
const UiCallSite *ui_debug_call(UiDebug *debug, uint32_t call);

/* What is to be told of objects that could not be read as they were: a sentence for each, ended by NULL. Owned by the
 * caller. */
char **ui_debug_notes(const UiDebug *debug);

/* Why not even the program itself can be looked at: its file is not there, or is another one. NULL: it can. Owned by
 * the caller. */
char *ui_debug_problem(UiDebug *debug);

#endif
