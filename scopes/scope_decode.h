/* scope_decode.h: how long an instruction of amd64 is, and where control goes from it.
 *
 * Lengths follow the encoding alone (Intel's manual, volume 2, chapter 2 and appendix A; AMD's volume 3 for XOP and
 * 3DNow!): prefixes, REX, VEX, EVEX or XOP, the map of the opcode, ModRM, SIB, displacement, immediate. So an
 * instruction of an extension that did not exist when this was written has its length too, if it keeps to the maps.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef SCOPES_SCOPE_DECODE_H
#define SCOPES_SCOPE_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SCOPE_INSTRUCTION_MAX = 15 }; /* bytes */

/* What comes after the instruction. */
typedef enum {
  SCOPE_GOES_ON,   /* the next instruction */
  SCOPE_PADS,      /* likewise: the instruction does nothing */
  SCOPE_CALLS,     /* the next instruction, if what is called returns */
  SCOPE_BRANCHES,  /* the target or the next one */
  SCOPE_JUMPS,     /* the target */
  SCOPE_JUMPS_ANY, /* an address that is computed */
  SCOPE_ENDS       /* nothing of this function: a return, or no way on */
} scope_way;

typedef struct {
  uint8_t length;  /* bytes */
  uint8_t way;     /* scope_way */
  bool indexed;    /* an operand's address has an index register (left open where the index is a vector) */
  uint64_t target; /* address that a direct branch, jump or call goes to. Else where a table may be: what a lea computes
                      from %rip, or what an indirect jump adds its index to; 0: none */
} scope_instruction;

/* Decodes the instruction at `address`, of whose bytes bytes[0 .. n) are there. False: they are none, or not all of
 * it. */
bool scope_decode(const uint8_t *bytes, size_t n, uint64_t address, scope_instruction *instruction);

#endif
