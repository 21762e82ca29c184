/* spy_writer.c: see spy_writer.h.
 *
 * Requests and replies use a socket pair. The tool uses only read() and write() on it, because filters of system calls
 * rarely forbid these calls. A request is followed by `n` bytes, at most PIECE.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/core/spy_writer.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"

enum { PIECE = 1 << 16, NONE = -1 };

typedef enum { IS_SPECIAL, CREATE, CAN_CUT, WRITE, CUT, CLOSE_GOOD, CLOSE_BAD, REMOVE, FORK } request_kind;

typedef struct {
  ULong kind; /* kind of the request, a request_kind */
  spy_part *part;
  ULong size; /* new size of the file, for CUT */
  ULong n;    /* number of bytes that follow the request */
} request;

typedef struct {
  Long result;
  spy_part *part;
} reply;

static Int writer = NONE;    /* this process's end of the socket pair */
static Int for_child = NONE; /* the other end, which is for the child, while a child process is being made */
static Bool is_restricted;

static Bool read_all(Int fd, void *bytes, ULong n) {
  HChar *at = bytes;
  while (n > 0) {
    const Int got = VG_(read)(fd, at, (Int)n);
    if (got == -VKI_EINTR) continue;
    if (got <= 0) return False;
    at += got;
    n -= (ULong)got;
  }
  return True;
}

static Bool write_all(Int fd, const void *bytes, ULong n) {
  const HChar *at = bytes;
  while (n > 0) {
    const Int put = VG_(write)(fd, at, (Int)n);
    if (put == -VKI_EINTR) continue;
    if (put <= 0) return False;
    at += put;
    n -= (ULong)put;
  }
  return True;
}

/* ---- passing descriptors between processes ---- */

typedef struct {
  struct vki_cmsghdr head;
  Int fd;
  Int padding;
} passed;

static struct vki_msghdr message_of(struct vki_iovec *piece, passed *control) {
  struct vki_msghdr message = {.msg_iov = piece, .msg_iovlen = 1};
  message.msg_control = control;
  message.msg_controllen = sizeof *control;
  return message;
}

/* Sends a byte together with a descriptor. */
static Bool pass(Int socket, Int fd) {
  HChar byte = 0;
  struct vki_iovec piece = {.iov_base = &byte, .iov_len = 1};
  passed control = {
      .head = {.cmsg_len = sizeof control.head + sizeof fd, .cmsg_level = VKI_SOL_SOCKET, .cmsg_type = VKI_SCM_RIGHTS},
      .fd = fd};
  struct vki_msghdr message = message_of(&piece, &control);
  return spy_core_syscall(SPY_SYS_SENDMSG, (UWord)socket, (UWord)&message, 0, 0, 0, 0) == 1;
}

/* Receives the descriptor that comes with a byte. Returns a negative number if there is none. */
static Int receive(Int socket) {
  HChar byte;
  struct vki_iovec piece = {.iov_base = &byte, .iov_len = 1};
  passed control = {.fd = NONE};
  struct vki_msghdr message = message_of(&piece, &control);
  return spy_core_syscall(SPY_SYS_RECVMSG, (UWord)socket, (UWord)&message, 0, 0, 0, 0) == 1 ? control.fd : NONE;
}

/* ---- the writer ---- */

static Word new_process(void) { return spy_core_syscall(SPY_SYS_CLONE, 0, 0, 0, 0, 0, 0); }

__attribute__((noreturn)) static void end_process(void) {
  for (;;) spy_core_syscall(SPY_SYS_EXIT_GROUP, 0, 0, 0, 0, 0, 0);
}

/* Makes a process for which no other process waits: a child of a child. Both end without a signal to their parents.
 * Returns True in the new process. */
static Bool detach(void) {
  enum { ANY_CHILD = 0x40000000 }; /* __WALL of <linux/wait.h> */
  const Word child = new_process();
  if (child > 0) spy_core_syscall(SPY_SYS_WAIT4, (UWord)child, 0, ANY_CHILD, 0, 0, 0);
  if (child != 0) return False;
  if (new_process() != 0) end_process();
  return True;
}

static void close_range(Int first, Int last) {
  enum { CLOSE_RANGE = 436, WITHOUT_IT = 65536 };
  if (first > last) return;
  if (spy_core_syscall(CLOSE_RANGE, (UWord)first, (UWord)last, 0, 0, 0, 0) == 0) return;
  for (Int fd = first; fd <= last && fd < WITHOUT_IT; fd++) VG_(close)(fd);
}

/* Closes all descriptors of the process except `socket` and the descriptors of the open parts. */
static void close_others(Int socket) {
  enum { MOST = 64, LAST = 0x7fffffff };
  Int kept[MOST];
  const UInt n = spy_part_descriptors(kept, MOST - 1);
  kept[n] = socket;
  for (Int before = -1;;) {
    Int next = LAST;
    for (UInt i = 0; i <= n; i++)
      if (kept[i] > before && kept[i] < next) next = kept[i];
    close_range(before + 1, next == LAST ? LAST : next - 1);
    if (next == LAST) return;
    before = next;
  }
}

/* Detaches the writer from the terminal and from the program's process group. Then sends a reply. */
static Bool settle_in(Int socket) {
  enum { SET_NAME = 15 };
  const ULong all = ~0ULL;
  spy_core_syscall(SPY_SYS_SIGPROCMASK, VKI_SIG_SETMASK, (UWord)&all, 0, sizeof all, 0, 0);
  spy_core_syscall(SPY_SYS_SETSID, 0, 0, 0, 0, 0, 0);
  spy_core_syscall(SPY_SYS_PRCTL, SET_NAME, (UWord) "memspy-writer", 0, 0, 0, 0);
  close_others(socket);
  const reply ready = {0};
  return write_all(socket, &ready, sizeof ready);
}

static reply answer(const request *asked, const HChar *bytes) {
  reply r = {0};
  Int error = 0;
  switch ((request_kind)asked->kind) {
    case IS_SPECIAL: r.result = spy_part_is_special(bytes); break;
    case CREATE:
      r.part = spy_part_create(bytes, &error);
      r.result = error;
      break;
    case CAN_CUT: r.result = spy_part_can_cut(asked->part); break;
    case WRITE: r.result = spy_part_write(asked->part, bytes, asked->n); break;
    case CUT: r.result = spy_part_cut(asked->part, asked->size); break;
    case CLOSE_GOOD:
    case CLOSE_BAD: r.result = spy_part_close(asked->part, asked->kind == CLOSE_GOOD, bytes); break;
    case REMOVE: r.result = VG_(unlink)(bytes); break;
    case FORK: break;
  }
  return r;
}

/* Makes a writer for a child of this writer's process. Returns the socket of the child in the new writer, and the
 * socket of the parent in this writer. */
static Int divide(Int socket) {
  const Int other = receive(socket);
  if (other < 0) return socket;
  const Bool is_new = detach();
  VG_(close)(is_new ? socket : other);
  if (!is_new) return socket;
  spy_part_leave_all();
  if (!settle_in(other)) end_process();
  return other;
}

__attribute__((noreturn)) static void serve(Int socket) {
  static HChar bytes[PIECE + 1];
  request asked;
  if (!settle_in(socket)) end_process();
  while (read_all(socket, &asked, sizeof asked) && asked.n <= PIECE && read_all(socket, bytes, asked.n)) {
    if (asked.kind == FORK) {
      socket = divide(socket);
      continue;
    }
    bytes[asked.n] = '\0';
    const reply r = answer(&asked, bytes);
    if (!write_all(socket, &r, sizeof r)) break;
  }
  spy_part_drop_all();
  end_process();
}

/* ---- this process ---- */

/* Makes a socket pair, at descriptors that the program does not use. */
static Bool make_sockets(Int ends[2]) {
  if (spy_core_syscall(SPY_SYS_SOCKETPAIR, VKI_AF_UNIX, VKI_SOCK_STREAM, 0, (UWord)ends, 0, 0) != 0) return False;
  for (UInt i = 0; i < 2; i++) ends[i] = VG_(safe_fd)(ends[i]);
  if (ends[0] >= 0 && ends[1] >= 0) return True;
  for (UInt i = 0; i < 2; i++)
    if (ends[i] >= 0) VG_(close)(ends[i]);
  return False;
}

static void close_end(Int *end) {
  if (*end != NONE) VG_(close)(*end);
  *end = NONE;
}

/* Starts to use the writer at the other end of the socket pair, if the writer answers. It does not answer if the system
 * could not make another process. */
static void take_writer(Int end) {
  reply ready;
  writer = end;
  if (writer != NONE && !read_all(writer, &ready, sizeof ready)) close_end(&writer);
  if (writer != NONE) spy_part_leave_all();
}

void spy_writer_begin(void) {
  Int ends[2];
  if (writer != NONE || !make_sockets(ends)) return;
  if (detach()) serve(ends[1]);
  VG_(close)(ends[1]);
  take_writer(ends[0]);
}

Bool spy_writer_is_there(void) { return writer != NONE; }

void spy_writer_restrict(void) { is_restricted = True; }

static Int ask(request asked, const void *bytes, spy_part **part) {
  reply r;
  if (!write_all(writer, &asked, sizeof asked) || !write_all(writer, bytes, asked.n) || !read_all(writer, &r, sizeof r))
    return VKI_EIO;
  if (part) *part = r.part;
  return (Int)r.result;
}

static Int ask_about(request_kind kind, spy_part *part, const HChar *text, spy_part **made) {
  const ULong n = VG_(strlen)(text);
  if (n > PIECE) return VKI_EINVAL;
  return ask((request){.kind = kind, .part = part, .n = n}, text, made);
}

Bool spy_writer_is_special(const HChar *name) { return ask_about(IS_SPECIAL, NULL, name, NULL) == 1; }

spy_part *spy_writer_create(const HChar *name, Int *error) {
  spy_part *made = NULL;
  *error = ask_about(CREATE, NULL, name, &made);
  return made;
}

Bool spy_writer_can_cut(const spy_part *part) { return ask_about(CAN_CUT, (spy_part *)part, "", NULL) == 1; }

Int spy_writer_write(spy_part *part, const void *bytes, ULong n) {
  Int error = 0;
  for (const HChar *at = bytes; n > 0 && error == 0;) {
    const ULong piece = n < PIECE ? n : PIECE;
    error = ask((request){.kind = WRITE, .part = part, .n = piece}, at, NULL);
    at += piece;
    n -= piece;
  }
  return error;
}

Int spy_writer_cut(spy_part *part, ULong size) {
  return ask((request){.kind = CUT, .part = part, .size = size}, "", NULL);
}

Int spy_writer_close(spy_part *part, Bool good, const HChar *suffix) {
  return ask_about(good ? CLOSE_GOOD : CLOSE_BAD, part, suffix, NULL);
}

Int spy_writer_remove(const HChar *name) { return ask_about(REMOVE, NULL, name, NULL); }

void spy_writer_before_fork(void) {
  Int ends[2];
  const request asked = {.kind = FORK};
  close_end(&for_child); /* the fork before this one failed */
  if (writer == NONE || is_restricted || !make_sockets(ends)) return;
  if (write_all(writer, &asked, sizeof asked) && pass(writer, ends[1]))
    for_child = ends[0];
  else
    VG_(close)(ends[0]);
  VG_(close)(ends[1]);
}

void spy_writer_after_fork(Bool is_child) {
  if (!is_child) {
    close_end(&for_child);
    return;
  }
  close_end(&writer);
  take_writer(for_child);
  for_child = NONE;
}
