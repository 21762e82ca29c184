/* spy_output.c: see spy_output.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/run/spy_output.h"

#include "memspy/core/spy_file.h"
#include "memspy/counter/spy_counter.h"
#include "memspy/counter/spy_counter_file.h"
#include "memspy/drain/spy_intervals.h"
#include "memspy/record/spy_block.h"
#include "memspy/run/spy_recording.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/setup/spy_options.h"
#include "memspy/sweep/spy_sweep_file.h"
#include "memspy/trace/spy_tables.h"

static Bool forked;
static UInt dumps;
static HChar *last_name, *last_samples;
static HChar *exec_name; /* of the profile written before the last exec */

static void forget_exec(void) {
  if (exec_name) VG_(free)(exec_name);
  exec_name = NULL;
}

void spy_output_forked(void) {
  forked = True;
  dumps = 0;
  forget_exec();
}

const HChar *spy_output_last(void) { return last_name ? last_name : ""; }

/* The name of a file of this process that an option has the pattern of. Where the names do not name the process, a
 * child must not overwrite its parent's file. */
static HChar *name_of(const HChar *option, const HChar *pattern) {
  HChar *name = VG_(expand_file_name)(option, pattern);
  if (!forked || VG_(strstr)(pattern, "%p")) return name;
  HChar *own = VG_(malloc)("spy.output.name", VG_(strlen)(name) + 16);
  VG_(sprintf)(own, "%s.%d", name, VG_(getpid)());
  VG_(free)(name);
  return own;
}

/* That of the final profile. */
static HChar *final_name(void) { return name_of("--memspy-out-file", spy_options_get()->out_file); }

static HChar *with_suffix(HChar *name, const HChar *suffix) {
  HChar *longer = VG_(malloc)("spy.output.name", VG_(strlen)(name) + VG_(strlen)(suffix) + 1);
  VG_(sprintf)(longer, "%s%s", name, suffix);
  VG_(free)(name);
  return longer;
}

static bool sink(void *closure, const char *bytes, size_t n) { return spy_file_write(closure, bytes, n); }

/* Takes over the name. */
static Bool write_profile(HChar *name, const HChar *reason, const HChar *label) {
  spy_recording_finish();
  spy_blocks_flush();
  spy_sample_settle_counts();
  if (last_name) VG_(free)(last_name);
  last_name = name;
  spy_file *file = spy_file_create("profile", name);
  return file &&
         spy_file_close(
             file, spy_tables_write_profile(reason, label, spy_sample_batches(), spy_intervals_settled(), sink, file),
             "");
}

/* Samples, in a file of their own or beside the profile that was written last. */
static Bool write_samples(const HChar *suffix) {
  const HChar *pattern = spy_options_get()->counting.file;
  if (!spy_counter.is_on) return True;
  if (last_samples) VG_(free)(last_samples);
  last_samples = pattern ? with_suffix(name_of("--samples-file", pattern), suffix)
                         : with_suffix(VG_(strdup)("spy.output.samples", last_name), SPY_SAMPLES_SUFFIX);
  return spy_counter_write(last_samples);
}

/* A profile, and beside it what else of the run is complete then. */
static Bool write_last(const HChar *suffix, const HChar *reason) {
  const Bool good = write_profile(with_suffix(final_name(), suffix), reason, "");
  return spy_sweep_write(last_name) && write_samples(suffix) && good;
}

Bool spy_output_final(const HChar *reason) {
  if (!spy_options_get()->simulate) return True;
  const Bool good = write_last("", reason);
  spy_counter_say_lost();
  return good;
}

Bool spy_output_now(const HChar *label) {
  return !spy_options_get()->simulate || write_profile(final_name(), "request", label);
}

Bool spy_output_dump(const HChar *label) {
  if (!spy_options_get()->simulate) {
    VG_(umsg)("no profile is written: nothing is simulated\n");
    return False;
  }
  HChar suffix[16];
  VG_(sprintf)(suffix, ".%u", ++dumps);
  return write_profile(with_suffix(final_name(), suffix), "request", label);
}

Bool spy_output_exec(const HChar *path) {
  if (!spy_options_get()->simulate || spy_file_cannot_run(path)) return True;
  if (forked) return True; /* what a child does between fork and exec is of no interest */
  forget_exec();
  if (!write_last(".exec", "exec")) return False;
  exec_name = VG_(strdup)("spy.output.exec", last_name);
  spy_counter_say_lost();
  return True;
}

void spy_output_exec_failed(void) {
  if (!exec_name) return;
  spy_file_remove(exec_name);
  spy_sweep_unlink(exec_name);
  if (last_samples) spy_file_remove(last_samples);
  forget_exec();
}
