/* spy_tables.c: see spy_tables.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/trace/spy_tables.h"

#include "bins/bin_profile.h"
#include "memspy/record/spy_block.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

static ULong start_seconds;

void spy_tables_start(void) {
  struct vki_timeval now;
  VG_(gettimeofday)(&now, NULL);
  start_seconds = (ULong)now.tv_sec;
}

static const HChar **program_words(void) {
  const Word n = VG_(sizeXA)(VG_(args_for_client));
  const HChar **words = VG_(calloc)("spy.output.argv", (SizeT)n + 2, sizeof *words);
  words[0] = VG_(args_the_exename) ? VG_(args_the_exename) : "";
  for (Word i = 0; i < n; i++) words[i + 1] = *(HChar **)VG_(indexXA)(VG_(args_for_client), i);
  return words;
}

/* A function that writes a profile, or only its tables. */
typedef bool profile_writer(bin_account *account, const bin_profile_info *info, bin_sink *sink, void *closure);

static bool write_with(profile_writer *write, bin_sink *sink, void *closure, const HChar *reason, const HChar *label,
                       const bin_batches *batches, const bin_timeline *timeline) {
  const HChar **words = program_words();
  const bin_profile_info info = {.creator = "memspy " PACKAGE_VERSION " on Valgrind " VALGRIND_VERSION,
                                 .argv = words,
                                 .pid = (ULong)VG_(getpid)(),
                                 .seconds = start_seconds,
                                 .label = label,
                                 .reason = reason,
                                 .interleaving = spy_is_exact() ? "exact" : "slices",
                                 .quantum = spy_is_exact() ? spy_options_get()->quantum : 0,
                                 .batches = batches,
                                 .stretches = spy_options_get()->sampling.stretches,
                                 .n_stretches = spy_options_get()->sampling.n_stretches,
                                 .timeline = timeline,
                                 .hot_lines = spy_options_get()->hot_lines,
                                 .options = spy_options_list()};
  const bool good = write(spy_account, &info, sink, closure);
  VG_(free)(words);
  return good;
}

bool spy_tables_write(const HChar *reason, bin_sink *sink, void *closure) {
  spy_blocks_flush();
  return write_with(bin_profile_write_tables, sink, closure, reason, "", NULL, NULL);
}

bool spy_tables_write_profile(const HChar *reason, const HChar *label, const bin_batches *batches,
                              const bin_timeline *timeline, bin_sink *sink, void *closure) {
  return write_with(bin_profile_write, sink, closure, reason, label, batches, timeline);
}
