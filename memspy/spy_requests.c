/* spy_requests.c: see spy_requests.h. Client requests and monitor commands share their actions.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/spy_requests.h"

#include "memspy/core/spy_text.h"
#include "memspy/counter/spy_counter.h"
#include "memspy/drain/spy_intervals.h"
#include "memspy/drain/spy_outside.h"
#include "memspy/drain/spy_stages.h"
#include "memspy/memspy.h"
#include "memspy/record/spy_block.h"
#include "memspy/record/spy_record.h"
#include "memspy/run/spy_output.h"
#include "memspy/run/spy_recording.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/schedule/spy_thread.h"
#include "memspy/setup/spy_state.h"
#include "memspy/sweep/spy_sweep.h"
#include "memspy/trace/spy_trace_control.h"
#include "memspy/trace/spy_trace_turn.h"

/* ---- actions ---- */

/* Turns collection on or off. A sampled run counts the instructions that were executed with collection on and off
 * separately, so the counts must be complete before and after the change. For a single thread, the drain advances
 * the clock only at the end of a queue. Therefore, the queue is drained before the event, so that the event has the
 * exact clock. */
static void collect(Bool on) {
  if (spy_sample_is_on() || !spy_schedule_has_threads()) spy_recording_finish();
  spy_recording_event(SPY_EVENT_COLLECT, on, 0, 0);
  if (spy_sample_is_on()) spy_recording_finish();
}

static void trace(Bool on) { spy_recording_event(SPY_EVENT_TRACE, on, 0, 0); }

static void zero(void) {
  spy_recording_finish();
  spy_blocks_flush();
  spy_outside_zero(coh_now(spy_system, spy_schedule_processor(VG_(get_running_tid)())));
  bin_account_zero(spy_account);
  spy_intervals_zero();
  spy_stages_zero();
  spy_sample_zero();
  spy_sweep_zero();
  spy_counter_zero();
  spy_trace_zero();
}

static void name_range(Addr start, SizeT bytes, const HChar *name) {
  spy_recording_event(SPY_EVENT_NAME, start, bytes, bin_table_bin(spy_table, BIN_RANGE, name, NULL, 0, NULL, 0));
}

static void unname_range(Addr start) { spy_recording_event(SPY_EVENT_UNNAME, start, 0, 0); }

enum { STAGE_NAME_BYTES = 200, STRING_BYTES = 4096, NAME_POOL_BYTES = 4096 };

/* Returns a copy of a stage's name, for SPY_EVENT_STAGE. Equal names are one copy. Long names are cut. */
static const HChar *keep_name(const HChar *name) {
  static DedupPoolAlloc *names;
  HChar kept[STAGE_NAME_BYTES];
  VG_(strncpy)(kept, name, STAGE_NAME_BYTES - 1);
  kept[STAGE_NAME_BYTES - 1] = '\0';
  if (!names) names = VG_(newDedupPA)(NAME_POOL_BYTES, 1, VG_(malloc), "spy.requests.stage", VG_(free));
  return VG_(allocEltDedupPA)(names, VG_(strlen)(kept) + 1, kept);
}

/* The queue ends before the event, as in collect(). */
static void stage(Bool begins, const HChar *name) {
  if (!spy_schedule_has_threads()) spy_recording_finish();
  spy_recording_event(SPY_EVENT_STAGE, begins, (UWord)keep_name(name), 0);
}

/* ---- monitor commands ---- */

/* Returns the next word of a command line, NULL at its end. */
static HChar *next_word(HChar **rest) {
  while (VG_(isspace)(**rest)) (*rest)++;
  if (**rest == '\0') return NULL;
  HChar *start = *rest;
  while (**rest && !VG_(isspace)(**rest)) (*rest)++;
  if (**rest) *(*rest)++ = '\0';
  return start;
}

static Bool parse_number(const HChar *text, ULong *number) {
  if (!text) return False;
  HChar *end;
  const Bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  *number = hex ? VG_(strtoull16)(text, &end) : VG_(strtoull10)(text, &end);
  return *end == '\0' && end != text;
}

static void command_status(HChar *rest) {
  (void)rest;
  spy_recording_finish();
  spy_blocks_flush();
  coh_counts counts = {0};
  ULong instructions = 0;
  for (UInt i = 0; i < coh_processors(spy_system); i++) {
    const bin_processor_counts counted = bin_account_counted(spy_account, i);
    instructions += counted.instructions;
    coh_counts_add(&counts, &counted.counts);
  }
  VG_(gdb_printf)("collecting: %s\n", spy_collecting() ? "yes" : "no");
  VG_(gdb_printf)
  ("instructions: %llu\nreferences: %llu\nmisses: %llu\nstall cycles: %llu\nbins: %u\n", instructions,
   (ULong)counts.reads + counts.writes, (ULong)counts.read_misses + counts.write_misses, (ULong)counts.stall_cycles,
   bin_table_bins(spy_table));
}

static void command_start(HChar *rest) {
  (void)rest;
  collect(True);
}

static void command_stop(HChar *rest) {
  (void)rest;
  collect(False);
}

static void command_zero(HChar *rest) {
  (void)rest;
  zero();
}

static void command_dump(HChar *rest) {
  while (VG_(isspace)(*rest)) rest++;
  if (spy_output_dump(rest)) VG_(gdb_printf)("wrote %s\n", spy_output_last());
}

static void command_name(HChar *rest) {
  ULong start, bytes;
  const HChar *at = next_word(&rest), *length = next_word(&rest), *name = next_word(&rest);
  if (!parse_number(at, &start) || !parse_number(length, &bytes) || bytes == 0 || !name)
    VG_(gdb_printf)("usage: memspy name ADDRESS BYTES NAME\n");
  else
    name_range(start, bytes, name);
}

static void command_unname(HChar *rest) {
  ULong start;
  if (!parse_number(next_word(&rest), &start))
    VG_(gdb_printf)("usage: memspy unname ADDRESS\n");
  else
    unname_range(start);
}

static void command_stage(HChar *rest) {
  const HChar *word = next_word(&rest), *name = next_word(&rest);
  const Bool begins = word && VG_STREQ(word, "begin");
  if (!name || (!begins && !VG_STREQ(word, "end")))
    VG_(gdb_printf)("usage: memspy stage begin|end NAME\n");
  else
    stage(begins, name);
}

static void command_trace(HChar *rest) {
  const HChar *word = next_word(&rest);
  const Bool start = word && VG_STREQ(word, "start"), stop = word && VG_STREQ(word, "stop");
  if (!start && !stop && !(word && VG_STREQ(word, "status"))) {
    VG_(gdb_printf)("usage: memspy trace start|stop|status\n");
    return;
  }
  if (start || stop) trace(start);
  spy_recording_finish();
  spy_control_print();
}

static void command_help(HChar *rest);

static const struct {
  const HChar *name;
  void (*run)(HChar *rest);
  const HChar *arguments, *help;
} commands[] = {
    {"status", command_status, "", "whether references are simulated, and the counts so far"},
    {"start", command_start, "", "simulate from now on"},
    {"stop", command_stop, "", "let the simulated machine stand still"},
    {"zero", command_zero, "", "set all counts to zero"},
    {"dump", command_dump, " [LABEL]", "write a profile of what was counted so far"},
    {"name", command_name, " ADDRESS BYTES NAME", "make a range of memory a bin of its own"},
    {"unname", command_unname, " ADDRESS", "end the bin named from ADDRESS on"},
    {"stage", command_stage, " begin|end NAME", "begin or end a stage of the run"},
    {"trace", command_trace, " start|stop|status", "trace from now on; pause the trace; how far it is"},
    {"help", command_help, "", "show these commands"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void command_help(HChar *rest) {
  (void)rest;
  VG_(gdb_printf)("memspy monitor commands:\n");
  for (UInt i = 0; i < COMMANDS; i++)
    VG_(gdb_printf)("  memspy %s%s: %s\n", commands[i].name, commands[i].arguments, commands[i].help);
}

static Bool monitor_command(const HChar *line) {
  HChar *copy = VG_(strdup)("spy.requests.command", line);
  HChar *rest = copy;
  const HChar *word = next_word(&rest);
  Bool ours = word && VG_STREQ(word, "memspy");
  if (word && VG_STREQ(word, "help")) command_help(rest); /* Valgrind prints its own help afterwards */
  if (ours) {
    word = next_word(&rest);
    UInt i = 0;
    while (i < COMMANDS && !(word && VG_STREQ(word, commands[i].name))) i++;
    if (i == COMMANDS) VG_(gdb_printf)("no memspy command '%s'\n", word ? word : "");
    (i == COMMANDS ? command_help : commands[i].run)(rest);
  }
  VG_(free)(copy);
  return ours;
}

/* ---- client requests ---- */

/* Returns a copy of a string of the program, valid until the next call, or NULL if the string is unreadable. Cuts long
 * strings. */
static const HChar *program_string(UWord pointer) {
  static HChar copy[STRING_BYTES];
  if (spy_text_copy(pointer, copy, STRING_BYTES) < 0) return NULL;
  copy[STRING_BYTES - 1] = '\0';
  return copy;
}

Bool spy_request(ThreadId tid, UWord *arguments, UWord *result) {
  (void)tid;
  const HChar *string;
  *result = 0;
  switch (arguments[0]) {
    case VG_USERREQ__MEMSPY_START: collect(True); break;
    case VG_USERREQ__MEMSPY_STOP: collect(False); break;
    case VG_USERREQ__MEMSPY_TRACE_START: trace(True); break;
    case VG_USERREQ__MEMSPY_TRACE_STOP: trace(False); break;
    case VG_USERREQ__MEMSPY_ZERO: zero(); break;
    case VG_USERREQ__MEMSPY_DUMP:
      string = program_string(arguments[1]);
      *result = spy_output_dump(string ? string : "");
      break;
    case VG_USERREQ__MEMSPY_NAME:
      string = program_string(arguments[3]);
      if (string && arguments[2] != 0) name_range(arguments[1], arguments[2], string);
      break;
    case VG_USERREQ__MEMSPY_UNNAME: unname_range(arguments[1]); break;
    case VG_USERREQ__MEMSPY_STAGE_BEGIN:
    case VG_USERREQ__MEMSPY_STAGE_END:
      string = program_string(arguments[1]);
      if (string) stage(arguments[0] == VG_USERREQ__MEMSPY_STAGE_BEGIN, string);
      break;
    case VG_USERREQ__GDB_MONITOR_COMMAND: *result = monitor_command((const HChar *)arguments[1]); return *result != 0;
    default: return False;
  }
  return True;
}
