/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_steps.c: decodes events into steps. A batch of the expander (trace_expand.h) becomes one access loop if
 * all of its events are references or instructions without references. Otherwise, each repetition becomes separate
 * steps. Batches that do not repeat are joined. In a sweep with cells, an access loop ends when the cell of one of its
 * references changes. */
#include "ui/replay/replay_sweep_steps.h"

#include "plat/plat.h"
#include "ui/base/ui_error.h"

enum { STEPS = 4096, REFERENCES = 16384, SIZE_MOST = 65536 };

_Static_assert((int)TRACE_BATCH <= (int)SWEEP_ACCESS_LOOP_MOST, "a batch is a pattern");

/* The number of references after which a part of the trace ends. With parts of about equal size, the progress bar and
 * the load of the threads are even. */
#define VOLUME (4u << 20)

struct ReplayStepReader {
  const EventsTraceFile *trace;
  trace_expander *expander;
  bool silent[MACH_MAX_PROCESSORS]; /* indexed by processor: whether its references are currently not counted */
  sweep_totals totals;
  trace_batch batch;
  uint64_t repetition;                /* first repetition of the batch that was not yet added */
  ReplaySteps *to;                    /* the part that is being decoded */
  uint64_t volume;                    /* number of references in the part that is being decoded */
  ReplaySweepCells *cells;            /* NULL: none */
  ReplaySweepStay stays[TRACE_BATCH]; /* cell of each reference of the batch */
  const char *wrong;                  /* the error in an event of the batch; NULL: no error */
};

static bool fail(const EventsTraceFile *trace, const char *message, GError **error) {
  events_trace_file_set_error(trace, &(trace_error){.offset = 0, .message = message}, error);
  return false;
}

bool replay_step_processors(const EventsTraceFile *trace, unsigned *highest, unsigned *busy, GError **error) {
  uint32_t n_parts, n;
  uint64_t order;
  trace_error wrong;
  trace_reader_parts(trace->reader, &n_parts);
  *highest = *busy = 0;
  if (n_parts == 0) return true;
  uint64_t *next = trace_reader_marks(trace->reader, n_parts - 1, &n, &order, &wrong);
  if (next == NULL) {
    events_trace_file_set_error(trace, &wrong, error);
    return false;
  }
  for (uint32_t i = 0; i < n; i++) {
    *busy += next[i] != 0;
    if (next[i] != 0) *highest = i + 1;
  }
  plat_free(next);
  return *highest <= MACH_MAX_PROCESSORS || fail(trace, "more than 64 processors", error);
}

bool replay_step_check_sources(const EventsTraceFile *trace, GError **error) {
  for (uint32_t i = 0; i < trace->n_sources; i++) {
    const trace_source *source = &trace->sources[i];
    if (source->kind <= TRACE_MODIFY && (source->size == 0 || source->size > SIZE_MOST /* bin_site_init() */))
      return fail(trace, "a reference has size 0 or is too large", error);
  }
  return true;
}

ReplayStepReader *replay_step_reader_new(const EventsTraceFile *trace, ReplaySweepCells *cells, GError **error) {
  if (!replay_step_check_sources(trace, error)) return NULL;
  ReplayStepReader *reader = g_new0(ReplayStepReader, 1);
  *reader = (ReplayStepReader){.trace = trace, .expander = trace_expander_new(trace->reader, 0), .cells = cells};
  return reader;
}

void replay_step_reader_free(ReplayStepReader *reader) {
  if (reader == NULL) return;
  trace_expander_free(reader->expander);
  g_free(reader);
}

ReplaySteps *replay_steps_new(void) {
  ReplaySteps *steps = g_new0(ReplaySteps, 1);
  steps->steps = g_new(ReplayStep, STEPS);
  steps->references = g_new(sweep_reference, REFERENCES);
  steps->cells = g_new(uint32_t, REFERENCES);
  return steps;
}

void replay_steps_free(ReplaySteps *steps) {
  if (steps == NULL) return;
  g_free(steps->steps);
  g_free(steps->references);
  g_free(steps->cells);
  g_free(steps);
}

static bool is_reference(const trace_source *source) { return source->kind <= TRACE_MODIFY; }

static coh_kind kind_of(const trace_source *source) {
  return source->kind == TRACE_READ ? COH_READ : source->kind == TRACE_WRITE ? COH_WRITE : COH_MODIFY;
}

static ReplayStep *add_step(ReplayStepReader *reader, ReplayStepKind kind, unsigned processor) {
  ReplaySteps *to = reader->to;
  ReplayStep *step = &to->steps[to->n++];
  *step = (ReplayStep){.kind = kind,
                       .pattern = {.references = to->references + to->n_references,
                                   .processor = processor,
                                   .repeats = 1,
                                   .cells = reader->cells != NULL ? to->cells + to->n_references : NULL}};
  return step;
}

/* Returns the last access loop, if single events can be appended to it, or else a new one. */
static sweep_access_loop *open_pattern(ReplayStepReader *reader, unsigned processor) {
  const ReplaySteps *to = reader->to;
  ReplayStep *last = to->n > 0 ? &to->steps[to->n - 1] : NULL;
  if (last != NULL && last->kind == REPLAY_STEP_PLAY && last->pattern.repeats == 1 &&
      last->pattern.processor == processor && last->pattern.n < SWEEP_ACCESS_LOOP_MOST)
    return &last->pattern;
  return &add_step(reader, REPLAY_STEP_PLAY, processor)->pattern;
}

/* Appends a reference to an access loop, and adds the reference to the counts of its cell. */
static inline void add_reference(ReplayStepReader *reader, sweep_access_loop *pattern, const trace_source *source,
                                 const trace_item *item, uint32_t cell) {
  if (reader->cells != NULL) {
    replay_sweep_cells_count(reader->cells, cell, kind_of(source), pattern->repeats);
    reader->to->cells[reader->to->n_references] = cell;
  }
  reader->to->references[reader->to->n_references++] = (sweep_reference){.address = item->value,
                                                                         .stride = item->stride,
                                                                         .gap = pattern->tail + source->gap,
                                                                         .size = (uint32_t)source->size,
                                                                         .kind = kind_of(source),
                                                                         .code = (uint32_t)source->address};
  pattern->n++;
  pattern->tail = 0;
}

static void count_instructions(ReplayStepReader *reader, unsigned processor, uint64_t instructions) {
  if (!reader->silent[processor]) reader->totals.instructions[processor] += instructions;
}

/* Returns the number of instructions that an event stands for. */
static uint64_t time_of(const trace_source *source, const trace_item *item) {
  return is_reference(source) ? source->gap : source->kind == TRACE_RUN ? item->value : 0;
}

/* Adds an event that is neither a reference nor a number of instructions. */
static void add_other(ReplayStepReader *reader, unsigned processor, const trace_source *source, uint64_t value) {
  switch (source->kind) {
    case TRACE_COLLECT: reader->silent[processor] = value == 0; break;
    case TRACE_ZERO:
      reader->totals = (sweep_totals){0};
      if (reader->cells != NULL) replay_sweep_cells_zero(reader->cells);
      add_step(reader, REPLAY_STEP_ZERO, processor);
      break;
    case TRACE_IDLE:
      if (!reader->silent[processor]) reader->totals.idle_cycles[processor] += value;
      add_step(reader, REPLAY_STEP_IDLE, processor)->cycles = value;
      break;
    default: break;
  }
}

/* Adds a single event. */
static void add_single(ReplayStepReader *reader, unsigned processor, const trace_item *item) {
  const trace_source *source = &reader->trace->sources[item->source];
  const uint64_t time = time_of(source, item);
  count_instructions(reader, processor, time);
  if (is_reference(source) && !reader->silent[processor]) {
    const uint32_t cell = reader->cells != NULL
                              ? replay_sweep_cells_find(reader->cells, processor, item->source, item->value)
                              : 0;
    add_reference(reader, open_pattern(reader, processor), source, item, cell);
  } else if (time != 0) {
    open_pattern(reader, processor)->tail += time;
  }
  if (!is_reference(source)) add_other(reader, processor, source, item->value);
  if (reader->cells != NULL && replay_sweep_cells_changes(reader->cells, item->source) && reader->wrong == NULL)
    reader->wrong = replay_sweep_cells_follow(reader->cells, processor, item->source, item->value);
}

/* Returns whether an event can be part of a repeated access loop. */
static bool is_plain(const trace_source *source, const trace_item *item) {
  switch (source->kind) {
    case TRACE_RUN: return item->stride == 0;
    case TRACE_COLLECT:
    case TRACE_ZERO:
    case TRACE_IDLE: return false;
    default: return true;
  }
}

static bool is_pattern(const ReplayStepReader *reader, const trace_batch *batch) {
  if (batch->repeats == 1 || reader->silent[batch->processor]) return false;
  for (uint32_t i = 0; i < batch->n; i++) {
    const uint32_t source = batch->items[i].source;
    if (!is_plain(&reader->trace->sources[source], &batch->items[i])) return false;
    if (reader->cells != NULL && replay_sweep_cells_changes(reader->cells, source)) return false;
  }
  return true;
}

/* Returns the first repetition after the current one in which the cell of some reference changes, or the number of
 * repetitions. */
static uint64_t end_of_cells(ReplayStepReader *reader, const trace_batch *batch) {
  const uint64_t r = reader->repetition;
  uint64_t end = batch->repeats;
  for (uint32_t i = 0; i < batch->n && reader->cells != NULL; i++) {
    ReplaySweepStay *stay = &reader->stays[i];
    if (!is_reference(&reader->trace->sources[batch->items[i].source])) continue;
    if (r == 0 || stay->end <= r) *stay = replay_sweep_cells_stay(reader->cells, batch->processor, &batch->items[i], r);
    end = MIN(end, stay->end);
  }
  return end;
}

/* Adds a step for the repetitions of a batch from the current repetition up to repetition `end` - 1. */
static void add_pattern(ReplayStepReader *reader, const trace_batch *batch, uint64_t end) {
  sweep_access_loop *pattern = &add_step(reader, REPLAY_STEP_PLAY, batch->processor)->pattern;
  pattern->repeats = end - reader->repetition;
  uint64_t instructions = 0;
  for (uint32_t i = 0; i < batch->n; i++) {
    trace_item item = batch->items[i];
    const trace_source *source = &reader->trace->sources[item.source];
    item.value += reader->repetition * item.stride;
    instructions += time_of(source, &item);
    if (is_reference(source))
      add_reference(reader, pattern, source, &item, reader->stays[i].cell);
    else
      pattern->tail += time_of(source, &item);
  }
  count_instructions(reader, batch->processor, instructions * pattern->repeats);
}

static bool is_full(const ReplayStepReader *reader) {
  const ReplaySteps *to = reader->to;
  return to->n + 2 * TRACE_BATCH > STEPS || to->n_references + TRACE_BATCH > REFERENCES || reader->volume > VOLUME;
}

/* Adds repetition r of a batch, one event after the other. */
static void add_repetition(ReplayStepReader *reader, const trace_batch *batch, uint64_t r) {
  for (uint32_t i = 0; i < batch->n; i++) {
    const trace_item *item = &batch->items[i];
    const trace_item here = {.value = item->value + r * item->stride, .source = item->source};
    add_single(reader, batch->processor, &here);
  }
}

/* Adds repetitions of the current batch, until the batch is complete or the part of the trace is full. */
static void add_batch(ReplayStepReader *reader) {
  const trace_batch *batch = &reader->batch;
  const bool pattern = is_pattern(reader, batch);
  while (reader->repetition < batch->repeats && !is_full(reader) && reader->wrong == NULL) {
    const uint64_t end = pattern ? end_of_cells(reader, batch) : reader->repetition + 1;
    if (end > reader->repetition + 1)
      add_pattern(reader, batch, end);
    else
      add_repetition(reader, batch, reader->repetition);
    reader->volume += batch->n * (end - reader->repetition);
    reader->repetition = end;
  }
  if (reader->repetition == batch->repeats) reader->to->events = batch->event + batch->n * batch->repeats;
}

bool replay_step_reader_next(ReplayStepReader *reader, ReplaySteps *steps, GError **error) {
  trace_error wrong;
  steps->n = steps->n_references = 0;
  reader->to = steps;
  reader->volume = 0;
  while (!is_full(reader)) {
    if (reader->repetition == reader->batch.repeats) {
      if (!trace_expander_next(reader->expander, &reader->batch, &wrong)) {
        reader->batch.repeats = reader->repetition = 0;
        if (wrong.message != NULL) events_trace_file_set_error(reader->trace, &wrong, error);
        return wrong.message == NULL && steps->n > 0;
      }
      reader->repetition = 0;
    }
    add_batch(reader);
    if (reader->wrong != NULL)
      return ui_error_set(error, EVENTS_TRACE_ERROR, EVENTS_TRACE_ERROR_INVALID, "%s: event %" G_GUINT64_FORMAT ": %s",
                          reader->trace->path, reader->batch.event, reader->wrong);
  }
  return true;
}

const sweep_totals *replay_step_reader_totals(const ReplayStepReader *reader) { return &reader->totals; }
