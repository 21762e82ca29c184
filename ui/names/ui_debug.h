/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_debug.h: the object files and source files of a profile, opened on first use. */
#pragma once

#include "ui/model/ui_profile.h"
#include "ui/names/ui_code_scope.h"
#include "ui/names/ui_program_text.h"
#include "ui/names/ui_static.h"

typedef struct UiDebug UiDebug;

/* The profile must outlive it. Free it with ui_debug_free(). */
UiDebug *ui_debug_new(const UiProfile *profile);
void ui_debug_free(UiDebug *debug);

UiProgramText *ui_debug_text(UiDebug *debug);

/* The debug information of an object; NULL: none. */
UiModule *ui_debug_module(UiDebug *debug, uint32_t object);

/* The variable or common block of a static or tls bin, and the module of its object; NULL: unknown. */
const UiStatic *ui_debug_static(UiDebug *debug, uint32_t bin, UiModule **module);

/* An active function at a call or store: the called one, or an inlined one. */
typedef struct {
  UiModule *module;
  Dwarf_Die function;
  const char *file;         /* file of the current line; "": unknown */
  uint64_t line;            /* current line in the function; 0: unknown */
  uint64_t column;          /* column of the call in that line, from 1; 0: unknown */
  guint first_scope, scope; /* indices in `scopes`: its innermost block, and itself */
  bool physical;            /* the last one, which has the stack frame */
  bool library;             /* see ui_die_is_library() */
} UiActive;

/* The debug information of a call or store. */
typedef struct {
  UiModule *module;
  Dwarf_Addr pc;
  GArray *scopes; /* see ui_scopes_at(); NULL: unknown, and so are `active` and `locals` */
  GArray *active; /* UiActive, innermost first */
  GArray *locals; /* see ui_scope_locals(); at the instruction after a call */
} UiCallSite;

/* The debug information of a call; never NULL. Owned by `debug`. */
const UiCallSite *ui_debug_call(UiDebug *debug, uint32_t call);

/* A warning for each object file that has changed since the run, ended by NULL. Owned by the caller. */
char **ui_debug_notes(const UiDebug *debug);

/* The reason for which the program's file cannot be used: it is missing or has changed. NULL: it can. Owned by the
 * caller. */
char *ui_debug_problem(UiDebug *debug);
