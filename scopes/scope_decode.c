/* scope_decode.c: see scope_decode.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "scopes/scope_decode.h"

/* The next tables contain one letter for each opcode of a map. The letter describes what follows the opcode:
 *   .  nothing                     x  no such instruction in 64-bit mode
 *   m  ModRM                       b  an immediate of 1 byte
 *   w  of 2 bytes                  e  of 3 bytes
 *   z  of 4 bytes, or 2 with the operand size prefix
 *   v  of the operand's size, up to 8 bytes
 *   o  an address: 8 bytes, or 4 with the address size prefix
 *   B  ModRM and b                 Z  ModRM and z
 *   F  ModRM, and b with /0 and /1 G  ModRM, and z with /0 and /1
 *   Q  ModRM, and two bytes with the prefixes 66 and f2
 * Prefixes are not looked up. */
static const char one_byte_map[] = "mmmmbzxxmmmmbzxx" /* 00 */
                                   "mmmmbzxxmmmmbzxx"
                                   "mmmmbzxxmmmmbzxx" /* 20 */
                                   "mmmmbzxxmmmmbzxx"
                                   "xxxxxxxxxxxxxxxx" /* 40: REX */
                                   "................"
                                   "xxxmxxxxzZbB...." /* 60 */
                                   "bbbbbbbbbbbbbbbb"
                                   "BZxBmmmmmmmmmmmm" /* 80 */
                                   "..........x....."
                                   "oooo....bz......" /* a0 */
                                   "bbbbbbbbvvvvvvvv"
                                   "BBw.xxBZe.w..bx." /* c0 */
                                   "mmmmxxx.mmmmmmmm"
                                   "bbbbbbbbzzxb...." /* e0 */
                                   "x.xx..FG......mm";

static const char two_byte_map[] = /* 0f */
    "mmmmx.....x.xm.B"             /* row 00; opcode 0f 0f is 3DNow!, which has its own opcode in the place of an
                                      immediate */
    "mmmmmmmmmmmmmmmm"
    "mmmmxxxxmmmmmmmm" /* 20 */
    "......x.xxxxxxxx"
    "mmmmmmmmmmmmmmmm" /* 40 */
    "mmmmmmmmmmmmmmmm"
    "mmmmmmmmmmmmmmmm" /* 60 */
    "BBBBmmm.Qmxxmmmm"
    "zzzzzzzzzzzzzzzz" /* 80 */
    "mmmmmmmmmmmmmmmm"
    "...mBmmm...mBmmm" /* a0 */
    "mmmmmmmmmmBmmmmm"
    "mmBmBBBm........" /* c0 */
    "mmmmmmmmmmmmmmmm"
    "mmmmmmmmmmmmmmmm" /* e0 */
    "mmmmmmmmmmmmmmmm";

typedef enum { PLAIN, VEX, EVEX, XOP } encoding;

typedef struct {
  const uint8_t *at, *end;
  bool operand_16, address_32;
  uint8_t repeat; /* the last of the prefixes f2 and f3; 0: the instruction has neither */
  uint8_t rex;    /* the REX prefix, or the bits R, X and B of a VEX, EVEX or XOP prefix; 0: none */
  encoding encoding;
  /* opcode map. 0: one byte; 1: 0f; 2: 0f 38; 3: 0f 3a; higher maps have the numbers from VEX, EVEX and XOP */
  unsigned map;
  uint8_t opcode;
  uint8_t modrm;
  bool has_modrm;
  bool relative; /* whether the address of the operand is relative to the next instruction */
  bool absolute; /* whether the address of the operand is the sum of an index and a constant */
  bool indexed;
  int64_t number; /* the relative address, or the constant, or the operand of a direct jump */
} decoder;

/* Returns the byte that is `ahead` bytes after the next one; 0 if it is after the end. */
static uint8_t peek(const decoder *d, size_t ahead) { return (size_t)(d->end - d->at) > ahead ? d->at[ahead] : 0; }

static bool skip(decoder *d, size_t n) {
  if ((size_t)(d->end - d->at) < n) return false;
  d->at += n;
  return true;
}

/* Consumes a signed number of n bytes. n: 1, 2, 4 or 8. */
static bool take(decoder *d, unsigned n, int64_t *number) {
  uint64_t value = 0;
  for (unsigned i = 0; i < n; i++) value |= (uint64_t)peek(d, i) << 8 * i;
  const unsigned unused = 64 - 8 * n;
  *number = (int64_t)(value << unused) >> unused;
  return skip(d, n);
}

static bool read_prefixes(decoder *d) {
  for (;; d->at++) {
    if (d->at == d->end) return false;
    switch (*d->at) {
      case 0x66: d->operand_16 = true; break;
      case 0x67: d->address_32 = true; break;
      case 0xf2: d->repeat = 0xf2; break;
      case 0xf3: d->repeat = 0xf3; break;
      case 0x26:
      case 0x2e:
      case 0x36:
      case 0x3e:
      case 0x64:
      case 0x65:
      case 0xf0: break;
      default:
        if ((*d->at & 0xf0) != 0x40) return true;
        d->rex = *d->at;
        continue;
    }
    d->rex = 0; /* a REX prefix is valid only immediately before the opcode */
  }
}

static bool is_wide(const decoder *d) { return (d->rex & 8) != 0; }

static bool read_opcode(decoder *d) {
  const uint8_t first = peek(d, 0), second = peek(d, 1);
  size_t prefix = 0;
  if (first == 0xc5) {
    d->encoding = VEX;
    d->map = 1;
    prefix = 2;
  } else if (first == 0xc4) {
    d->encoding = VEX;
    d->map = second & 31;
    prefix = 3;
  } else if (first == 0x62) {
    d->encoding = EVEX;
    d->map = second & 7;
    prefix = 4;
  } else if (first == 0x8f && (second & 31) >= 8) {
    d->encoding = XOP;
    d->map = second & 31;
    prefix = 3;
  } else if (first == 0x0f) {
    d->map = second == 0x38 ? 2 : second == 0x3a ? 3 : 1;
    prefix = d->map == 1 ? 1 : 2;
  }
  if (prefix > 2) d->rex = (uint8_t)~second >> 5;
  if (!skip(d, prefix)) return false;
  d->opcode = peek(d, 0);
  return skip(d, 1);
}

/* Returns the letter for the opcode in the maps, which describes what follows the opcode. */
static char operands_of(const decoder *d) {
  if (d->encoding == XOP) return d->map == 8 ? 'B' : d->map == 9 ? 'm' : d->map == 10 ? 'Z' : 'x';
  switch (d->map) {
    case 0: return d->encoding == PLAIN ? one_byte_map[d->opcode] : 'x';
    case 1:
      if (d->encoding == PLAIN) return two_byte_map[d->opcode];
      if (d->encoding == VEX && d->opcode == 0x77) return '.';
      return two_byte_map[d->opcode] == 'B' ? 'B' : 'm';
    case 2: return 'm';
    case 3: return 'B';
    case 5:
    case 6: return d->encoding == EVEX ? 'm' : 'x';
    case 7: return d->encoding == VEX ? 'Z' : 'x';
    default: return 'x';
  }
}

static bool read_modrm(decoder *d) {
  d->modrm = peek(d, 0);
  d->has_modrm = true;
  if (!skip(d, 1)) return false;
  const unsigned mod = d->modrm >> 6, rm = d->modrm & 7;
  if (mod == 3 || (d->encoding == PLAIN && d->map == 1 && (d->opcode & 0xfc) == 0x20)) return true; /* registers */
  unsigned base = rm;
  if (rm == 4) {
    base = peek(d, 0) & 7;
    d->indexed = (peek(d, 0) & 0x38) != 0x20 || (d->rex & 2) != 0;
    if (!skip(d, 1)) return false;
  }
  if (mod == 1) return skip(d, 1);
  if (mod == 0 && base != 5) return true;
  d->relative = mod == 0 && rm == 5;
  d->absolute = mod == 0 && rm == 4 && d->indexed;
  return take(d, 4, &d->number);
}

/* Returns the size of the immediate in bytes. */
static unsigned immediate_bytes(const decoder *d, char operands) {
  const unsigned z = d->operand_16 && !is_wide(d) && d->encoding == PLAIN ? 2 : 4;
  const bool is_test = (d->modrm & 0x30) == 0;
  switch (operands) {
    case 'b':
    case 'B': return 1;
    case 'w': return 2;
    case 'e': return 3;
    case 'z':
    case 'Z': return z;
    case 'v': return is_wide(d) ? 8 : z;
    case 'o': return d->address_32 ? 4 : 8;
    case 'F': return is_test ? 1 : 0;
    case 'G': return is_test ? z : 0;
    case 'Q': return d->operand_16 || d->repeat == 0xf2 ? 2 : 0;
    default: return 0;
  }
}

static bool is_jump(const decoder *d) {
  const uint8_t opcode = d->opcode;
  if (d->encoding != PLAIN) return false;
  if (d->map == 1) return (opcode & 0xf0) == 0x80;
  return d->map == 0 && ((opcode & 0xf0) == 0x70 || (opcode & 0xfc) == 0xe0 || opcode == 0xe8 || opcode == 0xe9 ||
                         opcode == 0xeb || (opcode == 0xc7 && d->modrm == 0xf8));
}

/* Returns the control flow after an instruction of the one-byte map. */
static scope_way way_of_one(const decoder *d) {
  const unsigned group = d->modrm >> 3 & 7;
  switch (d->opcode) {
    case 0x90: return d->repeat == 0xf3 || (d->rex & 1) != 0 ? SCOPE_GOES_ON : SCOPE_PADS; /* pause, xchg %rax,%r8 */
    case 0xe9:
    case 0xeb: return SCOPE_JUMPS;
    case 0xc2:
    case 0xc3:
    case 0xca:
    case 0xcb:
    case 0xcf:
    case 0xf4: return SCOPE_ENDS;
    case 0xff:
      if (group == 2 || group == 3) return SCOPE_CALLS;
      return group == 4 || group == 5 ? SCOPE_JUMPS_ANY : SCOPE_GOES_ON;
    case 0xe8: return SCOPE_CALLS;
    default: return is_jump(d) ? SCOPE_BRANCHES : SCOPE_GOES_ON;
  }
}

/* Returns the control flow after an instruction of the two-byte map. */
static scope_way way_of_two(const decoder *d) {
  switch (d->opcode) {
    case 0x01: return d->repeat == 0xf3 && d->modrm == 0xec ? SCOPE_ENDS : SCOPE_GOES_ON; /* uiret */
    case 0x07:
    case 0x35:
    case 0xaa: /* sysret, sysexit, rsm */
    case 0x0b:
    case 0xb9:
    case 0xff: return SCOPE_ENDS; /* ud2, ud1, ud0 */
    case 0x1f: return SCOPE_PADS;
    default: return is_jump(d) ? SCOPE_BRANCHES : SCOPE_GOES_ON;
  }
}

static scope_way way_of(const decoder *d) {
  if (d->encoding != PLAIN || d->map > 1) return SCOPE_GOES_ON;
  return d->map == 0 ? way_of_one(d) : way_of_two(d);
}

/* Returns an address at which a jump table possibly begins, or 0. */
static uint64_t table_of(const decoder *d, scope_way way, uint64_t next) {
  if (d->encoding != PLAIN || d->map != 0) return 0;
  uint64_t table = 0;
  if (d->opcode == 0x8d && d->relative) table = next + (uint64_t)d->number;
  if (way == SCOPE_JUMPS_ANY && d->absolute) table = (uint64_t)d->number;
  return d->address_32 ? (uint32_t)table : table;
}

bool scope_decode(const uint8_t *bytes, size_t n, uint64_t address, scope_instruction *instruction) {
  decoder d = {.at = bytes, .end = bytes + (n < SCOPE_INSTRUCTION_MAX ? n : SCOPE_INSTRUCTION_MAX)};
  if (!read_prefixes(&d) || !read_opcode(&d)) return false;
  const char operands = operands_of(&d);
  if (operands == 'x') return false;
  const bool has_modrm = operands == 'm' || (operands >= 'A' && operands <= 'Z');
  if (has_modrm && !read_modrm(&d)) return false;
  const unsigned immediate = immediate_bytes(&d, operands);
  if (is_jump(&d) ? !take(&d, immediate, &d.number) : !skip(&d, immediate)) return false;
  const uint64_t next = address + (uint64_t)(d.at - bytes);
  const scope_way way = way_of(&d);
  *instruction = (scope_instruction){.length = (uint8_t)(d.at - bytes), .way = (uint8_t)way, .indexed = d.indexed};
  instruction->target = is_jump(&d) ? next + (uint64_t)d.number : table_of(&d, way, next);
  /* For a two-byte jump, AMD's processors truncate the target, and Intel's ignore the prefix. The target of xbegin (c7)
   * is not truncated. */
  if (is_jump(&d) && immediate == 2 && d.opcode != 0xc7) instruction->target &= 0xffff;
  return true;
}
