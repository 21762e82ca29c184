/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_calls.h"

#include <string.h>

/* Sums of calls by the place of the call, for the calls of one function. */
typedef struct {
  GHashTable *by_place; /* number of the place + 1 -> uint64_t * */
  AdviceCalls *calls;
} Sums;

/* Adds calls from a context to the sums. */
static void add(Sums *sums, const Profile *profile, uint64_t caller, uint64_t place, uint64_t calls) {
  sums->calls->calls += calls;
  if (place == 0 || caller == 0) return;
  gpointer key = GUINT_TO_POINTER((guint)place);
  uint64_t *sum = g_hash_table_lookup(sums->by_place, key);
  if (sum == NULL) g_hash_table_insert(sums->by_place, key, sum = g_new0(uint64_t, 1));
  *sum += calls;
  if (*sum <= sums->calls->most) return;
  sums->calls->most = *sum;
  sums->calls->caller = profile->contexts[caller - 1].segment;
  sums->calls->place = (uint32_t)(place - 1);
}

uint32_t advice_calls_outer(const Profile *profile, uint32_t segment) {
  while (profile->segments[segment].inlined_in != 0) segment = (uint32_t)(profile->segments[segment].inlined_in - 1);
  return segment;
}

AdviceCalls advice_calls(const Profile *profile, uint32_t segment) {
  AdviceCalls calls = {0, profile->contexts_left_out == 0, 0, ADVICE_NONE, ADVICE_NONE};
  if (profile->sampled) return calls; /* the contexts are those of the samples */
  g_autoptr(GHashTable) by_place = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  Sums sums = {by_place, &calls};
  for (uint32_t i = 0; i < profile->n_contexts; i++) {
    const ProfileContext *context = &profile->contexts[i];
    if (context->segment == segment) add(&sums, profile, context->caller, context->place, context->calls);
  }
  for (uint32_t i = 0; i < profile->n_context_folds; i++) {
    const ProfileContextFold *fold = &profile->context_folds[i];
    if (profile->contexts[fold->to].segment != segment) continue;
    const bool itself = profile->contexts[fold->from].segment == segment;
    add(&sums, profile, itself ? 0 : (uint64_t)fold->from + 1, itself ? 0 : fold->place, fold->calls);
  }
  return calls;
}

bool advice_calls_once(const Profile *profile, uint32_t segment) {
  const char *name = profile->segments[segment].name;
  if (strcmp(name, "main") == 0 || strcmp(name, "MAIN__") == 0) return true;
  const AdviceCalls calls = advice_calls(profile, segment);
  return calls.calls == 1 && calls.exact;
}
