/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_debug.h: reads the object files and source files of a profile. A file is opened when it is used for the first
 * time. */
#pragma once

#include "ui/names/name_code_scope.h"
#include "ui/names/name_program_text.h"
#include "ui/names/name_static.h"
#include "ui/profile/profile.h"

typedef struct NameDebug NameDebug;

/* Returns a new reader of debug information. The profile must outlive it. The caller frees it with
 * name_debug_free(). */
NameDebug *name_debug_new(const Profile *profile);
void name_debug_free(NameDebug *debug);

NameProgramText *name_debug_text(NameDebug *debug);

/* Returns the debug information of an object file; NULL: there is none. */
NameModule *name_debug_module(NameDebug *debug, uint32_t object);

/* Returns the variable or common block of a bin for static or thread-local data, and sets *module to the module of its
 * object; NULL: unknown. */
const NameStatic *name_debug_static(NameDebug *debug, uint32_t bin, NameModule **module);

/* A function that is active at a call or store: either the called function, or a function that was inlined into it. */
typedef struct {
  NameModule *module;
  Dwarf_Die function;
  const char *file;         /* source file of the current line; "": unknown */
  uint64_t line;            /* current line in the function; 0: unknown */
  uint64_t column;          /* column of the call in the current line, from 1; 0: unknown */
  guint first_scope, scope; /* indices in `scopes` of the function's innermost block, and of the function itself */
  bool physical;            /* whether this is the called function, which has the stack frame. It is the last element of
                               NameCallSite.active */
  bool library;             /* whether the function belongs to the language's library (see name_die_is_library()) */
} NameActive;

/* The debug information at a call or a store. */
typedef struct {
  NameModule *module;
  Dwarf_Addr pc;
  GArray *scopes; /* the result of name_scopes_at(); NULL: unknown, and so are `active` and `locals` */
  GArray *active; /* NameActive: the active functions, the innermost first */
  GArray *locals; /* the result of name_scope_locals(); for a call, at the instruction that follows the call */
} NameCallSite;

/* Returns the debug information at a call. Never returns NULL. `debug` owns the result. */
const NameCallSite *name_debug_call(NameDebug *debug, uint32_t call);

/* Adds the paths of all files that were read so far, and of all files that would have been read if they existed, to
 * `files`. `files` owns the paths. Returns false if further files were read. */
bool name_debug_files(const NameDebug *debug, GPtrArray *files);

/* Keeps the decompressed debug information of all files that were read so far (name_inflated.h). */
void name_debug_keep_inflated(const NameDebug *debug);

/* Returns a warning for each object file that was changed after the run. The array ends with NULL. The caller owns the
 * array. */
char **name_debug_notes(const NameDebug *debug);

/* Returns the reason why the program's file cannot be used, because it is missing or was changed; NULL: it can be used.
 * The caller owns the text. */
char *name_debug_problem(NameDebug *debug);
