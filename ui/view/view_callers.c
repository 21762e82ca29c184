/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/view/view_callers.h"

#include <string.h>

bool view_callers_know(ViewMetric metric) {
  switch (metric) {
    case VIEW_METRIC_STALL:
    case VIEW_METRIC_MISSES:
    case VIEW_METRIC_REFERENCES:
    case VIEW_METRIC_READS:
    case VIEW_METRIC_WRITES:
    case VIEW_METRIC_READ_MISSES:
    case VIEW_METRIC_WRITE_MISSES:
    case VIEW_METRIC_MEMORY: return true;
    default: return false;
  }
}

ProfileCounts view_callers_counts(const ProfileContextCell *cell) {
  return (ProfileCounts){.read_misses = cell->read_misses,
                         .write_misses = cell->write_misses,
                         .memory = cell->memory,
                         .stall_cycles = cell->stall_cycles};
}

void view_cost_add(ViewCost *sum, const ViewCost *more) {
  sum->instructions += more->instructions;
  profile_counts_add(&sum->counts, &more->counts);
}

static uint32_t group(const uint32_t *group_of, uint32_t segment) {
  return group_of != NULL ? group_of[segment] : segment;
}

static bool is_outermost(const Profile *profile, const uint32_t *group_of, uint32_t context) {
  const uint32_t own = group(group_of, profile->contexts[context].segment);
  for (uint64_t at = profile->contexts[context].caller; at != 0; at = profile->contexts[at - 1].caller)
    if (group(group_of, profile->contexts[at - 1].segment) == own) return false;
  return true;
}

ViewCallers *view_callers_new(const Profile *profile, const uint32_t *group_of) {
  ViewCallers *callers = g_new0(ViewCallers, 1);
  const uint32_t n = profile->n_contexts;
  callers->profile = profile;
  callers->self = g_new0(ViewCost, MAX(n, 1));
  callers->all = g_new0(ViewCost, MAX(n, 1));
  callers->outermost = g_new0(bool, MAX(n, 1));
  for (uint32_t i = 0; i < n; i++) {
    const ProfileContext *context = &profile->contexts[i];
    callers->self[i].instructions = context->instructions;
    callers->self[i].counts.reads = context->reads;
    callers->self[i].counts.writes = context->writes;
    callers->outermost[i] = is_outermost(profile, group_of, i);
  }
  for (uint32_t i = 0; i < profile->n_context_cells; i++) {
    const ProfileCounts counts = view_callers_counts(&profile->context_cells[i]);
    profile_counts_add(&callers->self[profile->context_cells[i].context].counts, &counts);
  }
  for (uint32_t i = n; i-- > 0;) { /* callees come after their callers */
    const uint64_t caller = profile->contexts[i].caller;
    view_cost_add(&callers->all[i], &callers->self[i]);
    if (caller != 0) view_cost_add(&callers->all[caller - 1], &callers->all[i]);
  }
  return callers;
}

void view_callers_free(ViewCallers *callers) {
  if (callers == NULL) return;
  g_free(callers->self);
  g_free(callers->all);
  g_free(callers->outermost);
  g_free(callers);
}

static int compare_calls(const void *a, const void *b) {
  const ViewCall *x = a, *y = b;
  if (x->caller != y->caller) return x->caller < y->caller ? -1 : 1;
  if (x->place != y->place) return x->place < y->place ? -1 : 1;
  if (x->callee != y->callee) return x->callee < y->callee ? -1 : 1;
  return strcmp(x->way, y->way);
}

/* Joins equal calls of a sorted array. */
static void join_calls(GArray *calls) {
  guint n = 0;
  for (guint i = 0; i < calls->len; i++) {
    const ViewCall *call = &g_array_index(calls, ViewCall, i);
    ViewCall *last = n != 0 ? &g_array_index(calls, ViewCall, n - 1) : NULL;
    if (last != NULL && compare_calls(last, call) == 0) {
      last->calls += call->calls;
      view_cost_add(&last->all, &call->all);
    } else {
      g_array_index(calls, ViewCall, n++) = *call;
    }
  }
  g_array_set_size(calls, n);
}

static uint32_t segment_of(const Profile *profile, uint64_t caller) {
  return caller != 0 ? profile->contexts[caller - 1].segment : VIEW_NO_CALLER;
}

GArray *view_callers_calls(const ViewCallers *callers) {
  const Profile *profile = callers->profile;
  GArray *calls = g_array_new(FALSE, FALSE, sizeof(ViewCall));
  for (uint32_t i = 0; i < profile->n_contexts; i++) {
    const ProfileContext *context = &profile->contexts[i];
    ViewCall call = {segment_of(profile, context->caller),
                     context->segment,
                     context->place,
                     context->way,
                     context->calls,
                     {.instructions = 0}};
    if (callers->outermost[i]) call.all = callers->all[i];
    g_array_append_val(calls, call);
  }
  for (uint32_t i = 0; i < profile->n_context_folds; i++) {
    const ProfileContextFold *fold = &profile->context_folds[i];
    const ViewCall call = {profile->contexts[fold->from].segment,
                           profile->contexts[fold->to].segment,
                           fold->place,
                           fold->way,
                           fold->calls,
                           {.instructions = 0}};
    g_array_append_val(calls, call);
  }
  g_array_sort(calls, compare_calls);
  join_calls(calls);
  return calls;
}

/* Returns whether a context above this one has a picked function. */
static bool is_below(const Profile *profile, const bool *picked, uint32_t context) {
  for (uint64_t at = profile->contexts[context].caller; at != 0; at = profile->contexts[at - 1].caller)
    if (picked[profile->contexts[at - 1].segment]) return true;
  return false;
}

ViewCost view_callers_of(const ViewCallers *callers, const bool *picked, uint64_t *calls) {
  const Profile *profile = callers->profile;
  ViewCost sum = {.instructions = 0};
  *calls = 0;
  for (uint32_t i = 0; i < profile->n_contexts; i++) {
    const ProfileContext *context = &profile->contexts[i];
    if (!picked[context->segment]) continue;
    if (context->caller == 0 || !picked[profile->contexts[context->caller - 1].segment]) *calls += context->calls;
    if (!is_below(profile, picked, i)) view_cost_add(&sum, &callers->all[i]);
  }
  for (uint32_t i = 0; i < profile->n_context_folds; i++) {
    const ProfileContextFold *fold = &profile->context_folds[i];
    if (picked[profile->contexts[fold->to].segment] && !picked[profile->contexts[fold->from].segment])
      *calls += fold->calls;
  }
  return sum;
}
