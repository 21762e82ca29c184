/* spy_trace_session.c: see spy_trace_session.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/trace/spy_trace_session.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_file.h"
#include "memspy/core/spy_pack.h"
#include "memspy/core/spy_platform.h"
#include "memspy/record/spy_lane.h"
#include "memspy/record/spy_queue.h"
#include "memspy/setup/spy_options.h"
#include "memspy/trace/spy_tables.h"
#include "memspy/trace/spy_trace_emit.h"
#include "memspy/trace/spy_trace_log.h"
#include "memspy/trace/spy_trace_memory.h"
#include "memspy/trace/spy_trace_producers.h"
#include "memspy/trace/spy_trace_scopes.h"
#include "memspy/trace/spy_trace_source.h"
#include "memspy/trace/spy_trace_turn.h"

static spy_file *file;
static Bool finished;
static Bool failed; /* the file could not be written */
static Bool forked;
static const HChar *ending;           /* reason for which the trace is being ended; otherwise NULL */
static const HChar *finish_when_done; /* reason for which the trace ends after the references are counted; NULL: none */

Bool spy_trace_is_finished(void) { return finished; }

static void set_drains(void) {
  spy_trace_set_drains((spy_trace_is_wanted() && !(forked && finished)) || !spy_options_get()->simulate);
}

void spy_trace_start(void) { set_drains(); }

static bool sink(void *closure, const uint8_t *bytes, uint64_t n) { return spy_file_write(closure, bytes, n); }

static bool cut(void *closure, uint64_t size) { return spy_file_cut(closure, size); }

/* The size of a buffer for the text of the tables. */
enum { TEXT = 1 << 18 };

typedef struct {
  UChar *bytes;
  UInt used;
  ULong all; /* number of bytes so far */
} text;

static void write_text(text *t) {
  trace_compressor_text(spy_trace.compressor, t->bytes, t->used);
  t->used = 0;
}

static bool add_text(void *closure, const char *bytes, size_t n) {
  text *t = closure;
  t->all += n;
  while (n != 0) {
    const UInt piece = n < TEXT - t->used ? (UInt)n : TEXT - t->used;
    VG_(memcpy)(t->bytes + t->used, bytes, piece);
    t->used += piece;
    bytes += piece;
    n -= piece;
    if (t->used == TEXT) write_text(t);
  }
  return true;
}

/* The state when tables were last written to the file, except to drafts. */
static struct {
  UInt sources; /* number of sources at that time */
  ULong next;   /* tables are written again when the file has this size */
} written;

/* Writes the tables before the end of the trace or of a part, if they have changed. With many parts, skips some of
 * these ends, so that tables are at most about an eighth of the file. */
static void part_ends(void *closure, bool draft) {
  (void)closure;
  const UInt sources = spy_trace.compressor->n_sources;
  const ULong size = trace_compressor_size(spy_trace.compressor);
  if (!ending && (sources == written.sources || (!draft && size < written.next))) return;
  text t = {.bytes = VG_(malloc)("spy.trace.text", TEXT)};
  spy_tables_write(ending ? ending : "request", add_text, &t);
  write_text(&t);
  VG_(free)(t.bytes);
  const ULong bytes = t.all;
  if (draft) return;
  written.sources = sources;
  written.next = size + 8 * bytes;
}

static Bool open_files(void) {
  const spy_options *options = spy_options_get();
  file = spy_file_open("trace", "--trace-file", options->trace_file);
  if (!file) return False;
  if (!options->trace_log || spy_trace_log_open(options->trace_log)) return True;
  spy_file_close(file, False, "");
  return False;
}

static Bool close_files(Bool good, const HChar *suffix) {
  spy_trace_log_close(good, suffix);
  good = spy_file_close(file, good, suffix);
  file = NULL;
  return good;
}

/* Call when tracing begins or pauses while runs are incomplete. */
static void switch_tracing(Bool on) {
  spy_trace_set_tracing(on);
  spy_lanes_count_rests(spy_trace.counts ? spy_trace_turned() : NULL, on ? 1 : -1ULL);
}

static Bool open_trace(void) {
  const spy_options *options = spy_options_get();
  if (!open_files()) return False;
  const trace_output output = {.sink = sink,
                               .sink_closure = file,
                               .pack = spy_pack,
                               .cut = spy_file_can_cut(file) ? cut : NULL};
  const trace_limits limits = {options->trace_window, options->trace_memory, TRACE_PART, TRACE_DRAFT};
  trace_compressor *compressor = trace_compressor_new(&output, &limits);
  trace_compressor_on_part(compressor, part_ends, NULL);
  VG_(memset)(&written, 0, sizeof written);
  spy_trace_open(compressor, options->trace_log != NULL);
  return True;
}

static void close_trace(void) {
  spy_trace_close();
  finish_when_done = NULL;
  finished = True;
  set_drains();
  spy_trace_sources_forget();
  spy_trace_producers_forget();
  spy_trace_memory_forget();
  spy_scopes_forget();
  spy_pack_free();
}

Bool spy_trace_begin(void) {
  if (spy_trace.tracing) return True;
  spy_trace_loop_break();
  if (finished || finish_when_done || !spy_trace_is_wanted()) return False;
  const Bool first = !spy_trace.is_open;
  const spy_queue *const drained = spy_trace_turned();
  if (first && !open_trace()) {
    finished = failed = True;
    set_drains();
    return False;
  }
  spy_lanes_settle();
  if (first) spy_trace_memory_snapshot();
  if (first) spy_trace_producers_snapshot();
  spy_trace_threads_snapshot(first);
  spy_scopes_begin();
  if (drained) spy_trace_turn(drained);
  switch_tracing(True);
  return True;
}

void spy_trace_pause(void) {
  if (!spy_trace.tracing) return;
  const spy_queue *const drained = spy_trace_turned();
  spy_scopes_end();
  if (drained) spy_trace_turn(drained);
  spy_trace_settle();
  spy_trace_loop_break();
  switch_tracing(False);
}

static Bool finish(const HChar *reason) {
  spy_trace_pause();
  spy_lanes_settle();
  ending = reason;
  if (VG_(clo_stats)) VG_(dmsg)
  ("memspy: trace: %llu events of %u sources; compressing them took at most %llu bytes\n",
   (ULong)trace_compressor_events(spy_trace.compressor), spy_trace.compressor->n_sources,
   (ULong)spy_trace.compressor->memory.peak);
  Bool good = trace_compressor_finish(spy_trace.compressor);
  ending = NULL;
  good = close_files(good, VG_STREQ(reason, "exec") ? ".exec" : "");
  close_trace();
  failed = !good;
  return good;
}

Bool spy_trace_finish(const HChar *reason) {
  if (!spy_trace.is_open) return !failed;
  if (!spy_trace.counts) return finish(reason);
  spy_trace_pause();
  finish_when_done = reason;
  return True;
}

/* Abandons the trace. */
static void abandon(void) {
  if (spy_trace.tracing) switch_tracing(False);
  trace_compressor_free(spy_trace.compressor);
  close_files(False, "");
  close_trace();
}

void spy_trace_check(void) {
  if (!spy_trace.is_open) return;
  if (finish_when_done) {
    finish(finish_when_done);
    return;
  }
  spy_trace_memory_wait();
  trace_compressor_check(spy_trace.compressor);
  if (spy_file_has_failed(file)) {
    abandon();
    failed = True;
  } else if (!spy_trace_source_room()) {
    VG_(umsg)("the trace ends here: it has as many sources of events as there may be\n");
    finish("limit");
  }
}

void spy_trace_exec(const HChar *path) {
  if (spy_file_cannot_run(path)) return;
  if (forked && spy_trace.is_open)
    abandon(); /* a child is not traced between fork and exec */
  else
    spy_trace_finish("exec");
}

void spy_trace_forked(void) {
  const Bool went_on = spy_trace.tracing;
  forked = True;
  spy_trace_turn_forget();
  if (spy_trace_is_wanted() && !finished) {
    /* The trace remains that of the parent. */
    if (spy_trace.is_open) {
      trace_compressor_free(spy_trace.compressor);
      spy_file_leave(file);
      spy_trace_log_leave();
      file = NULL;
      close_trace();
    }
    finished = !VG_(strstr)(spy_options_get()->trace_file, "%p");
  }
  set_drains();
  if (went_on) spy_trace_begin();
}
