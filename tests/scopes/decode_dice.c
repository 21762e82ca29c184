/* decode_dice.c: see decode_dice.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/scopes/decode_dice.h"

#include <stddef.h>

typedef enum { PLAIN, VEX_2, VEX_3, EVEX, XOP, NOW } encoding;

/* `map` as each encoding numbers it; ANY: in most cases, a map that no instruction uses today. */
enum { ANY = 255 };
static const struct {
  encoding encoding;
  uint8_t map;
} spaces[DECODE_DICE_SPACES] = {{PLAIN, 0}, {PLAIN, 1}, {PLAIN, 2}, {PLAIN, 3},   {NOW, 0},  {VEX_2, 1},
                                {VEX_3, 1}, {VEX_3, 2}, {VEX_3, 3}, {VEX_3, ANY}, {EVEX, 1}, {EVEX, 2},
                                {EVEX, 3},  {EVEX, 5},  {EVEX, 6},  {XOP, 8},     {XOP, 9},  {XOP, 10}};

typedef struct {
  dice *dice;
  uint8_t *at;
} writer;

static void put(writer *w, unsigned byte) { *w->at++ = (uint8_t)byte; }

static unsigned any_byte(writer *w) { return dice_below(w->dice, 256); }

/* Adds up to three prefixes, seldom more. With VEX and similar encodings, 66, f2, f3 and lock are not legal: they are
 * added only seldom. */
static void put_prefixes(writer *w, bool plain) {
  static const uint8_t prefixes[] = {0x26, 0x2e, 0x36, 0x3e, 0x64, 0x65, 0x67, 0x66, 0xf2, 0xf3, 0xf0};
  const bool all = plain || dice_chance(w->dice, 2);
  for (unsigned most = dice_chance(w->dice, 3) ? 12 : 3; most > 0 && dice_chance(w->dice, 40); most--) {
    if (plain && dice_chance(w->dice, 10)) put(w, 0x40 | dice_below(w->dice, 16)); /* no effect: not the last */
    put(w, prefixes[all ? 6 + dice_below(w->dice, 5) : dice_below(w->dice, 7)]);
  }
  if (plain && dice_chance(w->dice, 40)) put(w, 0x40 | dice_below(w->dice, 16));
}

static void put_map(writer *w, unsigned map) {
  if (map != 0) put(w, 0x0f);
  if (map > 1) put(w, map == 2 ? 0x38 : 0x3a);
}

/* The last byte of VEX and XOP: W, the inverted number of a register, L, pp. Many instructions do not allow a register,
 * and most require pp = 66. */
static unsigned third_byte(writer *w) {
  const unsigned no_register = dice_chance(w->dice, 40) ? 0x78 : 0;
  const unsigned byte = any_byte(w) | no_register;
  return dice_chance(w->dice, 50) ? (byte & ~3u) | 1 : byte;
}

/* The fields z, L'L, b, V', aaa: in half of the cases without rounding, zeroing and a 32nd register. */
static unsigned last_byte_of_evex(writer *w) {
  return dice_chance(w->dice, 50) ? (any_byte(w) & 0x67) | 8 : any_byte(w);
}

static void put_evex(writer *w, unsigned map) {
  put(w, 0x62);
  put(w, (any_byte(w) & 0xf0) | map);
  put(w, third_byte(w) | 4);
  put(w, last_byte_of_evex(w));
}

void decode_dice_throw(dice *d, unsigned space, uint8_t opcode, uint8_t bytes[DECODE_DICE_BYTES]) {
  writer w = {.dice = d, .at = bytes};
  const encoding encoding = spaces[space].encoding;
  const unsigned map = spaces[space].map == ANY ? dice_below(d, 32) : spaces[space].map;
  put_prefixes(&w, encoding == PLAIN || encoding == NOW);
  switch (encoding) {
    case PLAIN: put_map(&w, map); break;
    case NOW: put_map(&w, 1); break;
    case VEX_2: put(&w, 0xc5), put(&w, third_byte(&w)); break;
    case EVEX: put_evex(&w, map); break;
    default:
      put(&w, encoding == XOP ? 0x8f : 0xc4);
      put(&w, (any_byte(&w) & 0xe0) | map);
      put(&w, third_byte(&w));
  }
  put(&w, encoding == NOW ? 0x0f : opcode);
  /* The opcode of 3DNow! is after the operands: the operands are registers, so that its place is known. */
  if (encoding == NOW) put(&w, any_byte(&w) | 0xc0), put(&w, opcode);
  while (w.at < bytes + DECODE_DICE_BYTES) put(&w, any_byte(&w));
}
