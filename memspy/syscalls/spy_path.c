/* spy_path.c: see spy_path.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/syscalls/spy_path.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/core/spy_text.h"

/* The name of an anonymous file is a mark, followed by the path. In a link to the file, the kernel adds text before and
 * after the name. A name has at most NAME_MOST bytes. */
#define MARK "memspy:"
#define LINK_START "/memfd:" MARK
#define LINK_END " (deleted)"
enum { NAME_MOST = 249 };

static HChar *here; /* folder of relative paths; NULL: the folder of the process */

Bool spy_path_is_readable(UWord start, SizeT bytes) { return VG_(am_is_valid_for_client)(start, bytes, VKI_PROT_READ); }

Bool spy_path_is_writable(UWord start, SizeT bytes) {
  return VG_(am_is_valid_for_client)(start, bytes, VKI_PROT_WRITE);
}

/* ---- reading paths and making them plain ---- */

/* Copies a path of the program. Returns False if it is empty, unreadable or too long. */
static Bool copy_in(UWord from, HChar *path) {
  const SSizeT n = spy_text_copy(from, path, SPY_SEEN_PATH);
  return n > 0 && n < SPY_SEEN_PATH;
}

static Bool read_link(const HChar *link, HChar *target) {
  const Word n = spy_core_syscall(SPY_SYS_READLINK, (UWord)link, (UWord)target, SPY_SEEN_PATH - 1, 0, 0, 0);
  target[n > 0 ? n : 0] = '\0';
  return n > 0;
}

/* Makes a path plain, in place. */
static void make_plain(HChar *path) {
  HChar *to = path;
  for (const HChar *at = path; *at;) {
    while (*at == '/') at++;
    const HChar *name = at;
    while (*at && *at != '/') at++;
    const SizeT n = (SizeT)(at - name);
    if (n == 0 || (n == 1 && name[0] == '.')) continue;
    if (n == 2 && name[0] == '.' && name[1] == '.') {
      while (to > path && *--to != '/') {
      }
      continue;
    }
    *to++ = '/';
    VG_(memmove)(to, name, n);
    to += n;
  }
  if (to == path) *to++ = '/';
  *to = '\0';
}

/* Stores the folder of a relative path, with a slash at its end. */
static spy_path_origin read_folder(Int folder, HChar *path) {
  enum { HERE = -100 };
  HChar link[32];
  spy_path_origin origin = SPY_PATH_IN_HOST;
  if (folder == HERE && here) {
    VG_(strcpy)(path, here);
    return SPY_PATH_IN_OURS;
  }
  VG_(sprintf)(link, folder == HERE ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
  if (!read_link(link, path)) return SPY_PATH_ELSEWHERE;
  if (spy_path_of_link(link, path)) origin = SPY_PATH_IN_OURS;
  return path[0] == '/' ? origin : SPY_PATH_ELSEWHERE;
}

spy_path_origin spy_path_read(UWord from, Int folder, HChar *path) {
  HChar name[SPY_SEEN_PATH];
  spy_path_origin origin = SPY_PATH_IN_HOST;
  if (!copy_in(from, name)) return SPY_PATH_ELSEWHERE;
  if (name[0] == '/') {
    VG_(strcpy)(path, name);
  } else {
    origin = read_folder(folder, path);
    if (origin == SPY_PATH_ELSEWHERE) return origin;
    const SizeT n = VG_(strlen)(path);
    if (n + 1 + VG_(strlen)(name) >= SPY_SEEN_PATH) return SPY_PATH_ELSEWHERE;
    VG_(sprintf)(path + n, "/%s", name);
  }
  make_plain(path);
  return origin == SPY_PATH_IN_OURS || VG_(strncmp)(path, "/sys/", 5) == 0 || VG_(strncmp)(path, "/proc/", 6) == 0
             ? origin
             : SPY_PATH_ELSEWHERE;
}

/* ---- anonymous files ---- */

Bool spy_path_of_link(const HChar *link, HChar *path) {
  HChar target[SPY_SEEN_PATH];
  const SizeT start = sizeof LINK_START - 1, end = sizeof LINK_END - 1;
  if (VG_(strncmp)(link, "/proc/", 6) != 0 || !read_link(link, target)) return False;
  const SizeT n = VG_(strlen)(target);
  if (n < start + end || VG_(strncmp)(target, LINK_START, start) != 0) return False;
  target[n - end] = '\0';
  VG_(strcpy)(path, target + start);
  return True;
}

Bool spy_path_of_descriptor(Int descriptor, HChar *path) {
  HChar link[32];
  VG_(sprintf)(link, "/proc/self/fd/%d", descriptor);
  return spy_path_of_link(link, path);
}

static Bool write_all(Int file, XArray *contents) {
  const Int n = (Int)VG_(sizeXA)(contents);
  return n == 0 || VG_(write)(file, VG_(indexXA)(contents, 0), n) == n;
}

static Bool can_be_opened(Int file) {
  enum { CAN_READ = 4 };
  HChar link[32];
  VG_(sprintf)(link, "/proc/self/fd/%d", file);
  return spy_core_syscall(SPY_SYS_ACCESS, (UWord)link, CAN_READ, 0, 0, 0, 0) == 0;
}

Int spy_path_make_file(const HChar *path, XArray *contents) {
  enum { CLOSED_BY_EXEC = 1 };
  HChar name[NAME_MOST + 1];
  if (sizeof MARK + VG_(strlen)(path) > sizeof name) return -1;
  VG_(sprintf)(name, MARK "%s", path);
  const Word made = spy_core_syscall(SPY_SYS_MEMFD, (UWord)name, CLOSED_BY_EXEC, 0, 0, 0, 0);
  if (made < 0) return -1;
  const Int file = VG_(safe_fd)((Int)made);
  if (write_all(file, contents) && can_be_opened(file)) return file;
  VG_(close)(file);
  return -1;
}

/* The program has opened the file only for reading, so it must be opened again for writing. */
void spy_path_change_file(Int descriptor, XArray *contents) {
  HChar link[32];
  VG_(sprintf)(link, "/proc/self/fd/%d", descriptor);
  const SysRes opened = VG_(open)(link, VKI_O_RDWR | VKI_O_TRUNC, 0);
  if (sr_isError(opened)) return;
  write_all((Int)sr_Res(opened), contents);
  VG_(close)((Int)sr_Res(opened));
}

/* An entry that does not fit is left for the next call. */
Word spy_path_read_entries(Int descriptor, UWord buffer, UWord bytes) {
  enum { LENGTH = 16 }; /* offset of the length in an entry */
  const Word n = spy_core_syscall(SPY_SYS_READ, (UWord)descriptor, buffer, bytes, 0, 0, 0);
  Word whole = 0;
  while (whole + LENGTH + 2 <= n) {
    UShort length;
    VG_(memcpy)(&length, (const HChar *)buffer + whole + LENGTH, sizeof length);
    if (whole + length > n) break;
    whole += length;
  }
  if (n <= 0) return n;
  spy_core_syscall(SPY_SYS_LSEEK, (UWord)descriptor, (UWord)(whole - n), VKI_SEEK_CUR, 0, 0, 0);
  return whole == 0 ? -VKI_EINVAL : whole;
}

/* ---- the folder of relative paths ---- */

const HChar *spy_path_here(void) { return here; }

/* Also changes the folder of the process, to the root if the host does not have the folder `path`. Programs that the
 * process starts, and calls that the tool does not answer, begin relative paths there. */
Bool spy_path_go_to(const HChar *path) {
  HChar *before = here;
  if (path && spy_core_syscall(SPY_SYS_CHDIR, (UWord)path, 0, 0, 0, 0, 0) != 0 &&
      spy_core_syscall(SPY_SYS_CHDIR, (UWord) "/", 0, 0, 0, 0, 0) != 0)
    return False;
  here = path ? VG_(strdup)("spy.path.here", path) : NULL;
  if (before) VG_(free)(before);
  return True;
}
