/* spy_summary.c: see spy_summary.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/record/spy_summary.h"

void spy_summary_heads(const UShort *summary, UInt n, const UShort **heads) {
  const UShort *at = summary + 1;
  for (UInt i = 0; i < n; i++) {
    heads[i] = at;
    at += 1 + (*at & 0xff) + (*at >> 8);
  }
}

void spy_summary_registers(const UShort *summary, UInt exit, const UShort **changes) {
  VG_(memset)(changes, 0, SPY_UNITS * sizeof *changes);
  const UShort *at = summary + summary[0];
  for (UInt i = 0; i <= exit; i++, at++)
    while (*at != SPY_SUMMARY_EXIT) {
      changes[*at & 0xff] = at;
      at += 1 + (*at >> 8);
    }
}
