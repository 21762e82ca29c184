/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_registers.h: finds the targets of a function's registers before each of its blocks. */
#pragma once

#include "ui/uses/ui_uses_shape.h"
#include "ui/uses/ui_uses_typed.h"

/* The parts of an object that the analysis reads. */
typedef struct {
  UiModule *module;
  UiImage *image;
  const UiStatics *statics;
} UiCodeObject;

/* The analysis follows slots of the frame without a variable (ui_typed_slot()) as it follows registers: the first
 * UI_FOLLOWED_SLOTS of a function. */
enum { UI_FOLLOWED_SLOTS = 48, UI_FOLLOWED = UI_REGISTERS + UI_FOLLOWED_SLOTS };

/* The targets of the registers, then those of the slots; UI_CELL_NONE: unknown. */
typedef struct {
  UiCell target[UI_FOLLOWED];
} UiRegisters;

/* A function whose code is being read. */
typedef struct {
  const UiCodeObject *object;
  const UiShape *shape;
  const UiPlaces *places;
  UiCellSet *cells;
  UiTyped *typed;
  guint32 *scopes;    /* number of the innermost UiCodeScope, by instruction */
  unsigned *lines;    /* line in the innermost scope, by instruction; 0: unknown */
  GHashTable *blocks; /* cell + 1 of the block that a call returned, by number of its instruction */
} UiReading;

/* The data that a memory operand refers to. */
typedef struct {
  UiCell object;    /* the data; UI_CELL_NONE: unknown */
  UiCell cell;      /* the data, or the field of them */
  bool is_direct;   /* a variable, without a pointer */
  bool is_address;  /* a slot in which the loader stores an address; `object` is the data at that address */
  bool is_constant; /* an unnamed constant of the program, which counts as no data */
  bool is_frame;    /* in the frame of the function */
  gint64 place;     /* if is_frame: bytes from the canonical frame address */
} UiWhere;

/* Finds the data that an operand of an instruction refers to. is_access: offset 0 is the first field; false: it is the
 * whole struct. */
UiWhere ui_registers_where(const UiReading *reading, const UiInstruction *instruction, const UiOperand *operand,
                           const UiRegisters *registers, bool is_access);

/* Returns the target of a register before the instruction at `pc`: its followed value, else the target of the variable
 * in it by debug information. UI_CELL_NONE: unknown. */
UiCell ui_registers_target(const UiReading *reading, const UiRegisters *registers, int reg, guint64 pc);

/* Returns the index of a slot's cell in UiRegisters.target; UI_FOLLOWED: the cell is no slot, or not followed. */
guint ui_registers_slot(const UiReading *reading, UiCell cell);

/* Applies the effect of an instruction to the registers. */
void ui_registers_step(UiReading *reading, guint32 number, UiRegisters *registers);

/* Returns the registers before each block, by number of the block. Owned by the caller. */
UiRegisters *ui_registers_find(UiReading *reading);
