/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_decode.h: decodes instructions of amd64: loads, stores, moves of addresses, and jumps. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* The general registers, numbered as in DWARF: 0 is rax, 6 is rbp, 7 is rsp. */
enum {
  USES_REGISTERS = 16,
  USES_REGISTER_NONE = -1,
  USES_REGISTER_RESULT = 0,
  USES_REGISTER_STACK = 7,
  USES_OPERANDS = 2
};

/* A memory operand. Its address is base + index * scale + at. */
typedef struct {
  gint8 base, index; /* numbers of the registers; USES_REGISTER_NONE: there is none */
  guint8 scale;
  guint8 bytes; /* size of the access in bytes */
  bool read, write;
  bool thread;   /* whether the address is relative to the thread pointer */
  bool is_fixed; /* whether `at` is a link-time address, and there are no registers */
  gint64 at;     /* address or displacement */
} UsesOperand;

/* Where execution continues after an instruction. */
typedef enum {
  USES_FLOW_ON,     /* only at the next instruction */
  USES_FLOW_BRANCH, /* at the next instruction or at the target */
  USES_FLOW_JUMP,   /* at the target */
  USES_FLOW_CALL,   /* usually at the next instruction */
  USES_FLOW_END     /* nowhere, because the instruction is a return or a trap */
} UsesFlowKind;

/* The effect on register `to`. */
typedef enum {
  USES_EFFECT_NONE,
  USES_EFFECT_LOAD,    /* to = operand 0 */
  USES_EFFECT_STORE,   /* operand 0 = from */
  USES_EFFECT_COPY,    /* to = from */
  USES_EFFECT_ADDRESS, /* to = address of operand 0; the operand is not accessed */
  USES_EFFECT_ADD,     /* to += from or operand 0 (or to -= if `subtracts`), plus `number` */
  USES_EFFECT_SCALE    /* to *= number */
} UsesEffect;

typedef struct {
  guint64 address;
  guint8 bytes;      /* length of the instruction in bytes */
  guint8 flow;       /* UsesFlowKind */
  guint8 effect;     /* UsesEffect */
  guint8 n_operands; /* number of memory operands */
  gint8 to, from;    /* registers of the effect; USES_REGISTER_NONE: there is none */
  bool is_wide;      /* whether the effect has 64 bits, so that it can move an address */
  bool subtracts;    /* whether USES_EFFECT_ADD subtracts */
  /* whether the instruction is a jump or call whose target is `target`; false: the target is computed */
  bool has_target;
  bool is_padding; /* whether the instruction has no effect */
  bool returns;    /* a return */
  /* whether the instruction also accesses the stack through the stack pointer, as a push or call does */
  bool uses_stack;
  bool pushes, pops; /* whether the instruction only accesses the stack */
  guint16 changed;   /* set of the registers that the instruction changes, as bits */
  guint32 most;      /* upper bound of the new value of `to`, whose lower bound is 0; 0: unknown */
  guint64 target;
  gint64 number;
  UsesOperand operands[USES_OPERANDS];
} UsesMachineInstruction;

/* Decodes n bytes of code at a link-time address, and appends the decoded instructions (UsesMachineInstruction) to the
 * array. Skips invalid bytes. */
void uses_decode(const guint8 *bytes, gsize n, guint64 address, GArray *instructions);

/* Returns the name of a register, such as "rax", or "?" if the number is not that of a register. */
const char *uses_register_name(int number);

/* Returns the register that contains integer argument `n` of a call, from 0, or USES_REGISTER_NONE if no register
 * does. */
int uses_argument_register(unsigned n);

/* Returns the set of registers that a call changes, as bits. */
guint16 uses_changed_by_calls(void);
