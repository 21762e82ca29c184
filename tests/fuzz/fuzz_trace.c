/* fuzz_trace.c: the reader of traces: their tables, everything that memspy trace prints, and replays.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/trace/fuzz_checksums.h"
#include "tests/ui/fuzz_trace.h"
#include "trace/trace_expand.h"
#include "ui/trace/events_trace_file.h"

enum { ENOUGH = 5000 }; /* events; a few bytes can represent more events than a test can count */

static void seal(GByteArray *input) { fuzz_set_checksums(input->data, input->len); }

/* Returns the first events, and all of the sources. */
static char *text_of(const EventsTraceFile *file) {
  GString *text = g_string_new(NULL);
  trace_expander *expander = trace_expander_new(file->reader, 0);
  trace_batch batch;
  trace_error wrong;
  for (uint32_t i = 0; i < file->n_sources; i++)
    g_string_append_printf(text, "%u:%u ", (unsigned)file->sources[i].kind, (unsigned)file->sources[i].place);
  for (uint64_t n = 0; n < ENOUGH && trace_expander_next(expander, &batch, &wrong); n += batch.n)
    for (uint32_t i = 0; i < batch.n; i++)
      g_string_append_printf(text, "\n%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, batch.items[i].value, batch.repeats);
  trace_expander_free(expander);
  return g_string_free(text, FALSE);
}

static EventsTraceFile *open_trace(const GByteArray *input, GError **error) {
  return events_trace_file_open(fuzz_path(input), error);
}

/* Prints a trace and replays it. The first byte of the fuzzer's input requests that checksums stay as they are. */
static void use(const GByteArray *input) {
  g_autofree uint8_t *marked = g_malloc(input->len + 1);
  marked[0] = 1;
  memcpy(marked + 1, input->data, input->len);
  (void)LLVMFuzzerTestOneInput(marked, input->len + 1);
}

static char *read_trace(const GByteArray *input) {
  GError *error = NULL;
  EventsTraceFile *file = open_trace(input, &error);
  if (!fuzz_check_result(file != NULL, error)) return NULL;
  char *text = text_of(file);
  if (g_str_hash(text) % 4 == 0) use(input);
  events_trace_file_close(file);
  return text;
}

/* The reader reports that a trace is truncated, and it reports a damaged block before it returns the events of its
 * part. */
static bool may_differ(const GByteArray *input, const char *text, const char *valid) {
  (void)text, (void)valid;
  EventsTraceFile *file = open_trace(input, NULL);
  trace_expander *expander = trace_expander_new(file->reader, 0);
  trace_batch batch;
  trace_error wrong = {0, NULL};
  uint64_t n = 0;
  while (n < ENOUGH && trace_expander_next(expander, &batch, &wrong)) n += batch.n;
  const bool reported = events_trace_file_is_cut(file) || wrong.message != NULL;
  trace_expander_free(expander);
  events_trace_file_close(file);
  return reported;
}

const FuzzReader fuzz_trace = {.name = "trace", .seal = seal, .read = read_trace, .may_differ = may_differ};
