/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_registers.h: finds the targets of a function's registers before each of its blocks. */
#pragma once

#include "ui/uses/uses_shape.h"
#include "ui/uses/uses_typed.h"

/* The parts of an object that the analysis reads. */
typedef struct {
  NameModule *module;
  UsesImage *image;
  const UsesStatics *statics;
} UsesCodeObject;

/* The analysis follows slots of the frame without a variable (uses_typed_slot()) as it follows registers: the first
 * USES_FOLLOWED_SLOTS of a function. */
enum { USES_FOLLOWED_SLOTS = 48, USES_FOLLOWED = USES_REGISTERS + USES_FOLLOWED_SLOTS };

/* The targets of the registers, then those of the slots; USES_CELL_NONE: unknown. */
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
  guint32 *scopes;    /* number of the innermost UsesCodeScope, by instruction */
  unsigned *lines;    /* line in the innermost scope, by instruction; 0: unknown */
  GHashTable *blocks; /* cell + 1 of the block that a call returned, by number of its instruction */
} UsesReading;

/* The data that a memory operand refers to. */
typedef struct {
  UsesCell object;  /* the data; USES_CELL_NONE: unknown */
  UsesCell cell;    /* the data, or the field of them */
  bool is_direct;   /* a variable, without a pointer */
  bool is_address;  /* a slot in which the loader stores an address; `object` is the data at that address */
  bool is_constant; /* an unnamed constant of the program, which counts as no data */
  bool is_frame;    /* in the frame of the function */
  gint64 place;     /* if is_frame: bytes from the canonical frame address */
} UsesWhere;

/* Finds the data that an operand of an instruction refers to. is_access: offset 0 is the first field; false: it is the
 * whole struct. */
UsesWhere uses_registers_where(const UsesReading *reading, const UsesMachineInstruction *instruction,
                               const UsesOperand *operand, const UsesRegisters *registers, bool is_access);

/* Returns the target of a register before the instruction at `pc`: its followed value, else the target of the variable
 * in it by debug information. USES_CELL_NONE: unknown. */
UsesCell uses_registers_target(const UsesReading *reading, const UsesRegisters *registers, int reg, guint64 pc);

/* Returns the index of a slot's cell in UsesRegisters.target; USES_FOLLOWED: the cell is no slot, or not followed. */
guint uses_registers_slot(const UsesReading *reading, UsesCell cell);

/* Applies the effect of an instruction to the registers. */
void uses_registers_step(UsesReading *reading, guint32 number, UsesRegisters *registers);

/* Returns the registers before each block, by number of the block. Owned by the caller. */
UsesRegisters *uses_registers_find(UsesReading *reading);
