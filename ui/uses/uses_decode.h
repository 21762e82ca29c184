/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_decode.h: decodes instructions of amd64: loads, stores, moves of addresses, and jumps. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* General registers, by their DWARF numbers: 0 is rax, 6 rbp, 7 rsp. */
enum {
  USES_REGISTERS = 16,
  USES_REGISTER_NONE = -1,
  USES_REGISTER_RESULT = 0,
  USES_REGISTER_STACK = 7,
  USES_OPERANDS = 2
};

/* A memory operand: base + index * scale + at. */
typedef struct {
  gint8 base, index; /* registers; USES_REGISTER_NONE: none */
  guint8 scale;
  guint8 bytes; /* size of the access */
  bool read, write;
  bool thread;   /* relative to the thread pointer */
  bool is_fixed; /* `at` is a link-time address, without registers */
  gint64 at;     /* address or displacement */
} UsesOperand;

/* Where control continues after an instruction. */
typedef enum {
  USES_FLOW_ON,     /* to the next instruction */
  USES_FLOW_BRANCH, /* to the next instruction or the target */
  USES_FLOW_JUMP,   /* to the target */
  USES_FLOW_CALL,   /* usually to the next instruction */
  USES_FLOW_END     /* none: a return or trap */
} UsesFlowKind;

/* The effect on register `to`. */
typedef enum {
  USES_EFFECT_NONE,
  USES_EFFECT_LOAD,    /* to = operand 0 */
  USES_EFFECT_STORE,   /* operand 0 = from */
  USES_EFFECT_COPY,    /* to = from */
  USES_EFFECT_ADDRESS, /* to = address of operand 0, which is not accessed */
  USES_EFFECT_ADD,     /* to += from or operand 0 (-= if `subtracts`), plus `number` */
  USES_EFFECT_SCALE    /* to *= number */
} UsesEffect;

typedef struct {
  guint64 address;
  guint8 bytes;      /* length of the instruction */
  guint8 flow;       /* UsesFlowKind */
  guint8 effect;     /* UsesEffect */
  guint8 n_operands; /* number of memory operands */
  gint8 to, from;    /* USES_REGISTER_NONE: none */
  bool is_wide;      /* the effect has 64 bits, so it can move an address */
  bool subtracts;    /* USES_EFFECT_ADD subtracts */
  bool has_target;   /* a jump or call to `target`; false: computed */
  bool is_padding;   /* no operation */
  bool returns;      /* a return */
  bool uses_stack;   /* also accesses the stack through the stack pointer: push, call */
  bool pushes, pops; /* only accesses the stack */
  guint16 changed;   /* bit set of changed registers */
  guint32 most;      /* the new value of `to` is from 0 to this; 0: unknown */
  guint64 target;
  gint64 number;
  UsesOperand operands[USES_OPERANDS];
} UsesMachineInstruction;

/* Decodes n bytes of code at a link-time address, and appends the instructions (UsesMachineInstruction). Skips invalid
 * bytes. */
void uses_decode(const guint8 *bytes, gsize n, guint64 address, GArray *instructions);

/* Returns the name of a register: "rax"; "?" for no register. */
const char *uses_register_name(int number);

/* Returns the register of integer argument `n` of a call, from 0; USES_REGISTER_NONE: none. */
int uses_argument_register(unsigned n);

/* Returns the bit set of the registers that a call changes. */
guint16 uses_changed_by_calls(void);
