/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses.h: finds the data that the lines and instructions of a program read and write, by static analysis of its
 * sources (libclang), or of machine code and debug information if there are no sources.
 *
 * Rutar and Hollingsworth, "Software Analysis Techniques to Approximate Data Centric Direct Measurements" (2011),
 * section 3.1. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/names/ui_holders.h"

typedef enum {
  UI_USES_BY_SOURCE, /* libclang read the function's source */
  UI_USES_BY_CODE    /* its machine code and debug information were read */
} UiUsesWay;

typedef enum {
  UI_USES_STATIC,    /* a static or thread-local variable */
  UI_USES_STACK,     /* a local variable or parameter; for a dereferenced pointer: its target is unknown */
  UI_USES_HEAP,      /* a block that a call of an allocation function made */
  UI_USES_PARAMETER, /* the target of a parameter, which the caller determines (ui_uses_argument()) */
  UI_USES_UNKNOWN
} UiUsesKind;

enum { UI_USES_NONE = G_MAXUINT32 };

/* Data that a function uses; aliases within the function are joined. */
typedef struct {
  UiUsesKind kind;
  const char *name;  /* the variable or field that contains it or its address: "x", "grid.cells" */
  const char *owner; /* function that declares it; "": global */
  const char *file;  /* file of the allocating call for heap data, else of the declaration; "": unknown */
  unsigned line;     /* line in that file; 0: unknown */
  unsigned argument; /* for a parameter: its number, from 0 */
  guint64 bytes;     /* size of a variable, by machine code; 0: unknown */
  bool scalar;       /* a number or pointer; no array, struct or block */
  bool pointed;      /* the unknown target of a pointer, which names it */
  UiHolders holders; /* holders of its address; .assigned: pointers that the function copies to or from these */
} UiUsesData;

/* A read or write. Accesses with equal data, line and text are joined. */
typedef struct {
  guint32 data;
  unsigned line;
  const char *text; /* the expression, without blanks: "x[a]"; by machine code: the operand */
  bool write;       /* a write; false: a read */
  guint64 address;  /* link-time address of the instruction; 0: unknown, by source */
  bool spilled;     /* by machine code: an access to a slot of the frame that has no variable there. It counts for the
                     * instruction, but for no line. The data are the slot's variable elsewhere in the function, or
                     * unnamed */
} UiUsesAccess;

/* An instruction with an access; several can share a joined access. */
typedef struct {
  guint64 address; /* link-time address */
  guint32 access;  /* index in UiUsesFunction.accesses */
} UiUsesInstruction;

/* A loop. Its lines are those from `first` to `last` with code, including the head. */
typedef struct {
  unsigned first, last;
  guint32 around; /* the enclosing loop; UI_USES_NONE: none */
} UiUsesLoop;

/* A call, with its arguments. The object of a method is argument 0. */
typedef struct {
  unsigned line;
  const char *callee; /* the function, or the pointer to it */
  bool by_pointer;    /* `callee` is a pointer: a variable, or a field without its struct */
  guint32 n_arguments;
  const guint32 *arguments; /* the target of each one; UI_USES_NONE: no pointer, or unknown */
} UiUsesCall;

/* A copy of an address, or one near it, between two pointers, by their names (UiHolders). */
typedef struct {
  const char *to, *from;
} UiUsesCopy;

/* A function's uses. Owned by the UiUses. */
typedef struct {
  UiUsesWay way;
  const char *name, *file;
  unsigned first, last; /* first and last line */
  GArray *data;         /* UiUsesData */
  GArray *accesses;     /* UiUsesAccess, by line, then address, then position; reads before writes */
  GArray *instructions; /* UiUsesInstruction, by address; empty by source */
  GArray *loops;        /* UiUsesLoop, enclosing loops first */
  GArray *lines;        /* unsigned: lines with code, in order */
  GArray *calls;        /* UiUsesCall, by line */
  GArray *parameters;   /* const char *, by number: their names (UiHolders); "": unknown */
  GArray *copies;       /* UiUsesCopy; by machine code, the called function has those of inlined ones */
} UiUsesFunction;

typedef struct UiUses UiUses;

/* Makes an analysis, which opens objects and sources when they are needed. commands: a compile_commands.json, or its
 * folder; NULL: searched next to the program and the sources. ways: the allowed UiUsesWay, as bits 1 << way. Free the
 * result with ui_uses_free(), which accepts NULL. */
UiUses *ui_uses_new(const char *commands, unsigned ways);
void ui_uses_free(UiUses *uses);

/* Returns the innermost function, possibly inlined, at a link-time address of an object. *line: the line in it. NULL:
 * unknown, as for assembler code. Opens the object as ui_module_open() does. */
const UiUsesFunction *ui_uses_at(UiUses *uses, const char *object, const char *build_id, guint64 address,
                                 unsigned *line);

/* Returns a function into which that of ui_uses_at() was inlined. *line: the line of the inlined call. depth: 1 for the
 * innermost one, 2 for the one around it, and so on. NULL: there is no such function. */
const UiUsesFunction *ui_uses_around(UiUses *uses, const char *object, const char *build_id, guint64 address,
                                     unsigned depth, unsigned *line);

/* The symbol and line of code, also of assembler code. */
typedef struct {
  const char *symbol, *file; /* "": unknown */
  unsigned line;             /* 0: unknown */
} UiUsesLabel;

/* Returns the label of the code at a link-time address of an object. The UiUses owns its strings. */
UiUsesLabel ui_uses_label(UiUses *uses, const char *object, const char *build_id, guint64 address);

/* Returns the kind of data to which an instruction refers directly. UI_USES_STATIC: the variable *name, by an address
 * in the instruction; UI_USES_STACK: the frame of the symbol's function, by the stack pointer; UI_USES_UNKNOWN: no
 * data, or a variable without a symbol. *name is NULL if the kind is not UI_USES_STATIC. The caller owns *name. */
UiUsesKind ui_uses_fixed(UiUses *uses, const char *object, const char *build_id, guint64 address, char **name);

/* An instruction before another one in the control flow. Because of loops, it can occur at several distances. */
typedef struct {
  guint64 address; /* link-time address */
  guint distance;  /* distance in instructions, from 1 */
  double share;    /* share of the paths back with that length, or that have ended before */
} UiUsesBefore;

/* Stores the instructions before one in its function, nearest first, up to distance `far`, at most `n`. Assumes a few
 * rounds for loops. Returns their number; 0: the code cannot be read. */
guint ui_uses_before(UiUses *uses, const char *object, const char *build_id, guint64 address, guint far, guint n,
                     UiUsesBefore *before);

/* The machine code and control flow of a function (ui_uses_shape.h). */
typedef struct UiShape UiShape;

/* Returns the shape of the called function, or of the symbol, that contains an address. Each function has one shape.
 * NULL: the code cannot be read. Owned by the UiUses. */
const UiShape *ui_uses_shape(UiUses *uses, const char *object, const char *build_id, guint64 address);

/* Returns the number of the data that a call in the line passes to `callee` as an argument, from 0; UI_USES_NONE:
 * unknown. */
guint32 ui_uses_argument(const UiUsesFunction *function, unsigned line, const char *callee, unsigned argument);

/* Returns the number of the innermost loop that contains a line; UI_USES_NONE: none. */
guint32 ui_uses_loop(const UiUsesFunction *function, unsigned line);

/* Returns the lines with code in a loop (unsigned), in order. Free the result with g_array_unref(). */
GArray *ui_uses_loop_lines(const UiUsesFunction *function, guint32 loop);

/* Returns the warnings, ended by NULL: libclang is missing, sources did not parse, objects could not be read. They are
 * not escaped for printing. Owned by the caller. */
char **ui_uses_notes(const UiUses *uses);
