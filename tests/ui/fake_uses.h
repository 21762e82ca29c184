/* fake_uses.h: uses of made-up functions, in place of ui/uses/: what tests of attribution ask.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "ui/profile/profile.h"
#include "ui/uses/uses_shape.h"

enum { FAKE_DEEPEST = 4, FAKE_INSTRUCTIONS = 4096, FAKE_WAYS = 32, FAKE_SHAPES = 8 };

/* An instruction: the functions that it is in, innermost first, and those from which control comes to it. Its address
 * is its number + 1. */
typedef struct {
  const UsesFunction *within[FAKE_DEEPEST];
  unsigned lines[FAKE_DEEPEST], depth;
  UsesBefore before[FAKE_WAYS]; /* as uses_before() returns them */
  guint n_before;
  UsesLabel label;   /* as uses_label() returns it */
  const char *fixed; /* of which uses_fixed() gives a copy */
  bool is_stack;     /* without that: it says that the data are in the stack */
} fake_instruction;

extern fake_instruction fake_code[FAKE_INSTRUCTIONS]; /* of every object */
extern guint fake_instructions;
extern guint fake_asked; /* calls of uses_at() and uses_around() since fake_reset() */

/* Forgets all instructions and shapes. */
void fake_reset(void);

/* An instruction of a line of a function; returns its address. */
guint64 fake_add(const UsesFunction *function, unsigned line);

/* A function's machine code, of `n` instructions whose addresses are those of its lines' instructions; it is entered at
 * the first. Freed by fake_reset(). */
const UsesShape *fake_shape(const UsesMachineInstruction *instructions, guint n);

/* A function without uses, and what it is filled with. Texts must outlive it. */
UsesFunction *fake_function(const char *name, const char *file);
void fake_function_free(UsesFunction *function);
guint32 fake_data(UsesFunction *function, UsesKind kind, const char *name);
/* `address`: of the instruction; accesses come in their order. 0: not known. */
void fake_access(UsesFunction *function, unsigned line, guint32 data, const char *text, bool write, guint64 address);
void fake_loop(UsesFunction *function, unsigned first, unsigned last, guint32 around);
void fake_call(UsesFunction *function, unsigned line, const char *callee, const guint32 *arguments, guint n);
/* The next parameter, as UsesFunction.parameters has it. */
void fake_parameter(UsesFunction *function, const char *name);
void fake_copy(UsesFunction *function, const char *to, const char *from);

/* Returns the beginning of a profile of such code: an object, a file and a segment, all number 0. To be sealed, and
 * freed with profile_free(). */
Profile *fake_profile(void);

/* Sets which lines have code: all from `first` to `last`. */
void fake_lines(UsesFunction *function, unsigned first, unsigned last);
