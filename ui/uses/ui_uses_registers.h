/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_registers.h: what the registers of a function point to, before each of its blocks. */
#pragma once

#include "ui/uses/ui_uses_shape.h"
#include "ui/uses/ui_uses_typed.h"

/* What is read of an object. */
typedef struct {
  UiModule *module;
  UiImage *image;
  const UiStatics *statics;
} UiCodeObject;

/* Places of the frame that are followed as registers are: those that are no variable's (ui_typed_slot()), up to that
 * many in a function. */
enum { UI_FOLLOWED_SLOTS = 48, UI_FOLLOWED = UI_REGISTERS + UI_FOLLOWED_SLOTS };

/* What each register points to, then each slot; UI_CELL_NONE: that is not known. */
typedef struct {
  UiCell target[UI_FOLLOWED];
} UiRegisters;

/* A function while its code is read. */
typedef struct {
  const UiCodeObject *object;
  const UiShape *shape;
  const UiPlaces *places;
  UiCellSet *cells;
  UiTyped *typed;
  guint32 *scopes;    /* by instruction: number of UiCodeScope */
  unsigned *lines;    /* by instruction: in the innermost scope; 0: unknown */
  GHashTable *blocks; /* cell + 1 of what a call returned, by number of its instruction */
} UiReading;

/* Where an operand leads. */
typedef struct {
  UiCell object;    /* the data; UI_CELL_NONE: not known */
  UiCell cell;      /* those or a field of theirs */
  bool is_direct;   /* the variable itself, without a pointer */
  bool is_address;  /* a place where the loader put an address: `object` is what is there */
  bool is_constant; /* a number of the program's text that has no name: no data */
  bool is_frame;    /* on the stack */
  gint64 place;     /* there: bytes from where the caller's frame ends */
} UiWhere;

/* Finds where an operand of an instruction leads. `is_access`: the first field counts, and not only the struct. */
UiWhere ui_registers_where(const UiReading *reading, const UiInstruction *instruction, const UiOperand *operand,
                           const UiRegisters *registers, bool is_access);

/* What a register points to before the instruction, by what was loaded or by the variable that is there. */
UiCell ui_registers_target(const UiReading *reading, const UiRegisters *registers, int reg, guint64 pc);

/* The number in UiRegisters.target of a cell that is a slot; UI_FOLLOWED: it is none, or one too many. */
guint ui_registers_slot(const UiReading *reading, UiCell cell);

/* Changes the registers as an instruction does. */
void ui_registers_step(UiReading *reading, guint32 number, UiRegisters *registers);

/* The registers before each block, by number. Owned by the caller. */
UiRegisters *ui_registers_find(UiReading *reading);
