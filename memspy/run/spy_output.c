/* spy_output.c: see spy_output.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/run/spy_output.h"

#include "memspy/core/spy_file.h"
#include "memspy/counter/spy_counter.h"
#include "memspy/counter/spy_counter_file.h"
#include "memspy/drain/spy_fence.h"
#include "memspy/drain/spy_intervals.h"
#include "memspy/drain/spy_late_receivers.h"
#include "memspy/drain/spy_stages.h"
#include "memspy/record/spy_block.h"
#include "memspy/run/spy_recording.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/setup/spy_options.h"
#include "memspy/sweep/spy_sweep_file.h"
#include "memspy/trace/spy_tables.h"

static Bool forked;
static UInt dumps;
static HChar *last_name, *last_samples;
static HChar *exec_name; /* name of the profile that was written before the last exec */
static XArray *children; /* array of Int: process ids of children; NULL: none */

static void forget_exec(void) {
  if (exec_name) VG_(free)(exec_name);
  exec_name = NULL;
}

void spy_output_forked(void) {
  forked = True;
  dumps = 0;
  forget_exec();
  if (children) VG_(dropTailXA)(children, VG_(sizeXA)(children));
}

const HChar *spy_output_last(void) { return last_name ? last_name : ""; }

/* Returns the name of a file, by the pattern of an option. If the pattern does not contain the process id, a child's
 * name differs from its parent's, so that the child does not overwrite the parent's file. The caller frees the name. */
static HChar *name_for(const HChar *option, const HChar *pattern, Bool is_child, Int pid) {
  HChar *name = VG_(malloc)("spy.output.name", 11 * VG_(strlen)(pattern) + 16), *end = name;
  Bool names_process = False;
  for (const HChar *c = pattern; *c; c++) {
    const Bool is_pid = c[0] == '%' && c[1] == 'p';
    names_process |= is_pid;
    if (is_pid) end += VG_(sprintf)(end, "%d", pid);
    if (c[0] == '%' && c[1] == '%') *end++ = *c;
    if (is_pid || (c[0] == '%' && c[1] == '%')) c++;
    if (!is_pid) *end++ = *c;
  }
  *end = '\0';
  if (is_child && !names_process) VG_(sprintf)(end, ".%d", pid);
  HChar *expanded = VG_(expand_file_name)(option, name);
  VG_(free)(name);
  return expanded;
}

static HChar *name_of(const HChar *option, const HChar *pattern) {
  return name_for(option, pattern, forked, VG_(getpid)());
}

/* Returns the name of the final profile. */
static HChar *final_name(void) { return name_of("--memspy-out-file", spy_options_get()->out_file); }

static HChar *with_suffix(HChar *name, const HChar *suffix) {
  HChar *longer = VG_(malloc)("spy.output.name", VG_(strlen)(name) + VG_(strlen)(suffix) + 1);
  VG_(sprintf)(longer, "%s%s", name, suffix);
  VG_(free)(name);
  return longer;
}

static bool sink(void *closure, const char *bytes, size_t n) { return spy_file_write(closure, bytes, n); }

/* Writes a profile. Takes ownership of the name. */
static Bool write_profile(HChar *name, const HChar *reason, const HChar *label) {
  spy_recording_finish();
  spy_fence_all();
  spy_blocks_flush();
  spy_sample_settle_counts();
  spy_stages_settle();
  if (last_name) VG_(free)(last_name);
  last_name = name;
  spy_file *file = spy_file_create("profile", name);
  return file &&
         spy_file_close(
             file, spy_tables_write_profile(reason, label, spy_sample_batches(), spy_intervals_settled(), sink, file),
             "");
}

/* Writes the samples of misses, into their own file, or next to the last profile. */
static Bool write_samples(const HChar *suffix) {
  const HChar *pattern = spy_options_get()->counting.file;
  if (!spy_counter.is_on) return True;
  if (last_samples) VG_(free)(last_samples);
  last_samples = pattern ? with_suffix(name_of("--samples-file", pattern), suffix)
                         : with_suffix(VG_(strdup)("spy.output.samples", last_name), SPY_SAMPLES_SUFFIX);
  return spy_counter_write(last_samples);
}

/* Writes a profile, and the files that are complete together with it. */
static Bool write_last(const HChar *suffix, const HChar *reason) {
  const Bool good = write_profile(with_suffix(final_name(), suffix), reason, "");
  return spy_sweep_write(last_name) && write_samples(suffix) && good;
}

Bool spy_output_final(const HChar *reason) {
  if (!spy_options_get()->simulate) return True;
  const Bool good = write_last("", reason);
  spy_counter_say_lost();
  spy_stages_report();
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
  if (forked) return True; /* a child writes nothing between fork and exec */
  forget_exec();
  spy_recording_finish();
  spy_late_receivers_finish();
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

/* ---- children ---- */

enum { PATH_BYTES = 4096, CHILDREN_KEPT = 64 };

/* Stores the path of the file that a process executes; "": unknown, or the process has ended. */
static void executable_of(const HChar *process, HChar path[PATH_BYTES]) {
  HChar link[64];
  VG_(sprintf)(link, "/proc/%s/exe", process);
  const SSizeT n = VG_(readlink)(link, path, PATH_BYTES - 1);
  path[n > 0 ? n : 0] = '\0';
}

static Bool runs_under_tool(Int pid) {
  static HChar own[PATH_BYTES], other[PATH_BYTES];
  HChar process[16];
  VG_(sprintf)(process, "%d", pid);
  executable_of("self", own);
  executable_of(process, other);
  return own[0] != '\0' && VG_STREQ(own, other);
}

/* Removes children that have ended from the list. */
static void forget_ended(void) {
  Word kept = 0;
  for (Word i = 0; i < VG_(sizeXA)(children); i++) {
    const Int pid = *(Int *)VG_(indexXA)(children, i);
    if (runs_under_tool(pid)) *(Int *)VG_(indexXA)(children, kept++) = pid;
  }
  VG_(dropTailXA)(children, VG_(sizeXA)(children) - kept);
}

void spy_output_child(Int pid) {
  if (!children) children = VG_(newXA)(VG_(malloc), "spy.output.children", VG_(free), sizeof(Int));
  if (VG_(sizeXA)(children) >= CHILDREN_KEPT) forget_ended();
  VG_(addToXA)(children, &pid);
}

void spy_output_report_children(void) {
  if (!children || !spy_options_get()->simulate) return;
  forget_ended();
  for (Word i = 0; i < VG_(sizeXA)(children); i++) {
    const Int pid = *(Int *)VG_(indexXA)(children, i);
    HChar *name = name_for("--memspy-out-file", spy_options_get()->out_file, True, pid);
    VG_(umsg)("process %d, a child of this one, still runs; its profile will be in %s\n", pid, name);
    VG_(free)(name);
  }
}
