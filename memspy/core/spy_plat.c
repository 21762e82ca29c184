/* spy_plat.c: what coherence/ and bins/ ask of their surroundings, from Valgrind.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/core/spy_plat.h"

#include "coherence/plat.h"
#include "memspy/core/spy_own_thread.h"
#include "memspy/core/spy_valgrind.h"

void *plat_alloc(size_t bytes) {
  spy_core_enter();
  void *block = VG_(calloc)("spy.core", 1, bytes != 0 ? bytes : 1);
  spy_core_leave();
  return block;
}

void plat_free(void *block) {
  spy_core_enter();
  VG_(free)(block);
  spy_core_leave();
}

void plat_enter(void) { spy_core_enter(); }
void plat_leave(void) { spy_core_leave(); }

static void (*settle)(void);

void spy_plat_settle_by(void (*function)(void)) { settle = function; }

void plat_settle(void) {
  if (settle) settle();
}

void plat_assert_fail(const char *expression, const char *file, int line) {
  VG_(assert_fail)(False, expression, file, line, "memspy", "");
  __builtin_unreachable();
}

void plat_log(const char *message) { VG_(umsg)("%s\n", message); }
