/* spy_start.c: see spy_start.h.
 *
 * The kernel puts the strings of arguments and environment at the top of the stack, below them a block of words (argc,
 * pointers to the strings, the auxiliary vector), and below that the program's stack. So the addresses of main()'s
 * variables, and their cache sets, would depend on the length of $PATH. Therefore the tool copies the block to a lower
 * address and corrects its pointers. The stack begins there. The tool copies each string to its own place of fixed
 * size. Otherwise, the alignment of a string would depend on the lengths of other strings, and so would the time of a
 * loop over this string. The kernel's sixteen random bytes are among the strings. They are made constant, since the C
 * library derives its canary from them, and code that scans nearby strings would vary.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_start.h"

#include <elf.h>

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"

/* Number of bytes of the room for the strings and the block. It is doubled until they fit. The strings begin after a
 * quarter of the room. */
enum { ROOM = 256 * 1024, RANDOM_BYTES = 16 };

/* The size of a string's place, in lines. Longer strings get four times as many lines plus one, and so on. The number
 * is always odd, so that strings spread over all sets of a cache. */
enum { LINE = 64, PLACE_LINES = 5 };

/* Returns the auxiliary vector of the block. The block is argc, the arguments, the environment and the auxiliary
 * vector; each of these lists has an end mark. */
static const UWord *auxiliary_vector(const UWord *block) {
  const UWord *at = block + 1;
  while (*at) at++;
  at++;
  while (*at) at++;
  return at + 1;
}

static SizeT block_words(const UWord *block) {
  const UWord *at = auxiliary_vector(block);
  while (*at) at += 2;
  return (SizeT)(at + 2 - block);
}

/* Returns the value of `kind` in the auxiliary vector, or 0 if the vector does not have it. */
static UWord auxiliary_value(UWord kind) {
  const UWord *at = auxiliary_vector((const UWord *)VG_(get_SP)(1));
  while (*at && *at != kind) at += 2;
  return *at ? at[1] : 0;
}

Addr spy_start_entry(void) { return auxiliary_value(AT_ENTRY); }

static void settle_random_bytes(void) {
  UChar *const bytes = (UChar *)auxiliary_value(AT_RANDOM);
  for (UInt i = 0; bytes && i < RANDOM_BYTES; i++) bytes[i] = (UChar)(37 * (i + 1));
}

/* ---- strings ---- */

static SizeT place_bytes(SizeT bytes) {
  SizeT lines = PLACE_LINES;
  while (lines * LINE < bytes) lines = 4 * lines + 1;
  return lines * LINE;
}

static SizeT string_bytes(UWord string) { return string ? VG_(strlen)((const HChar *)string) + 1 : 0; }

typedef void visitor(UWord *pointer, SizeT bytes, Addr *next);

/* Calls `visit` for each argument and environment string. The program's name comes first if it is short. If it is long,
 * it comes last, and the place for a short name stays free. So the path of the program does not move the other
 * arguments. */
static void visit_words(UWord *block, visitor *visit, Addr *next) {
  const UWord *const vector = auxiliary_vector(block);
  UWord *const name = block + 1;
  const Bool is_long = place_bytes(string_bytes(*name)) != place_bytes(0);
  if (is_long) *next += place_bytes(0);
  for (UWord *at = is_long ? name + 1 : name; at < vector; at++)
    if (*at) visit(at, string_bytes(*at), next);
  if (is_long) visit(name, string_bytes(*name), next);
}

/* Calls `visit` for each pointer of the block to a string in the area that ends at `end`, with the number of bytes of
 * the string. */
static void visit_strings(UWord *block, Addr end, visitor *visit, Addr *next) {
  const UWord *const vector = auxiliary_vector(block);
  visit_words(block, visit, next);
  for (UWord *at = (UWord *)vector; *at; at += 2) {
    if (at[1] < (Addr)block || at[1] >= end) continue;
    if (at[0] == AT_RANDOM) visit(&at[1], RANDOM_BYTES, next);
    if (at[0] == AT_EXECFN || at[0] == AT_PLATFORM || at[0] == AT_BASE_PLATFORM)
      visit(&at[1], string_bytes(at[1]), next);
  }
}

static void count_place(UWord *pointer, SizeT bytes, Addr *next) {
  (void)pointer;
  *next += place_bytes(bytes);
}

static void move_string(UWord *pointer, SizeT bytes, Addr *next) {
  VG_(memcpy)((void *)*next, (const void *)*pointer, bytes);
  *pointer = *next;
  *next += place_bytes(bytes);
}

void spy_start_settle_stack(void) {
  settle_random_bytes();
  UWord *const old = (UWord *)VG_(get_SP)(1);
  const Addr end = VG_(thread_get_stack_max)(1) + 1;
  const SizeT bytes = block_words(old) * sizeof(UWord);
  Addr strings = 0;
  visit_strings(old, end, count_place, &strings);
  SizeT room = ROOM;
  while (room / 4 < bytes || end - room + room / 4 + strings > (Addr)old) room *= 2;
  const Addr new = end - room;
  if (!VG_(am_addr_is_in_extensible_client_stack)(new) || !VG_(extend_stack)(1, new - VG_STACK_REDZONE_SZB)) return;
  VG_(memcpy)((void *)new, old, bytes);
  strings = new + room / 4;
  visit_strings((UWord *)new, end, move_string, &strings);
  VG_(set_shadow_regs_area)(1, 0, SPY_GUEST_STACK_POINTER, sizeof new, (const UChar *)&new);
}
