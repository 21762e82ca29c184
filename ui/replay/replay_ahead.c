/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_ahead.c: implements the thread. A few bundles of events circulate between the two threads. The speed depends
 * on the number of bytes that are transferred from one core to the other, so single events are stored in a compact
 * form. */
#include "ui/replay/replay_ahead.h"

#include <glib.h>
#include <malloc.h>
#include <string.h>

enum { BUNDLES = 3, EVENTS = 1 << 13, STRETCHES = 1 << 8, ITEMS = 1 << 11 };

typedef struct {
  trace_event events[EVENTS];
  ReplayStretch stretches[STRETCHES];
  trace_batch batches[STRETCHES];
  trace_item items[ITEMS]; /* items of all batches */
  uint32_t n_events, n, n_items;
  bool is_last;
  trace_error error; /* if is_last, the damage of the trace after the events of this bundle */
} Bundle;

struct ReplayAhead {
  const trace_reader *reader;
  GThread *thread;
  GAsyncQueue *full, *empty; /* Bundle */
  gint stop;                 /* atomic */
  Bundle *bundles;
  Bundle *present; /* the bundle whose sections are being returned; NULL: none yet */
  uint32_t next;   /* index of its next section */
};

/* Copies the batch at the end of the bundle's last section, and adds it to the section. */
static void copy_batch(Bundle *bundle, ReplayStretch *stretch, const trace_batch *batch) {
  trace_batch *kept = &bundle->batches[bundle->n - 1];
  trace_item *items = bundle->items + bundle->n_items;
  memcpy(items, batch->items, batch->n * sizeof *items);
  bundle->n_items += batch->n;
  *kept = *batch;
  kept->items = items;
  stretch->batch = kept;
}

static bool is_full(const Bundle *bundle) {
  return bundle->n_events > EVENTS - TRACE_BATCH || bundle->n_items > ITEMS - TRACE_BATCH || bundle->n == STRETCHES;
}

static void fill(trace_expander *expander, uint64_t *event, Bundle *bundle) {
  trace_batch batch;
  bundle->n_events = bundle->n_items = bundle->n = 0;
  while (!bundle->is_last && !is_full(bundle)) {
    ReplayStretch *stretch = &bundle->stretches[bundle->n++];
    *stretch = (ReplayStretch){.events = bundle->events + bundle->n_events, .first = *event};
    bundle->is_last = !trace_expander_events(expander, bundle->events + bundle->n_events, EVENTS - bundle->n_events,
                                             &stretch->n, &batch, &bundle->error);
    bundle->n_events += stretch->n;
    *event += stretch->n;
    if (batch.repeats == 1) continue;
    copy_batch(bundle, stretch, &batch);
    *event += batch.n * batch.repeats;
  }
}

static gpointer expand(gpointer data) {
  ReplayAhead *ahead = data;
  trace_expander *expander = trace_expander_new(ahead->reader, 0);
  uint64_t event = 0;
  for (bool more = true; more;) {
    Bundle *bundle = g_async_queue_pop(ahead->empty);
    if (g_atomic_int_get(&ahead->stop)) break;
    fill(expander, &event, bundle);
    more = !bundle->is_last;
    g_async_queue_push(ahead->full, bundle);
  }
  trace_expander_free(expander);
  return NULL;
}

/* Makes malloc() keep freed memory, because each part of a trace needs about as much memory as the previous part. */
static void keep_memory(void) {
  enum { MOST = 32 << 20 }; /* size in bytes of the largest blocks that malloc() keeps */
  (void)mallopt(M_MMAP_THRESHOLD, MOST);
  (void)mallopt(M_TRIM_THRESHOLD, 8 * MOST);
}

ReplayAhead *replay_ahead_new(const trace_reader *reader) {
  keep_memory();
  ReplayAhead *ahead = g_new0(ReplayAhead, 1);
  ahead->reader = reader;
  ahead->full = g_async_queue_new();
  ahead->empty = g_async_queue_new();
  ahead->bundles = g_new0(Bundle, BUNDLES);
  for (unsigned i = 0; i < BUNDLES; i++) g_async_queue_push(ahead->empty, &ahead->bundles[i]);
  ahead->thread = g_thread_new("expand", expand, ahead);
  return ahead;
}

void replay_ahead_free(ReplayAhead *ahead) {
  g_atomic_int_set(&ahead->stop, 1);
  g_async_queue_push(ahead->empty, &ahead->bundles[0]); /* the thread is possibly waiting for an empty bundle */
  g_thread_join(ahead->thread);
  g_async_queue_unref(ahead->full);
  g_async_queue_unref(ahead->empty);
  g_free(ahead->bundles);
  g_free(ahead);
}

const ReplayStretch *replay_ahead_next(ReplayAhead *ahead, trace_error *error) {
  while (ahead->present == NULL || ahead->next == ahead->present->n) {
    if (ahead->present != NULL && ahead->present->is_last) {
      *error = ahead->present->error;
      return NULL;
    }
    if (ahead->present != NULL) g_async_queue_push(ahead->empty, ahead->present);
    ahead->present = g_async_queue_pop(ahead->full);
    ahead->next = 0;
  }
  return &ahead->present->stretches[ahead->next++];
}
