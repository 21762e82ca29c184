/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_registers.h: for each block of a function, finds the data to which the registers point before the block. */
#pragma once

#include "ui/uses/uses_shape.h"
#include "ui/uses/uses_typed.h"

/* Those parts of an object that the analysis reads. */
typedef struct {
  NameModule *module;
  UsesImage *image;
  const UsesStatics *statics;
} UsesCodeObject;

/* The maximum number of slots of the frame that the analysis follows like registers. They are the first slots that
 * contain no variable (uses_typed_slot()). */
enum { USES_FOLLOWED_SLOTS = 48, USES_FOLLOWED = USES_REGISTERS + USES_FOLLOWED_SLOTS };

/* The targets of the registers, followed by those of the slots; USES_CELL_NONE: unknown. */
typedef struct {
  UsesCell target[USES_FOLLOWED];
} UsesRegisters;

/* A function whose code is being read. */
typedef struct {
  const UsesCodeObject *object;
  const UsesShape *shape;
  const UsesPlaces *places;
  UsesCellSet *cells;
  UsesTyped *typed;
  guint32 *scopes;    /* indexed by instruction: the number of the innermost UsesCodeScope */
  unsigned *lines;    /* indexed by instruction: line of the instruction in the innermost scope; 0: unknown */
  GHashTable *blocks; /* maps the number of a call instruction to 1 + the cell of the block that the call returned */
} UsesReading;

/* The data to which a memory operand refers. */
typedef struct {
  UsesCell object; /* the data; USES_CELL_NONE: unknown */
  UsesCell cell;   /* the data, or the field of the data to which the operand refers */
  bool is_direct;  /* whether the operand is a variable, accessed without a pointer */
  /* whether the operand is a slot in which the loader stores an address; `object` is then the data at this address */
  bool is_address;
  /* whether the operand is an unnamed constant of the program; such a constant is not counted as data */
  bool is_constant;
  bool is_frame; /* whether the operand is in the frame of the function */
  gint64 place;  /* if is_frame, the offset from the canonical frame address in bytes */
} UsesWhere;

/* Finds the data to which an operand of an instruction refers. is_access: if true, offset 0 of a struct stands for its
 * first field; if false, for the whole struct. */
UsesWhere uses_registers_where(const UsesReading *reading, const UsesMachineInstruction *instruction,
                               const UsesOperand *operand, const UsesRegisters *registers, bool is_access);

/* Returns the target of a register before the instruction at `pc`. The target comes from the analysis. If the analysis
 * has no target, it comes from the variable that, by the debug information, is in the register. Returns USES_CELL_NONE
 * if the target is unknown. */
UsesCell uses_registers_target(const UsesReading *reading, const UsesRegisters *registers, int reg, guint64 pc);

/* Returns the index in UsesRegisters.target of a slot's cell, or USES_FOLLOWED if the cell is not a slot, or is not
 * followed. */
guint uses_registers_slot(const UsesReading *reading, UsesCell cell);

/* Applies the effect of an instruction to the registers. */
void uses_registers_step(UsesReading *reading, guint32 number, UsesRegisters *registers);

/* Returns the registers before each block, by number of the block. The caller frees the array. */
UsesRegisters *uses_registers_find(UsesReading *reading);
