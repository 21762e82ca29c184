/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/export/export_stack.h"

/* Sets segments[0 .. n) to a segment and the segments into which it is inlined, innermost first. Returns n, at most
 * `most`. */
static unsigned list_segments(const Profile *profile, uint32_t segment, uint32_t *segments, unsigned most) {
  unsigned n = 1;
  segments[0] = segment;
  for (; n < most && profile->segments[segment].inlined_in != 0; n++)
    segments[n] = segment = profile->segments[segment].inlined_in - 1;
  return n;
}

unsigned export_stack_of(const Profile *profile, uint32_t place, ExportPlaceFrame *frames, unsigned most) {
  const ProfilePlace *at = &profile->places[place];
  uint32_t segments[EXPORT_STACK_MOST];
  const unsigned n = list_segments(profile, at->segment, segments, MIN(most, EXPORT_STACK_MOST));
  for (unsigned i = 0; i < n; i++) frames[i] = (ExportPlaceFrame){segments[i], i == 0 ? at->line : 0};
  return n;
}

unsigned export_stack_of_row(const Export *export, uint32_t row, uint32_t rows[EXPORT_STACK_MOST]) {
  const GArray *members = view_item(export->view, VIEW_CODE, row)->members;
  uint32_t segments[EXPORT_STACK_MOST];
  unsigned n = 0;
  if (members->len == 1)
    n = list_segments(export->profile, g_array_index(members, uint32_t, 0), segments, EXPORT_STACK_MOST);
  unsigned used = 0;
  for (unsigned i = n; i-- > 1;) rows[used++] = export->view->axes[VIEW_CODE].rank_of[segments[i]];
  rows[used++] = row;
  return used;
}
