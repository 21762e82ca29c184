/* fake_uses.h: the uses of invented functions, in place of ui/uses/, for tests of attribution.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "ui/profile/profile.h"
#include "ui/uses/uses_shape.h"

enum { FAKE_DEEPEST = 4, FAKE_INSTRUCTIONS = 4096, FAKE_WAYS = 32, FAKE_SHAPES = 8 };

/* An instruction: the functions that contain it, innermost first, and the instructions before it in the control flow.
 * Its address is its number + 1. */
typedef struct {
  const UsesFunction *within[FAKE_DEEPEST];
  unsigned lines[FAKE_DEEPEST], depth;
  UsesBefore before[FAKE_WAYS]; /* as uses_before() returns them */
  guint n_before;
  UsesLabel label;   /* as uses_label() returns it */
  const char *fixed; /* uses_fixed() returns a copy of it */
  bool is_stack;     /* if `fixed` is NULL: uses_fixed() returns USES_STACK */
} fake_instruction;

extern fake_instruction fake_code[FAKE_INSTRUCTIONS]; /* the instructions of every object */
extern guint fake_instructions;
extern guint fake_asked; /* calls of uses_at() and uses_around() since fake_reset() */

/* Removes all instructions and shapes. */
void fake_reset(void);

/* Adds an instruction of a line of a function. Returns its address. */
guint64 fake_add(const UsesFunction *function, unsigned line);

/* Makes the machine code of a function: `n` instructions at the addresses of the instructions of its lines. The first
 * one is the entry. fake_reset() frees it. */
const UsesShape *fake_shape(const UsesMachineInstruction *instructions, guint n);

/* Make a function without uses, and add uses to it. Texts must outlive the function. */
UsesFunction *fake_function(const char *name, const char *file);
void fake_function_free(UsesFunction *function);
guint32 fake_data(UsesFunction *function, UsesKind kind, const char *name);
/* Adds an access. address: that of the instruction, in ascending order; 0: unknown. */
void fake_access(UsesFunction *function, unsigned line, guint32 data, const char *text, bool write, guint64 address);
void fake_loop(UsesFunction *function, unsigned first, unsigned last, guint32 around);
void fake_call(UsesFunction *function, unsigned line, const char *callee, const guint32 *arguments, guint n);
/* Adds the next parameter, in the form of UsesFunction.parameters. */
void fake_parameter(UsesFunction *function, const char *name);
void fake_copy(UsesFunction *function, const char *to, const char *from);

/* Returns the beginning of a profile of such code: an object, a file and a segment, all number 0. To be sealed, and
 * freed with profile_free(). */
Profile *fake_profile(void);

/* Sets the lines with code: all lines from `first` to `last`. */
void fake_lines(UsesFunction *function, unsigned first, unsigned last);
