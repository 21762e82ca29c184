/* trace_fold.c: see trace_fold.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_fold.h"

#include <stddef.h>

static void push(trace_fold *fold, trace_rsd *rsd) {
  rsd->next = fold->kept;
  fold->kept = rsd;
  fold->n++;
}

static trace_rsd *unlink_at(trace_fold *fold, trace_rsd **link) {
  trace_rsd *rsd = *link;
  *link = rsd->next;
  fold->n--;
  return rsd;
}

/* Joins `rsd` to a kept descriptor, and moves that descriptor to the front. */
static bool join(trace_fold *fold, trace_memory *memory, trace_rsd *rsd) {
  for (trace_rsd **link = &fold->kept; *link; link = &(*link)->next) {
    if (!trace_rsd_join(memory, link, rsd)) continue;
    push(fold, unlink_at(fold, link));
    return true;
  }
  return false;
}

trace_rsd *trace_fold_add(trace_fold *fold, trace_memory *memory, trace_rsd *rsd) {
  if (join(fold, memory, rsd)) return NULL;
  /* Handles an `rsd` that has the pattern of a kept descriptor, but does not continue it: the kept descriptor is
   * complete, and `rsd` begins another one. */
  for (trace_rsd **link = &fold->kept; *link; link = &(*link)->next) {
    if (!trace_rsd_repeats(*link, rsd)) continue;
    trace_rsd *ended = unlink_at(fold, link);
    if (!join(fold, memory, ended)) push(fold, ended);
    break;
  }
  push(fold, rsd);
  if (fold->n <= TRACE_FOLD_KEPT) return NULL;
  trace_rsd **last = &fold->kept;
  while ((*last)->next) last = &(*last)->next;
  return unlink_at(fold, last);
}

trace_rsd *trace_fold_take(trace_fold *fold, trace_memory *memory) {
  while (fold->kept) {
    trace_rsd *rsd = unlink_at(fold, &fold->kept);
    if (!join(fold, memory, rsd)) return rsd;
  }
  return NULL;
}
