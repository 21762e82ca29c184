/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_debug.h: the object files and source files of a profile, opened on first use. */
#pragma once

#include "ui/names/name_code_scope.h"
#include "ui/names/name_program_text.h"
#include "ui/names/name_static.h"
#include "ui/profile/profile.h"

typedef struct NameDebug NameDebug;

/* The profile must outlive it. Free it with name_debug_free(). */
NameDebug *name_debug_new(const Profile *profile);
void name_debug_free(NameDebug *debug);

NameProgramText *name_debug_text(NameDebug *debug);

/* Returns the debug information of an object; NULL: none. */
NameModule *name_debug_module(NameDebug *debug, uint32_t object);

/* Returns the variable or common block of a static or tls bin, and the module of its object; NULL: unknown. */
const NameStatic *name_debug_static(NameDebug *debug, uint32_t bin, NameModule **module);

/* A function that is active at a call or store: the called function, or one inlined into it. */
typedef struct {
  NameModule *module;
  Dwarf_Die function;
  const char *file;         /* file of the current line; "": unknown */
  uint64_t line;            /* current line in the function; 0: unknown */
  uint64_t column;          /* column of the call in that line, from 1; 0: unknown */
  guint first_scope, scope; /* indices in `scopes`: the function's innermost block, and the function itself */
  bool physical;            /* the called function, which has the stack frame: the last element of
                               NameCallSite.active */
  bool library;             /* see name_die_is_library() */
} NameActive;

/* The debug information of a call or store. */
typedef struct {
  NameModule *module;
  Dwarf_Addr pc;
  GArray *scopes; /* the result of name_scopes_at(); NULL: unknown; then `active` and `locals` are unknown too */
  GArray *active; /* NameActive, innermost first */
  GArray *locals; /* the result of name_scope_locals(); for a call, at the instruction after the call */
} NameCallSite;

/* Returns the debug information of a call; never NULL. Owned by `debug`. */
const NameCallSite *name_debug_call(NameDebug *debug, uint32_t call);

/* Returns a warning for each object file that has changed since the run. The array ends with NULL. Owned by the
 * caller. */
char **name_debug_notes(const NameDebug *debug);

/* Returns the reason for which the program's file cannot be used: it is missing or has changed. NULL: it can. Owned by
 * the caller. */
char *name_debug_problem(NameDebug *debug);
