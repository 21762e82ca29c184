/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/profile/profile_check_identities.h"

#include <glib.h>

#include "ui/profile/profile_counts.h"

static const char *name_of(coh_count count) {
  return count == COH_COUNT_MISSES ? "read_misses + write_misses" : coh_count_format_of(count)->name;
}

/* Returns "a + b" for the parts of a sum that does not hold. Owned by the caller. */
static char *join(const coh_sum_format *sum, const char *separator) {
  GString *text = g_string_new(NULL);
  for (const coh_count *part = sum->parts; *part != COH_COUNTS; part++)
    g_string_append_printf(text, "%s%s", part != sum->parts ? separator : "", name_of(*part));
  return g_string_free(text, FALSE);
}

/* As join(), but in the order of a profile's columns, and without the part that has no column. (The reader computes
 * this part. So if the sum does not hold, the other parts exceed the whole.) */
static char *join_columns(coh_sum sum) {
  GString *text = g_string_new(NULL);
  for (unsigned i = 0; i < PROFILE_COUNTS; i++)
    if (coh_sum_of(i) == sum && profile_counts_is_column(i))
      g_string_append_printf(text, "%s%s", text->len != 0 ? " + " : "", name_of(i));
  return g_string_free(text, FALSE);
}

static bool is_worked_out(coh_sum sum) {
  for (unsigned i = 0; i < PROFILE_COUNTS; i++)
    if (coh_sum_of(i) == sum && !profile_counts_is_column(i)) return true;
  return false;
}

static char *describe_sum(coh_sum number) {
  const coh_sum_format *sum = coh_sum_format_of(number);
  const char *whole = name_of(coh_count_format_of(sum->parts[0])->whole);
  const bool is_part = sum->rule == COH_RULE_AT_MOST;
  g_autofree char *parts = is_worked_out(number) ? join_columns(number) : join(sum, is_part ? " and " : " + ");
  if (is_worked_out(number)) return g_strdup_printf("%s are more than %s", parts, whole);
  if (is_part) return g_strdup_printf("more %s than %s", parts, whole);
  return g_strdup_printf(sum->rule == COH_RULE_EQUAL ? "%s are not %s" : "%s are neither %s nor 0", parts, whole);
}

char *profile_check_identities(const coh_counts *counts, bool of_models) {
  const coh_count count = coh_counts_excess(counts, of_models);
  if (count != COH_COUNTS)
    return g_strdup_printf("more %s than %s", name_of(count), name_of(coh_count_format_of(count)->whole));
  const coh_sum sum = coh_counts_broken_sum(counts, of_models);
  return sum != COH_SUMS ? describe_sum(sum) : NULL;
}
