/* spy_trace_log.c: see spy_trace_log.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/trace/spy_trace_log.h"

#include "machine/mach_config.h"
#include "memspy/core/spy_file.h"

enum { WORDS = 5, EVENTS = 2048 };

typedef struct {
  ULong words[WORDS];
} event;

typedef struct {
  ULong key;
  event event;
} kept_event;

static spy_file *file; /* NULL: no file is open */
static event events[EVENTS];
static UInt n_events;
static XArray *kept[MACH_MAX_PROCESSORS]; /* array of kept_event */

Bool spy_trace_log_open(const HChar *name) {
  n_events = 0;
  file = spy_file_open("trace", "--trace-log", name);
  return file != NULL;
}

static void write_events(void) {
  spy_file_write(file, events, n_events * sizeof events[0]);
  n_events = 0;
}

void spy_trace_log_close(Bool good, const HChar *suffix) {
  if (!file) return;
  write_events();
  spy_file_close(file, good, suffix);
  file = NULL;
}

void spy_trace_log_leave(void) {
  if (file) spy_file_leave(file);
  file = NULL;
}

static event make(UInt processor, const trace_source *source, ULong value) {
  return (event){{processor, source->kind, value, source->size, source->address}};
}

static void add(event e) {
  events[n_events] = e;
  if (++n_events == EVENTS) write_events();
}

void spy_trace_log_event(UInt processor, const trace_source *source, ULong value) {
  add(make(processor, source, value));
}

void spy_trace_log_keep(ULong key, UInt processor, const trace_source *source, ULong value) {
  if (!kept[processor]) kept[processor] = VG_(newXA)(VG_(malloc), "spy.trace.log", VG_(free), sizeof(kept_event));
  const kept_event e = {key, make(processor, source, value)};
  VG_(addToXA)(kept[processor], &e);
}

void spy_trace_log_write_kept(void) {
  Word at[MACH_MAX_PROCESSORS] = {0};
  for (;;) {
    const kept_event *first = NULL;
    UInt processor = 0;
    for (UInt i = 0; i < MACH_MAX_PROCESSORS; i++) {
      if (!kept[i] || at[i] == VG_(sizeXA)(kept[i])) continue;
      const kept_event *e = VG_(indexXA)(kept[i], at[i]);
      if (first && first->key < e->key) continue;
      first = e;
      processor = i;
    }
    if (!first) break;
    at[processor]++;
    add(first->event);
  }
  for (UInt i = 0; i < MACH_MAX_PROCESSORS; i++)
    if (kept[i]) VG_(dropTailXA)(kept[i], VG_(sizeXA)(kept[i]));
}
