/* spy_path_calls.c: see spy_path_calls.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/syscalls/spy_path_calls.h"

#include "memspy/core/spy_core.h"
#include "memspy/machine/spy_seen_files.h"
#include "memspy/machine/spy_topology.h"
#include "memspy/syscalls/spy_path.h"

enum {
  OPEN_ACCESS = 3, /* bits of open's flags */
  OPEN_CREATE = 0100,
  OPEN_EXCLUSIVE = 0200,
  OPEN_TRUNCATE = 01000,
  OPEN_DIRECTORY = 0200000,
  OPEN_NO_TIME = 01000000,
  OPEN_PATH = 010000000,
  AT_NO_FOLLOW = 0x100, /* flags of calls whose names end in "at" */
  AT_EMPTY = 0x1000,
  HERE = -100 /* means the folder of relative paths */
};

typedef struct {
  UWord flags, mode, resolve;
} open_how;

/* The work that remains after a thread's call, and the memory for arguments that were changed. */
typedef struct {
  HChar path[SPY_SEEN_PATH];
  open_how how;
  Int file;     /* file of the tool that must be closed; -1: none */
  ULong *inode; /* inode number in the program's memory that must be set; NULL: none */
  ULong number; /* value to which *inode must be set */
  Bool goes;    /* after the call, relative paths begin in the folder of the process again */
} pending;

static pending **pendings; /* indexed by thread */
static Bool leaves;        /* calls are not handled any more */
static Bool has_opened;    /* whether descriptors of anonymous files possibly exist */

void spy_path_calls_leave(void) { leaves = True; }

/* The current call. */
typedef struct {
  ThreadId tid;
  spy_path_call *call;
  Word *result;
  HChar path[SPY_SEEN_PATH];
} calling;

static pending *pending_of(const calling *c) {
  if (!pendings) pendings = VG_(calloc)("spy.path.pendings", VG_N_THREADS, sizeof *pendings);
  pending **p = &pendings[c->tid];
  if (!*p) *p = VG_(malloc)("spy.path.pending", sizeof **p);
  (*p)->file = -1;
  (*p)->inode = NULL;
  (*p)->goes = False;
  return *p;
}

static Bool answer(const calling *c, Word result) {
  *c->result = result;
  return True;
}

static void set_path(const calling *c, UInt argument, const HChar *path) {
  pending *p = pending_of(c);
  VG_(strcpy)(p->path, path);
  c->call->arguments[argument] = (UWord)p->path;
}

/* ---- finding the file of a call ---- */

/* Classifies a path that begins in a folder (HERE, or a descriptor). If the host must look up the path, but the folder
 * is one of the tool's, replaces the argument by the whole path. */
static spy_seen_kind find(calling *c, UInt argument, Int folder, Bool follows) {
  const spy_path_origin origin = spy_path_read(c->call->arguments[argument], folder, c->path);
  if (origin == SPY_PATH_ELSEWHERE) return SPY_SEEN_OF_HOST;
  const spy_seen_kind kind = spy_seen_find(c->path, follows);
  if (kind == SPY_SEEN_OF_HOST && origin == SPY_PATH_IN_OURS) set_path(c, argument, c->path);
  return kind;
}

/* Classifies a descriptor. Sets `path` of the call to the path of the descriptor. */
static spy_seen_kind find_descriptor(calling *c, Int descriptor) {
  if (!has_opened || !spy_path_of_descriptor(descriptor, c->path)) return SPY_SEEN_OF_HOST;
  return spy_seen_find(c->path, False);
}

/* ---- open ---- */

/* Makes the program open an anonymous file of the tool, read-only, from its start. */
static Bool show(const calling *c, UInt argument, spy_seen_kind kind) {
  XArray *contents = spy_seen_contents(c->path, kind);
  if (!contents) return False;
  const Int file = spy_path_make_file(c->path, contents);
  VG_(deleteXA)(contents);
  if (file < 0) return False;
  HChar path[32];
  VG_(sprintf)(path, "/proc/self/fd/%d", file);
  set_path(c, argument, path);
  pendings[c->tid]->file = file;
  has_opened = True;
  return True;
}

/* Returns the error of opening a path, or 0 if there is none. */
static Word error_of_open(spy_seen_kind kind, UWord flags) {
  const Bool writes = (flags & OPEN_ACCESS) != VKI_O_RDONLY || (flags & OPEN_TRUNCATE);
  if (kind == SPY_SEEN_ABSENT) return flags & OPEN_CREATE ? -VKI_EACCES : -VKI_ENOENT;
  if ((flags & OPEN_CREATE) && (flags & OPEN_EXCLUSIVE)) return -VKI_EEXIST;
  if (kind == SPY_SEEN_LINK) return flags & OPEN_DIRECTORY ? -VKI_ENOTDIR : -VKI_ELOOP;
  if (kind == SPY_SEEN_FILE && (flags & OPEN_DIRECTORY)) return -VKI_ENOTDIR;
  if (kind == SPY_SEEN_FOLDER && (writes || (flags & OPEN_CREATE))) return -VKI_EISDIR;
  return writes ? -VKI_EACCES : 0;
}

/* Returns whether the call is answered. If not, sets *flags to the flags that the call must use. */
static Bool open_path(calling *c, UInt argument, Int folder, UWord *flags) {
  const spy_seen_kind kind = find(c, argument, folder, !(*flags & SPY_OPEN_NO_FOLLOW));
  if (kind == SPY_SEEN_OF_HOST) return False;
  const Word error = *flags & OPEN_PATH && kind != SPY_SEEN_ABSENT ? 0 : error_of_open(kind, *flags);
  if (error != 0) return answer(c, error);
  if (show(c, argument, kind))
    *flags &= ~(UWord)(OPEN_CREATE | OPEN_EXCLUSIVE | OPEN_DIRECTORY | SPY_OPEN_NO_FOLLOW | OPEN_NO_TIME);
  return False;
}

static Bool before_open(calling *c, UWord *a) { return open_path(c, 0, HERE, &a[1]); }
static Bool before_openat(calling *c, UWord *a) { return open_path(c, 1, (Int)a[0], &a[2]); }

static Bool before_openat2(calling *c, UWord *a) {
  open_how how;
  const UWord path = a[1];
  if (a[3] < sizeof how || !spy_path_is_readable(a[2], sizeof how)) return False;
  VG_(memcpy)(&how, (const void *)a[2], sizeof how);
  const Bool answered = open_path(c, 1, (Int)a[0], &how.flags);
  if (answered || a[1] == path) return answered;
  how.resolve = 0;
  pendings[c->tid]->how = how;
  a[2] = (UWord)&pendings[c->tid]->how;
  return False;
}

/* ---- attributes ---- */

/* Makes a call read the attributes of the host's file that spy_seen_stand_in() returns for a path. */
static Bool stand_in(const calling *c, UInt argument, spy_seen_kind kind) {
  if (kind == SPY_SEEN_ABSENT) return answer(c, -VKI_ENOENT);
  if (kind != SPY_SEEN_OF_HOST) set_path(c, argument, spy_seen_stand_in(c->path, kind));
  return False;
}

/* As stand_in(), but if the attributes include the number of an inode, which is stored at the address `inode`. */
static Bool stand_in_with_inode(const calling *c, UInt argument, spy_seen_kind kind, UWord inode) {
  if (stand_in(c, argument, kind)) return True;
  if (kind == SPY_SEEN_OF_HOST) return False;
  pendings[c->tid]->inode = (ULong *)inode;
  pendings[c->tid]->number = spy_seen_inode(c->path);
  return False;
}

#define INODE_OF_STAT(address) ((address) + offsetof(struct vki_stat, st_ino))
enum { INODE_OF_STATX = 32 }; /* offset of the inode number in struct statx */

static Bool before_stat(calling *c, UWord *a) {
  return stand_in_with_inode(c, 0, find(c, 0, HERE, True), INODE_OF_STAT(a[1]));
}

static Bool before_lstat(calling *c, UWord *a) {
  return stand_in_with_inode(c, 0, find(c, 0, HERE, False), INODE_OF_STAT(a[1]));
}

/* Uses the path of the open file. */
static Bool before_fstat(calling *c, UWord *a) {
  const spy_seen_kind kind = find_descriptor(c, (Int)a[0]);
  if (kind == SPY_SEEN_OF_HOST || kind == SPY_SEEN_ABSENT) return False;
  const UWord buffer = a[1];
  c->call->number = SPY_SYS_NEWFSTATAT;
  a[0] = (UWord)HERE;
  a[2] = buffer;
  a[3] = AT_NO_FOLLOW;
  return stand_in_with_inode(c, 1, kind, INODE_OF_STAT(buffer));
}

/* For fstatat and statx, whose arguments are a folder, a path, and flags. */
static Bool attributes_at(calling *c, UWord *a, UWord flags, UWord inode) {
  if ((flags & AT_EMPTY) && spy_path_is_readable(a[1], 1) && *(const HChar *)a[1] == '\0') {
    const spy_seen_kind open = find_descriptor(c, (Int)a[0]);
    return open != SPY_SEEN_OF_HOST && open != SPY_SEEN_ABSENT && stand_in_with_inode(c, 1, open, inode);
  }
  return stand_in_with_inode(c, 1, find(c, 1, (Int)a[0], !(flags & AT_NO_FOLLOW)), inode);
}

static Bool before_fstatat(calling *c, UWord *a) { return attributes_at(c, a, a[3], INODE_OF_STAT(a[2])); }
static Bool before_statx(calling *c, UWord *a) { return attributes_at(c, a, a[2], a[4] + INODE_OF_STATX); }

static Bool before_path(calling *c, UWord *a) {
  (void)a;
  return stand_in(c, 0, find(c, 0, HERE, True));
}

static Bool before_link_path(calling *c, UWord *a) {
  (void)a;
  return stand_in(c, 0, find(c, 0, HERE, False));
}

static Bool before_faccessat(calling *c, UWord *a) { return stand_in(c, 1, find(c, 1, (Int)a[0], True)); }

static Bool before_fstatfs(calling *c, UWord *a) {
  const spy_seen_kind kind = find_descriptor(c, (Int)a[0]);
  if (kind == SPY_SEEN_OF_HOST || kind == SPY_SEEN_ABSENT) return False;
  c->call->number = SPY_SYS_STATFS;
  return stand_in(c, 0, kind);
}

/* ---- links ---- */

static Bool give_link(const calling *c, const HChar *target, UWord bytes, UWord buffer, UWord room) {
  const UWord n = bytes < room ? bytes : room;
  if (!spy_path_is_writable(buffer, n)) return answer(c, -VKI_EFAULT);
  VG_(memcpy)((void *)buffer, target, n);
  return answer(c, (Word)n);
}

static Bool read_link(calling *c, UInt argument, Int folder, UWord buffer, UWord room) {
  const spy_seen_kind kind = find(c, argument, folder, False);
  if (kind == SPY_SEEN_OF_HOST) {
    HChar target[SPY_SEEN_PATH];
    return spy_path_of_link(c->path, target) && give_link(c, target, VG_(strlen)(target), buffer, room);
  }
  if (kind != SPY_SEEN_LINK) return stand_in(c, argument, kind);
  XArray *target = spy_seen_contents(c->path, kind);
  give_link(c, VG_(indexXA)(target, 0), (UWord)VG_(sizeXA)(target), buffer, room);
  VG_(deleteXA)(target);
  return True;
}

static Bool before_readlink(calling *c, UWord *a) { return read_link(c, 0, HERE, a[1], a[2]); }
static Bool before_readlinkat(calling *c, UWord *a) { return read_link(c, 1, (Int)a[0], a[2], a[3]); }

/* ---- folders ---- */

static Bool before_getdents(calling *c, UWord *a) {
  if (!(find_descriptor(c, (Int)a[0]) == SPY_SEEN_FOLDER)) return False;
  if (!spy_path_is_writable(a[1], a[2])) return answer(c, -VKI_EFAULT);
  return answer(c, spy_path_read_entries((Int)a[0], a[1], a[2]));
}

static Bool go_to(calling *c, spy_seen_kind kind) {
  if (kind == SPY_SEEN_ABSENT) return answer(c, -VKI_ENOENT);
  if (kind == SPY_SEEN_FILE) return answer(c, -VKI_ENOTDIR);
  if (kind == SPY_SEEN_FOLDER) return spy_path_go_to(c->path) && answer(c, 0);
  if (!spy_path_here()) return False;
  pending_of(c)->goes = True;
  return False;
}

static Bool before_chdir(calling *c, UWord *a) {
  (void)a;
  return go_to(c, find(c, 0, HERE, True));
}

static Bool before_fchdir(calling *c, UWord *a) {
  const spy_seen_kind kind = find_descriptor(c, (Int)a[0]);
  return go_to(c, kind == SPY_SEEN_ABSENT ? SPY_SEEN_OF_HOST : kind);
}

static Bool before_getcwd(calling *c, UWord *a) {
  const HChar *here = spy_path_here();
  if (!here) return False;
  const UWord n = VG_(strlen)(here) + 1;
  if (a[1] < n) return answer(c, -VKI_ERANGE);
  if (!spy_path_is_writable(a[0], n)) return answer(c, -VKI_EFAULT);
  VG_(memcpy)((void *)a[0], here, n);
  return answer(c, (Word)n);
}

/* ---- files whose text changes ---- */

/* Makes the text of such a file again, as the kernel does. Call when the program starts to read the file from its start
 * again. */
static Bool read_again(calling *c, Int descriptor) {
  if (find_descriptor(c, descriptor) != SPY_SEEN_FILE) return False;
  XArray *contents = spy_seen_contents(c->path, SPY_SEEN_FILE);
  if (!contents) return False;
  spy_path_change_file(descriptor, contents);
  VG_(deleteXA)(contents);
  return False;
}

static Bool before_lseek(calling *c, UWord *a) {
  return a[1] == 0 && (Int)a[2] == VKI_SEEK_SET && read_again(c, (Int)a[0]);
}

static Bool before_pread(calling *c, UWord *a) { return a[3] == 0 && read_again(c, (Int)a[0]); }

/* ---- all ---- */

static Bool (*const rows[])(calling *c, UWord *arguments) = {
#define before_none NULL
#define SYSCALL(number, blocks, waits, lets_go, answer, path, before, after) [number] = before_##path,
#include "memspy/core/spy_syscalls.def"
#undef SYSCALL
#undef before_none
};

Bool spy_path_calls_before(ThreadId tid, spy_path_call *call, Word *result) {
  static calling c; /* the variable is static since it is large; the caller holds the core's lock */
  if (leaves || call->number >= sizeof rows / sizeof rows[0] || !rows[call->number]) return False;
  if (!spy_machine_is_visible()) return False;
  c.tid = tid;
  c.call = call;
  c.result = result;
  c.path[0] = '\0';
  return rows[call->number](&c, call->arguments);
}

void spy_path_calls_after(ThreadId tid, Word result) {
  pending *p = pendings ? pendings[tid] : NULL;
  if (!p) return;
  if (p->file >= 0) VG_(close)(p->file);
  if (p->inode && result == 0) *p->inode = p->number;
  if (p->goes && result == 0) spy_path_go_to(NULL);
  p->file = -1;
  p->inode = NULL;
  p->goes = False;
}
