/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_registers.c: a forward data-flow analysis of addresses. An instruction determines the origin of an address: a
 * load from a variable or field, the result of a call, or an address computation. Where blocks meet, a register keeps
 * the target on which all predecessors agree. A sum or difference has the target of one of its operands, so a pointer
 * that moves through an array is followed without its name. If the compiler spills an address, the slot of the frame is
 * followed like a register, since it contains different addresses over time. If instructions do not determine the
 * target, debug information can: it names the variable in a register at an address. */
#include "ui/uses/ui_uses_registers.h"

#include "ui/uses/ui_uses_allocators.h"

enum {
  NOT_YET = UI_CELL_NONE - 1, /* no path to the block was followed yet */
  MOST_PASSES = 20,
  FRAME_POINTER = 6
};

static const UiInstruction *instruction(const UiReading *reading, guint32 i) {
  return &g_array_index(reading->shape->instructions, UiInstruction, i);
}

static const UiWhere nowhere = {.object = UI_CELL_NONE, .cell = UI_CELL_NONE};

/* ---- operands ---- */

static UiWhere in_variable(const UiReading *reading, UiCell variable, gint64 at) {
  return (UiWhere){.object = variable, .cell = ui_typed_within(reading->typed, variable, at), .is_direct = true};
}

static UiWhere behind_pointer(const UiReading *reading, UiCell target, gint64 at, bool is_access) {
  if (target == UI_CELL_NONE) return nowhere;
  /* (An address without an offset is that of the struct, not of its first field.) */
  const UiCell cell = is_access || at != 0 ? ui_typed_within(reading->typed, target, at) : target;
  return (UiWhere){.object = target, .cell = cell};
}

static UiWhere at_address(const UiReading *reading, const UiOperand *operand) {
  const gint64 at = operand->thread ? ui_image_thread_offset(reading->object->image, operand->at) : operand->at;
  const UiStaticVariable *variable = ui_statics_at(reading->object->statics, (guint64)at, operand->thread);
  if (variable != NULL)
    return in_variable(reading, ui_typed_static(reading->typed, variable), at - (gint64)variable->address);
  if (operand->thread) return nowhere;
  const char *slot = ui_image_slot(reading->object->image, (guint64)at);
  if (slot != NULL) {
    const UiStaticVariable *named = ui_statics_named(reading->object->statics, slot);
    const UiCell cell = named != NULL ? ui_typed_static(reading->typed, named) : ui_typed_symbol(reading->typed, slot);
    return (UiWhere){.object = cell, .cell = cell, .is_address = true};
  }
  const char *symbol = ui_module_symbol_at(reading->object->module, (guint64)at);
  if (symbol == NULL || *symbol == '\0') {
    UiWhere where = nowhere;
    where.is_constant = ui_image_is_constant(reading->object->image, (guint64)at);
    return where;
  }
  return in_variable(reading, ui_typed_symbol(reading->typed, symbol), 0);
}

/* Returns a variable of the function's frame, or a slot there. *is_frame: whether the operand refers to the frame. */
static UiWhere in_frame(const UiReading *reading, const UiInstruction *at, const UiOperand *operand, bool *is_frame) {
  unsigned reg;
  int64_t offset;
  *is_frame = false;
  if (operand->base != UI_REGISTER_STACK && operand->base != FRAME_POINTER) return nowhere;
  if (!ui_module_cfa(reading->object->module, at->address, &reg, &offset) || (int)reg != operand->base) return nowhere;
  *is_frame = true;
  const gint64 place = operand->at - offset;
  const guint32 number = ui_places_in_frame(reading->places, place, at->address);
  if (number == UI_PLACES_NONE) {
    const UiCell slot = ui_typed_slot(reading->typed, place);
    return (UiWhere){.object = slot, .cell = slot, .is_direct = true, .is_frame = true, .place = place};
  }
  const UiCodePlace *found = &g_array_index(reading->places->places, UiCodePlace, number);
  const UiCell variable = ui_typed_local(reading->typed, found);
  UiWhere where = in_variable(reading, variable, place - found->at);
  if (found->is_indirect) where.cell = variable;
  where.is_frame = true;
  where.place = place;
  return where;
}

UiCell ui_registers_target(const UiReading *reading, const UiRegisters *registers, int reg, guint64 pc) {
  if (reg == UI_REGISTER_NONE) return UI_CELL_NONE;
  if (registers->target[reg] != UI_CELL_NONE && registers->target[reg] != NOT_YET) return registers->target[reg];
  const guint32 number = ui_places_in_register(reading->places, reg, pc, 0);
  if (number == UI_PLACES_NONE) return UI_CELL_NONE;
  const UiCodePlace *place = &g_array_index(reading->places->places, UiCodePlace, number);
  const UiCell variable = ui_typed_local(reading->typed, place);
  return place->is_indirect ? ui_cell_target(reading->cells, variable) : ui_typed_target(reading->typed, variable);
}

UiWhere ui_registers_where(const UiReading *reading, const UiInstruction *at, const UiOperand *operand,
                           const UiRegisters *registers, bool is_access) {
  bool is_frame;
  if (operand->is_fixed) return at_address(reading, operand);
  const UiWhere local = in_frame(reading, at, operand, &is_frame);
  if (is_frame) return local;
  UiCell target = ui_registers_target(reading, registers, operand->base, at->address);
  if (target == UI_CELL_NONE && (operand->scale == 1 || operand->base == UI_REGISTER_NONE))
    target = ui_registers_target(reading, registers, operand->index, at->address);
  if (target != UI_CELL_NONE) {
    if (operand->index != UI_REGISTER_NONE) ui_cell_mark_array(reading->cells, target);
    return behind_pointer(reading, target, operand->at, is_access);
  }
  /* table(,%rax,8) of a program at fixed addresses */
  const UiOperand fixed = {.is_fixed = true, .at = operand->at};
  return operand->base == UI_REGISTER_NONE && operand->at > 0 ? at_address(reading, &fixed) : nowhere;
}

/* ---- effects of instructions ---- */

guint ui_registers_slot(const UiReading *reading, UiCell cell) {
  const guint number = ui_typed_slot_number(reading->typed, cell);
  return number < UI_FOLLOWED_SLOTS ? UI_REGISTERS + number : (guint)UI_FOLLOWED;
}

static UiCell loaded(const UiReading *reading, const UiInstruction *at, const UiRegisters *registers) {
  const UiWhere where = ui_registers_where(reading, at, &at->operands[0], registers, true);
  const guint slot = ui_registers_slot(reading, where.cell);
  if (where.is_address) return where.object;
  return slot < UI_FOLLOWED ? registers->target[slot] : ui_typed_target(reading->typed, where.cell);
}

static UiCell sum(const UiReading *reading, const UiInstruction *at, const UiRegisters *registers) {
  const UiCell own = ui_registers_target(reading, registers, at->to, at->address);
  if (own != UI_CELL_NONE) return own;
  if (at->n_operands > 0) return loaded(reading, at, registers);
  return ui_registers_target(reading, registers, at->from, at->address);
}

static UiCell result(UiReading *reading, guint32 number, const UiRegisters *registers) {
  const UiInstruction *at = instruction(reading, number);
  const char *callee = ui_image_callee(reading->object->image, at);
  const UiCell first = ui_registers_target(reading, registers, ui_uses_argument_register(0), at->address);
  if (callee != NULL && ui_uses_returns_first(callee)) return first;
  if (callee != NULL && ui_uses_gives_content(callee) && first != UI_CELL_NONE)
    return ui_cell_target(reading->cells, first);
  gpointer known = g_hash_table_lookup(reading->blocks, GUINT_TO_POINTER(number));
  if (known != NULL) return GPOINTER_TO_UINT(known) - 1;
  const bool allocates = callee != NULL && ui_uses_allocates(callee);
  const UiCodeScope *scope = &g_array_index(reading->places->scopes, UiCodeScope, reading->scopes[number]);
  const UiCell block = ui_cell_block(reading->cells, scope->file, allocates ? reading->lines[number] : 0);
  g_hash_table_insert(reading->blocks, GUINT_TO_POINTER(number), GUINT_TO_POINTER(block + 1));
  return block;
}

static UiCell follow(UiReading *reading, guint32 number, const UiRegisters *registers) {
  const UiInstruction *at = instruction(reading, number);
  switch (at->effect) {
    case UI_EFFECT_LOAD: return at->is_wide ? loaded(reading, at, registers) : UI_CELL_NONE;
    case UI_EFFECT_COPY:
      return at->is_wide ? ui_registers_target(reading, registers, at->from, at->address) : UI_CELL_NONE;
    case UI_EFFECT_ADDRESS: {
      const UiWhere where = ui_registers_where(reading, at, &at->operands[0], registers, false);
      const bool variable = where.is_direct && at->operands[0].at == 0;
      return where.is_frame || variable || where.cell == UI_CELL_NONE ? where.object : where.cell;
    }
    case UI_EFFECT_ADD: return at->is_wide ? sum(reading, at, registers) : UI_CELL_NONE;
    default: return UI_CELL_NONE;
  }
}

/* Forgets the addresses in slots that a write of `bytes` bytes at `place` overwrites, also in part. */
static void forget_slots(const UiReading *reading, gint64 place, guint8 bytes, UiRegisters *registers) {
  const gint64 address_bytes = 8;
  for (gint64 at = place - address_bytes + 1; at < place + bytes; at++) {
    const guint slot = ui_registers_slot(reading, ui_typed_known_slot(reading->typed, at));
    if (slot != UI_FOLLOWED) registers->target[slot] = UI_CELL_NONE;
  }
}

/* Applies an instruction's stores to the slots. */
static void step_slots(const UiReading *reading, const UiInstruction *at, UiRegisters *registers) {
  for (guint8 i = 0; i < at->n_operands; i++) {
    if (!at->operands[i].write) continue;
    const UiWhere where = ui_registers_where(reading, at, &at->operands[i], registers, true);
    if (!where.is_frame) continue;
    forget_slots(reading, where.place, at->operands[i].bytes, registers);
    const guint slot = ui_registers_slot(reading, where.cell);
    if (slot != UI_FOLLOWED && at->effect == UI_EFFECT_STORE && at->is_wide)
      registers->target[slot] = ui_registers_target(reading, registers, at->from, at->address);
  }
}

/* Sets the slots whose addresses a call gets as arguments, since the callee can store into them. */
static void hand_over_slots(const UiReading *reading, UiRegisters *registers) {
  for (unsigned i = 0; ui_uses_argument_register(i) != UI_REGISTER_NONE; i++) {
    const UiCell cell = registers->target[ui_uses_argument_register(i)];
    const guint slot = ui_registers_slot(reading, cell);
    if (slot != UI_FOLLOWED) registers->target[slot] = ui_cell_target(reading->cells, cell);
  }
}

void ui_registers_step(UiReading *reading, guint32 number, UiRegisters *registers) {
  const UiInstruction *at = instruction(reading, number);
  step_slots(reading, at, registers);
  const UiCell value = at->flow == UI_FLOW_CALL ? result(reading, number, registers)
                                                : follow(reading, number, registers);
  if (at->flow == UI_FLOW_CALL) hand_over_slots(reading, registers);
  for (int i = 0; i < UI_REGISTERS; i++)
    if (at->changed & 1U << i) registers->target[i] = UI_CELL_NONE;
  if (at->flow == UI_FLOW_CALL)
    registers->target[UI_REGISTER_RESULT] = value;
  else if (at->to != UI_REGISTER_NONE && at->effect != UI_EFFECT_NONE && at->effect != UI_EFFECT_STORE)
    registers->target[at->to] = value;
}

/* ---- from block to block ---- */

static bool meet(UiRegisters *into, const UiRegisters *from) {
  bool changed = false;
  for (int i = 0; i < UI_FOLLOWED; i++) {
    const UiCell now = into->target[i], other = from->target[i];
    if (other == (UiCell)NOT_YET || now == other || now == UI_CELL_NONE) continue;
    into->target[i] = now == (UiCell)NOT_YET ? other : UI_CELL_NONE;
    changed = true;
  }
  return changed;
}

/* Sets the registers of unreached blocks to unknown. */
static void forget_not_yet(UiRegisters *registers) {
  for (int i = 0; i < UI_FOLLOWED; i++)
    if (registers->target[i] == (UiCell)NOT_YET) registers->target[i] = UI_CELL_NONE;
}

static void fill(UiRegisters *registers, UiCell with) {
  for (int i = 0; i < UI_FOLLOWED; i++) registers->target[i] = with;
}

/* Whether the block is a possible target of a computed jump. */
static bool is_label(const UiFlow *flow, guint32 number) {
  return g_array_index(flow->blocks, UiFlowBlock, number).is_label;
}

/* Merges the registers after a computed jump into all its possible targets. */
static bool meet_labels(const UiFlow *flow, UiRegisters *before, const UiRegisters *registers) {
  bool changed = false;
  for (guint32 i = 0; i < flow->blocks->len; i++)
    if (is_label(flow, i)) changed = meet(&before[i], registers) || changed;
  return changed;
}

static bool pass(UiReading *reading, UiRegisters *before) {
  const UiFlow *flow = reading->shape->flow;
  bool changed = false;
  for (guint k = 0; k < flow->order->len; k++) {
    const guint32 number = g_array_index(flow->order, guint32, k);
    const UiFlowBlock *block = &g_array_index(flow->blocks, UiFlowBlock, number);
    UiRegisters registers = before[number];
    for (guint32 i = block->first; i < block->behind; i++) ui_registers_step(reading, i, &registers);
    for (size_t i = 0; i < G_N_ELEMENTS(block->next); i++)
      if (block->next[i] != UI_FLOW_NONE) changed = meet(&before[block->next[i]], &registers) || changed;
    if (block->computed) changed = meet_labels(flow, before, &registers) || changed;
  }
  return changed;
}

/* Sets the registers at the entry to the parameters in them, because the function soon overwrites these registers. */
static void enter(const UiReading *reading, UiRegisters *registers) {
  const UiFlow *flow = reading->shape->flow;
  const UiFlowBlock *first = &g_array_index(flow->blocks, UiFlowBlock, g_array_index(flow->order, guint32, 0));
  UiRegisters unknown;
  fill(&unknown, UI_CELL_NONE);
  fill(registers, UI_CELL_NONE);
  for (int i = 0; i < UI_REGISTERS; i++)
    registers->target[i] = ui_registers_target(reading, &unknown, i, instruction(reading, first->first)->address);
}

/* Whether the predecessors of all labels are known. They are not if a label can be an exception handler. */
static bool knows_labels(const UiReading *reading) {
  static const char *const catching[] = {"_Unwind_Resume", "__cxa_begin_catch", "__cxa_end_catch", NULL};
  const UiFlow *flow = reading->shape->flow;
  bool computed = false;
  for (guint32 i = 0; i < flow->blocks->len; i++) computed |= g_array_index(flow->blocks, UiFlowBlock, i).computed;
  if (!computed || flow->is_cut) return false;
  for (guint32 i = 0; i < reading->shape->instructions->len; i++) {
    const UiInstruction *at = instruction(reading, i);
    const char *callee = at->flow == UI_FLOW_CALL ? ui_image_callee(reading->object->image, at) : NULL;
    if (callee != NULL && g_strv_contains(catching, callee)) return false;
  }
  return true;
}

UiRegisters *ui_registers_find(UiReading *reading) {
  const UiFlow *flow = reading->shape->flow;
  UiRegisters *before = g_new(UiRegisters, flow->blocks->len + 1);
  const bool known = knows_labels(reading);
  for (guint32 i = 0; i < flow->blocks->len; i++)
    fill(&before[i], is_label(flow, i) && !known ? UI_CELL_NONE : (UiCell)NOT_YET);
  if (flow->order->len > 0) enter(reading, &before[g_array_index(flow->order, guint32, 0)]);
  for (unsigned n = 0; n < MOST_PASSES && pass(reading, before); n++) {
  }
  for (guint32 i = 0; i < flow->blocks->len; i++) forget_not_yet(&before[i]);
  return before;
}
