/* scope_decode.h: the length and control flow of an amd64 instruction.
 *
 * The length depends only on the encoding (Intel's manual, volume 2, chapter 2 and appendix A; AMD's volume 3 for XOP
 * and 3DNow!): prefixes, REX, VEX, EVEX or XOP, the map of the opcode, ModRM, SIB, displacement, immediate. So
 * instructions of newer extensions have the correct length, too, if they use these maps.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SCOPE_INSTRUCTION_MAX = 15 }; /* bytes of the longest instruction */

/* The control flow after an instruction. */
typedef enum {
  SCOPE_GOES_ON,   /* the next instruction */
  SCOPE_PADS,      /* the next instruction; this one does nothing */
  SCOPE_CALLS,     /* the next instruction, if the callee returns */
  SCOPE_BRANCHES,  /* the target or the next instruction */
  SCOPE_JUMPS,     /* the target */
  SCOPE_JUMPS_ANY, /* a computed address */
  SCOPE_ENDS       /* leaves the function: a return, or a trap */
} scope_way;

typedef struct {
  uint8_t length; /* bytes of the instruction */
  uint8_t way;    /* scope_way */
  bool indexed;   /* the address of an operand has an index register (undefined for a vector index) */
  /* Direct branch, jump or call: its target. Other instructions: the possible address of a table of jump targets, which
   * is the result of a %rip-relative lea, or the displacement of an indexed jump; 0: none. */
  uint64_t target;
} scope_instruction;

/* Decodes the instruction at `address` from bytes[0 .. n). Returns false if it is invalid, or longer than n bytes. */
bool scope_decode(const uint8_t *bytes, size_t n, uint64_t address, scope_instruction *instruction);
