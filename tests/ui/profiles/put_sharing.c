/* put_sharing.c: see put_sharing.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/ui/profiles/put_sharing.h"

#include <glib.h>

#include "tests/ui/profiles/put_records.h"

static GArray *hot_lines, *uses;
static ProfileSharing others;

void put_sharing_start(void) {
  hot_lines = g_array_new(FALSE, FALSE, sizeof(ProfileHotLine));
  uses = g_array_new(FALSE, FALSE, sizeof(ProfileUse));
  others = (ProfileSharing){0};
}

void put_sharing_end(void) {
  g_array_unref(hot_lines);
  g_array_unref(uses);
}

void put_hot_line(ProfileHotLine line) { g_array_append_val(hot_lines, line); }

void put_use(ProfileUse use) {
  use.hot_line = hot_lines->len - 1;
  g_array_append_val(uses, use);
}

void put_other_lines(ProfileSharing sharing) { others = sharing; }

void put_sharing(void) {
  uint64_t events = others.events;
  for (guint i = 0; i < hot_lines->len; i++) events += g_array_index(hot_lines, ProfileHotLine, i).events;
  PUT_NUMBERS(SHARING, events, others.lines + hot_lines->len, others.forgotten);
  for (guint i = 0; i < hot_lines->len; i++) {
    const ProfileHotLine *line = &g_array_index(hot_lines, ProfileHotLine, i);
    PUT_NUMBERS(HOT_LINE, line->address, line->events, line->missed, line->true_sharing, line->false_sharing,
                line->upgrades, line->transfers, line->unlisted);
  }
  for (guint i = 0; i < uses->len; i++) {
    const ProfileUse *one = &g_array_index(uses, ProfileUse, i);
    PUT_NUMBERS(USE, one->hot_line, one->processor, one->offset, one->place, one->bin, one->start, one->reads,
                one->writes, one->modifies);
  }
}
