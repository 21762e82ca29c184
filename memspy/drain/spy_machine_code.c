/* spy_machine_code.c: see spy_machine_code.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_machine_code.h"

static void byte(spy_writer *w, UInt value) {
  if (w->at < w->end)
    *w->at++ = (UChar)value;
  else
    w->full = True;
}

static void word(spy_writer *w, UInt value) {
  for (UInt i = 0; i < 4; i++) byte(w, value >> 8 * i & 0xff);
}

static Bool fits_byte(Int value) { return value >= -128 && value <= 127; }

/* Writes the prefix for 64-bit operands and for registers from number 8 on, if it is required. */
static void prefix(spy_writer *w, Bool wide, UInt r, UInt index, UInt base) {
  const UInt bits = (wide ? 8u : 0u) | (r >> 3) << 2 | (index >> 3) << 1 | base >> 3;
  if (bits != 0) byte(w, 0x40 | bits);
}

/* Encodes an operand in memory after the opcode. */
static void address(spy_writer *w, UInt r, spy_operand m) {
  enum { HAS_INDEX = 4, NO_INDEX = 4, NEEDS_OFFSET = 5 };
  const UInt low = m.base & 7u;
  const Bool indexed = m.indexed || low == HAS_INDEX;
  const UInt mode = m.offset == 0 && low != NEEDS_OFFSET ? 0 : fits_byte(m.offset) ? 1 : 2;
  byte(w, mode << 6 | (r & 7) << 3 | (indexed ? HAS_INDEX : low));
  if (indexed) byte(w, (m.indexed ? m.scale << 6 | (m.index & 7u) << 3 : NO_INDEX << 3) | low);
  if (mode == 1) byte(w, (UInt)m.offset & 0xff);
  if (mode == 2) word(w, (UInt)m.offset);
}

static void instruction(spy_writer *w, Bool wide, UInt opcode, UInt r, spy_operand m) {
  prefix(w, wide, r, m.indexed ? m.index : 0, m.base);
  byte(w, opcode);
  address(w, r, m);
}

static void both_registers(spy_writer *w, Bool wide, UInt opcode, UInt r, UInt other) {
  prefix(w, wide, r, 0, other);
  byte(w, opcode);
  byte(w, 0xc0 | (r & 7) << 3 | (other & 7));
}

void spy_write_memory(spy_writer *w, spy_opcode opcode, Bool wide, spy_register r, spy_operand memory) {
  instruction(w, wide, opcode, r, memory);
}

void spy_write_registers(spy_writer *w, spy_opcode opcode, Bool wide, spy_register to, spy_register from) {
  both_registers(w, wide, opcode, to, from);
}

static void constant_of(spy_writer *w, Int constant) {
  if (fits_byte(constant))
    byte(w, (UInt)constant & 0xff);
  else
    word(w, (UInt)constant);
}

void spy_write_memory_constant(spy_writer *w, spy_operation operation, Bool wide, spy_operand memory, Int constant) {
  instruction(w, wide, fits_byte(constant) ? 0x83 : 0x81, operation, memory);
  constant_of(w, constant);
}

void spy_write_constant(spy_writer *w, spy_operation operation, Bool wide, spy_register r, Int constant) {
  both_registers(w, wide, fits_byte(constant) ? 0x83 : 0x81, operation, r);
  constant_of(w, constant);
}

void spy_write_shift_right(spy_writer *w, Bool wide, spy_register r, UInt bits) {
  both_registers(w, wide, 0xc1, 5, r);
  byte(w, bits);
}

void spy_write_shift_left(spy_writer *w, Bool wide, spy_register r, UInt bits) {
  both_registers(w, wide, 0xc1, 4, r);
  byte(w, bits);
}

void spy_write_test_byte(spy_writer *w, spy_operand memory, UChar bits) {
  instruction(w, False, 0xf6, 0, memory);
  byte(w, bits);
}

void spy_write_load_short(spy_writer *w, spy_register r, spy_operand memory) {
  prefix(w, False, r, memory.indexed ? memory.index : 0, memory.base);
  byte(w, 0x0f);
  byte(w, 0xb7);
  address(w, r, memory);
}

void spy_write_push(spy_writer *w, spy_register r) {
  prefix(w, False, 0, 0, r);
  byte(w, 0x50 | (r & 7u));
}

void spy_write_push_memory(spy_writer *w, spy_operand memory) { instruction(w, False, 0xff, 6, memory); }

void spy_write_pop(spy_writer *w, spy_register r) {
  prefix(w, False, 0, 0, r);
  byte(w, 0x58 | (r & 7u));
}

void spy_write_return(spy_writer *w) { byte(w, 0xc3); }

static void distance(spy_writer *w, const UChar *target) { word(w, (UInt)(target - (w->at + 4))); }

void spy_write_load_address(spy_writer *w, spy_register r, const UChar *target) {
  prefix(w, True, r, 0, 0);
  byte(w, SPY_ADDRESS);
  byte(w, (r & 7u) << 3 | 5);
  distance(w, target);
}

void spy_write_jump_to_register(spy_writer *w, spy_register r) {
  prefix(w, False, 0, 0, r);
  byte(w, 0xff);
  byte(w, 0xe0 | (r & 7u));
}

void spy_write_jump_to_function(spy_writer *w, const void *function) {
  prefix(w, True, 0, 0, SPY_RAX);
  byte(w, 0xb8);
  word(w, (UInt)(UWord)function);
  word(w, (UInt)((UWord)function >> 32));
  spy_write_jump_to_register(w, SPY_RAX);
}

void spy_write_jump(spy_writer *w, const UChar *target) {
  byte(w, 0xe9);
  distance(w, target);
}

void spy_write_call(spy_writer *w, const UChar *target) {
  byte(w, 0xe8);
  distance(w, target);
}

void spy_write_jump_if(spy_writer *w, spy_condition condition, const UChar *target) {
  byte(w, 0x0f);
  byte(w, 0x80 | (UInt)condition);
  distance(w, target);
}

UChar *spy_write_jump_ahead(spy_writer *w, spy_condition condition) {
  byte(w, 0x0f);
  byte(w, 0x80 | (UInt)condition);
  UChar *jump = w->at;
  word(w, 0);
  return jump;
}

void spy_write_target(const spy_writer *w, UChar *jump) {
  if (w->full) return;
  const UInt far = (UInt)(w->at - (jump + 4));
  for (UInt i = 0; i < 4; i++) jump[i] = (UChar)(far >> 8 * i);
}
