/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_registers.c: performs a forward data-flow analysis of addresses. The origin of an address is an instruction: a
 * load from a variable or field, a call that returns the address, or an address computation. Where paths meet, a
 * register keeps its target only if all predecessors agree on it. A sum or difference has the target of one of its
 * operands, so a pointer that moves through an array is followed even if it has no name. If the compiler spills an
 * address, the slot of the frame is treated like a register, since it contains different addresses over time. If the
 * instructions do not determine the target, the analysis uses debug information, which lists the variables in registers
 * at each address. */
#include "ui/uses/uses_registers.h"

#include "ui/uses/uses_allocators.h"

enum {
  NOT_YET = USES_CELL_NONE - 1, /* no path to the block has been followed yet */
  MOST_PASSES = 20,
  FRAME_POINTER = 6
};

static const UsesMachineInstruction *instruction(const UsesReading *reading, guint32 i) {
  return &g_array_index(reading->shape->instructions, UsesMachineInstruction, i);
}

static const UsesWhere nowhere = {.object = USES_CELL_NONE, .cell = USES_CELL_NONE};

/* ---- operands ---- */

static UsesWhere in_variable(const UsesReading *reading, UsesCell variable, gint64 at) {
  return (UsesWhere){.object = variable, .cell = uses_typed_within(reading->typed, variable, at), .is_direct = true};
}

static UsesWhere behind_pointer(const UsesReading *reading, UsesCell target, gint64 at, bool is_access) {
  if (target == USES_CELL_NONE) return nowhere;
  /* (An address without an offset counts as the address of the struct, not as that of its first field.) */
  const UsesCell cell = is_access || at != 0 ? uses_typed_within(reading->typed, target, at) : target;
  return (UsesWhere){.object = target, .cell = cell};
}

static UsesWhere at_address(const UsesReading *reading, const UsesOperand *operand) {
  const gint64 at = operand->thread ? uses_image_thread_offset(reading->object->image, operand->at) : operand->at;
  const UsesStaticVariable *variable = uses_statics_at(reading->object->statics, (guint64)at, operand->thread);
  if (variable != NULL)
    return in_variable(reading, uses_typed_static(reading->typed, variable), at - (gint64)variable->address);
  if (operand->thread) return nowhere;
  const char *slot = uses_image_slot(reading->object->image, (guint64)at);
  if (slot != NULL) {
    const UsesStaticVariable *named = uses_statics_named(reading->object->statics, slot);
    const UsesCell cell = named != NULL ? uses_typed_static(reading->typed, named)
                                        : uses_typed_symbol(reading->typed, slot);
    return (UsesWhere){.object = cell, .cell = cell, .is_address = true};
  }
  const char *symbol = name_module_symbol_at(reading->object->module, (guint64)at);
  if (symbol == NULL || *symbol == '\0') {
    UsesWhere where = nowhere;
    where.is_constant = uses_image_is_constant(reading->object->image, (guint64)at);
    return where;
  }
  return in_variable(reading, uses_typed_symbol(reading->typed, symbol), 0);
}

/* Returns the cell of a variable of the function's frame, or of a slot there. Sets *is_frame to whether the operand
 * refers to the frame. */
static UsesWhere in_frame(const UsesReading *reading, const UsesMachineInstruction *at, const UsesOperand *operand,
                          bool *is_frame) {
  unsigned reg;
  int64_t offset;
  *is_frame = false;
  if (operand->base != USES_REGISTER_STACK && operand->base != FRAME_POINTER) return nowhere;
  if (!name_module_cfa(reading->object->module, at->address, &reg, &offset) || (int)reg != operand->base)
    return nowhere;
  *is_frame = true;
  const gint64 place = operand->at - offset;
  const guint32 number = uses_places_in_frame(reading->places, place, at->address);
  if (number == USES_PLACES_NONE) {
    const UsesCell slot = uses_typed_slot(reading->typed, place);
    return (UsesWhere){.object = slot, .cell = slot, .is_direct = true, .is_frame = true, .place = place};
  }
  const UsesCodePlace *found = &g_array_index(reading->places->places, UsesCodePlace, number);
  const UsesCell variable = uses_typed_local(reading->typed, found);
  UsesWhere where = in_variable(reading, variable, place - found->at);
  if (found->is_indirect) where.cell = variable;
  where.is_frame = true;
  where.place = place;
  return where;
}

/* If, according to the debug information, a register holds a pointer variable, gives the target in the register the
 * type of this variable's target. The result of malloc() has no other type. */
static void learn_type(const UsesReading *reading, UsesCell target, int reg, guint64 pc) {
  if (uses_typed_has_type(reading->typed, target)) return;
  const guint32 number = uses_places_in_register(reading->places, reg, pc, 0);
  if (number == USES_PLACES_NONE) return;
  const UsesCodePlace *place = &g_array_index(reading->places->places, UsesCodePlace, number);
  if (!place->is_indirect)
    uses_typed_learn(reading->typed, target,
                     &g_array_index(reading->places->variables, UsesCodeVariable, place->variable));
}

UsesCell uses_registers_target(const UsesReading *reading, const UsesRegisters *registers, int reg, guint64 pc) {
  if (reg == USES_REGISTER_NONE) return USES_CELL_NONE;
  const UsesCell followed = registers->target[reg];
  if (followed != USES_CELL_NONE && followed != NOT_YET) {
    learn_type(reading, followed, reg, pc);
    return followed;
  }
  const guint32 number = uses_places_in_register(reading->places, reg, pc, 0);
  if (number == USES_PLACES_NONE) return USES_CELL_NONE;
  const UsesCodePlace *place = &g_array_index(reading->places->places, UsesCodePlace, number);
  const UsesCell variable = uses_typed_local(reading->typed, place);
  return place->is_indirect ? uses_cell_target(reading->cells, variable) : uses_typed_target(reading->typed, variable);
}

UsesWhere uses_registers_where(const UsesReading *reading, const UsesMachineInstruction *at, const UsesOperand *operand,
                               const UsesRegisters *registers, bool is_access) {
  bool is_frame;
  if (operand->is_fixed) return at_address(reading, operand);
  const UsesWhere local = in_frame(reading, at, operand, &is_frame);
  if (is_frame) return local;
  UsesCell target = uses_registers_target(reading, registers, operand->base, at->address);
  if (target == USES_CELL_NONE && (operand->scale == 1 || operand->base == USES_REGISTER_NONE))
    target = uses_registers_target(reading, registers, operand->index, at->address);
  if (target != USES_CELL_NONE) {
    if (operand->index != USES_REGISTER_NONE) uses_cell_mark_array(reading->cells, target);
    return behind_pointer(reading, target, operand->at, is_access);
  }
  /* an operand such as table(,%rax,8) in a program at fixed addresses */
  const UsesOperand fixed = {.is_fixed = true, .at = operand->at};
  return operand->base == USES_REGISTER_NONE && operand->at > 0 ? at_address(reading, &fixed) : nowhere;
}

/* ---- effects of instructions ---- */

guint uses_registers_slot(const UsesReading *reading, UsesCell cell) {
  const guint number = uses_typed_slot_number(reading->typed, cell);
  return number < USES_FOLLOWED_SLOTS ? USES_REGISTERS + number : (guint)USES_FOLLOWED;
}

static UsesCell loaded(const UsesReading *reading, const UsesMachineInstruction *at, const UsesRegisters *registers) {
  const UsesWhere where = uses_registers_where(reading, at, &at->operands[0], registers, true);
  const guint slot = uses_registers_slot(reading, where.cell);
  if (where.is_address) return where.object;
  return slot < USES_FOLLOWED ? registers->target[slot] : uses_typed_target(reading->typed, where.cell);
}

static UsesCell sum(const UsesReading *reading, const UsesMachineInstruction *at, const UsesRegisters *registers) {
  const UsesCell own = uses_registers_target(reading, registers, at->to, at->address);
  if (own != USES_CELL_NONE) return own;
  if (at->n_operands > 0) return loaded(reading, at, registers);
  return uses_registers_target(reading, registers, at->from, at->address);
}

static UsesCell result(UsesReading *reading, guint32 number, const UsesRegisters *registers) {
  const UsesMachineInstruction *at = instruction(reading, number);
  const char *callee = uses_image_callee(reading->object->image, at);
  const UsesCell first = uses_registers_target(reading, registers, uses_argument_register(0), at->address);
  if (callee != NULL && uses_returns_first(callee)) return first;
  if (callee != NULL && uses_gives_content(callee) && first != USES_CELL_NONE)
    return uses_cell_target(reading->cells, first);
  gpointer known = g_hash_table_lookup(reading->blocks, GUINT_TO_POINTER(number));
  if (known != NULL) return GPOINTER_TO_UINT(known) - 1;
  const bool allocates = callee != NULL && uses_allocates(callee);
  const UsesCodeScope *scope = &g_array_index(reading->places->scopes, UsesCodeScope, reading->scopes[number]);
  const UsesCell block = uses_cell_block(reading->cells, scope->file, allocates ? reading->lines[number] : 0);
  g_hash_table_insert(reading->blocks, GUINT_TO_POINTER(number), GUINT_TO_POINTER(block + 1));
  return block;
}

static UsesCell follow(UsesReading *reading, guint32 number, const UsesRegisters *registers) {
  const UsesMachineInstruction *at = instruction(reading, number);
  switch (at->effect) {
    case USES_EFFECT_LOAD: return at->is_wide ? loaded(reading, at, registers) : USES_CELL_NONE;
    case USES_EFFECT_COPY:
      return at->is_wide ? uses_registers_target(reading, registers, at->from, at->address) : USES_CELL_NONE;
    case USES_EFFECT_ADDRESS: {
      const UsesWhere where = uses_registers_where(reading, at, &at->operands[0], registers, false);
      const bool variable = where.is_direct && at->operands[0].at == 0;
      return where.is_frame || variable || where.cell == USES_CELL_NONE ? where.object : where.cell;
    }
    case USES_EFFECT_ADD: return at->is_wide ? sum(reading, at, registers) : USES_CELL_NONE;
    default: return USES_CELL_NONE;
  }
}

/* Forgets the addresses in slots that a write of `bytes` bytes at `place` overwrites, even in part. */
static void forget_slots(const UsesReading *reading, gint64 place, guint8 bytes, UsesRegisters *registers) {
  const gint64 address_bytes = 8;
  for (gint64 at = place - address_bytes + 1; at < place + bytes; at++) {
    const guint slot = uses_registers_slot(reading, uses_typed_known_slot(reading->typed, at));
    if (slot != USES_FOLLOWED) registers->target[slot] = USES_CELL_NONE;
  }
}

/* Applies the stores of an instruction to the slots. */
static void step_slots(const UsesReading *reading, const UsesMachineInstruction *at, UsesRegisters *registers) {
  for (guint8 i = 0; i < at->n_operands; i++) {
    if (!at->operands[i].write) continue;
    const UsesWhere where = uses_registers_where(reading, at, &at->operands[i], registers, true);
    if (!where.is_frame) continue;
    forget_slots(reading, where.place, at->operands[i].bytes, registers);
    const guint slot = uses_registers_slot(reading, where.cell);
    if (slot != USES_FOLLOWED && at->effect == USES_EFFECT_STORE && at->is_wide)
      registers->target[slot] = uses_registers_target(reading, registers, at->from, at->address);
  }
}

/* Handles the slots whose addresses a call passes as arguments: the called function can store into them. */
static void hand_over_slots(const UsesReading *reading, UsesRegisters *registers) {
  for (unsigned i = 0; uses_argument_register(i) != USES_REGISTER_NONE; i++) {
    const UsesCell cell = registers->target[uses_argument_register(i)];
    const guint slot = uses_registers_slot(reading, cell);
    if (slot != USES_FOLLOWED) registers->target[slot] = uses_cell_target(reading->cells, cell);
  }
}

void uses_registers_step(UsesReading *reading, guint32 number, UsesRegisters *registers) {
  const UsesMachineInstruction *at = instruction(reading, number);
  step_slots(reading, at, registers);
  const UsesCell value = at->flow == USES_FLOW_CALL ? result(reading, number, registers)
                                                    : follow(reading, number, registers);
  if (at->flow == USES_FLOW_CALL) hand_over_slots(reading, registers);
  for (int i = 0; i < USES_REGISTERS; i++)
    if (at->changed & 1U << i) registers->target[i] = USES_CELL_NONE;
  if (at->flow == USES_FLOW_CALL)
    registers->target[USES_REGISTER_RESULT] = value;
  else if (at->to != USES_REGISTER_NONE && at->effect != USES_EFFECT_NONE && at->effect != USES_EFFECT_STORE)
    registers->target[at->to] = value;
}

/* ---- from block to block ---- */

static bool meet(UsesRegisters *into, const UsesRegisters *from) {
  bool changed = false;
  for (int i = 0; i < USES_FOLLOWED; i++) {
    const UsesCell now = into->target[i], other = from->target[i];
    if (other == (UsesCell)NOT_YET || now == other || now == USES_CELL_NONE) continue;
    into->target[i] = now == (UsesCell)NOT_YET ? other : USES_CELL_NONE;
    changed = true;
  }
  return changed;
}

/* Sets the registers of blocks that were not reached to unknown. */
static void forget_not_yet(UsesRegisters *registers) {
  for (int i = 0; i < USES_FOLLOWED; i++)
    if (registers->target[i] == (UsesCell)NOT_YET) registers->target[i] = USES_CELL_NONE;
}

static void fill(UsesRegisters *registers, UsesCell with) {
  for (int i = 0; i < USES_FOLLOWED; i++) registers->target[i] = with;
}

/* Returns whether the block is a possible target of a computed jump. */
static bool is_label(const UsesFlow *flow, guint32 number) {
  return g_array_index(flow->blocks, UsesFlowBlock, number).is_label;
}

/* Merges the registers at a computed jump into the state of each possible target of the jump. */
static bool meet_labels(const UsesFlow *flow, UsesRegisters *before, const UsesRegisters *registers) {
  bool changed = false;
  for (guint32 i = 0; i < flow->blocks->len; i++)
    if (is_label(flow, i)) changed = meet(&before[i], registers) || changed;
  return changed;
}

static bool pass(UsesReading *reading, UsesRegisters *before) {
  const UsesFlow *flow = reading->shape->flow;
  bool changed = false;
  for (guint k = 0; k < flow->order->len; k++) {
    const guint32 number = g_array_index(flow->order, guint32, k);
    const UsesFlowBlock *block = &g_array_index(flow->blocks, UsesFlowBlock, number);
    UsesRegisters registers = before[number];
    for (guint32 i = block->first; i < block->behind; i++) uses_registers_step(reading, i, &registers);
    for (size_t i = 0; i < G_N_ELEMENTS(block->next); i++)
      if (block->next[i] != USES_FLOW_NONE) changed = meet(&before[block->next[i]], &registers) || changed;
    if (block->computed) changed = meet_labels(flow, before, &registers) || changed;
  }
  return changed;
}

/* Sets the registers at the entry of the function to the parameters that they contain. Debug information is not enough,
 * because the function soon overwrites these registers. */
static void enter(const UsesReading *reading, UsesRegisters *registers) {
  const UsesFlow *flow = reading->shape->flow;
  const UsesFlowBlock *first = &g_array_index(flow->blocks, UsesFlowBlock, g_array_index(flow->order, guint32, 0));
  UsesRegisters unknown;
  fill(&unknown, USES_CELL_NONE);
  fill(registers, USES_CELL_NONE);
  for (int i = 0; i < USES_REGISTERS; i++)
    registers->target[i] = uses_registers_target(reading, &unknown, i, instruction(reading, first->first)->address);
}

/* Returns whether the predecessors of all labels are known. They are unknown if a label can be an exception handler. */
static bool knows_labels(const UsesReading *reading) {
  static const char *const catching[] = {"_Unwind_Resume", "__cxa_begin_catch", "__cxa_end_catch", NULL};
  const UsesFlow *flow = reading->shape->flow;
  bool computed = false;
  for (guint32 i = 0; i < flow->blocks->len; i++) computed |= g_array_index(flow->blocks, UsesFlowBlock, i).computed;
  if (!computed || flow->is_cut) return false;
  for (guint32 i = 0; i < reading->shape->instructions->len; i++) {
    const UsesMachineInstruction *at = instruction(reading, i);
    const char *callee = at->flow == USES_FLOW_CALL ? uses_image_callee(reading->object->image, at) : NULL;
    if (callee != NULL && g_strv_contains(catching, callee)) return false;
  }
  return true;
}

UsesRegisters *uses_registers_find(UsesReading *reading) {
  const UsesFlow *flow = reading->shape->flow;
  UsesRegisters *before = g_new(UsesRegisters, flow->blocks->len + 1);
  const bool known = knows_labels(reading);
  for (guint32 i = 0; i < flow->blocks->len; i++)
    fill(&before[i], is_label(flow, i) && !known ? USES_CELL_NONE : (UsesCell)NOT_YET);
  if (flow->order->len > 0) enter(reading, &before[g_array_index(flow->order, guint32, 0)]);
  for (unsigned n = 0; n < MOST_PASSES && pass(reading, before); n++) {
  }
  for (guint32 i = 0; i < flow->blocks->len; i++) forget_not_yet(&before[i]);
  return before;
}
