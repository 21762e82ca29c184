/* spy_counting.c: see spy_counting.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/setup/spy_counting.h"

static const HChar *const names[] = {
    [SPY_COUNTS_D1] = "D1", [SPY_COUNTS_LL] = "LL", [SPY_COUNTS_INVALIDATION] = "invalidation"};

enum { EVENTS = sizeof names / sizeof names[0] };

const HChar *spy_counted_name(spy_counted_event event) { return names[event]; }

Bool spy_counting_read(const HChar *text, spy_counting *counting) {
  enum { DIGITS_MOST = 13 };
  const HChar *colon = VG_(strchr)(text, ':');
  UInt event = 0;
  HChar *rest;
  if (!colon || !VG_(isdigit)(colon[1])) return False;
  const UInt n = (UInt)(colon - text);
  while (event < EVENTS && (VG_(strlen)(names[event]) != n || VG_(strncmp)(names[event], text, n) != 0)) event++;
  counting->period = VG_(strtoull10)(colon + 1, &rest);
  if (event == EVENTS || rest - colon > DIGITS_MOST + 1 || counting->period == 0 || counting->period > 1000000000000ULL)
    return False;
  counting->event = (spy_counted_event)event;
  return *rest == '\0' ? spy_skid_read("0", &counting->skid) : *rest == ':' && spy_skid_read(rest + 1, &counting->skid);
}
