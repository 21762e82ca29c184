/* blocking_calls.c: a thread blocks in the system call that the first argument names, until another thread of the
 * process releases it; see the table at the end of this file. Exit status 77: the kernel, or Valgrind's core, does not
 * support the call.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/io_uring.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/e2e/programs/threads.h"

enum { UNAVAILABLE = 77, WAIT_US = 20000 };

/* The resources of a way, such as two ends of a pipe or socket; the blocking call must return only after `released` is
 * set. */
static int fds[2], other_fds[2], file = -1;
static atomic_int released, ended; /* `ended`: the blocking call has returned */
static bool may_be_early;          /* the call also ends by itself after some seconds */
static volatile long work;
static pthread_t waiter;

static long need(long result) {
  if (result < 0 && (errno == ENOSYS || errno == EPERM || errno == EACCES)) exit(UNAVAILABLE);
  if (result < 0) perror("call");
  EXPECT(result >= 0);
  return result;
}

/* Executes `block` in a thread, computes and sleeps meanwhile, and then calls `release`. */
static void *run_block(void *block) {
  ((void (*)(void))block)();
  EXPECT(may_be_early || atomic_load(&released));
  atomic_store(&ended, 1);
  return NULL;
}

static void meet(void (*block)(void), void (*release)(void)) {
  waiter = start(run_block, (void *)block);
  for (int i = 0; i < 30000; i++) work++;
  usleep(WAIT_US);
  for (int i = 0; i < 30000; i++) work++;
  atomic_store(&released, 1);
  release();
  join(waiter);
}

/* ---- pipes and sockets ---- */

static char block_of_bytes[1 << 16];

static void fill(int fd) {
  EXPECT(fcntl(fd, F_SETFL, O_NONBLOCK) == 0);
  while (write(fd, block_of_bytes, sizeof block_of_bytes) > 0 || write(fd, block_of_bytes, 1) > 0) {
  }
  EXPECT(errno == EAGAIN && fcntl(fd, F_SETFL, 0) == 0);
}

static void give(void) { EXPECT(write(fds[1], "x", 1) == 1); }
static void drain(void) {
  EXPECT(fcntl(fds[0], F_SETFL, O_NONBLOCK) == 0);
  while (read(fds[0], block_of_bytes, sizeof block_of_bytes) > 0) {
  }
}

static char byte;
static struct iovec vector = {&byte, 1};
static struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
static struct mmsghdr messages[1] = {{.msg_hdr = {.msg_iov = &vector, .msg_iovlen = 1}}};

static void in_read(void) { EXPECT(read(fds[0], &byte, 1) == 1); }
static void in_readv(void) { EXPECT(readv(fds[0], &vector, 1) == 1); }
static void in_preadv2(void) { EXPECT(need(preadv2(fds[0], &vector, 1, -1, 0)) == 1); }
static void in_recvfrom(void) { EXPECT(recvfrom(fds[0], &byte, 1, 0, NULL, NULL) == 1); }
static void in_recvmsg(void) { EXPECT(recvmsg(fds[0], &message, 0) == 1); }
static void in_recvmmsg(void) { EXPECT(need(recvmmsg(fds[0], messages, 1, 0, NULL)) == 1); }
static void in_write(void) { EXPECT(write(fds[1], &byte, 1) == 1); }
static void in_writev(void) { EXPECT(writev(fds[1], &vector, 1) == 1); }
static void in_pwritev2(void) { EXPECT(need(pwritev2(fds[1], &vector, 1, -1, 0)) == 1); }
static void in_sendto(void) { EXPECT(sendto(fds[1], &byte, 1, 0, NULL, 0) == 1); }
static void in_sendmsg(void) { EXPECT(sendmsg(fds[1], &message, 0) == 1); }
static void in_sendmmsg(void) { EXPECT(need(sendmmsg(fds[1], messages, 1, 0)) == 1); }
static void in_splice(void) { EXPECT(need(splice(fds[0], NULL, other_fds[1], NULL, 1, 0)) == 1); }
static void in_tee(void) { EXPECT(need(tee(fds[0], other_fds[1], 1, 0)) == 1); }
static void in_vmsplice(void) { EXPECT(need(vmsplice(fds[1], &vector, 1, 0)) == 1); }
static void in_sendfile(void) { EXPECT(need(sendfile(fds[1], file, NULL, 1)) == 1); }
static void in_poll(void) {
  struct pollfd item = {.fd = fds[0], .events = POLLIN};
  EXPECT(poll(&item, 1, -1) == 1);
}
static void in_ppoll(void) {
  struct pollfd item = {.fd = fds[0], .events = POLLIN};
  sigset_t none;
  sigemptyset(&none);
  EXPECT(ppoll(&item, 1, NULL, &none) == 1);
}
static void in_select(void) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(fds[0], &set);
  EXPECT(select(fds[0] + 1, &set, NULL, NULL, NULL) == 1);
}
static void in_pselect(void) {
  fd_set set;
  sigset_t none;
  sigemptyset(&none);
  FD_ZERO(&set);
  FD_SET(fds[0], &set);
  EXPECT(pselect(fds[0] + 1, &set, NULL, NULL, NULL, &none) == 1);
}
static int epoll_of(int fd) {
  struct epoll_event event = {.events = EPOLLIN};
  const int epoll = epoll_create1(0);
  EXPECT(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0);
  return epoll;
}
static void in_epoll_wait(void) {
  struct epoll_event event;
  EXPECT(epoll_wait(epoll_of(fds[0]), &event, 1, -1) == 1);
}
static void in_epoll_pwait(void) {
  struct epoll_event event;
  sigset_t none;
  sigemptyset(&none);
  EXPECT(epoll_pwait(epoll_of(fds[0]), &event, 1, -1, &none) == 1);
}
static void in_epoll_pwait2(void) {
  struct epoll_event event;
  EXPECT(need(syscall(441, epoll_of(fds[0]), &event, 1, NULL, NULL, 8)) == 1);
}

static void by_pipe(void (*block)(void)) {
  EXPECT(pipe(fds) == 0 && pipe(other_fds) == 0);
  meet(block, give);
}
static void by_socket(void (*block)(void)) {
  EXPECT(socketpair(AF_UNIX, SOCK_STREAM, 0, fds) == 0);
  meet(block, give);
}
static void by_full_pipe(void (*block)(void)) {
  EXPECT(pipe(fds) == 0);
  fill(fds[1]);
  meet(block, drain);
}
static void by_full_socket(void (*block)(void)) {
  EXPECT(socketpair(AF_UNIX, SOCK_STREAM, 0, fds) == 0);
  fill(fds[1]);
  meet(block, drain);
}
static void do_sendfile(void) {
  file = (int)need(memfd_create("file", 0));
  EXPECT(write(file, "x", 1) == 1 && lseek(file, 0, SEEK_SET) == 0);
  by_full_pipe(in_sendfile);
}

/* ---- servers ---- */

static struct sockaddr_un name = {.sun_family = AF_UNIX};
enum { NAME_BYTES = sizeof(sa_family_t) + 12 };

static int listening(int backlog) {
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  snprintf(name.sun_path + 1, 12, "m%d", (int)getpid());
  EXPECT(bind(fd, (struct sockaddr *)&name, NAME_BYTES) == 0 && listen(fd, backlog) == 0);
  return fd;
}
static int client(void) {
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  EXPECT(connect(fd, (struct sockaddr *)&name, NAME_BYTES) == 0);
  return fd;
}
static void in_accept(void) { EXPECT(accept(file, NULL, NULL) >= 0); }
static void in_accept4(void) { EXPECT(accept4(file, NULL, NULL, SOCK_CLOEXEC) >= 0); }
static void in_connect(void) { client(); }
static void be_client(void) { client(); }
static void do_accept(void) { file = listening(5), meet(in_accept, be_client); }
static void do_accept4(void) { file = listening(5), meet(in_accept4, be_client); }
/* A queue for one connection, which is full. */
static void do_connect(void) {
  file = listening(0);
  client();
  meet(in_connect, in_accept);
}

/* A socket whose close waits until the other side has read everything. */
static void open_lingering(int seconds) {
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t bytes = sizeof address;
  const struct linger linger = {1, seconds};
  EXPECT(bind(server, (struct sockaddr *)&address, bytes) == 0 && listen(server, 1) == 0);
  EXPECT(getsockname(server, (struct sockaddr *)&address, &bytes) == 0);
  fds[1] = socket(AF_INET, SOCK_STREAM, 0);
  EXPECT(connect(fds[1], (struct sockaddr *)&address, bytes) == 0);
  fds[0] = accept(server, NULL, NULL);
  EXPECT(fds[0] >= 0 && setsockopt(fds[1], SOL_SOCKET, SO_LINGER, &linger, sizeof linger) == 0);
  fill(fds[1]);
}
static void read_all(void) {
  while (read(fds[0], block_of_bytes, sizeof block_of_bytes) > 0) {
  }
}
static void in_close(void) { EXPECT(close(fds[1]) == 0); }
static void in_dup2(void) { EXPECT(dup2(2, fds[1]) == fds[1]); }
static void in_close_range(void) { need(syscall(436, fds[1], fds[1], 0)); }
static void do_close(void) { open_lingering(50), meet(in_close, read_all); }
static void do_dup2(void) { open_lingering(50), meet(in_dup2, read_all); }
static void do_close_range(void) {
  may_be_early = true;
  open_lingering(4), meet(in_close_range, read_all);
}

/* ---- files that are events ---- */

static void in_read_event(void) {
  uint64_t value;
  EXPECT(read(file, &value, sizeof value) == sizeof value);
}
static void add_event(void) {
  const uint64_t one = 1;
  EXPECT(write(file, &one, sizeof one) == sizeof one);
}
static void do_eventfd(void) { file = eventfd(0, 0), meet(in_read_event, add_event); }
static void do_full_eventfd(void) {
  const uint64_t most = UINT64_MAX - 1;
  file = eventfd(0, 0);
  EXPECT(write(file, &most, sizeof most) == sizeof most);
  meet(add_event, in_read_event);
}
static void set_timer(void) {
  const struct itimerspec soon = {.it_value = {0, 1000000}};
  EXPECT(timerfd_settime(file, 0, &soon, NULL) == 0);
}
static void do_timerfd(void) { file = timerfd_create(CLOCK_MONOTONIC, 0), meet(in_read_event, set_timer); }
static void in_read_signal(void) {
  struct signalfd_siginfo info;
  EXPECT(read(file, &info, sizeof info) == sizeof info && info.ssi_signo == SIGUSR1);
}
static void send_signal(void) { EXPECT(kill(getpid(), SIGUSR1) == 0); }
static sigset_t blocked_signal(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  EXPECT(sigprocmask(SIG_BLOCK, &set, NULL) == 0);
  return set;
}
static void do_signalfd(void) {
  const sigset_t set = blocked_signal();
  file = signalfd(-1, &set, 0);
  meet(in_read_signal, send_signal);
}

/* ---- files in a folder of their own ---- */

static char folder[] = "/tmp/memspy-XXXXXX", path[64];

static void make_folder(const char *file_name) {
  EXPECT(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/%s", folder, file_name);
}
static void remove_folder(void) { EXPECT(unlink(path) == 0 && rmdir(folder) == 0); }

static void in_read_notice(void) {
  _Alignas(struct inotify_event) char notices[512];
  EXPECT(read(file, notices, sizeof notices) > 0);
}
static void make_file(void) { EXPECT(close(open(path, O_CREAT | O_WRONLY, 0600)) == 0); }
static void do_inotify(void) {
  make_folder("file");
  file = inotify_init();
  EXPECT(inotify_add_watch(file, folder, IN_CREATE) >= 0);
  meet(in_read_notice, make_file);
  remove_folder();
}

static void in_open(void) { EXPECT(syscall(SYS_open, path, O_RDONLY) >= 0); }
static void in_openat(void) { EXPECT(openat(AT_FDCWD, path, O_RDONLY) >= 0); }
static void in_openat2(void) {
  uint64_t how[3] = {O_RDONLY, 0, 0};
  need(syscall(437, AT_FDCWD, path, how, sizeof how));
}
static void open_to_write(void) { EXPECT(open(path, O_WRONLY) >= 0); }
static void by_fifo(void (*block)(void)) {
  make_folder("fifo");
  EXPECT(mkfifo(path, 0600) == 0);
  meet(block, open_to_write);
  remove_folder();
}

static void in_flock(void) { EXPECT(flock(open(path, O_RDWR), LOCK_EX) == 0); }
static void end_flock(void) { EXPECT(flock(file, LOCK_UN) == 0); }
static void do_flock(void) {
  make_folder("lock"), make_file();
  file = open(path, O_RDWR);
  EXPECT(flock(file, LOCK_EX) == 0);
  meet(in_flock, end_flock);
  remove_folder();
}

static void set_lock(int fd, int command, short type) {
  struct flock lock = {.l_type = type, .l_whence = SEEK_SET};
  EXPECT(need(fcntl(fd, command, &lock)) == 0);
}
static void in_description_lock(void) { set_lock(open(path, O_RDWR), F_OFD_SETLKW, F_WRLCK); }
static void end_description_lock(void) { set_lock(file, F_OFD_SETLK, F_UNLCK); }
static void do_description_lock(void) {
  make_folder("lock"), make_file();
  file = open(path, O_RDWR);
  set_lock(file, F_OFD_SETLK, F_WRLCK);
  meet(in_description_lock, end_description_lock);
  remove_folder();
}
/* Another process holds the lock until it reads a byte. */
static void in_process_lock(void) { set_lock(file, F_SETLKW, F_WRLCK); }
static void do_process_lock(void) {
  make_folder("lock"), make_file();
  EXPECT(pipe(fds) == 0 && pipe(other_fds) == 0);
  file = open(path, O_RDWR);
  const pid_t child = fork();
  if (child == 0) {
    set_lock(file, F_SETLK, F_WRLCK);
    EXPECT(write(other_fds[1], "x", 1) == 1);
    in_read();
    _exit(0);
  }
  EXPECT(read(other_fds[0], &byte, 1) == 1);
  meet(in_process_lock, give);
  EXPECT(waitpid(child, NULL, 0) == child);
  remove_folder();
}

/* ---- System V and POSIX queues ---- */

static int set;
static void add_to_set(int value, bool timed) {
  const struct timespec long_time = {50, 0};
  struct sembuf operation = {0, (short)value, 0};
  EXPECT((timed ? semtimedop(set, &operation, 1, &long_time) : semop(set, &operation, 1)) == 0);
}
static void in_semop(void) { add_to_set(-1, false); }
static void in_semtimedop(void) { add_to_set(-1, true); }
static void in_semop_zero(void) { add_to_set(0, false); }
static void by_semaphore(void (*block)(void), void (*release)(void)) {
  set = (int)need(semget(IPC_PRIVATE, 1, 0600));
  if (block == in_semop_zero) add_to_set(1, false);
  meet(block, release);
  EXPECT(semctl(set, 0, IPC_RMID) == 0);
}
static void post(void) { add_to_set(1, false); }
static void set_value(void) { EXPECT(semctl(set, 0, SETVAL, 1) == 0); }

static int queue;
static struct {
  long type;
  char text[8192];
} letter = {.type = 3};
static void in_msgrcv(void) { EXPECT(msgrcv(queue, &letter, 1, 3, 0) == 1); }
static void put_letter(void) { EXPECT(msgsnd(queue, &letter, 1, 0) == 0); }
static void in_msgsnd(void) { EXPECT(msgsnd(queue, &letter, sizeof letter.text, 0) == 0); }
static void take_all(void) {
  while (msgrcv(queue, &letter, sizeof letter.text, 0, IPC_NOWAIT) > 0) {
  }
}
static void do_msgrcv(void) {
  queue = (int)need(msgget(IPC_PRIVATE, 0600));
  meet(in_msgrcv, put_letter);
  EXPECT(msgctl(queue, IPC_RMID, NULL) == 0);
}
/* The message that is in the queue is not the one that is waited for. */
static void do_msgrcv_type(void) {
  queue = (int)need(msgget(IPC_PRIVATE, 0600));
  letter.type = 2;
  put_letter();
  letter.type = 3;
  meet(in_msgrcv, put_letter);
  EXPECT(msgctl(queue, IPC_RMID, NULL) == 0);
}
static void do_msgsnd(void) {
  queue = (int)need(msgget(IPC_PRIVATE, 0600));
  while (msgsnd(queue, &letter, sizeof letter.text, IPC_NOWAIT) == 0) {
  }
  meet(in_msgsnd, take_all);
  EXPECT(msgctl(queue, IPC_RMID, NULL) == 0);
}

static void in_mq_receive(void) { EXPECT(mq_receive(file, block_of_bytes, sizeof block_of_bytes, NULL) == 1); }
static void in_mq_timedreceive(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_sec += 50;
  EXPECT(mq_timedreceive(file, block_of_bytes, sizeof block_of_bytes, NULL, &time) == 1);
}
static void in_mq_send(void) { EXPECT(mq_send(file, "x", 1, 0) == 0); }
static void open_queue(void) {
  struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 16};
  snprintf(path, sizeof path, "/memspy%d", (int)getpid());
  file = (int)need(mq_open(path, O_RDWR | O_CREAT, 0600, &attributes));
  EXPECT(mq_unlink(path) == 0);
}
static void do_mq_receive(void) { open_queue(), meet(in_mq_receive, in_mq_send); }
static void do_mq_timedreceive(void) { open_queue(), meet(in_mq_timedreceive, in_mq_send); }
static void do_mq_send(void) { open_queue(), in_mq_send(), meet(in_mq_send, in_mq_receive); }

/* ---- asynchronous input and output ---- */

static aio_context_t context;
static struct iocb request, *requests[] = {&request};
static struct io_event event;

static void submit(int operation) {
  request = (struct iocb){.aio_lio_opcode = (uint16_t)operation, .aio_fildes = (uint32_t)fds[0]};
  request.aio_buf = operation == IOCB_CMD_POLL ? POLLIN : (uintptr_t)&byte;
  request.aio_nbytes = operation == IOCB_CMD_POLL ? 0 : 1;
  EXPECT(need(syscall(SYS_io_submit, context, 1, requests)) == 1);
}
static void in_io_submit(void) { submit(IOCB_CMD_PREAD); }
static void in_io_getevents(void) { EXPECT(syscall(SYS_io_getevents, context, 1, 1, &event, NULL) == 1); }
static void in_io_pgetevents(void) { EXPECT(need(syscall(333, context, 1, 1, &event, NULL, NULL)) == 1); }
static void by_aio(void (*block)(void)) {
  need(syscall(SYS_io_setup, 4, &context));
  EXPECT(pipe(fds) == 0);
  if (block != in_io_submit) submit(IOCB_CMD_POLL);
  meet(block, give);
  EXPECT(syscall(SYS_io_destroy, context) == 0);
}

/* A ring with one request: to wait until the pipe can be read. */
static struct io_uring_params ring;
static void in_io_uring_enter(void) { EXPECT(need(syscall(426, file, 0, 1, IORING_ENTER_GETEVENTS, NULL, 8)) == 0); }
static void in_io_uring_submit(void) { EXPECT(need(syscall(426, file, 1, 1, IORING_ENTER_GETEVENTS, NULL, 8)) == 1); }
static void by_ring(void (*block)(void)) {
  file = (int)need(syscall(425, 4, &ring));
  EXPECT(pipe(fds) == 0);
  char *queues = mmap(NULL, ring.sq_off.array + ring.sq_entries * 4, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                      (off_t)IORING_OFF_SQ_RING);
  struct io_uring_sqe *entries = mmap(NULL, ring.sq_entries * sizeof *entries, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                                      (off_t)IORING_OFF_SQES);
  EXPECT(queues != MAP_FAILED && entries != MAP_FAILED);
  entries[0] = (struct io_uring_sqe){.opcode = IORING_OP_POLL_ADD, .fd = fds[0], .poll32_events = POLLIN};
  ((unsigned *)(queues + ring.sq_off.array))[0] = 0;
  atomic_store((atomic_uint *)(queues + ring.sq_off.tail), 1);
  if (block == in_io_uring_enter) EXPECT(need(syscall(426, file, 1, 0, 0, NULL, 8)) == 1);
  meet(block, give);
}

/* ---- processes ---- */

static pid_t child;
static void in_wait4(void) { EXPECT(waitpid(child, NULL, 0) == child); }
static void in_waitid(void) {
  siginfo_t info;
  EXPECT(waitid(P_PID, (id_t)child, &info, WEXITED) == 0);
}
static void in_waitid_descriptor(void) {
  siginfo_t info;
  EXPECT(waitid(3 /* P_PIDFD */, (id_t)file, &info, WEXITED) == 0);
}
static void in_poll_process(void) {
  struct pollfd item = {.fd = file, .events = POLLIN};
  EXPECT(poll(&item, 1, -1) == 1);
}
static void by_process(void (*block)(void)) {
  EXPECT(pipe(fds) == 0);
  child = fork();
  if (child == 0) {
    in_read();
    _exit(0);
  }
  if (block == in_waitid_descriptor || block == in_poll_process) {
    file = (int)syscall(434, child, 0);
    if (file < 0) {
      give(), in_wait4();
      exit(UNAVAILABLE);
    }
  }
  meet(block, give);
  if (block == in_poll_process) in_wait4();
}

/* ---- signals and time ---- */

static void handle(int signal) { (void)signal; }
static void set_handler(void) { EXPECT(sigaction(SIGUSR1, &(struct sigaction){.sa_handler = handle}, NULL) == 0); }
/* On a busy computer, the thread can get a signal before it calls; then the next signal ends the call. */
static void signal_waiter(void) {
  while (!atomic_load(&ended)) {
    check(pthread_kill(waiter, SIGUSR1), "pthread_kill");
    usleep(WAIT_US);
  }
}
static void by_handler(void (*block)(void)) {
  set_handler();
  meet(block, signal_waiter);
}
static void in_pause(void) { EXPECT(pause() == -1); }
static void in_sigsuspend(void) {
  sigset_t none;
  sigemptyset(&none);
  EXPECT(sigsuspend(&none) == -1);
}
static void in_nanosleep(void) { EXPECT(nanosleep(&(struct timespec){50, 0}, NULL) == -1); }
static void in_clock_nanosleep(void) {
  EXPECT(clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){50, 0}, NULL) == EINTR);
}
static void in_sigtimedwait(void) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  EXPECT(sigtimedwait(&one, NULL, &(struct timespec){50, 0}) == SIGUSR1);
}
static void do_sigtimedwait(void) {
  blocked_signal();
  meet(in_sigtimedwait, signal_waiter);
}

/* Forks a process of one thread, in a call that only a signal ends. */
static void do_interrupted_lock(void) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  make_folder("lock"), make_file();
  file = open(path, O_RDWR);
  set_lock(file, F_OFD_SETLK, F_WRLCK);
  EXPECT(sigaction(SIGALRM, &(struct sigaction){.sa_handler = handle}, NULL) == 0);
  alarm(1);
  EXPECT(fcntl(open(path, O_RDWR), F_OFD_SETLKW, &lock) == -1 && errno == EINTR);
  remove_folder();
}

#define BY(how, call) \
  static void do_##call(void) { how(in_##call); }
BY(by_pipe, read)
BY(by_pipe, readv)
BY(by_pipe, preadv2)
BY(by_socket, recvfrom)
BY(by_socket, recvmsg)
BY(by_socket, recvmmsg)
BY(by_full_pipe, write)
BY(by_full_pipe, writev)
BY(by_full_pipe, pwritev2)
BY(by_full_socket, sendto)
BY(by_full_socket, sendmsg)
BY(by_full_socket, sendmmsg)
BY(by_pipe, splice)
BY(by_pipe, tee)
BY(by_full_pipe, vmsplice)
BY(by_pipe, poll)
BY(by_pipe, ppoll)
BY(by_pipe, select)
BY(by_pipe, pselect)
BY(by_pipe, epoll_wait)
BY(by_pipe, epoll_pwait)
BY(by_pipe, epoll_pwait2)
BY(by_fifo, open)
BY(by_fifo, openat)
BY(by_fifo, openat2)
BY(by_aio, io_submit)
BY(by_aio, io_getevents)
BY(by_aio, io_pgetevents)
BY(by_ring, io_uring_enter)
BY(by_ring, io_uring_submit)
BY(by_process, wait4)
BY(by_process, waitid)
BY(by_process, waitid_descriptor)
BY(by_process, poll_process)
BY(by_handler, pause)
BY(by_handler, sigsuspend)
BY(by_handler, nanosleep)
BY(by_handler, clock_nanosleep)
static void do_semop(void) { by_semaphore(in_semop, post); }
static void do_semtimedop(void) { by_semaphore(in_semtimedop, post); }
static void do_semctl(void) { by_semaphore(in_semop, set_value); }
static void do_semop_zero(void) { by_semaphore(in_semop_zero, in_semop); }

/* clang-format off */
#define CALL(call) {#call, do_##call}
/* clang-format on */
static const struct {
  const char *name;
  void (*run)(void);
} calls[] = {
    CALL(read),
    CALL(readv),
    CALL(preadv2),
    CALL(recvfrom),
    CALL(recvmsg),
    CALL(recvmmsg),
    CALL(write),
    CALL(writev),
    CALL(pwritev2),
    CALL(sendto),
    CALL(sendmsg),
    CALL(sendmmsg),
    CALL(splice),
    CALL(tee),
    CALL(vmsplice),
    CALL(sendfile),
    CALL(poll),
    CALL(ppoll),
    CALL(select),
    CALL(pselect),
    CALL(epoll_wait),
    CALL(epoll_pwait),
    CALL(epoll_pwait2),
    CALL(accept),
    CALL(accept4),
    CALL(connect),
    CALL(close),
    CALL(dup2),
    CALL(close_range),
    CALL(eventfd),
    CALL(full_eventfd),
    CALL(timerfd),
    CALL(signalfd),
    CALL(inotify),
    CALL(open),
    CALL(openat),
    CALL(openat2),
    CALL(flock),
    CALL(process_lock),
    CALL(description_lock),
    CALL(interrupted_lock),
    CALL(semop),
    CALL(semop_zero),
    CALL(semtimedop),
    CALL(semctl),
    CALL(msgrcv),
    CALL(msgrcv_type),
    CALL(msgsnd),
    CALL(mq_receive),
    CALL(mq_send),
    CALL(mq_timedreceive),
    CALL(io_submit),
    CALL(io_getevents),
    CALL(io_pgetevents),
    CALL(io_uring_enter),
    CALL(io_uring_submit),
    CALL(wait4),
    CALL(waitid),
    CALL(waitid_descriptor),
    CALL(poll_process),
    CALL(pause),
    CALL(sigsuspend),
    CALL(nanosleep),
    CALL(clock_nanosleep),
    CALL(sigtimedwait),
};

/* Without an argument: prints the names of all ways. */
int main(int argc, char **argv) {
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    if (argc < 2) puts(calls[i].name);
    if (argc < 2 || strcmp(argv[1], calls[i].name) != 0) continue;
    calls[i].run();
    return 0;
  }
  return argc < 2 ? 0 : NO_SUCH_WAY;
}
