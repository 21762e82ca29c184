/* scope_decode.h: decodes the length and the control flow of an amd64 instruction.
 *
 * The length depends only on the encoding (Intel's manual, volume 2, chapter 2 and appendix A; AMD's volume 3 for XOP
 * and 3DNow!): prefixes, REX, VEX, EVEX or XOP, the map of the opcode, ModRM, SIB, displacement, immediate. So the
 * length is also correct for instructions of newer extensions, if they use these maps.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SCOPE_INSTRUCTION_MAX = 15 }; /* length of the longest instruction in bytes */

/* The control flow after an instruction. */
typedef enum {
  SCOPE_GOES_ON,   /* the next instruction */
  SCOPE_PADS,      /* the next instruction; the instruction itself is padding and does nothing */
  SCOPE_CALLS,     /* the next instruction, if the called function returns */
  SCOPE_BRANCHES,  /* the target of a conditional jump, or the next instruction */
  SCOPE_JUMPS,     /* the target */
  SCOPE_JUMPS_ANY, /* at a computed address */
  SCOPE_ENDS       /* the instruction leaves the function: it is a return or a trap */
} scope_way;

typedef struct {
  uint8_t length; /* size of the instruction in bytes */
  uint8_t way;    /* scope_way */
  bool indexed;   /* whether the address of an operand uses an index register (undefined for a vector index) */
  /* For a direct branch, jump or call: its target. For other instructions: the address of a possible jump table, which
   * is the result of a %rip-relative lea, or the displacement of an indexed jump; 0: none. */
  uint64_t target;
} scope_instruction;

/* Decodes the instruction at `address` from bytes[0 .. n). Returns false if the instruction is invalid, or longer than
 * n bytes. */
bool scope_decode(const uint8_t *bytes, size_t n, uint64_t address, scope_instruction *instruction);
