/* decode_dice.h: random instructions of amd64: most are bytes that some processor takes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "tests/coherence/dice.h"

enum { DECODE_DICE_BYTES = 24, DECODE_DICE_SPACES = 18 };

/* An instruction with this opcode of one of the DECODE_DICE_SPACES spaces of opcodes (a way of encoding and a map),
 * behind prefixes that are legal there; all bytes behind the opcode are random, and more than it can have. */
void decode_dice_throw(dice *d, unsigned space, uint8_t opcode, uint8_t bytes[DECODE_DICE_BYTES]);
