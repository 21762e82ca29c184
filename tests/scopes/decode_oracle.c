/* decode_oracle.c: see decode_oracle.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/scopes/decode_oracle.h"

#include <Zydis/Zydis.h>

_Static_assert((int)ZYDIS_MNEMONIC_MAX_VALUE < (int)ORACLE_MNEMONICS, "there is a number for each mnemonic");

static const ZydisDecoder *decoder(void) {
  static ZydisDecoder made;
  static bool is_made;
  if (!is_made) {
    ZydisDecoderInit(&made, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
    ZydisDecoderEnableMode(&made, ZYDIS_DECODER_MODE_AMD_BRANCHES, ZYAN_TRUE); /* as objdump chooses */
    is_made = true;
  }
  return &made;
}

static oracle_encoding encoding_of(const ZydisDecodedInstruction *i) {
  switch (i->encoding) {
    case ZYDIS_INSTRUCTION_ENCODING_VEX: return ORACLE_VEX;
    case ZYDIS_INSTRUCTION_ENCODING_EVEX: return ORACLE_EVEX;
    case ZYDIS_INSTRUCTION_ENCODING_XOP: return ORACLE_XOP;
    case ZYDIS_INSTRUCTION_ENCODING_3DNOW: return ORACLE_3DNOW;
    default: return ORACLE_PLAIN;
  }
}

/* Whether it is the one-byte nop, with or without prefixes, or 0f 1f. Zydis also calls opcodes nop that are reserved
 * for future hints. */
static bool pads(const ZydisDecodedInstruction *i) {
  if (i->mnemonic != ZYDIS_MNEMONIC_NOP) return false;
  return i->opcode_map == ZYDIS_OPCODE_MAP_DEFAULT ? i->opcode == 0x90 : i->opcode == 0x1f;
}

/* Whether it belongs to the first Xeon Phi, which used some VEX encodings in its own way and could not run ordinary
 * Linux programs. */
static bool is_of_knights_corner(const ZydisDecodedInstruction *i) {
  return i->meta.isa_ext == ZYDIS_ISA_EXT_KNC || i->meta.isa_ext == ZYDIS_ISA_EXT_KNCE ||
         i->meta.isa_ext == ZYDIS_ISA_EXT_KNCV;
}

static scope_way way_of(const ZydisDecodedInstruction *i, const ZydisDecodedOperand *first) {
  const bool direct = first->type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
  switch (i->mnemonic) {
    case ZYDIS_MNEMONIC_HLT:
    case ZYDIS_MNEMONIC_UD0:
    case ZYDIS_MNEMONIC_UD1:
    case ZYDIS_MNEMONIC_UD2:
    case ZYDIS_MNEMONIC_UIRET: return SCOPE_ENDS;
    case ZYDIS_MNEMONIC_JMP: return direct ? SCOPE_JUMPS : SCOPE_JUMPS_ANY;
    default: break;
  }
  switch (i->meta.category) {
    case ZYDIS_CATEGORY_CALL: return SCOPE_CALLS;
    case ZYDIS_CATEGORY_RET:
    case ZYDIS_CATEGORY_SYSRET: return SCOPE_ENDS;
    case ZYDIS_CATEGORY_COND_BR: return direct ? SCOPE_BRANCHES : SCOPE_GOES_ON; /* xend has no target */
    default: return pads(i) ? SCOPE_PADS : SCOPE_GOES_ON;
  }
}

/* Returns the operand that is an address, or NULL. */
static const ZydisDecodedOperand *memory_of(const ZydisDecodedInstruction *i, const ZydisDecodedOperand *operands) {
  for (unsigned o = 0; o < i->operand_count_visible; o++)
    if (operands[o].type == ZYDIS_OPERAND_TYPE_MEMORY) return &operands[o];
  return NULL;
}

/* Returns the target of a direct jump. AMD processors truncate a target computed from two bytes to two bytes, except
 * that of xbegin, which only Intel has; Zydis does not truncate it. */
static uint64_t destination_of(const ZydisDecodedInstruction *i, const ZydisDecodedOperand *operand, uint64_t address) {
  ZyanU64 target = 0;
  ZydisCalcAbsoluteAddress(i, operand, address, &target);
  return i->raw.imm[0].size == 16 && i->mnemonic != ZYDIS_MNEMONIC_XBEGIN ? target & 0xffff : target;
}

static uint64_t target_of(const ZydisDecodedInstruction *i, const ZydisDecodedOperand *operands, scope_way way,
                          uint64_t address) {
  const ZydisDecodedOperand *memory = memory_of(i, operands);
  const bool direct = operands[0].type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
  ZyanU64 target = 0;
  if (direct && (way == SCOPE_BRANCHES || way == SCOPE_JUMPS || way == SCOPE_CALLS))
    target = destination_of(i, &operands[0], address);
  else if (i->mnemonic == ZYDIS_MNEMONIC_LEA &&
           (memory->mem.base == ZYDIS_REGISTER_RIP || memory->mem.base == ZYDIS_REGISTER_EIP))
    ZydisCalcAbsoluteAddress(i, memory, address, &target);
  else if (way == SCOPE_JUMPS_ANY && memory && memory->mem.base == ZYDIS_REGISTER_NONE &&
           memory->mem.index != ZYDIS_REGISTER_NONE)
    target = (uint64_t)memory->mem.disp.value;
  return i->address_width == 32 && !direct ? (uint32_t)target : target;
}

oracle_answer oracle_decode(const uint8_t *bytes, size_t n, uint64_t address) {
  ZydisDecodedInstruction i;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
  const ZyanStatus status = ZydisDecoderDecodeFull(decoder(), bytes, n, &i, operands);
  if (status == ZYDIS_STATUS_NO_MORE_DATA || status == ZYDIS_STATUS_INSTRUCTION_TOO_LONG)
    return (oracle_answer){.verdict = ORACLE_LACKS};
  if (!ZYAN_SUCCESS(status) || is_of_knights_corner(&i)) return (oracle_answer){.verdict = ORACLE_NONE};
  const scope_way way = way_of(&i, operands);
  const ZydisDecodedOperand *memory = memory_of(&i, operands);
  return (oracle_answer){.verdict = ORACLE_KNOWS,
                         .encoding = encoding_of(&i),
                         .vector_index = memory && memory->mem.type == ZYDIS_MEMOP_TYPE_VSIB,
                         .mnemonic = i.mnemonic,
                         .name = ZydisMnemonicGetString(i.mnemonic),
                         .is = {.length = i.length,
                                .way = (uint8_t)way,
                                .indexed = memory && memory->mem.index != ZYDIS_REGISTER_NONE,
                                .target = target_of(&i, operands, way, address)}};
}
