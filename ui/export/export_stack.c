/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/export/export_stack.h"

unsigned export_stack_of(const Profile *profile, uint32_t place, ExportFrame *frames, unsigned most) {
  const ProfilePlace *at = &profile->places[place];
  uint32_t segment = at->segment;
  unsigned n = 1;
  frames[0] = (ExportFrame){segment, at->line};
  for (; n < most && profile->segments[segment].inlined_in != 0; n++) {
    segment = profile->segments[segment].inlined_in - 1;
    frames[n] = (ExportFrame){segment, 0};
  }
  return n;
}
