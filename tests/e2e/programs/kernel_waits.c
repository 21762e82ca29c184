/* kernel_waits.c: threads that wait in the kernel, and processes that threads start, in the way that the first argument
 * names; see the table at the end of this file.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/e2e/programs/threads.h"

extern char **environ;

enum { MOST = 100, ROUNDS = 50 };

static pthread_t threads[MOST];
static int pipes[MOST + 1][2];
static atomic_int stop;
static volatile long work[MOST][16];

static void run_all(void *(*run)(void *), int n) {
  for (long i = 0; i < n; i++) threads[i] = start(run, (void *)i);
  for (int i = 0; i < n; i++) join(threads[i]);
}

static void put(int fd, long value) { EXPECT(write(fd, &value, sizeof value) == sizeof value); }

static long get(int fd) {
  long value;
  EXPECT(read(fd, &value, sizeof value) == sizeof value);
  return value;
}

/* Threads that always compute, while others wait. */
static void *compute(void *number) {
  while (!atomic_load_explicit(&stop, memory_order_relaxed)) work[(long)number][0]++;
  return NULL;
}

/* ---- a chain of threads, each of which passes on what it gets ---- */

static void *pass_on(void *number) {
  for (int i = 0; i < ROUNDS; i++) put(pipes[(long)number + 1][1], get(pipes[(long)number][0]) + 1);
  return NULL;
}

static void chain(int n) {
  for (int i = 0; i < n; i++) threads[i] = start(pass_on, (void *)(long)i);
  for (int i = 0; i < ROUNDS; i++) put(pipes[0][1], i);
  for (int i = 0; i < ROUNDS; i++) EXPECT(get(pipes[n][0]) == i + n);
  for (int i = 0; i < n; i++) join(threads[i]);
}

static void do_pipes(int n) {
  for (int i = 0; i <= n; i++) EXPECT(pipe(pipes[i]) == 0);
  chain(n);
}

static void do_sockets(int n) {
  for (int i = 0; i <= n; i++) EXPECT(socketpair(AF_UNIX, SOCK_STREAM, 0, pipes[i]) == 0);
  chain(n);
}

/* A full pipe blocks the writing thread. */
static void *write_much(void *number) {
  static char block[100000];
  for (size_t done = 0; done < sizeof block;) {
    const ssize_t n = write(pipes[(long)number][1], block + done, sizeof block - done);
    EXPECT(n > 0);
    done += (size_t)n;
  }
  close(pipes[(long)number][1]);
  return NULL;
}

static void do_full_pipes(int n) {
  char block[1000];
  for (int i = 0; i < n; i++) EXPECT(pipe(pipes[i]) == 0);
  for (int i = 0; i < n; i++) threads[i] = start(write_much, (void *)(long)i);
  for (int i = 0; i < n; i++) {
    ssize_t got;
    long sum = 0;
    while ((got = read(pipes[i][0], block, sizeof block)) > 0) sum += got;
    EXPECT(sum == 100000);
  }
  for (int i = 0; i < n; i++) join(threads[i]);
}

/* ---- one thread waits for all others, which compute ---- */

static void *compute_and_tell(void *number) {
  for (int i = 0; i < 20000; i++) work[(long)number][0]++;
  put(pipes[0][1], (long)number);
  return NULL;
}

static void collect(int n, void (*wait)(int fd)) {
  EXPECT(pipe(pipes[0]) == 0);
  for (int i = 0; i < n; i++) threads[i] = start(compute_and_tell, (void *)(long)i);
  long sum = 0;
  for (int i = 0; i < n; i++) {
    wait(pipes[0][0]);
    sum += get(pipes[0][0]);
  }
  EXPECT(sum == (long)n * (n - 1) / 2);
  for (int i = 0; i < n; i++) join(threads[i]);
}

static void wait_by_poll(int fd) {
  struct pollfd item = {.fd = fd, .events = POLLIN};
  EXPECT(poll(&item, 1, 0) >= 0);
  EXPECT(poll(&item, 1, -1) == 1 && item.revents == POLLIN);
}

static void wait_by_select(int fd) {
  fd_set set;
  FD_ZERO(&set);
  FD_SET(fd, &set);
  EXPECT(select(fd + 1, &set, NULL, NULL, NULL) == 1 && FD_ISSET(fd, &set));
}

static void wait_by_epoll(int fd) {
  struct epoll_event event = {.events = EPOLLIN};
  const int epoll = epoll_create1(0);
  EXPECT(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0);
  EXPECT(epoll_wait(epoll, &event, 1, -1) == 1);
  close(epoll);
}

static void do_poll(int n) { collect(n, wait_by_poll); }
static void do_select(int n) { collect(n, wait_by_select); }
static void do_epoll(int n) { collect(n, wait_by_epoll); }

static int events;

static void *tell_event(void *argument) {
  const uint64_t one = 1;
  EXPECT(write(events, &one, sizeof one) == sizeof one);
  return argument;
}

static void do_eventfd(int n) {
  uint64_t sum = 0, got;
  events = eventfd(0, 0);
  for (int i = 0; i < n; i++) threads[i] = start(tell_event, NULL);
  for (; sum < (uint64_t)n; sum += got) EXPECT(read(events, &got, sizeof got) == sizeof got);
  for (int i = 0; i < n; i++) join(threads[i]);
}

/* ---- a call of which nobody knows whether it waits ---- */

static void *lock_file(void *name) {
  const int fd = open(name, O_RDWR);
  EXPECT(fd >= 0 && flock(fd, LOCK_EX) == 0);
  usleep(100);
  close(fd);
  return NULL;
}

static void do_file_lock(int n) {
  char name[] = "/tmp/memspy-lock-XXXXXX";
  const int fd = mkstemp(name);
  EXPECT(fd >= 0 && flock(fd, LOCK_EX) == 0);
  for (int i = 0; i < n; i++) threads[i] = start(lock_file, name);
  usleep(20000);
  close(fd);
  for (int i = 0; i < n; i++) join(threads[i]);
  unlink(name);
}

/* ---- time ---- */

static void *sleep_a_bit(void *number) {
  const struct timespec time = {0, 1000000 * ((long)number % 5 + 1)};
  struct timespec until;
  for (int i = 0; i < 5; i++) EXPECT(nanosleep(&time, NULL) == 0);
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += until.tv_nsec > 990000000;
  until.tv_nsec = (until.tv_nsec + 10000000) % 1000000000;
  EXPECT(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == 0);
  return NULL;
}

static void do_sleep(int n) {
  const pthread_t busy = start(compute, (void *)(long)n);
  run_all(sleep_a_bit, n);
  stop = 1;
  join(busy);
}

/* ---- processes ---- */

static int status_of(pid_t child) {
  int status;
  EXPECT(child > 0 && waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void *fork_child(void *number) {
  const pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < 1000; i++) work[(long)number][1]++;
    _exit(work[(long)number][1] == 1000 ? 7 : 1);
  }
  EXPECT(status_of(child) == 7);
  return NULL;
}

/* The child process starts threads of its own. */
static void *fork_threads(void *number) {
  const pid_t child = fork();
  if (child == 0) {
    run_all(compute_and_tell, 3);
    _exit(work[0][0] == 20000 ? 7 : 1);
  }
  EXPECT(status_of(child) == 7);
  return number;
}

static void beside_computing(void *(*run)(void *), int n) {
  const pthread_t busy = start(compute, (void *)(long)(MOST - 1));
  run_all(run, n);
  stop = 1;
  join(busy);
}

static void do_fork(int n) { beside_computing(fork_child, n); }

static void do_fork_threads(int n) {
  EXPECT(pipe(pipes[0]) == 0);
  const pthread_t busy = start(compute, (void *)(long)(MOST - 1));
  for (int i = 0; i < n; i++) join(start(fork_threads, NULL));
  stop = 1;
  join(busy);
}

static char shell[] = "sh", option[] = "-c", script[] = "exit 5";
static char *const command[] = {shell, option, script, NULL};

static void *fork_and_exec(void *argument) {
  const pid_t child = fork();
  if (child == 0) {
    execve("/bin/sh", command, environ);
    _exit(1);
  }
  EXPECT(status_of(child) == 5);
  return argument;
}

static void *vfork_and_exec(void *argument) {
  const pid_t child = vfork();
  if (child == 0) {
    execve("/bin/sh", command, environ);
    _exit(1);
  }
  EXPECT(status_of(child) == 5);
  return argument;
}

static void *spawn(void *argument) {
  pid_t child;
  check(posix_spawn(&child, "/bin/sh", NULL, NULL, command, environ), "posix_spawn");
  EXPECT(status_of(child) == 5);
  return argument;
}

static void *call_system(void *argument) {
  EXPECT(WEXITSTATUS(system("exit 5")) == 5);
  return argument;
}

static void do_exec(int n) { beside_computing(fork_and_exec, n); }
static void do_vfork(int n) { beside_computing(vfork_and_exec, n); }
static void do_spawn(int n) { beside_computing(spawn, n); }
static void do_system(int n) { beside_computing(call_system, n); }

/* A thread other than the first executes another program: all other threads end. */
static void *become(void *argument) {
  char name[] = "true", *words[] = {name, NULL};
  execve("/bin/true", words, environ);
  return argument;
}

static void do_become(int n) {
  for (int i = 0; i < n; i++) threads[i] = start(compute, (void *)(long)i);
  join(start(become, NULL));
  exit(1);
}

static const way ways[] = {
    {"pipes", do_pipes},
    {"sockets", do_sockets},
    {"full-pipes", do_full_pipes},
    {"poll", do_poll},
    {"select", do_select},
    {"epoll", do_epoll},
    {"eventfd", do_eventfd},
    {"file-lock", do_file_lock},
    {"sleep", do_sleep},
    {"fork", do_fork},
    {"fork-threads", do_fork_threads},
    {"exec", do_exec},
    {"vfork", do_vfork},
    {"spawn", do_spawn},
    {"system", do_system},
    {"become", do_become},
};

int main(int argc, char **argv) { return run_way(ways, sizeof ways / sizeof ways[0], argc, argv); }
