/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/uses/uses_decode.h"

#include <capstone/capstone.h>
#include <string.h>

/* The names of the registers by number: those of their parts of 64, 32, 16 and 8 bits. */
static const struct {
  const char *name;
  x86_reg parts[5];
} registers[USES_REGISTERS] = {
    {"rax", {X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL, X86_REG_AH}},
    {"rdx", {X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL, X86_REG_DH}},
    {"rcx", {X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL, X86_REG_CH}},
    {"rbx", {X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL, X86_REG_BH}},
    {"rsi", {X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL}},
    {"rdi", {X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL}},
    {"rbp", {X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL}},
    {"rsp", {X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL}},
    {"r8", {X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B}},
    {"r9", {X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B}},
    {"r10", {X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B}},
    {"r11", {X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B}},
    {"r12", {X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B}},
    {"r13", {X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B}},
    {"r14", {X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B}},
    {"r15", {X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B}},
};

static int number_of(unsigned reg) {
  for (int i = 0; i < USES_REGISTERS && reg != X86_REG_INVALID; i++)
    for (size_t k = 0; k < G_N_ELEMENTS(registers[i].parts); k++)
      if (registers[i].parts[k] == reg) return i;
  return USES_REGISTER_NONE;
}

const char *uses_register_name(int number) {
  return number >= 0 && number < USES_REGISTERS ? registers[number].name : "?";
}

int uses_argument_register(unsigned n) {
  static const int order[] = {5, 4, 1, 2, 8, 9};
  return n < G_N_ELEMENTS(order) ? order[n] : USES_REGISTER_NONE;
}

guint16 uses_changed_by_calls(void) {
  return 1 << 0 | 1 << 1 | 1 << 2 | 1 << 4 | 1 << 5 | 1 << 8 | 1 << 9 | 1 << 10 | 1 << 11;
}

/* ---- effects of instructions ---- */

/* Sets how an operand is accessed. Capstone does not report this for all instructions. If it does not, a move writes
 * its first operand and reads the others, and any other instruction reads its operand. */
static void set_access(UsesOperand *operand, const cs_insn *from, const cs_x86_op *op, bool first) {
  const bool moves = strncmp(from->mnemonic, "mov", 3) == 0 || strncmp(from->mnemonic, "vmov", 4) == 0;
  operand->read = (op->access & CS_AC_READ) != 0;
  operand->write = (op->access & CS_AC_WRITE) != 0;
  if (moves) {
    operand->write = first;
    operand->read = !first;
  } else if (op->access == 0) {
    operand->read = true;
  }
}

static bool touches_memory(const cs_insn *from) {
  return from->id != X86_INS_LEA && from->id != X86_INS_NOP && strncmp(from->mnemonic, "prefetch", 8) != 0;
}

static void add_operand(UsesMachineInstruction *to, const cs_insn *from, const cs_x86_op *op, bool first) {
  if (to->n_operands == USES_OPERANDS) return;
  UsesOperand *operand = &to->operands[to->n_operands++];
  *operand = (UsesOperand){.base = (gint8)number_of(op->mem.base),
                           .index = (gint8)number_of(op->mem.index),
                           .scale = (guint8)op->mem.scale,
                           .bytes = op->size,
                           .thread = op->mem.segment == X86_REG_FS || op->mem.segment == X86_REG_GS,
                           .at = op->mem.disp};
  if (op->mem.base == X86_REG_RIP) {
    operand->is_fixed = true;
    operand->at += (gint64)(from->address + from->size);
  } else if (op->mem.base == X86_REG_INVALID && op->mem.index == X86_REG_INVALID) {
    operand->is_fixed = true;
  }
  if (touches_memory(from)) set_access(operand, from, op, first);
}

static bool is_move(unsigned id) {
  return id == X86_INS_MOV || id == X86_INS_MOVABS || id == X86_INS_MOVSXD || id == X86_INS_MOVSX ||
         id == X86_INS_MOVZX;
}

static bool is_addition(unsigned id) {
  return id == X86_INS_ADD || id == X86_INS_SUB || id == X86_INS_INC || id == X86_INS_DEC;
}

/* Returns the constant that an addition instruction adds. */
static gint64 added(const cs_x86 *x86, bool subtracts) {
  gint64 number = 0;
  if (x86->op_count == 1) number = 1;
  if (x86->op_count > 1 && x86->operands[1].type == X86_OP_IMM) number = x86->operands[1].imm;
  return subtracts ? (gint64)(0 - (guint64)number) : number;
}

static void set_move(UsesMachineInstruction *to, const cs_x86_op *ops) {
  if (ops[0].type == X86_OP_REG && ops[1].type == X86_OP_MEM)
    to->effect = USES_EFFECT_LOAD;
  else if (ops[0].type == X86_OP_REG && ops[1].type == X86_OP_REG)
    to->effect = USES_EFFECT_COPY;
  else if (ops[0].type == X86_OP_MEM && ops[1].type == X86_OP_REG)
    to->effect = USES_EFFECT_STORE;
}

static void set_scale(UsesMachineInstruction *to, const cs_x86 *x86, unsigned id) {
  const cs_x86_op *last = &x86->operands[x86->op_count - 1];
  if (last->type != X86_OP_IMM || to->to == USES_REGISTER_NONE) return;
  if (id == X86_INS_IMUL && x86->op_count == 3 && to->from != to->to) return;
  to->effect = USES_EFFECT_SCALE;
  to->number = id == X86_INS_IMUL ? last->imm : (gint64)((guint64)1 << (last->imm & 63));
}

/* Returns the greatest value that the instruction can store in its register, if this is a value of at most two bytes,
 * such as an index of a small table. Returns 0 if the greatest value is unknown. */
static guint32 most_of(const cs_insn *from) {
  const cs_x86_op *ops = from->detail->x86.operands, *source = &ops[1];
  if (ops[0].type != X86_OP_REG || ops[0].size < sizeof(guint32) || from->detail->x86.op_count != 2) return 0;
  if (from->id == X86_INS_MOVZX) return source->size == 1 ? G_MAXUINT8 : G_MAXUINT16;
  const bool masks = from->id == X86_INS_AND && source->type == X86_OP_IMM;
  return masks && source->imm >= 0 && source->imm <= G_MAXUINT16 ? (guint32)source->imm : 0;
}

static void set_effect(UsesMachineInstruction *to, const cs_insn *from) {
  const cs_x86 *x86 = &from->detail->x86;
  const cs_x86_op *ops = x86->operands;
  to->to = to->from = USES_REGISTER_NONE;
  if (x86->op_count == 0) return;
  if (ops[0].type == X86_OP_REG) to->to = (gint8)number_of(ops[0].reg);
  if (x86->op_count > 1 && ops[1].type == X86_OP_REG) to->from = (gint8)number_of(ops[1].reg);
  to->is_wide = ops[0].size == sizeof(guint64) && (x86->op_count < 2 || ops[1].size == sizeof(guint64));
  to->most = most_of(from);
  if (is_move(from->id) && x86->op_count == 2) set_move(to, ops);
  if (from->id == X86_INS_LEA) to->effect = USES_EFFECT_ADDRESS;
  if (is_addition(from->id) && to->to != USES_REGISTER_NONE) {
    to->effect = USES_EFFECT_ADD;
    to->is_wide = ops[0].size == sizeof(guint64);
    to->subtracts = from->id == X86_INS_SUB || from->id == X86_INS_DEC;
    to->number = added(x86, to->subtracts);
  }
  if (from->id == X86_INS_SHL || from->id == X86_INS_SAL || from->id == X86_INS_IMUL) set_scale(to, x86, from->id);
}

static bool ends(const cs_insn *from) {
  return from->id == X86_INS_HLT || from->id == X86_INS_UD2 || from->id == X86_INS_INT3;
}

static void set_flow(csh capstone, UsesMachineInstruction *to, const cs_insn *from) {
  const cs_x86_op *op = &from->detail->x86.operands[0];
  if (cs_insn_group(capstone, from, CS_GRP_CALL)) {
    to->flow = USES_FLOW_CALL;
    to->changed |= uses_changed_by_calls();
  } else if (cs_insn_group(capstone, from, CS_GRP_JUMP)) {
    to->flow = from->id == X86_INS_JMP ? USES_FLOW_JUMP : USES_FLOW_BRANCH;
  } else if (cs_insn_group(capstone, from, CS_GRP_RET) || ends(from)) {
    to->flow = USES_FLOW_END;
  }
  to->has_target = (to->flow == USES_FLOW_CALL || to->flow == USES_FLOW_BRANCH || to->flow == USES_FLOW_JUMP) &&
                   op->type == X86_OP_IMM;
  if (to->has_target) to->target = (guint64)op->imm;
}

/* Returns whether the instruction accesses the top of the stack without an explicit operand. */
static bool uses_stack(csh capstone, const cs_insn *from) {
  return cs_insn_group(capstone, from, CS_GRP_CALL) || cs_insn_group(capstone, from, CS_GRP_RET) ||
         from->id == X86_INS_PUSH || from->id == X86_INS_POP || from->id == X86_INS_LEAVE;
}

static void set_changed(csh capstone, UsesMachineInstruction *to, const cs_insn *from) {
  cs_regs read, written;
  guint8 n_read = 0, n_written = 0;
  if (from->id == X86_INS_CDQE) return; /* this instruction only sign-extends the number */
  if (cs_regs_access(capstone, from, read, &n_read, written, &n_written) != CS_ERR_OK) return;
  for (guint8 i = 0; i < n_written; i++) {
    const int number = number_of(written[i]);
    if (number != USES_REGISTER_NONE) to->changed |= (guint16)(1U << number);
  }
}

static void take(csh capstone, const cs_insn *from, GArray *instructions) {
  UsesMachineInstruction to = {.address = from->address,
                               .bytes = (guint8)from->size,
                               .is_padding = from->id == X86_INS_NOP};
  const cs_x86 *x86 = &from->detail->x86;
  for (guint8 i = 0; i < x86->op_count; i++)
    if (x86->operands[i].type == X86_OP_MEM) add_operand(&to, from, &x86->operands[i], i == 0);
  set_effect(&to, from);
  set_changed(capstone, &to, from);
  set_flow(capstone, &to, from);
  to.returns = cs_insn_group(capstone, from, CS_GRP_RET);
  to.uses_stack = uses_stack(capstone, from);
  to.pushes = from->id == X86_INS_PUSH;
  to.pops = from->id == X86_INS_POP;
  g_array_append_val(instructions, to);
}

void uses_decode(const guint8 *bytes, gsize n, guint64 address, GArray *instructions) {
  csh capstone;
  if (cs_open(CS_ARCH_X86, CS_MODE_64, &capstone) != CS_ERR_OK) return;
  cs_option(capstone, CS_OPT_DETAIL, CS_OPT_ON);
  cs_insn *insn = cs_malloc(capstone);
  while (insn != NULL && n > 0) {
    if (cs_disasm_iter(capstone, &bytes, &n, &address, insn)) {
      take(capstone, insn, instructions);
    } else {
      bytes++;
      n--;
      address++;
    }
  }
  if (insn != NULL) cs_free(insn, 1);
  cs_close(&capstone);
}
