/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check_contexts.c: The contexts are in the order of a walk over their tree. The counts of all contexts add up
 * to at most those of the run, and those of a cell in all contexts to at most those of the cell. (The rest belongs to
 * no function.) */
#include "ui/profile/profile_check_contexts.h"

#include <string.h>

#include "bins/bin_contexts.h"

static bool is_way(const char *way) {
  for (unsigned i = 0; i < BIN_WAYS; i++)
    if (strcmp(way, bin_way_name(i)) == 0) return true;
  return false;
}

static const ProfileContext *context_at(const Profile *profile, uint64_t number) {
  return &g_array_index(profile->rows[BIN_RECORD_CONTEXT], ProfileContext, number);
}

/* Checks the place and the way of a call. */
static char *check_call(const Profile *profile, uint64_t place, const char *way) {
  if (place > profile->rows[BIN_RECORD_PLACE]->len) return g_strdup("there is no place of that number");
  return is_way(way) ? NULL : g_strdup("there is no such way to a context");
}

/* Returns whether context `caller` - 1 is context `last` or calls it. If `caller` is 0, there is no context, and the
 * result is true. */
static bool is_around(const Profile *profile, uint64_t caller, uint64_t last) {
  for (uint64_t open = last + 1; open >= caller; open = context_at(profile, open - 1)->caller)
    if (open == caller || caller == 0) return true;
  return false;
}

/* Returns whether the chain of a context's callers is longer than a call path can be. */
static bool is_too_deep(const Profile *profile, const ProfileContext *one) {
  unsigned depth = 0;
  for (uint64_t at = one->caller; at != 0 && depth <= BIN_CONTEXT_DEPTH; at = context_at(profile, at - 1)->caller)
    depth++;
  return depth > BIN_CONTEXT_DEPTH;
}

char *profile_check_context(const Profile *profile) {
  const uint64_t number = profile->rows[BIN_RECORD_CONTEXT]->len - 1;
  const ProfileContext *one = context_at(profile, number);
  if (number >= BIN_CONTEXTS) return g_strdup_printf("there are more than %d contexts", BIN_CONTEXTS);
  if (one->caller > number) return g_strdup("the calling context comes later");
  if (number != 0 && !is_around(profile, one->caller, number - 1))
    return g_strdup("the contexts are not in the order of their tree");
  if (is_too_deep(profile, one)) return g_strdup_printf("the context has more than %d callers", BIN_CONTEXT_DEPTH);
  if (g_array_index(profile->rows[BIN_RECORD_SEGMENT], ProfileSegment, one->segment).inlined_in != 0)
    return g_strdup("the function of a context is not an inlined one");
  return check_call(profile, one->place, one->way);
}

char *profile_check_context_fold(const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_CONTEXT_FOLD];
  const ProfileContextFold *one = &g_array_index(rows, ProfileContextFold, rows->len - 1);
  if (rows->len > 1 && one[-1].from > one->from) return g_strdup("the folded calls are not sorted by caller");
  if (!is_around(profile, (uint64_t)one->to + 1, one->from)) return g_strdup("the called context is not open");
  return check_call(profile, one->place, one->way);
}

static bool is_after(const ProfileContextCell *before, const ProfileContextCell *one) {
  if (before->context != one->context) return before->context < one->context;
  return before->place != one->place ? before->place < one->place : before->bin < one->bin;
}

char *profile_check_context_cell(const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_CONTEXT_CELL];
  const ProfileContextCell *one = &g_array_index(rows, ProfileContextCell, rows->len - 1);
  uint64_t misses;
  if (rows->len > 1 && !is_after(one - 1, one)) return g_strdup("the cells of contexts are not sorted");
  if (__builtin_add_overflow(one->read_misses, one->write_misses, &misses) || one->memory > misses)
    return g_strdup("memory served more misses than there are");
  return NULL;
}

/* ---- the end ---- */

/* Adds up the work of all contexts. */
static char *check_work(const Profile *profile) {
  const ProfileTotals *totals = &profile->totals;
  uint64_t instructions = 0, reads = 0, writes = 0, calls = 0;
  for (guint i = 0; i < profile->rows[BIN_RECORD_CONTEXT]->len; i++) {
    const ProfileContext *one = context_at(profile, i);
    if (__builtin_add_overflow(instructions, one->instructions, &instructions) ||
        __builtin_add_overflow(reads, one->reads, &reads) || __builtin_add_overflow(writes, one->writes, &writes) ||
        __builtin_add_overflow(calls, one->calls, &calls))
      return g_strdup("a sum over contexts does not fit in 64 bits");
  }
  if (instructions > totals->instructions || reads > totals->counts.reads || writes > totals->counts.writes)
    return g_strdup("the contexts did more than the run");
  return NULL;
}

static int compare_cells(const void *key, const void *row) {
  const ProfileContextCell *one = key;
  const ProfileCell *cell = row;
  if (one->place != cell->place) return one->place < cell->place ? -1 : 1;
  return one->bin < cell->bin ? -1 : one->bin > cell->bin;
}

/* Subtracts a part from the rest of a count. */
static bool take(uint64_t *left, uint64_t part) {
  const bool fits = part <= *left;
  *left -= part;
  return fits;
}

static char *check_cells(const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_CONTEXT_CELL], *cells = profile->rows[BIN_RECORD_CELL];
  g_autofree ProfileCell *left = g_memdup2(cells->data, (gsize)cells->len * sizeof(ProfileCell));
  for (guint i = 0; i < rows->len; i++) {
    const ProfileContextCell *one = &g_array_index(rows, ProfileContextCell, i);
    ProfileCell *cell = cells->len == 0 ? NULL : bsearch(one, left, cells->len, sizeof *cell, compare_cells);
    if (cell == NULL) return g_strdup("a context has misses of a cell that does not exist");
    ProfileCounts *counts = &cell->counts;
    if (!take(&counts->read_misses, one->read_misses) || !take(&counts->write_misses, one->write_misses) ||
        !take(&counts->memory, one->memory) || !take(&counts->stall_cycles, one->stall_cycles))
      return g_strdup("the contexts have more misses or stall of a cell than the cell");
  }
  return NULL;
}

char *profile_check_contexts_end(const Profile *profile, bool has_cells) {
  char *wrong = check_work(profile);
  return wrong != NULL || !has_cells ? wrong : check_cells(profile);
}
