/* test_decode.c: scope_decode() against what objdump says of whole files, instruction by instruction.
 *
 *   objdump -d -w FILE | test_decode     fails if one instruction is of another length, or goes another way
 *
 * Each must also be refused when its last byte is not there: so nothing is read behind the end.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scopes/scope_decode.h"

static unsigned long seen, failures;

static void complain(const char *line, const char *what) {
  if (failures++ < 20) printf("%s: %s", what, line);
}

/* Prefixes that objdump prints before a mnemonic, or alone where nothing that it knows follows. */
static bool is_prefix(const char *word, size_t n) {
  static const char *const prefixes[] = {"rep", "repz", "repnz", "lock", "data16",   "addr32",   "bnd",    "notrack", "cs",
                                         "ds",  "es",   "fs",    "gs",   "ss",       "rex",      "xacquire", "xrelease",
                                         "{evex}", "{vex}"};
  for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
    if (strlen(prefixes[i]) == n && strncmp(word, prefixes[i], n) == 0) return true;
  return n > 4 && strncmp(word, "rex.", 4) == 0;
}

/* The mnemonic, without prefixes; "" where there are but those. */
static const char *mnemonic_of(const char *text) {
  for (;;) {
    text += strspn(text, " \t");
    size_t n = strcspn(text, " \t\n");
    if (text[n] == '\n' && n > 0 && text[n - 1] == ',') n--;
    if (!is_prefix(text, n < strcspn(text, ",") ? n : strcspn(text, ","))) return text;
    text += n;
  }
}

static scope_way expected_way(const char *m) {
  const size_t n = strcspn(m, " \t\n");
  const char *operand = m + n + strspn(m + n, " \t");
  if (strncmp(m, "jmp", 3) == 0 || strncmp(m, "ljmp", 4) == 0) return *operand == '*' ? SCOPE_JUMPS_ANY : SCOPE_JUMPS;
  if (*m == 'j' || strncmp(m, "loop", 4) == 0 || strncmp(m, "xbegin", 6) == 0) return SCOPE_BRANCHES;
  if (strncmp(m, "ret", 3) == 0 || strncmp(m, "lret", 4) == 0 || strncmp(m, "iret", 4) == 0) return SCOPE_ENDS;
  if (strncmp(m, "call", 4) == 0 || strncmp(m, "lcall", 5) == 0) return SCOPE_CALLS;
  if (strncmp(m, "hlt", 3) == 0 || (strncmp(m, "ud", 2) == 0 && n == 3)) return SCOPE_ENDS;
  return SCOPE_GOES_ON;
}

static void check_one(const char *line, uint64_t address, const uint8_t *bytes, size_t n, const char *mnemonic) {
  scope_instruction i;
  seen++;
  if (scope_decode(bytes, n - 1, address, &i)) complain(line, "decoded without its last byte");
  if (!scope_decode(bytes, n, address, &i) || i.length != n) {
    complain(line, "of another length");
    return;
  }
  const bool idle = strncmp(mnemonic, "nop", 3) == 0 || strncmp(mnemonic, "xchg", 4) == 0; /* some are padding */
  const scope_way way = expected_way(mnemonic);
  if (i.way != way && !(idle && i.way == SCOPE_PADS)) complain(line, "goes another way");
  const size_t name = strcspn(mnemonic, " ,\t\n"); /* "jne,pt" */
  const char *operand = mnemonic + name + strcspn(mnemonic + name, " \t\n");
  operand += strspn(operand, " \t");
  const bool direct = way == SCOPE_BRANCHES || way == SCOPE_JUMPS || (way == SCOPE_CALLS && *operand != '*');
  if (direct && i.target != strtoull(operand, NULL, 16)) complain(line, "has another target");
}

static void check_line(const char *line) {
  char *at;
  const uint64_t address = strtoull(line, &at, 16);
  uint8_t bytes[64];
  size_t n = 0;
  if (at == line || strncmp(at, ":\t", 2) != 0) return;
  at += 2;
  for (; strspn(at, "0123456789abcdef") == 2 && n < sizeof bytes; at += 3)
    bytes[n++] = (uint8_t)strtoul((char[]){at[0], at[1], '\0'}, NULL, 16);
  if (n == 0 || strstr(at, "(bad)")) return;
  const char *mnemonic = mnemonic_of(at);
  if (*mnemonic == '\0' || *mnemonic == '\n' || *mnemonic == '.') return;
  if (bytes[0] == 0x9b && n > 1) /* objdump takes fwait for a prefix */
    check_one(line, address + 1, bytes + 1, n - 1, mnemonic);
  else
    check_one(line, address, bytes, n, mnemonic);
}

int main(void) {
  char line[4096];
  while (fgets(line, sizeof line, stdin)) check_line(line);
  printf("%lu instructions, %lu differ\n", seen, failures);
  return seen == 0 || failures != 0;
}
