/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_decode.h: decodes instructions of amd64: loads, stores, moves of addresses, and jumps. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* General registers, by their DWARF numbers: 0 is rax, 6 rbp, 7 rsp. */
enum { UI_REGISTERS = 16, UI_REGISTER_NONE = -1, UI_REGISTER_RESULT = 0, UI_REGISTER_STACK = 7, UI_OPERANDS = 2 };

/* A memory operand: base + index * scale + at. */
typedef struct {
  gint8 base, index; /* registers; UI_REGISTER_NONE: none */
  guint8 scale;
  guint8 bytes; /* size of the access */
  bool read, write;
  bool thread;   /* relative to the thread pointer */
  bool is_fixed; /* `at` is a link-time address, without registers */
  gint64 at;     /* address or displacement */
} UiOperand;

/* Where control continues after an instruction. */
typedef enum {
  UI_FLOW_ON,     /* to the next instruction */
  UI_FLOW_BRANCH, /* to the next instruction or the target */
  UI_FLOW_JUMP,   /* to the target */
  UI_FLOW_CALL,   /* usually to the next instruction */
  UI_FLOW_END     /* none: a return or trap */
} UiFlowKind;

/* The effect on register `to`. */
typedef enum {
  UI_EFFECT_NONE,
  UI_EFFECT_LOAD,    /* to = operand 0 */
  UI_EFFECT_STORE,   /* operand 0 = from */
  UI_EFFECT_COPY,    /* to = from */
  UI_EFFECT_ADDRESS, /* to = address of operand 0, which is not accessed */
  UI_EFFECT_ADD,     /* to += from or operand 0 (-= if `subtracts`), plus `number` */
  UI_EFFECT_SCALE    /* to *= number */
} UiEffect;

typedef struct {
  guint64 address;
  guint8 bytes;      /* length of the instruction */
  guint8 flow;       /* UiFlowKind */
  guint8 effect;     /* UiEffect */
  guint8 n_operands; /* number of memory operands */
  gint8 to, from;    /* UI_REGISTER_NONE: none */
  bool is_wide;      /* the effect has 64 bits, so it can move an address */
  bool subtracts;    /* UI_EFFECT_ADD subtracts */
  bool has_target;   /* a jump or call to `target`; false: computed */
  bool is_padding;   /* no operation */
  bool returns;      /* a return */
  bool uses_stack;   /* also accesses the stack through the stack pointer: push, call */
  bool pushes, pops; /* only accesses the stack */
  guint16 changed;   /* bit set of changed registers */
  guint32 most;      /* the new value of `to` is from 0 to this; 0: unknown */
  guint64 target;
  gint64 number;
  UiOperand operands[UI_OPERANDS];
} UiInstruction;

/* Decodes n bytes of code at a link-time address, and appends the instructions (UiInstruction). Skips invalid bytes. */
void ui_uses_decode(const guint8 *bytes, gsize n, guint64 address, GArray *instructions);

/* Returns the name of a register: "rax"; "?" for no register. */
const char *ui_uses_register_name(int number);

/* Returns the register of integer argument `n` of a call, from 0; UI_REGISTER_NONE: none. */
int ui_uses_argument_register(unsigned n);

/* Returns the bit set of the registers that a call changes. */
guint16 ui_uses_changed_by_calls(void);
