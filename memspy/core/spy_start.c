/* spy_start.c: see spy_start.h.
 *
 * The system puts the strings of arguments and environment at the top of the stack, below them a block of words (argc,
 * pointers to the strings, the auxiliary vector), and the program's stack below that. Where a variable of main() is,
 * and which lines of a cache it meets, would depend on the length of $PATH. The pointers stay right when the block is
 * copied further down, and the stack begun there. Sixteen random bytes lie among the strings, from which a C library
 * makes its canary: where it looks at strings near them, what it finds would be another thing in each run.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/core/spy_start.h"

#include <elf.h>

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"

/* Room for strings and block; twice as much, and so on, where they are longer. */
enum { ROOM = 256 * 1024, RANDOM_BYTES = 16 };

/* The block is argc, the arguments, the environment and the auxiliary vector, each list with its end. */
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

/* What the system says of `kind`; 0: nothing. */
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

void spy_start_settle_stack(void) {
  settle_random_bytes();
  const Addr old = VG_(get_SP)(1), end = VG_(thread_get_stack_max)(1) + 1;
  const SizeT bytes = block_words((const UWord *)old) * sizeof(UWord);
  SizeT room = ROOM;
  while (end - room + bytes > old) room *= 2;
  const Addr new = end - room;
  if (!VG_(am_addr_is_in_extensible_client_stack)(new) || !VG_(extend_stack)(1, new - VG_STACK_REDZONE_SZB)) return;
  VG_(memcpy)((void *)new, (const void *)old, bytes);
  VG_(set_shadow_regs_area)(1, 0, SPY_GUEST_STACK_POINTER, sizeof new, (const UChar *)&new);
}
