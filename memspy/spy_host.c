/* spy_host.c: asks the host's cpuid instruction (leaf 4 of Intel's, leaf 0x8000001d of AMD's, which have the
 * same form).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/spy_host.h"

#include <cpuid.h>

enum { DATA = 1, UNIFIED = 3 };

/* Cache number `index` of a leaf. False: there are no more. */
static Bool cache(UInt leaf, UInt index, UInt *type, UInt *level, coh_geometry *geometry) {
  UInt a, b, c, d;
  if (!__get_cpuid_count(leaf, index, &a, &b, &c, &d) || (a & 31) == 0) return False;
  *type = a & 31;
  *level = a >> 5 & 7;
  const UInt line = (b & 0xfff) + 1, ways = (b >> 22) + 1;
  ULong sets = (ULong)c + 1;
  while (sets & (sets - 1)) sets &= sets - 1;
  *geometry = (coh_geometry){sets * ways * line, ways, line};
  return True;
}

Bool spy_host_machine(coh_config *machine) {
  coh_config found;
  coh_preset_find(COH_PRESET_DEFAULT, &found);
  found.d1 = found.l2 = found.ll = (coh_geometry){0};
  UInt a, b, c, d;
  const Bool amd = __get_cpuid(0, &a, &b, &c, &d) && b == signature_AMD_ebx;
  UInt type, level;
  coh_geometry geometry;
  for (UInt i = 0; i < 16 && cache(amd ? 0x8000001d : 4, i, &type, &level, &geometry); i++) {
    if (type != DATA && type != UNIFIED) continue;
    if (level == 1) found.d1 = geometry;
    if (level == 2) found.l2 = geometry;
    if (level >= 3) found.ll = geometry;
  }
  if (found.d1.size == 0) return False;
  *machine = found;
  return True;
}
