/* decode_dice.h: random instructions of amd64, most of which some processor can execute.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "tests/coherence/dice.h"

enum { DECODE_DICE_BYTES = 24, DECODE_DICE_SPACES = 18 };

/* Makes an instruction with this opcode of one of the DECODE_DICE_SPACES spaces of opcodes (an encoding and a map),
 * with prefixes that are legal there. All bytes after the opcode are random, and there are more than the instruction
 * can have. */
void decode_dice_throw(dice *d, unsigned space, uint8_t opcode, uint8_t bytes[DECODE_DICE_BYTES]);
