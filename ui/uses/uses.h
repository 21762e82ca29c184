/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses.h: finds the data that the lines and instructions of a program read and write, by static analysis of its
 * sources (libclang), or of machine code and debug information if there are no sources.
 *
 * Rutar and Hollingsworth, "Software Analysis Techniques to Approximate Data Centric Direct Measurements" (2011),
 * section 3.1. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/names/name_pointers.h"

typedef enum {
  USES_BY_SOURCE, /* libclang read the function's source */
  USES_BY_CODE    /* its machine code and debug information were read */
} UsesWay;

typedef enum {
  USES_STATIC,    /* a static or thread-local variable */
  USES_STACK,     /* a local variable or parameter; for a dereferenced pointer: its target is unknown */
  USES_HEAP,      /* a block that a call of an allocation function made */
  USES_PARAMETER, /* the target of a parameter, which the caller determines (uses_argument()) */
  USES_UNKNOWN
} UsesKind;

enum { USES_NONE = G_MAXUINT32 };

/* Data that a function uses; aliases within the function are joined. */
typedef struct {
  UsesKind kind;
  const char *name;     /* the variable or field that contains it or its address: "x", "grid.cells" */
  const char *owner;    /* function that declares it; "": global */
  const char *file;     /* file of the allocating call for heap data, else of the declaration; "": unknown */
  unsigned line;        /* line in that file; 0: unknown */
  unsigned argument;    /* for a parameter: its number, from 0 */
  guint64 bytes;        /* size of a variable, by machine code; 0: unknown */
  bool scalar;          /* a number or pointer; no array, struct or block */
  bool pointed;         /* the unknown target of a pointer, which names it */
  NamePointers holders; /* holders of its address; .assigned: pointers that the function copies to or from these */
} UsesData;

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
} UsesAccess;

/* An instruction with an access; several can share a joined access. */
typedef struct {
  guint64 address; /* link-time address */
  guint32 access;  /* index in UsesFunction.accesses */
} UsesInstruction;

/* A loop. Its lines are those from `first` to `last` with code, including the head. */
typedef struct {
  unsigned first, last;
  guint32 around; /* the enclosing loop; USES_NONE: none */
} UsesLoop;

/* A call, with its arguments. The object of a method is argument 0. */
typedef struct {
  unsigned line;
  const char *callee; /* the function, or the pointer to it */
  bool by_pointer;    /* `callee` is a pointer: a variable, or a field without its struct */
  guint32 n_arguments;
  const guint32 *arguments; /* the target of each one; USES_NONE: no pointer, or unknown */
} UsesCall;

/* A copy of an address, or one near it, between two pointers, by their names (NamePointers). */
typedef struct {
  const char *to, *from;
} UsesCopy;

/* A function's uses. Owned by the Uses. */
typedef struct {
  UsesWay way;
  const char *name, *file;
  unsigned first, last; /* first and last line */
  GArray *data;         /* UsesData */
  GArray *accesses;     /* UsesAccess, by line, then address, then position; reads before writes */
  GArray *instructions; /* UsesInstruction, by address; empty by source */
  GArray *loops;        /* UsesLoop, enclosing loops first */
  GArray *lines;        /* unsigned: lines with code, in order */
  GArray *calls;        /* UsesCall, by line */
  GArray *parameters;   /* const char *, by number: their names (NamePointers); "": unknown */
  GArray *copies;       /* UsesCopy; by machine code, the called function has those of inlined ones */
} UsesFunction;

typedef struct Uses Uses;

/* Makes an analysis, which opens objects and sources when they are needed. commands: a compile_commands.json, or its
 * folder; NULL: searched next to the program and the sources. ways: the allowed UsesWay, as bits 1 << way. Free the
 * result with uses_free(), which accepts NULL. */
Uses *uses_new(const char *commands, unsigned ways);
void uses_free(Uses *uses);

/* Returns the innermost function, possibly inlined, at a link-time address of an object. *line: the line in it. NULL:
 * unknown, as for assembler code. Opens the object as name_module_open() does. */
const UsesFunction *uses_at(Uses *uses, const char *object, const char *build_id, guint64 address, unsigned *line);

/* Returns a function into which that of uses_at() was inlined. *line: the line of the inlined call. depth: 1 for the
 * innermost one, 2 for the one around it, and so on. NULL: there is no such function. */
const UsesFunction *uses_around(Uses *uses, const char *object, const char *build_id, guint64 address, unsigned depth,
                                unsigned *line);

/* The symbol and line of code, also of assembler code. */
typedef struct {
  const char *symbol, *file; /* "": unknown */
  unsigned line;             /* 0: unknown */
} UsesLabel;

/* Returns the label of the code at a link-time address of an object. The Uses owns its strings. */
UsesLabel uses_label(Uses *uses, const char *object, const char *build_id, guint64 address);

/* Returns the kind of data to which an instruction refers directly. USES_STATIC: the variable *name, by an address
 * in the instruction; USES_STACK: the frame of the symbol's function, by the stack pointer; USES_UNKNOWN: no
 * data, or a variable without a symbol. *name is NULL if the kind is not USES_STATIC. The caller owns *name. */
UsesKind uses_fixed(Uses *uses, const char *object, const char *build_id, guint64 address, char **name);

/* Returns the name of the static variable at a link-time address of an object; NULL: unknown. The caller owns it. */
char *uses_static(Uses *uses, const char *object, const char *build_id, guint64 address);

/* An instruction before another one in the control flow. Because of loops, it can occur at several distances. */
typedef struct {
  guint64 address; /* link-time address */
  guint distance;  /* distance in instructions, from 1 */
  double share;    /* share of the paths back with that length, or that have ended before */
} UsesBefore;

/* Stores the instructions before one in its function, nearest first, up to distance `far`, at most `n`. Assumes a few
 * rounds for loops. Returns their number; 0: the code cannot be read. */
guint uses_before(Uses *uses, const char *object, const char *build_id, guint64 address, guint far, guint n,
                  UsesBefore *before);

/* The machine code and control flow of a function (uses_shape.h). */
typedef struct UsesShape UsesShape;

/* Returns the shape of the called function, or of the symbol, that contains an address. Each function has one shape.
 * NULL: the code cannot be read. Owned by the Uses. */
const UsesShape *uses_shape(Uses *uses, const char *object, const char *build_id, guint64 address);

/* Returns the number of the data that a call in the line passes to `callee` as an argument, from 0; USES_NONE:
 * unknown. */
guint32 uses_argument(const UsesFunction *function, unsigned line, const char *callee, unsigned argument);

/* Returns the number of the innermost loop that contains a line; USES_NONE: none. */
guint32 uses_loop(const UsesFunction *function, unsigned line);

/* Returns the lines with code in a loop (unsigned), in order. Free the result with g_array_unref(). */
GArray *uses_loop_lines(const UsesFunction *function, guint32 loop);

/* Returns the warnings, ended by NULL: libclang is missing, sources did not parse, objects could not be read. They are
 * not escaped for printing. Owned by the caller. */
char **uses_notes(const Uses *uses);
