/* spy_output.c: see spy_output.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/run/spy_output.h"

#include "bins/bin_profile.h"
#include "memspy/record/spy_block.h"
#include "memspy/record/spy_queue.h"
#include "memspy/schedule/spy_schedule.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

static ULong start_seconds;
static Bool forked;
static UInt dumps;
static HChar *last_name;
static HChar *exec_name; /* of the profile written before the last exec */

void spy_output_start(void) {
  struct vki_timeval now;
  VG_(gettimeofday)(&now, NULL);
  start_seconds = (ULong)now.tv_sec;
}

void spy_output_forked(void) {
  forked = True;
  dumps = 0;
}

const HChar *spy_output_last(void) { return last_name ? last_name : ""; }

/* The name of the final profile. A child of a program whose profiles' names do not tell processes apart must not
 * overwrite its parent's. */
static HChar *final_name(void) {
  const HChar *pattern = spy_options_get()->out_file;
  HChar *name = VG_(expand_file_name)("--memspy-out-file", pattern);
  if (!forked || VG_(strstr)(pattern, "%p")) return name;
  HChar *own = VG_(malloc)("spy.output.name", VG_(strlen)(name) + 16);
  VG_(sprintf)(own, "%s.%d", name, VG_(getpid)());
  VG_(free)(name);
  return own;
}

static HChar *with_suffix(HChar *name, const HChar *suffix) {
  HChar *longer = VG_(malloc)("spy.output.name", VG_(strlen)(name) + VG_(strlen)(suffix) + 1);
  VG_(sprintf)(longer, "%s%s", name, suffix);
  VG_(free)(name);
  return longer;
}

/* What a failed write had to say. */
typedef struct {
  Int fd;
  Int error;
} file;

static bool write_bytes(void *closure, const char *bytes, size_t n) {
  file *f = closure;
  while (n > 0) {
    const Int written = VG_(write)(f->fd, bytes, (Int)n);
    if (written <= 0) {
      f->error = written < 0 ? -written : VKI_ENOSPC;
      return false;
    }
    bytes += written;
    n -= (size_t)written;
  }
  return true;
}

void spy_output_error(const HChar *file, const HChar *name, const HChar *what, Int error) {
  const HChar *why = error == VKI_ENOSPC   ? "no space left"
                     : error == VKI_EFBIG  ? "file too large"
                     : error == VKI_EACCES ? "permission denied"
                     : error == VKI_ENOENT ? "no such directory"
                     : error == VKI_EROFS  ? "read-only file system"
                                           : "error";
  VG_(fmsg)("cannot %s the %s '%s': %s (errno %d)\n", what, file, name, why, error);
}

static const HChar **program_words(void) {
  const Word n = VG_(sizeXA)(VG_(args_for_client));
  const HChar **words = VG_(calloc)("spy.output.argv", (SizeT)n + 2, sizeof *words);
  words[0] = VG_(args_the_exename) ? VG_(args_the_exename) : "";
  for (Word i = 0; i < n; i++) words[i + 1] = *(HChar **)VG_(indexXA)(VG_(args_for_client), i);
  return words;
}

/* Writes a profile, or its tables alone. */
typedef bool profile_writer(bin_account *account, const bin_profile_info *info, bin_sink *sink, void *closure);

static bool write_profile(profile_writer *write, bin_sink *sink, void *closure, const HChar *reason, const HChar *label) {
  const HChar **words = program_words();
  const bin_profile_info info = {.creator = "memspy " PACKAGE_VERSION " on Valgrind " VALGRIND_VERSION,
                                 .argv = words,
                                 .pid = (ULong)VG_(getpid)(),
                                 .seconds = start_seconds,
                                 .label = label,
                                 .reason = reason,
                                 .interleaving = spy_schedule_is_exact() ? "exact" : "slices",
                                 .quantum = spy_schedule_is_exact() ? spy_options_get()->quantum : 0,
                                 .hot_lines = spy_options_get()->hot_lines,
                                 .options = spy_options_list()};
  const bool good = write(spy_account, &info, sink, closure);
  VG_(free)(words);
  return good;
}

void spy_output_tables(const HChar *reason, bin_sink *sink, void *closure) {
  spy_blocks_flush();
  write_profile(bin_profile_write_tables, sink, closure, reason, "");
}

Bool spy_output_is_special(const HChar *name) {
  struct vg_stat there;
  return !sr_isError(VG_(stat)(name, &there)) && !VKI_S_ISREG(there.mode) && !VKI_S_ISDIR(there.mode);
}

Bool spy_output_is_directory(const HChar *name) {
  struct vg_stat there;
  return !sr_isError(VG_(stat)(name, &there)) && VKI_S_ISDIR(there.mode);
}

/* Writes a profile to `path`. An error is shown with the final name. */
static Bool write_path(const HChar *path, const HChar *name, const HChar *reason, const HChar *label) {
  const SysRes opened = VG_(open)(path, VKI_O_WRONLY | VKI_O_CREAT | VKI_O_TRUNC, 0666);
  if (sr_isError(opened)) {
    spy_output_error("profile", name, "create", (Int)sr_Err(opened));
    return False;
  }
  file f = {.fd = (Int)sr_Res(opened)};
  const Bool good = write_profile(bin_profile_write, write_bytes, &f, reason, label);
  VG_(close)(f.fd);
  if (!good) spy_output_error("profile", name, "write", f.error);
  return good;
}

/* Writes to a temporary name beside the final one, and renames. */
static Bool write_and_rename(const HChar *name, const HChar *reason, const HChar *label) {
  HChar *temporary = VG_(malloc)("spy.output.name", VG_(strlen)(name) + 24);
  VG_(sprintf)(temporary, "%s.part%d", name, VG_(getpid)());
  Bool good = write_path(temporary, name, reason, label);
  if (good && VG_(rename)(temporary, name) != 0) {
    spy_output_error("profile", name, "rename", 0);
    good = False;
  }
  if (!good) VG_(unlink)(temporary);
  VG_(free)(temporary);
  return good;
}

static Bool write_file(HChar *name, const HChar *reason, const HChar *label) {
  spy_queues_finish();
  spy_blocks_flush();
  if (last_name) VG_(free)(last_name);
  last_name = name;
  return spy_output_is_special(name) ? write_path(name, name, reason, label) : write_and_rename(name, reason, label);
}

Bool spy_output_final(const HChar *reason) {
  return !spy_options_get()->simulate || write_file(final_name(), reason, "");
}

Bool spy_output_dump(const HChar *label) {
  if (!spy_options_get()->simulate) {
    VG_(umsg)("no profile is written: nothing is simulated\n");
    return False;
  }
  HChar suffix[16];
  VG_(sprintf)(suffix, ".%u", ++dumps);
  return write_file(with_suffix(final_name(), suffix), "request", label);
}

Bool spy_output_exec(void) {
  if (!spy_options_get()->simulate) return True;
  if (forked) return True; /* between fork and exec a child does nothing that anyone wants to see */
  if (exec_name) VG_(free)(exec_name);
  exec_name = NULL;
  HChar *name = with_suffix(final_name(), ".exec");
  if (!write_file(name, "exec", "")) return False;
  exec_name = VG_(strdup)("spy.output.exec", name);
  return True;
}

void spy_output_exec_failed(void) {
  if (exec_name) VG_(unlink)(exec_name);
}
