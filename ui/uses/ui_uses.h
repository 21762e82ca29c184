/* ui_uses.h: which data the lines and instructions of a program read and write, as its text alone tells: from the
 * source (libclang), or from machine code and debug information where that is all there is. Nothing is run.
 *
 * Rutar and Hollingsworth, "Software Analysis Techniques to Approximate Data Centric Direct Measurements" (2011),
 * section 3.1.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_USES_USES_H
#define UI_USES_USES_H

#include <glib.h>
#include <stdbool.h>

#include "ui/names/ui_holders.h"

typedef enum {
  UI_USES_BY_SOURCE, /* libclang read the function's source */
  UI_USES_BY_CODE    /* its machine code and debug information were read */
} UiUsesWay;

typedef enum {
  UI_USES_STATIC, /* a variable with a place of its own, or a thread's */
  UI_USES_STACK,  /* a local variable or parameter; of a pointer that is read through: where it points is not known */
  UI_USES_HEAP,   /* a block that a call of an allocation function made */
  UI_USES_PARAMETER, /* what the function's parameter points to: the caller knows (ui_uses_argument()) */
  UI_USES_UNKNOWN
} UiUsesKind;

enum { UI_USES_NONE = G_MAXUINT32 };

/* Data that a function uses: aliases within the function are one of these. */
typedef struct {
  UiUsesKind kind;
  const char *name;  /* of what holds it, or holds its address, as the program calls it: "x", "grid.cells" */
  const char *owner; /* function that declares it; "": none, it is global */
  const char *file;  /* heap: of the allocating call; else of the declaration; "": unknown */
  unsigned line;     /* of that file; 0: unknown */
  unsigned argument; /* parameter: its number, from 0 */
  guint64 bytes;     /* of a variable, by code; 0: not known */
  bool scalar;       /* one number or pointer, no array, struct or block */
  bool pointed;      /* what a pointer points to, and it is called by that pointer: what that is is not known */
  UiHolders holders; /* of its address; as UiHolders.assigned, what the function copies that to or from */
} UiUsesData;

/* A read or write. The same data in the same line by the same text is one. */
typedef struct {
  guint32 data;
  unsigned line;
  const char *text; /* of the expression, without blanks: "x[a]"; by code: of the operand */
  bool write;       /* and no read */
  guint64 address;  /* link-time, of the instruction; 0: by source, where it is not known */
  bool spilled; /* by code: of its instruction alone, and of no line: debug information has no variable in that place
                 * of the frame then. The data are what is there elsewhere in the function, or have no name */
} UiUsesAccess;

/* An instruction with an access. Those of several instructions that count as one are told apart here. */
typedef struct {
  guint64 address; /* link-time */
  guint32 access;  /* number of UiUsesFunction.accesses */
} UiUsesInstruction;

/* A loop; the lines from `first` to `last` with code in them are its lines, the head's too. */
typedef struct {
  unsigned first, last;
  guint32 around; /* the loop around it; UI_USES_NONE: none */
} UiUsesLoop;

/* A call: what it hands over. A method's object is argument 0. */
typedef struct {
  unsigned line;
  const char *callee; /* a function, */
  bool by_pointer;    /* or a pointer to one: a variable, or a field without its struct */
  guint32 n_arguments;
  const guint32 *arguments; /* the data that each one points to; UI_USES_NONE: nothing, or not known */
} UiUsesCall;

/* A pointer gets an address that another one holds, or one near it: what both are called (UiHolders). */
typedef struct {
  const char *to, *from;
} UiUsesCopy;

/* A function's uses. It belongs to the UiUses, as does all in it. */
typedef struct {
  UiUsesWay way;
  const char *name, *file;
  unsigned first, last; /* its lines */
  GArray *data;         /* UiUsesData */
  GArray *accesses;     /* UiUsesAccess, by line, then address, then as they stand in it; reads before writes */
  GArray *instructions; /* UiUsesInstruction, by address; by source: none */
  GArray *loops;        /* UiUsesLoop, those around before those within */
  GArray *lines;        /* unsigned: lines with code in them, in order */
  GArray *calls;        /* UiUsesCall, by line */
  GArray *parameters;   /* const char *: what they are called (UiHolders), by number; "": not known */
  GArray *copies;       /* UiUsesCopy; by code, those of inlined functions are of the one that is called */
} UiUsesFunction;

typedef struct UiUses UiUses;

/* `commands`: a compile_commands.json, or the folder that it is in; NULL: looked for beside the program and the
 * sources. `ways`: bits of 1 << UiUsesWay that may be used. Free it with ui_uses_free(). */
UiUses *ui_uses_new(const char *commands, unsigned ways);
void ui_uses_free(UiUses *uses); /* NULL is allowed */

/* Where the instruction at a link-time address of an object stands: the function, inlined ones too, innermost, and the
 * line in it. NULL: nothing is known, as of code in assembler. The object is opened as ui_module_open() does. */
const UiUsesFunction *ui_uses_at(UiUses *uses, const char *object, const char *build_id, guint64 address,
                                 unsigned *line);

/* The functions around it: of what ui_uses_at() gave, the one into which it was inlined there, and the line of the
 * call; `depth`: 1 for that one, 2 for the one around it, and so on. NULL: no more. */
const UiUsesFunction *ui_uses_around(UiUses *uses, const char *object, const char *build_id, guint64 address,
                                     unsigned depth, unsigned *line);

/* What the symbols and the line table say of code, written in assembler for instance, whatever else is known of it. */
typedef struct {
  const char *symbol, *file; /* "": unknown */
  unsigned line;             /* 0: unknown */
} UiUsesLabel;

/* Of the code at a link-time address of an object. Its strings belong to the UiUses. */
UiUsesLabel ui_uses_label(UiUses *uses, const char *object, const char *build_id, guint64 address);

/* What an instruction tells of its data by itself, whatever else is known of its code: UI_USES_STATIC, and the name of
 * the variable at the address that stands in it; UI_USES_STACK, what the symbol's frame has at the stack pointer;
 * UI_USES_UNKNOWN: nothing, or the variable has no symbol. `name`: owned by the caller; else NULL. */
UiUsesKind ui_uses_fixed(UiUses *uses, const char *object, const char *build_id, guint64 address, char **name);

/* An instruction from which code may run to another one. Around a loop it may be several times, at other distances. */
typedef struct {
  guint64 address; /* link-time */
  guint distance;  /* instructions before the other one: 1 and up */
  double share;    /* of the ways back that are that long, or have ended before */
} UiUsesBefore;

/* The instructions before that one in its function, nearest first, up to `far` instructions before it, and `n` in all.
 * Loops are taken to go round some times. Returns how many were stored. 0: the code cannot be read. */
guint ui_uses_before(UiUses *uses, const char *object, const char *build_id, guint64 address, guint far, guint n,
                     UiUsesBefore *before);

/* The machine code of a function, and how control flows in it: ui_uses_shape.h. */
typedef struct UiShape UiShape;

/* Of the function that is called, or the symbol, around an address: not those inlined there. NULL: the code cannot be
 * read. It belongs to the UiUses: what is of one function is one. */
const UiShape *ui_uses_shape(UiUses *uses, const char *object, const char *build_id, guint64 address);

/* Data that a call in the line hands over as that argument of `callee`; UI_USES_NONE: not known. */
guint32 ui_uses_argument(const UiUsesFunction *function, unsigned line, const char *callee, unsigned argument);

/* The innermost loop with that line; UI_USES_NONE: none. */
guint32 ui_uses_loop(const UiUsesFunction *function, unsigned line);

/* The function's lines with code that are in the loop, in order. Free it with g_array_unref(). */
GArray *ui_uses_loop_lines(const UiUsesFunction *function, guint32 loop);

/* What is to be told: libclang that is not there, sources that did not parse, objects that could not be read: a
 * sentence each, ended by NULL, with names and messages as they are: to be escaped. Owned by the caller. */
char **ui_uses_notes(const UiUses *uses);

#endif
