/* decode_oracle.h: decodes an instruction with Zydis, the decoder of another project, and returns the result in the
 * types of scope_decode.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "scopes/scope_decode.h"

typedef enum { ORACLE_PLAIN, ORACLE_VEX, ORACLE_EVEX, ORACLE_XOP, ORACLE_3DNOW, ORACLE_ENCODINGS } oracle_encoding;

typedef enum {
  ORACLE_KNOWS, /* an instruction: the result is in `is` */
  ORACLE_LACKS, /* the bytes end within the instruction, or it is longer than allowed */
  ORACLE_NONE   /* no instruction that Zydis knows */
} oracle_verdict;

enum { ORACLE_MNEMONICS = 4096 };

typedef struct {
  oracle_verdict verdict;
  oracle_encoding encoding;
  bool vector_index; /* its index is a vector: `indexed` may be set or not */
  scope_instruction is;
  unsigned mnemonic; /* less than ORACLE_MNEMONICS */
  const char *name;  /* of the mnemonic */
} oracle_answer;

/* Decodes the instruction at `address`, whose first n bytes are in `bytes`. */
oracle_answer oracle_decode(const uint8_t *bytes, size_t n, uint64_t address);
