/* spy_plat.c: what coherence/ and bins/ ask of their surroundings, from Valgrind.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/plat.h"
#include "memspy/core/spy_valgrind.h"

void *plat_alloc(size_t bytes) { return VG_(calloc)("spy.core", 1, bytes != 0 ? bytes : 1); }

void plat_free(void *block) { VG_(free)(block); }

void plat_assert_fail(const char *expression, const char *file, int line) {
  VG_(assert_fail)(False, expression, file, line, "memspy", "");
  __builtin_unreachable();
}

void plat_log(const char *message) { VG_(umsg)("%s\n", message); }
