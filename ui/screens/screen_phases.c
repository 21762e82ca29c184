/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_phases.h"

#include <inttypes.h>

#include <string.h>

#include "ui/base/ui_text.h"

/* Returns the sum of the shares of a phase's simulated intervals, in units of 1 / BIN_PHASE_WHOLE of the run's
 * instructions. */
static uint64_t share_of(const Profile *profile, uint64_t phase) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < profile->n_phases; i++)
    if (profile->phases[i].phase == phase) sum += profile->phases[i].share;
  return sum;
}

static void append_interval(const Profile *profile, const ProfileSampledPhase *one, GString *out) {
  g_autofree char *weight = g_strdup_printf("%.1f%%", 100.0 * (double)share_of(profile, one->phase) / BIN_PHASE_WHOLE);
  g_string_append_printf(out, "%c %4" PRIu64 "  %6s  %9" PRIu64, ui_strip_mark(one->phase), one->phase, weight,
                         one->interval);
  g_string_append_printf(out, "  %15" PRIu64 "  %12" PRIu64 "\n", one->begin, one->instructions);
}

static gint compare(gconstpointer a, gconstpointer b) {
  const ProfileSampledPhase *x = *(const ProfileSampledPhase *const *)a;
  const ProfileSampledPhase *y = *(const ProfileSampledPhase *const *)b;
  if (x->phase != y->phase) return x->phase < y->phase ? -1 : 1;
  return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static void append_strip(const Screen *screen, const Profile *profile, GString *out) {
  const UiStretch *stretches = profile->stretches;
  uint64_t least = UINT64_MAX;
  for (uint32_t i = 0; i < profile->n_stretches; i++) least = MIN(least, stretches[i].instructions);
  const uint64_t all = ui_strip_instructions(stretches, profile->n_stretches);
  g_string_append(out, "\nThe run, from start to end:\n");
  ui_strip_text(stretches, profile->n_stretches, (unsigned)MIN((uint64_t)screen->width, (all + least - 1) / least),
                out);
}

void screen_phases(const Screen *screen, const Profile *profile, GString *out) {
  g_autoptr(GPtrArray) order = g_ptr_array_new();
  for (uint32_t i = 0; i < profile->n_phases; i++) g_ptr_array_add(order, (gpointer)&profile->phases[i]);
  g_ptr_array_sort(order, compare);
  g_string_append(out, " Phase  Weight   Interval        begins at     simulated\n");
  for (guint i = 0; i < order->len; i++) append_interval(profile, g_ptr_array_index(order, i), out);
  if (profile->n_stretches != 0) append_strip(screen, profile, out);
}
