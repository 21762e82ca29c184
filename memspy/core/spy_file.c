/* spy_file.c: see spy_file.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_file.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/core/spy_writer.h"

struct spy_file {
  spy_part *part;    /* the part of this process or, if there is a writer, of the writer */
  const HChar *kind; /* kind of the file in messages, such as "profile" */
  HChar *name;       /* the name that the file gets when it is complete */
  Bool failed;
};

/* Calls spy_part_FUNCTION() in this process, or spy_writer_FUNCTION() if there is a writer process. */
#define WRITTEN(function, ...) \
  (spy_writer_is_there() ? spy_writer_##function(__VA_ARGS__) : spy_part_##function(__VA_ARGS__))

void spy_file_keep_rights(void) { spy_writer_begin(); }

void spy_file_restrict(void) {
  spy_writer_begin();
  spy_writer_restrict();
}

void spy_file_umask(UInt before) { spy_part_umask(before); }

void spy_file_before_fork(void) { spy_writer_before_fork(); }

static Bool parts_are_elsewhere; /* parts that were created before the fork belong to the parent's writer */

void spy_file_after_fork(Bool is_child) {
  if (is_child) parts_are_elsewhere = spy_writer_is_there();
  spy_writer_after_fork(is_child);
}

Bool spy_file_is_special(const HChar *name) { return WRITTEN(is_special, name); }

Bool spy_file_is_same(const HChar *name, const HChar *other) { return spy_part_is_same(name, other); }

static Bool is_directory(const HChar *name) {
  struct vg_stat there;
  return !sr_isError(VG_(stat)(name, &there)) && VKI_S_ISDIR(there.mode);
}

const HChar *spy_file_wrong(const HChar *name) {
  enum { MAY_MAKE_FILES = 2 | 1 }; /* for access(): write, search */
  if (is_directory(name)) return "expected the name of a file; it is a directory";
  if (spy_file_is_special(name)) return NULL;
  const HChar *directory = VG_(dirname)(name);
  if (!is_directory(directory)) return "there is no such directory";
  if (spy_core_syscall(SPY_SYS_ACCESS, (UWord)directory, MAY_MAKE_FILES, 0, 0, 0, 0) == 0) return NULL;
  return "no file may be made in its directory";
}

/* Waits up to `milliseconds` (-1: without limit) until the file has data or ends. */
static Bool can_read(Int fd, Int milliseconds) {
  struct vki_pollfd one = {.fd = fd, .events = VKI_POLLIN};
  const SysRes ready = VG_(poll)(&one, 1, milliseconds);
  return !sr_isError(ready) && sr_Res(ready) > 0;
}

/* Reads up to n bytes, and waits for them if necessary. Returns the number of bytes, or a negative error number. */
static Int read_some(Int fd, HChar *to, Int n) {
  Int got;
  do got = VG_(read)(fd, to, n);
  while (got == -VKI_EAGAIN && can_read(fd, -1));
  return got;
}

/* Waits until the pipe has data, or all its writers have closed it. Waits at most two seconds for the first writer.
 * (poll() reports the end of a pipe only after a writer has closed it.) */
static Bool has_writer(Int fd) {
  enum { PATIENCE = 2000 };
  return can_read(fd, PATIENCE);
}

/* Opens an input file, but does not wait for the writer of a pipe. Returns -1 on failure: *wrong is the reason. */
static Int open_input(const HChar *name, const HChar **wrong) {
  *wrong = is_directory(name) ? "it is a directory" : "the file cannot be opened";
  const SysRes opened = VG_(open)(name, VKI_O_RDONLY | VKI_O_NONBLOCK, 0);
  if (sr_isError(opened) || is_directory(name)) return -1;
  const Int fd = (Int)sr_Res(opened);
  struct vg_stat about;
  if (VG_(fstat)(fd, &about) != 0 || !VKI_S_ISFIFO(about.mode)) return fd;
  *wrong = "no process writes to this pipe";
  if (has_writer(fd)) return fd;
  VG_(close)(fd);
  return -1;
}

HChar *spy_file_read(const HChar *name, UInt most, const HChar **wrong) {
  const Int fd = open_input(name, wrong);
  if (fd < 0) return NULL;
  UInt room = 4096, used = 0;
  HChar *text = VG_(malloc)("spy.file.text", room);
  Int n;
  while ((n = read_some(fd, text + used, (Int)(room - used - 1))) > 0) {
    used += (UInt)n;
    if (used > most) break;
    if (room - used < 2) text = VG_(realloc)("spy.file.text", text, room *= 2);
  }
  VG_(close)(fd);
  text[used] = '\0';
  if (n == 0 && VG_(strlen)(text) == used) return text;
  *wrong = n < 0 ? "the file cannot be read" : n > 0 ? "the file is too long" : "the file is no text";
  VG_(free)(text);
  return NULL;
}

static Bool may_be_executed(const HChar *path) {
  enum { MAY_BE_EXECUTED = 1 };
  return spy_core_syscall(SPY_SYS_ACCESS, (UWord)path, MAY_BE_EXECUTED, 0, 0, 0, 0) == 0;
}

/* A directory with search permission looks executable. Programs often try several paths, so exec of a directory must
 * not seem possible. */
Bool spy_file_cannot_run(const HChar *path) {
  return path && VG_(am_is_valid_for_client)((Addr)path, 1, VKI_PROT_READ) &&
         (!may_be_executed(path) || is_directory(path));
}

static const HChar *reports; /* prefix of the names of reports; NULL: no reports */

void spy_file_report_to(const HChar *prefix) { reports = prefix; }

/* Writes a report that consists of two texts with `between` between them. Ignores errors. */
static void make_report(const HChar *subject, const HChar *kind, const HChar *between, const HChar *name) {
  static UInt n;
  Int error;
  HChar *report_name = VG_(malloc)("spy.file.report", VG_(strlen)(reports) + VG_(strlen)(subject) + 32);
  VG_(sprintf)(report_name, "%s%s.%d.%u", reports, subject, VG_(getpid)(), n++);
  spy_part *part = WRITTEN(create, report_name, &error);
  VG_(free)(report_name);
  if (!part) return;
  WRITTEN(write, part, kind, VG_(strlen)(kind));
  WRITTEN(write, part, between, 1);
  WRITTEN(write, part, name, VG_(strlen)(name));
  WRITTEN(close, part, True, "");
}

static void report(const HChar *kind, const HChar *name, const HChar *what, Int error) {
  const HChar *why = error == VKI_ENOSPC   ? "no space left"
                     : error == VKI_EFBIG  ? "file too large"
                     : error == VKI_EACCES ? "permission denied"
                     : error == VKI_ENOENT ? "no such directory"
                     : error == VKI_EROFS  ? "read-only file system"
                                           : "error";
  VG_(fmsg)("cannot %s the %s '%s': %s (errno %d)\n", what, kind, name, why, error);
  if (reports) make_report("", kind, " ", name);
}

Bool spy_file_report_function(Bool was_called, const HChar *pattern, const HChar *reason) {
  if (reports) make_report(was_called ? ".called" : ".missed", pattern, "\n", reason);
  return reports != NULL;
}

spy_file *spy_file_create(const HChar *kind, const HChar *name) {
  Int error;
  spy_part *part = WRITTEN(create, name, &error);
  if (!part) {
    report(kind, name, "create", error);
    return NULL;
  }
  spy_file *file = VG_(malloc)("spy.file", sizeof *file);
  *file = (spy_file){.part = part, .kind = kind, .name = VG_(strdup)("spy.file.name", name)};
  return file;
}

spy_file *spy_file_open(const HChar *kind, const HChar *option, const HChar *format) {
  HChar *name = VG_(expand_file_name)(option, format);
  spy_file *file = spy_file_create(kind, name);
  VG_(free)(name);
  return file;
}

/* Returns whether there was no error. If there was one, prints it. */
static Bool note(spy_file *file, Int error) {
  if (error == 0) return True;
  report(file->kind, file->name, "write", error);
  file->failed = True;
  return False;
}

Bool spy_file_write(spy_file *file, const void *bytes, ULong n) {
  return !file->failed && note(file, WRITTEN(write, file->part, bytes, n));
}

Bool spy_file_can_cut(const spy_file *file) { return WRITTEN(can_cut, file->part); }

Bool spy_file_cut(spy_file *file, ULong size) { return !file->failed && note(file, WRITTEN(cut, file->part, size)); }

Bool spy_file_has_failed(const spy_file *file) { return file->failed; }

static void free_file(spy_file *file) {
  VG_(free)(file->name);
  VG_(free)(file);
}

Bool spy_file_close(spy_file *file, Bool good, const HChar *suffix) {
  good = good && !file->failed;
  const Int error = WRITTEN(close, file->part, good, suffix);
  if (error != 0) report(file->kind, file->name, "rename", error);
  free_file(file);
  return good && error == 0;
}

void spy_file_leave(spy_file *file) {
  if (!parts_are_elsewhere) spy_part_leave(file->part);
  free_file(file);
}

void spy_file_remove(const HChar *name) { WRITTEN(remove, name); }
