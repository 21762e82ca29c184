/* spy_machine_code.h: an assembler for the few amd64 instructions that spy_block_shapes.c needs.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Registers, with their numbers in instructions. */
typedef enum {
  SPY_RAX,
  SPY_RCX,
  SPY_RDX,
  SPY_RBX,
  SPY_RSP,
  SPY_RBP,
  SPY_RSI,
  SPY_RDI,
  SPY_R8,
  SPY_R9,
  SPY_R10,
  SPY_R11,
  SPY_R12,
  SPY_R13,
  SPY_R14,
  SPY_R15
} spy_register;

/* The place to which code is written. If `full` is set, an instruction did not fit, and the code is invalid. */
typedef struct {
  UChar *at, *end;
  Bool full;
} spy_writer;

/* An operand in memory: base + index * 2^scale + offset. */
typedef struct {
  spy_register base, index;
  UInt scale;
  Bool indexed;
  Int offset;
} spy_operand;

static inline spy_operand spy_at(spy_register base, Int offset) {
  return (spy_operand){.base = base, .offset = offset};
}
static inline spy_operand spy_at_index(spy_register base, spy_register index, UInt scale, Int offset) {
  return (spy_operand){.base = base, .index = index, .scale = scale, .indexed = True, .offset = offset};
}

/* Opcodes of instructions with a register and an operand in memory, or with two registers. */
typedef enum {
  SPY_ADD_TO = 0x01, /* memory += register */
  SPY_ADD = 0x03,    /* register += memory */
  SPY_SUBTRACT = 0x2b,
  SPY_COMPARE_MEMORY = 0x39, /* compares memory with the register */
  SPY_COMPARE = 0x3b,        /* compares the register with memory */
  SPY_STORE = 0x89,
  SPY_LOAD = 0x8b,
  SPY_ADDRESS = 0x8d /* register = address of the operand */
} spy_opcode;

/* Numbers of operations, which are part of the opcodes of instructions with an operand and a constant. */
typedef enum {
  SPY_ADD_CONSTANT = 0,
  SPY_AND_CONSTANT = 4,
  SPY_SUBTRACT_CONSTANT = 5,
  SPY_COMPARE_CONSTANT = 7
} spy_operation;

/* Conditions of jumps. */
typedef enum { SPY_BELOW = 2, SPY_NOT_BELOW = 3, SPY_EQUAL = 4, SPY_NOT_EQUAL = 5 } spy_condition;

/* Each of the next functions writes an instruction. If `wide`, the operands have 64 bits, otherwise 32. */
void spy_write_memory(spy_writer *w, spy_opcode opcode, Bool wide, spy_register r, spy_operand memory);
void spy_write_registers(spy_writer *w, spy_opcode opcode, Bool wide, spy_register to, spy_register from);
void spy_write_memory_constant(spy_writer *w, spy_operation operation, Bool wide, spy_operand memory, Int constant);
void spy_write_constant(spy_writer *w, spy_operation operation, Bool wide, spy_register r, Int constant);
void spy_write_shift_right(spy_writer *w, Bool wide, spy_register r, UInt bits);
void spy_write_shift_left(spy_writer *w, Bool wide, spy_register r, UInt bits);
void spy_write_test_byte(spy_writer *w, spy_operand memory, UChar bits);      /* tests bits of a byte in memory */
void spy_write_load_short(spy_writer *w, spy_register r, spy_operand memory); /* loads 16 bits */
void spy_write_push(spy_writer *w, spy_register r);
void spy_write_push_memory(spy_writer *w, spy_operand memory);
void spy_write_pop(spy_writer *w, spy_register r);
void spy_write_return(spy_writer *w);
void spy_write_load_address(spy_writer *w, spy_register r, const UChar *target); /* loads the address of code */
void spy_write_jump_to_register(spy_writer *w, spy_register r);
void spy_write_jump_to_function(spy_writer *w, const void *function); /* overwrites rax */

/* The next two functions write a jump to, and a call of, code that is already written. */
void spy_write_jump(spy_writer *w, const UChar *target);
void spy_write_call(spy_writer *w, const UChar *target);

/* Writes a jump to later code. Returns its position for spy_write_target(), which makes the jump lead to the next
 * instruction. */
UChar *spy_write_jump_ahead(spy_writer *w, spy_condition condition);
void spy_write_target(const spy_writer *w, UChar *jump);

/* Writes a conditional jump back to code that is already written. */
void spy_write_jump_if(spy_writer *w, spy_condition condition, const UChar *target);
