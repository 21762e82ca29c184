/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_user_calls.h"

enum { OF_CALL = 20 /* at least a 20th of the stall */ };

bool advice_user_calls_lock(const AdviceContext *context, uint32_t place) {
  return advice_code(context->groups, context->groups->of_row[view_row(context->view, place)])->locks;
}

bool advice_user_calls_set(const AdviceContext *context, uint32_t place) {
  const Profile *profile = context->view->profile;
  return advice_sets(profile->segments[profile->places[place].segment].name);
}

static bool is_of_trouble(const AdviceContext *context, const AdviceTrouble *trouble, const ProfileContextCell *cell) {
  if (trouble->by_code) return context->groups->of_row[view_row(context->view, cell->place)] == trouble->code;
  return context->groups->of_column[view_column(context->view, cell->bin)] == trouble->data;
}

/* Adds stall to a call. `calls` has each call once, by the place of its first line. */
static void add_call(GArray *calls, const NameUserCall *call, uint64_t stall) {
  for (guint i = 0; i < calls->len; i++) {
    AdviceUserCall *known = &g_array_index(calls, AdviceUserCall, i);
    if (known->call.lines[0].place != call->lines[0].place) continue;
    known->stall += stall;
    return;
  }
  const AdviceUserCall one = {*call, stall};
  g_array_append_val(calls, one);
}

static gint compare_calls(gconstpointer a, gconstpointer b) {
  const AdviceUserCall *x = a, *y = b;
  if (x->stall != y->stall) return x->stall > y->stall ? -1 : 1;
  return x->call.lines[0].place < y->call.lines[0].place ? -1 : x->call.lines[0].place > y->call.lines[0].place;
}

GArray *advice_user_calls(const AdviceContext *context, const AdviceTrouble *trouble, AdviceIsCode *is_code) {
  const Profile *profile = context->view->profile;
  GArray *calls = g_array_new(FALSE, FALSE, sizeof(AdviceUserCall));
  uint64_t all = 0;
  if (context->names == NULL || !profile->has_callers) return calls;
  const GArray *lines = name_table_user_lines(context->names);
  for (uint32_t i = 0; i < profile->n_context_cells; i++) {
    const ProfileContextCell *cell = &profile->context_cells[i];
    NameUserCall call;
    if (!is_of_trouble(context, trouble, cell) || !is_code(context, cell->place)) continue;
    if (profile->places[cell->place].line != 0 && !name_user_calls_is_library(profile, cell->place)) continue;
    all += cell->stall_cycles;
    if (name_user_calls_above(profile, lines, cell->context, &call)) add_call(calls, &call, cell->stall_cycles);
  }
  g_array_sort(calls, compare_calls);
  guint n = 0;
  while (n < calls->len && g_array_index(calls, AdviceUserCall, n).stall * OF_CALL >= MAX(all, 1)) n++;
  g_array_set_size(calls, n);
  return calls;
}
