/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses.h: finds the data that the lines and instructions of a program read and write, by static analysis. It analyses
 * the sources with libclang, or, if there are no sources, the machine code and the debug information.
 *
 * The method is that of Rutar and Hollingsworth, "Software Analysis Techniques to Approximate Data Centric Direct
 * Measurements" (2011), section 3.1. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/names/name_pointers.h"

typedef enum {
  USES_BY_SOURCE, /* libclang read the source of the function */
  USES_BY_CODE    /* the machine code and the debug information of the function were read */
} UsesWay;

typedef enum {
  USES_STATIC,    /* a static or thread-local variable */
  USES_STACK,     /* a local variable or parameter; for a dereferenced pointer, this means that its target is unknown */
  USES_HEAP,      /* a heap block that an allocation function returned */
  USES_PARAMETER, /* the target of a parameter; the caller determines the data (uses_argument()) */
  USES_UNKNOWN
} UsesKind;

enum { USES_NONE = G_MAXUINT32 };

/* Data that a function uses. If two names are known to be aliases of the same data, they have one element. */
typedef struct {
  UsesKind kind;
  const char *name;  /* the variable or field that contains the data or their address: "x", "grid.cells" */
  const char *owner; /* function that declares the variable; "": it is global */
  /* for heap data, the file of the allocating call; otherwise, the file of the declaration; "": unknown */
  const char *file;
  unsigned line;     /* line in that file; 0: unknown */
  unsigned argument; /* for a parameter, its number, from 0 */
  guint64 bytes;     /* size of a variable in bytes, only if machine code was read; 0: unknown */
  bool scalar;       /* whether the data are a number or a pointer, not an array, struct or block */
  bool pointed;      /* whether the data are the unknown target of a pointer; `name` is then the name of the pointer */
  /* pointers that hold the address of the data. holders.seen: the pointer through which the function reaches the data.
   * holders.assigned: other pointers to which the function assigns the same address */
  NamePointers holders;
} UsesData;

/* A read or a write. Accesses with the same data, line and text are joined. */
typedef struct {
  guint32 data;
  unsigned line;
  const char *text; /* the expression without blanks, such as "x[a]"; if machine code was read, the operand */
  bool write;       /* whether the access is a write */
  guint64 address;  /* link-time address of the instruction; 0: unknown, because the source was read */
  /* if machine code was read: whether the access is to a slot of the frame in which there is no variable at this
   * instruction. The access is attributed to the instruction, but not to a line. The data are the variable that is in
   * the slot elsewhere in the function, or have no name */
  bool spilled;
} UsesAccess;

/* An instruction with an access. If accesses were joined, several instructions have the same access. */
typedef struct {
  guint64 address; /* link-time address */
  guint32 access;  /* index of the access in UsesFunction.accesses */
} UsesInstruction;

/* A loop. Its lines are the lines with code from `first` to `last`, including the head of the loop. */
typedef struct {
  unsigned first, last;
  guint32 around; /* number of the enclosing loop; USES_NONE: there is none */
} UsesLoop;

/* A call and its arguments. For a method, argument 0 is the object. */
typedef struct {
  unsigned line;
  const char *callee; /* name of the called function, or of the pointer to it */
  bool by_pointer;    /* whether `callee` is a pointer: a variable, or a field without the name of its struct */
  guint32 n_arguments;
  /* indexed by argument: the number of the data to which it points; USES_NONE: not a pointer, or unknown */
  const guint32 *arguments;
} UsesCall;

/* A copy of an address, possibly with an offset, from one pointer to another. The pointers are given by their names
 * (NamePointers). */
typedef struct {
  const char *to, *from;
} UsesCopy;

/* The uses of data by a function. The Uses owns it. */
typedef struct {
  UsesWay way;
  const char *name, *file;
  unsigned first, last; /* first and last line */
  GArray *data;         /* UsesData */
  GArray *accesses;     /* UsesAccess, sorted by line, then address, then position; reads before writes */
  GArray *instructions; /* UsesInstruction, sorted by address; empty if the source was read */
  GArray *loops;        /* UsesLoop; enclosing loops come before inner ones */
  GArray *lines;        /* unsigned: numbers of the lines with code, ascending */
  GArray *calls;        /* UsesCall, by line */
  GArray *parameters;   /* const char *, indexed by parameter: the names of the parameter (NamePointers); "": unknown */
  /* UsesCopy; if machine code was read, the called function also has the copies of functions inlined into it */
  GArray *copies;
} UsesFunction;

typedef struct Uses Uses;

/* Makes an analysis. It opens objects and sources when they are needed. commands: a compile_commands.json, or the
 * folder that contains one; NULL: it is searched for next to the program and the sources. ways: the allowed values of
 * UsesWay, as bits 1 << way. Free the result with uses_free(), which accepts NULL. */
Uses *uses_new(const char *commands, unsigned ways);
void uses_free(Uses *uses);

/* Returns the innermost function, possibly an inlined one, at a link-time address of an object. Sets *line to the line
 * of the address in this function. Returns NULL if the function is unknown, for example for assembler code. Opens the
 * object as name_module_open() does. */
const UsesFunction *uses_at(Uses *uses, const char *object, const char *build_id, guint64 address, unsigned *line);

/* Returns a function into which the compiler inlined the function that uses_at() returns. Sets *line to the line of the
 * inlined call. depth: 1 for the innermost of these functions, 2 for the function into which this one was inlined, and
 * so on. Returns NULL if there is no such function. */
const UsesFunction *uses_around(Uses *uses, const char *object, const char *build_id, guint64 address, unsigned depth,
                                unsigned *line);

/* The symbol and the line of code. They are also known for assembler code. */
typedef struct {
  const char *symbol, *file; /* "": unknown */
  unsigned line;             /* 0: unknown */
} UsesLabel;

/* Returns the symbol and the line of the code at a link-time address of an object. The Uses owns the strings. */
UsesLabel uses_label(Uses *uses, const char *object, const char *build_id, guint64 address);

/* Returns the kind of the data to which an instruction refers directly. USES_STATIC: a static variable, by an address
 * in the instruction. USES_STACK: the frame of the function, by the stack pointer. USES_UNKNOWN: no data, or a variable
 * without a symbol. Sets *name to the name of a static variable, which the caller frees, or to NULL. */
UsesKind uses_fixed(Uses *uses, const char *object, const char *build_id, guint64 address, char **name);

/* Returns the name of the static variable at a link-time address of an object, or NULL if it is unknown. The caller
 * frees the name. */
char *uses_static(Uses *uses, const char *object, const char *build_id, guint64 address);

/* An instruction that precedes another one in the control flow. In a loop, an instruction can precede another one at
 * several distances. */
typedef struct {
  guint64 address; /* link-time address */
  guint distance;  /* distance between the two in instructions, at least 1 */
  double share;    /* share of all paths back, from 0 to 1, that contain the instruction at this distance */
} UsesBefore;

/* Stores the instructions that precede an instruction in its function, the nearest ones first. Stores at most `n`
 * instructions, up to the distance `far`. Assumes that loops have few iterations. Returns the number of stored
 * instructions; 0 if the code cannot be read. */
guint uses_before(Uses *uses, const char *object, const char *build_id, guint64 address, guint far, guint n,
                  UsesBefore *before);

/* The machine code and the control flow of a function (uses_shape.h). */
typedef struct UsesShape UsesShape;

/* Returns the shape of the function that contains an address. With debug information, this is the compiled function,
 * not a function that was inlined into it. Without debug information, it is the code of the symbol. Each function has
 * one shape. Returns NULL if the code cannot be read. The Uses owns the shape. */
const UsesShape *uses_shape(Uses *uses, const char *object, const char *build_id, guint64 address);

/* Returns the number of the data that a call in a line passes to `callee`. argument: the number of the argument, from
 * 0. Returns USES_NONE if the data are unknown. */
guint32 uses_argument(const UsesFunction *function, unsigned line, const char *callee, unsigned argument);

/* Returns the number of the innermost loop that contains a line, or USES_NONE if no loop does. */
guint32 uses_loop(const UsesFunction *function, unsigned line);

/* Returns the numbers of the lines with code in a loop (unsigned), ascending. Free the result with g_array_unref(). */
GArray *uses_loop_lines(const UsesFunction *function, guint32 loop);

/* Returns an array of warnings, ended by NULL. A warning states, for example, that libclang is missing, that a source
 * could not be parsed, or that an object could not be read. The texts are not escaped for printing. The caller frees
 * them. */
char **uses_notes(const Uses *uses);
