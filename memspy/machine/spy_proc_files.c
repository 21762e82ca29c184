/* spy_proc_files.c: see spy_proc_files.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/machine/spy_proc_files.h"

#include "memspy/core/spy_file.h"
#include "memspy/machine/spy_cpuinfo.h"
#include "memspy/machine/spy_topology.h"
#include "memspy/schedule/spy_thread.h"

/* ---- lines of the host's text ---- */

static SizeT line_length(const HChar *line) {
  const HChar *end = VG_(strchr)(line, '\n');
  return end ? (SizeT)(end + 1 - line) : VG_(strlen)(line);
}

static void append_bytes(XArray *text, const HChar *from, SizeT n) {
  for (SizeT i = 0; i < n; i++) VG_(addToXA)(text, &from[i]);
}

static Bool begins_with(const HChar *text, const HChar *start) {
  return VG_(strncmp)(text, start, VG_(strlen)(start)) == 0;
}

/* ---- /proc/stat ---- */

enum { TIMES_MOST = 16 };

/* Reads the times of a line, in clock ticks. Returns the number of times. */
static UInt read_times(const HChar *line, ULong times[TIMES_MOST]) {
  UInt n = 0;
  while (*line && *line != ' ') line++;
  for (;;) {
    while (*line == ' ') line++;
    if (!VG_(isdigit)(*line) || n == TIMES_MOST) return n;
    HChar *end;
    times[n++] = VG_(strtoull10)(line, &end);
    line = end;
  }
}

static void append_stat(XArray *text, const HChar *host, const HChar *path) {
  (void)path;
  for (const HChar *line = host; *line; line += line_length(line)) {
    ULong times[TIMES_MOST];
    if (begins_with(line, "cpu") && VG_(isdigit)(line[3])) continue;
    append_bytes(text, line, line_length(line));
    /* Divide the total times equally among the processors. */
    if (begins_with(line, "cpu ")) {
      UInt n = read_times(line, times);
      const UInt processors = spy_processors_seen();
      for (UInt i = 0; i < processors; i++) {
        VG_(xaprintf)(text, "cpu%u", i);
        for (UInt j = 0; j < n; j++) VG_(xaprintf)(text, " %llu", times[j] / processors + (i < times[j] % processors));
        VG_(xaprintf)(text, "\n");
      }
    }
  }
}

/* ---- /proc/PID/status, /proc/PID/stat, and these files of threads ---- */

/* Returns the thread of this process to which a path refers. Returns VG_INVALID_THREADID if the path refers to another
 * process. */
static ThreadId thread_of(const HChar *path) {
  const HChar *task = VG_(strstr)(path, "/task/");
  const HChar *name = task ? task + 6 : path + 6; /* after /proc/ */
  if (begins_with(name, "thread-self/")) return VG_(get_running_tid)();
  const Int number = begins_with(name, "self/") ? VG_(getpid)() : (Int)VG_(strtoll10)(name, NULL);
  const ThreadId tid = spy_schedule_thread_of(number);
  return tid == VG_INVALID_THREADID && number == VG_(getpid)() ? 1 : tid;
}

static ULong allowed_of(const HChar *path) {
  const ThreadId tid = thread_of(path);
  return tid == VG_INVALID_THREADID ? spy_all_processors() : spy_schedule_allowed(tid);
}

/* If the tool simulates the value of a line's key, appends the line with this value, and returns True. */
static Bool append_status_line(XArray *text, const HChar *line, const HChar *path) {
  const Bool of_nodes = begins_with(line, "Mems_allowed");
  if (!of_nodes && !begins_with(line, "Cpus_allowed")) return False;
  const ULong set = of_nodes ? spy_all_nodes() : allowed_of(path);
  append_bytes(text, line, (SizeT)(VG_(strchr)(line, ':') - line) + 2);
  if (begins_with(line + sizeof "Cpus_allowed" - 1, "_list"))
    spy_append_list(text, set);
  else
    spy_append_mask(text, set, of_nodes ? spy_nodes_seen() : spy_processors_seen());
  VG_(xaprintf)(text, "\n");
  return True;
}

static void append_status(XArray *text, const HChar *host, const HChar *path) {
  for (const HChar *line = host; *line; line += line_length(line))
    if (!append_status_line(text, line, path)) append_bytes(text, line, line_length(line));
}

/* The processor is the 39th field. The second field, in parentheses, can contain spaces. */
static void append_thread_stat(XArray *text, const HChar *host, const HChar *path) {
  enum { FIRST = 2, PROCESSOR = 39 };
  const HChar *at = VG_(strrchr)(host, ')');
  if (!at) at = host;
  for (UInt field = FIRST; *at && field < PROCESSOR; at++) field += *at == ' ';
  append_bytes(text, host, (SizeT)(at - host));
  if (!*at) return;
  const ThreadId tid = thread_of(path);
  HChar *rest;
  const UInt other = (UInt)VG_(strtoull10)(at, &rest) % spy_processors_seen();
  VG_(xaprintf)(text, "%u%s", tid == VG_INVALID_THREADID ? other : spy_schedule_target(tid), rest);
}

/* ---- control groups ---- */

static void append_processors(XArray *text, const HChar *host, const HChar *path) {
  (void)host, (void)path;
  spy_append_list(text, spy_all_processors());
  VG_(xaprintf)(text, "\n");
}

static void append_nodes(XArray *text, const HChar *host, const HChar *path) {
  (void)host, (void)path;
  spy_append_list(text, spy_all_nodes());
  VG_(xaprintf)(text, "\n");
}

/* Replaces the quota of cpu.max by "max", since a quota limits the host, not the simulated machine. Keeps the period.
 */
static void append_no_limit(XArray *text, const HChar *host, const HChar *path) {
  (void)path;
  const HChar *period = VG_(strchr)(host, ' ');
  VG_(xaprintf)(text, "max%s", period ? period : " 100000\n");
}

static void append_no_quota(XArray *text, const HChar *host, const HChar *path) {
  (void)host, (void)path;
  VG_(xaprintf)(text, "-1\n");
}

static void append_all(XArray *text, const HChar *host, const HChar *path) {
  (void)host, (void)path;
  spy_append_cpuinfo(text);
}

/* ---- the table of files ---- */

/* The files, by path. In a pattern, # matches a process or thread: a number, "self" or "thread-self". "*" and the slash
 * after it match any number of folders. */
static const struct {
  const HChar *pattern;
  void (*append)(XArray *text, const HChar *host, const HChar *path);
} files[] = {{"/proc/cpuinfo", append_all},
             {"/proc/stat", append_stat},
             {"/proc/#/status", append_status},
             {"/proc/#/stat", append_thread_stat},
             {"/proc/#/task/#/status", append_status},
             {"/proc/#/task/#/stat", append_thread_stat},
             {"/sys/fs/cgroup/*/cpuset.cpus", append_processors},
             {"/sys/fs/cgroup/*/cpuset.cpus.effective", append_processors},
             {"/sys/fs/cgroup/*/cpuset.effective_cpus", append_processors},
             {"/sys/fs/cgroup/*/cpuset.mems", append_nodes},
             {"/sys/fs/cgroup/*/cpuset.mems.effective", append_nodes},
             {"/sys/fs/cgroup/*/cpuset.effective_mems", append_nodes},
             {"/sys/fs/cgroup/*/cpu.max", append_no_limit},
             {"/sys/fs/cgroup/*/cpu.cfs_quota_us", append_no_quota}};

static SizeT process_name(const HChar *path) {
  if (begins_with(path, "self")) return 4;
  if (begins_with(path, "thread-self")) return 11;
  SizeT n = 0;
  while (VG_(isdigit)(path[n])) n++;
  return n;
}

static Bool fits(const HChar *pattern, const HChar *path) {
  for (; *pattern; pattern++) {
    if (*pattern == '*') {
      const HChar *last = VG_(strrchr)(path, '/');
      return fits(pattern + 2, last ? last + 1 : path);
    }
    const SizeT n = *pattern == '#' ? process_name(path) : *pattern == *path;
    if (n == 0) return False;
    path += n;
  }
  return *path == '\0';
}

static Int number_of(const HChar *path) {
  for (UInt i = 0; i < sizeof files / sizeof files[0]; i++)
    if (fits(files[i].pattern, path)) return (Int)i;
  return -1;
}

Bool spy_is_proc_file(const HChar *path) { return number_of(path) >= 0; }

/* Reads a file of the host. Replaces "thread-self" by the number of the program's thread, since the tool's host thread
 * can differ from it. */
static HChar *read_host(const HChar *path) {
  static const HChar own[] = "/proc/thread-self/";
  HChar name[64 + sizeof own];
  const HChar *wrong;
  if (!begins_with(path, own)) return spy_file_read(path, 1 << 24, &wrong);
  VG_(snprintf)(name, sizeof name, "/proc/%d/task/%d/%s", VG_(getpid)(), VG_(gettid)(), path + sizeof own - 1);
  return spy_file_read(name, 1 << 24, &wrong);
}

Bool spy_append_proc_file(XArray *text, const HChar *path) {
  const Int number = number_of(path);
  HChar *host = read_host(path);
  if (!host) return False;
  files[number].append(text, host, path);
  VG_(free)(host);
  return True;
}
