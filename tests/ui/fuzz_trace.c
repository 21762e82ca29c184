/* fuzz_trace.c: a target for libFuzzer, which damage_trace runs too. It opens any bytes as a trace with its tables, and
 * processes the trace as memspy trace and memspy replay do; or it reads the bytes as tables.
 *
 *   clang -g -O1 -fsanitize=fuzzer,address,undefined and the flags of GLib and others, -I. tests/ui/fuzz_trace.c
 *         tests/trace/fuzz_checksums.c, the sources of plat/, machine/, coherence/, sweep/, fetch/, bins/ and trace/,
 *         and of ui/ but ui_main.c
 *   damage_trace --seeds FOLDER FILE...; fuzz_trace -max_total_time=600 FOLDER
 *
 * With wrong checksums, nearly every changed file would be rejected at once. So the target corrects them first, unless
 * bit 0 of the first byte is set.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bins/bin_format.h"
#include "coherence/coh_system.h"
#include "tests/trace/fuzz_checksums.h"
#include "tests/ui/fuzz_trace.h"
#include "ui/replay/replay_tables.h"
#include "ui/trace/events_trace_cat.h"
#include "ui/trace/events_trace_info.h"
#include "ui/trace/events_trace_stat.h"

enum { ENOUGH = 20000 }; /* limit of the events that are read: a few bytes can represent any number of events */

static void use(const EventsTraceFile *file) {
  const EventsTraceChoice all = {.to = ENOUGH, .processor = UINT64_MAX, .kinds = UINT64_MAX, .places = true};
  const EventsTraceChoice din = {.format = EVENTS_TRACE_DIN,
                                 .from = 3,
                                 .to = ENOUGH,
                                 .processor = UINT64_MAX,
                                 .kinds = UINT64_MAX};
  const int sink = open("/dev/null", O_WRONLY | O_CLOEXEC);
  (void)events_trace_cat(file, &all, sink, NULL);
  (void)events_trace_cat(file, &din, sink, NULL);
  close(sink);
  EventsTraceCounts *counts = events_trace_counts_new(file, NULL);
  if (counts == NULL) return;
  GString *text = g_string_new(NULL);
  const Screen screen = {.width = 80};
  events_trace_info_text(file, counts, &screen, text);
  events_trace_stat_text(file, counts, &screen, 0, text);
  g_string_free(text, TRUE);
  FILE *null = fopen("/dev/null", "w");
  events_trace_info_json(file, counts, null);
  events_trace_stat_json(file, counts, null);
  fclose(null);
  events_trace_counts_free(counts);
}

/* Replays the first events of the trace. */
static void replay_events(const EventsTraceFile *file, trace_replay *replay) {
  trace_expander *expander = trace_expander_new(file->reader, 0);
  trace_batch batch;
  trace_error wrong;
  uint64_t left = ENOUGH;
  while (left != 0 && trace_expander_next(expander, &batch, &wrong)) {
    batch.repeats = MIN(batch.repeats, left / batch.n + 1);
    if (trace_replay_batch(replay, &batch) != NULL) break;
    left -= MIN(left, batch.n * batch.repeats);
  }
  trace_expander_free(expander);
}

/* Simulates the trace as memspy replay does, without writing a profile. */
static void simulate(const EventsTraceFile *file) {
  mach_config config;
  g_assert(mach_preset_find("default", &config));
  bin_table *table = file->tables != NULL ? replay_tables_make(file->tables, NULL) : NULL;
  if (table == NULL) return;
  coh_system *system = coh_system_new(&config);
  const trace_replay_wish wish = {true, true, true};
  const char *wrong;
  trace_replay *replay = trace_replay_new(system, table, &wish, file->sources, file->n_sources, NULL, &wrong);
  if (replay != NULL) {
    replay_events(file, replay);
    trace_replay_settle(replay);
    replay_tables_finish(file, replay);
    trace_replay_free(replay);
  }
  coh_system_free(system);
  bin_table_free(table);
}

static void open_trace(const uint8_t *bytes, size_t n) {
  const int fd = memfd_create("trace", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", fd);
  if (fd < 0 || write(fd, bytes, n) != (ssize_t)n) g_error("no file in memory");
  GError *error = NULL;
  EventsTraceFile *file = events_trace_file_open(path, &error);
  g_assert((file == NULL) == (error != NULL));
  if (file != NULL) use(file);
  if (file != NULL) simulate(file);
  events_trace_file_close(file);
  g_clear_error(&error);
  close(fd);
}

/* Returns the text with the correct end line. The caller owns it. */
static char *seal(const char *text, size_t n) {
  uint64_t lines = 0;
  for (size_t i = 0; i < n; i++) lines += text[i] == '\n';
  return g_strdup_printf("%.*send %" G_GUINT64_FORMAT " %016" G_GINT64_MODIFIER "x\n", (int)n, text, lines,
                         bin_format_hash(BIN_FORMAT_HASH, text, n));
}

static void read_tables(const char *text, size_t n, bool sets) {
  const char *end = sets ? g_strrstr_len(text, (gssize)n, "\nend ") : NULL;
  const size_t kept = memchr(text, '\0', n) == NULL && end != NULL ? (size_t)(end + 1 - text) : 0;
  g_autofree char *sealed = kept != 0 ? seal(text, kept) : NULL;
  GError *error = NULL;
  Profile *profile = profile_load_text("tables", sealed ? sealed : text, sealed ? strlen(sealed) : n, &error);
  g_assert((profile == NULL) == (error != NULL));
  profile_free(profile);
  g_clear_error(&error);
}

/* Corrects the hash of tables that are in one block. */
static void seal_text(char *text, size_t n) {
  enum { HASH = 16 };
  const char *end = g_strrstr_len(text, (gssize)n, "\nend ");
  if (end == NULL || n < HASH + 1 || end + 1 > text + n - HASH - 1) return;
  g_autofree char *hash = g_strdup_printf("%016" G_GINT64_MODIFIER "x",
                                          bin_format_hash(BIN_FORMAT_HASH, text, (size_t)(end + 1 - text)));
  memcpy(text + n - HASH - 1, hash, HASH);
}

static void seal_texts(uint8_t *file, size_t n) {
  for (size_t at = TRACE_FILE_HEADER; at < n && n - at >= TRACE_BLOCK_HEADER;) {
    trace_block_header header;
    trace_block_header_get(file + at, &header);
    at += TRACE_BLOCK_HEADER;
    const size_t stored = MIN(header.stored, n - at);
    if (header.kind == TRACE_BLOCK_TEXT && header.codec == TRACE_CODEC_PLAIN) seal_text((char *)file + at, stored);
    at += stored;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  const bool sets = (data[0] & 1) == 0, is_tables = (data[0] & 2) != 0;
  g_autofree uint8_t *bytes = g_malloc(size);
  memcpy(bytes, data + 1, size - 1);
  if (is_tables) {
    read_tables((const char *)bytes, size - 1, sets);
  } else {
    if (sets) seal_texts(bytes, size - 1);
    if (sets) fuzz_set_checksums(bytes, size - 1);
    open_trace(bytes, size - 1);
  }
  return 0;
}
