/* test_decode.c: compares scope_decode() with Zydis, instruction by instruction: its length, where control continues
 * after it, and its target.
 *
 *   test_decode [--seed S] [--throws N]    each opcode of the plain maps with each ModRM byte; N random instructions of
 * each opcode of all maps test_decode FILE ...                   all code of these programs and libraries
 *
 * Each instruction that both know must be rejected without its last byte. The bytes are at the end of a block, so that
 * the sanitizer notices a read after them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/scopes/decode_dice.h"
#include "tests/scopes/decode_file.h"
#include "tests/scopes/decode_oracle.h"

#define N_OF(array) (sizeof(array) / sizeof *(array))

typedef struct {
  const char *what; /* a file, or what `seed` was used for */
  const uint64_t *seed;
  unsigned long seen[ORACLE_ENCODINGS], unknown, failures;
  bool mnemonics[ORACLE_MNEMONICS];
} tally;

static void print_answer(const char *of, bool knows, const scope_instruction *is) {
  static const char *const ways[] = {"goes on", "pads", "calls", "branches", "jumps", "jumps anywhere", "ends"};
  if (knows)
    printf("  %-12s %2u bytes, %s%s, target %" PRIx64 "\n", of, is->length, ways[is->way],
           is->indexed ? ", indexed" : "", is->target);
  else
    printf("  %-12s none\n", of);
}

static void complain(tally *t, const char *what, const uint8_t *bytes, size_t n, uint64_t address) {
  if (t->failures++ >= 20) return;
  printf("FAILED: ");
  if (t->seed) printf("seed %" PRIu64 ": ", *t->seed);
  printf("%s:", t->what);
  for (size_t i = 0; i < n; i++) printf(" %02x", bytes[i]);
  printf(" at %" PRIx64 ": %s\n", address, what);
  const oracle_answer expected = oracle_decode(bytes, n, address);
  scope_instruction is;
  const bool knows = scope_decode(bytes, n, address, &is);
  print_answer("scope_decode", knows, &is);
  print_answer(expected.name ? expected.name : "Zydis", expected.verdict == ORACLE_KNOWS, &expected.is);
}

/* Calls scope_decode() with only these bytes, at the end of a block. */
static bool decode(const uint8_t *bytes, size_t n, uint64_t address, scope_instruction *instruction) {
  static uint8_t *block;
  if (!block) block = malloc(DECODE_DICE_BYTES);
  if (!block) abort();
  uint8_t *copy = block + DECODE_DICE_BYTES - n;
  memcpy(copy, bytes, n);
  return scope_decode(copy, n, address, instruction);
}

static const char *difference(const oracle_answer *expected, bool knows, const scope_instruction *is) {
  if (!knows) return "not known";
  if (is->length != expected->is.length) return "of another length";
  if (is->way != expected->is.way) return "goes another way";
  if (is->target != expected->is.target) return "has another target";
  return is->indexed == expected->is.indexed || expected->vector_index ? NULL : "has an index or has none";
}

/* Compares the results for bytes[0 .. n). Returns the length that Zydis reports, 0: no instruction. */
static size_t check_one(tally *t, const uint8_t *bytes, size_t n, uint64_t address) {
  if (n > DECODE_DICE_BYTES) n = DECODE_DICE_BYTES;
  const oracle_answer expected = oracle_decode(bytes, n, address);
  scope_instruction is = {0};
  if (expected.verdict != ORACLE_KNOWS) {
    t->unknown++;
    if (expected.verdict == ORACLE_LACKS && decode(bytes, n, address, &is))
      complain(t, "known though it does not end", bytes, n, address);
    return 0;
  }
  t->seen[expected.encoding]++;
  t->mnemonics[expected.mnemonic] = true;
  const size_t length = expected.is.length;
  const char *differs = difference(&expected, decode(bytes, length, address, &is), &is);
  if (!differs && decode(bytes, length - 1, address, &is)) differs = "known without its last byte";
  if (differs) complain(t, differs, bytes, length, address);
  return length;
}

static unsigned long print_tally(const tally *t) {
  const unsigned long *seen = t->seen;
  unsigned long all = 0;
  unsigned mnemonics = 0;
  for (unsigned e = 0; e < ORACLE_ENCODINGS; e++) all += seen[e];
  for (unsigned m = 0; m < ORACLE_MNEMONICS; m++) mnemonics += t->mnemonics[m];
  printf("%s: %lu instructions, %u mnemonics (VEX %lu, EVEX %lu, XOP %lu, 3DNow! %lu)", t->what, all, mnemonics,
         seen[ORACLE_VEX], seen[ORACLE_EVEX], seen[ORACLE_XOP], seen[ORACLE_3DNOW]);
  printf(", %lu that Zydis does not know, %lu differ\n", t->unknown, t->failures);
  return all;
}

/* Decodes all code of a section, instruction by instruction; after bytes that are no instruction, continues with the
 * next byte. */
static void check_section(void *data, const uint8_t *bytes, size_t n, uint64_t address) {
  for (size_t at = 0; at < n;) {
    const size_t length = check_one(data, bytes + at, n - at, address + at);
    at += length > 0 ? length : 1;
  }
}

static bool check_file(const char *name) {
  tally t = {.what = name};
  if (!decode_file_visit(name, check_section, &t)) {
    printf("FAILED: %s: not a program or library of this machine that can be read\n", name);
    return false;
  }
  return print_tally(&t) > 0 && t.failures == 0;
}

static bool check_random(uint64_t seed, uint64_t throws) {
  tally t = {.what = "all opcodes", .seed = &seed};
  dice d = {.state = seed};
  for (uint64_t i = 0; i < throws * DECODE_DICE_SPACES * 256; i++) {
    uint8_t bytes[DECODE_DICE_BYTES];
    decode_dice_throw(&d, (unsigned)(i / 256 % DECODE_DICE_SPACES), (uint8_t)i, bytes);
    check_one(&t, bytes, sizeof bytes, dice_next(&d));
  }
  return print_tally(&t) > 0 && t.failures == 0;
}

/* Tests each opcode without VEX and similar encodings, with each ModRM byte, after the prefixes that change lengths and
 * control flow. */
static bool check_plain(uint64_t seed) {
  static const char *const prefixes[] = {"", "\x66", "\x67", "\xf2", "\xf3", "\x48", "\x41", "\x66\x48", "\x67\x42"};
  static const char *const maps[] = {"", "\x0f", "\x0f\x38", "\x0f\x3a"};
  tally t = {.what = "plain opcodes", .seed = &seed};
  dice d = {.state = seed};
  for (unsigned i = 0; i < N_OF(prefixes) * N_OF(maps) << 16; i++) {
    uint8_t bytes[DECODE_DICE_BYTES];
    int n = snprintf((char *)bytes, sizeof bytes, "%s%s", prefixes[(i >> 16) / N_OF(maps)],
                     maps[(i >> 16) % N_OF(maps)]);
    bytes[n++] = (uint8_t)(i >> 8);
    bytes[n++] = (uint8_t)i;
    for (; n < DECODE_DICE_BYTES; n++) bytes[n] = (uint8_t)dice_next(&d);
    check_one(&t, bytes, sizeof bytes, dice_next(&d));
  }
  return print_tally(&t) > 0 && t.failures == 0;
}

static bool read_number(const char *text, uint64_t *number) {
  char *end;
  *number = strtoull(text, &end, 0);
  return *end == '\0' && end != text;
}

int main(int argc, char **argv) {
  uint64_t seed = 1, throws = 400;
  int i = 1;
  for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
    uint64_t *number = strcmp(argv[i], "--seed") == 0 ? &seed : strcmp(argv[i], "--throws") == 0 ? &throws : NULL;
    if (!number || !read_number(argv[i + 1], number)) break;
  }
  if (i < argc && argv[i][0] == '-') {
    fprintf(stderr, "usage: test_decode [--seed S] [--throws N] | FILE ...\n");
    return 2;
  }
  bool good = i < argc || (check_plain(seed) && check_random(seed, throws));
  for (; i < argc; i++) good &= check_file(argv[i]);
  return !good;
}
