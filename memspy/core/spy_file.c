/* spy_file.c: see spy_file.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/core/spy_file.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"

struct spy_file {
  Int fd;
  const HChar *kind; /* for messages: "profile" */
  HChar *name;       /* that it gets */
  HChar *temporary;  /* that it has; NULL: a device or pipe, which has its own */
  Bool failed;
};

Bool spy_file_is_special(const HChar *name) {
  struct vg_stat there;
  return !sr_isError(VG_(stat)(name, &there)) && !VKI_S_ISREG(there.mode) && !VKI_S_ISDIR(there.mode);
}

Bool spy_file_is_directory(const HChar *name) {
  struct vg_stat there;
  return !sr_isError(VG_(stat)(name, &there)) && VKI_S_ISDIR(there.mode);
}

static HChar *joined(const HChar *name, const HChar *suffix) {
  HChar *longer = VG_(malloc)("spy.file.name", VG_(strlen)(name) + VG_(strlen)(suffix) + 1);
  VG_(sprintf)(longer, "%s%s", name, suffix);
  return longer;
}

static HChar *temporary_name(const HChar *name) {
  HChar suffix[24];
  VG_(sprintf)(suffix, ".part%d", VG_(getpid)());
  return joined(name, suffix);
}

const HChar *spy_file_wrong(const HChar *name) {
  enum { MAY_MAKE_FILES = 2 | 1 }; /* for access(): write, search */
  if (spy_file_is_directory(name)) return "expected the name of a file; it is a directory";
  if (spy_file_is_special(name)) return NULL;
  const HChar *directory = VG_(dirname)(name);
  if (!spy_file_is_directory(directory)) return "there is no such directory";
  if (spy_core_syscall(SPY_SYS_ACCESS, (UWord)directory, MAY_MAKE_FILES, 0, 0, 0, 0) == 0) return NULL;
  return "no file may be made in its directory";
}

/* Waits for something to read, or the end: so many milliseconds, or -1: for ever. */
static Bool can_read(Int fd, Int milliseconds) {
  struct vki_pollfd one = {.fd = fd, .events = VKI_POLLIN};
  const SysRes ready = VG_(poll)(&one, 1, milliseconds);
  return !sr_isError(ready) && sr_Res(ready) > 0;
}

/* Reads up to n bytes, and waits for them. Returns how many, or a negative number. */
static Int read_some(Int fd, HChar *to, Int n) {
  Int got;
  do got = VG_(read)(fd, to, n);
  while (got == -VKI_EAGAIN && can_read(fd, -1));
  return got;
}

/* Waits until the pipe has something to read, or its writers have left it: those that do not come are waited for for
 * two seconds. (poll() reports the end of a pipe only after a writer has left it.) */
static Bool has_writer(Int fd) {
  enum { PATIENCE = 2000 };
  return can_read(fd, PATIENCE);
}

/* Opens a file to be read, without waiting for the writer of a pipe. -1: *wrong says why not. */
static Int open_input(const HChar *name, const HChar **wrong) {
  *wrong = spy_file_is_directory(name) ? "it is a directory" : "the file cannot be opened";
  const SysRes opened = VG_(open)(name, VKI_O_RDONLY | VKI_O_NONBLOCK, 0);
  if (sr_isError(opened) || spy_file_is_directory(name)) return -1;
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

/* Many a program tries one path after the other, and to search a directory is to execute it. */
Bool spy_file_cannot_run(const HChar *path) {
  return path && VG_(am_is_valid_for_client)((Addr)path, 1, VKI_PROT_READ) &&
         (!may_be_executed(path) || spy_file_is_directory(path));
}

static void report(const HChar *kind, const HChar *name, const HChar *what, Int error) {
  const HChar *why = error == VKI_ENOSPC   ? "no space left"
                     : error == VKI_EFBIG  ? "file too large"
                     : error == VKI_EACCES ? "permission denied"
                     : error == VKI_ENOENT ? "no such directory"
                     : error == VKI_EROFS  ? "read-only file system"
                                           : "error";
  VG_(fmsg)("cannot %s the %s '%s': %s (errno %d)\n", what, kind, name, why, error);
}

spy_file *spy_file_create(const HChar *kind, const HChar *name) {
  HChar *temporary = spy_file_is_special(name) ? NULL : temporary_name(name);
  const SysRes opened = VG_(open)(temporary ? temporary : name, VKI_O_WRONLY | VKI_O_CREAT | VKI_O_TRUNC, 0666);
  Int fd = -1;
  if (sr_isError(opened))
    report(kind, name, "create", (Int)sr_Err(opened));
  else
    fd = VG_(safe_fd)((Int)sr_Res(opened));
  if (fd < 0) {
    VG_(free)(temporary);
    return NULL;
  }
  spy_file *file = VG_(malloc)("spy.file", sizeof *file);
  *file = (spy_file){.fd = fd, .kind = kind, .name = VG_(strdup)("spy.file.name", name), .temporary = temporary};
  return file;
}

spy_file *spy_file_open(const HChar *kind, const HChar *option, const HChar *format) {
  HChar *name = VG_(expand_file_name)(option, format);
  spy_file *file = spy_file_create(kind, name);
  VG_(free)(name);
  return file;
}

static void fail(spy_file *file, Int error) {
  report(file->kind, file->name, "write", error);
  file->failed = True;
}

Bool spy_file_write(spy_file *file, const void *bytes, ULong n) {
  const HChar *at = bytes;
  while (n > 0 && !file->failed) {
    const Int written = VG_(write)(file->fd, at, n < 1 << 30 ? (Int)n : 1 << 30);
    if (written <= 0) {
      fail(file, written < 0 ? -written : VKI_ENOSPC);
      break;
    }
    at += written;
    n -= (ULong)written;
  }
  return !file->failed;
}

Bool spy_file_can_cut(const spy_file *file) { return file->temporary != NULL; }

Bool spy_file_cut(spy_file *file, ULong size) {
  if (file->failed) return False;
  const Word result = spy_core_syscall(SPY_SYS_FTRUNCATE, (UWord)file->fd, size, 0, 0, 0, 0);
  if (result < 0 || VG_(lseek)(file->fd, (Off64T)size, VKI_SEEK_SET) < 0)
    fail(file, result < 0 ? (Int)-result : VKI_EIO);
  return !file->failed;
}

Bool spy_file_has_failed(const spy_file *file) { return file->failed; }

static void free_file(spy_file *file) {
  VG_(free)(file->name);
  VG_(free)(file->temporary);
  VG_(free)(file);
}

Bool spy_file_close(spy_file *file, Bool good, const HChar *suffix) {
  good = good && !file->failed;
  VG_(close)(file->fd);
  if (file->temporary) {
    HChar *name = joined(file->name, suffix);
    if (good && VG_(rename)(file->temporary, name) != 0) {
      report(file->kind, name, "rename", 0);
      good = False;
    }
    if (!good) VG_(unlink)(file->temporary);
    VG_(free)(name);
  }
  free_file(file);
  return good;
}

void spy_file_leave(spy_file *file) {
  VG_(close)(file->fd);
  free_file(file);
}
