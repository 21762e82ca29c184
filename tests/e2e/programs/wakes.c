/* wakes.c: pairs of threads that wake each other through files or signals, in the way that the first argument names,
 * while other threads compute. All threads write shared data. See the table at the end of this file.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/e2e/programs/threads.h"

enum { MOST = 16, ROUNDS = 80, WORDS = 512 };

/* A pair: side 0 starts. ends[i]: the file that side i reads, and the other side writes. */
typedef struct {
  int from[2], to[2], epoll[2];
  pthread_t threads[2];
  void (*wait)(int fd);
} pair;

typedef struct {
  pair *pair;
  int side;
} player;

static pair pairs[MOST];
static player players[MOST][2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile long shared[WORDS];
static volatile long sum;
static atomic_int playing;

/* The work of all threads between their waits. */
static void work(long number) {
  for (int i = 0; i < 40; i++) shared[(number * 7 + i * 13) % WORDS] += i;
  pthread_mutex_lock(&lock);
  sum += number;
  pthread_mutex_unlock(&lock);
}

/* Threads that compute until all pairs are done. */
static void *compute(void *number) {
  while (atomic_load_explicit(&playing, memory_order_relaxed) > 0) work((long)number);
  return NULL;
}

static void put(int fd) {
  const uint64_t one = 1;
  EXPECT(write(fd, &one, sizeof one) == sizeof one);
}

static void get(int fd) {
  uint64_t value;
  EXPECT(read(fd, &value, sizeof value) == sizeof value);
}

static void wait_by_read(int fd) { (void)fd; }

static void wait_by_poll(int fd) {
  struct pollfd item = {.fd = fd, .events = POLLIN};
  EXPECT(poll(&item, 1, -1) == 1);
}

static void wait_by_epoll(int fd) {
  struct epoll_event event = {.events = EPOLLIN};
  const int epoll = epoll_create1(0);
  EXPECT(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0);
  EXPECT(epoll_wait(epoll, &event, 1, -1) == 1);
  close(epoll);
}

static void *play(void *argument) {
  const player *p = argument;
  for (int i = 0; i < ROUNDS; i++) {
    if (p->side == 0) put(p->pair->to[0]);
    p->pair->wait(p->pair->from[p->side]);
    get(p->pair->from[p->side]);
    work(p->side + i);
    if (p->side == 1) put(p->pair->to[1]);
  }
  playing--;
  return NULL;
}

static void make_pipes(pair *p) {
  for (int side = 0; side < 2; side++) {
    int ends[2];
    EXPECT(pipe(ends) == 0);
    p->from[!side] = ends[0];
    p->to[side] = ends[1];
  }
}

static void make_sockets(pair *p) {
  int ends[2];
  EXPECT(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  for (int side = 0; side < 2; side++) p->from[side] = p->to[side] = ends[side];
}

static void make_events(pair *p) {
  for (int side = 0; side < 2; side++) p->from[!side] = p->to[side] = eventfd(0, 0);
}

static void play_all(int n, void (*make)(pair *p), void (*wait)(int fd)) {
  pthread_t computing[2];
  playing = 2 * n;
  for (int i = 0; i < n; i++) {
    pairs[i].wait = wait;
    make(&pairs[i]);
    for (int side = 0; side < 2; side++) {
      players[i][side] = (player){&pairs[i], side};
      pairs[i].threads[side] = start(play, &players[i][side]);
    }
  }
  for (long i = 0; i < 2; i++) computing[i] = start(compute, (void *)i);
  for (int i = 0; i < n; i++)
    for (int side = 0; side < 2; side++) join(pairs[i].threads[side]);
  for (int i = 0; i < 2; i++) join(computing[i]);
}

static void do_pipes(int n) { play_all(n, make_pipes, wait_by_read); }
static void do_sockets(int n) { play_all(n, make_sockets, wait_by_read); }
static void do_eventfds(int n) { play_all(n, make_events, wait_by_read); }
static void do_poll(int n) { play_all(n, make_pipes, wait_by_poll); }
static void do_epoll(int n) { play_all(n, make_sockets, wait_by_epoll); }

/* Many threads write, and any thread that is free reads. */
static int queue[2];

static void *take(void *argument) {
  uint64_t value;
  while (read(queue[0], &value, sizeof value) == sizeof value) work((long)value);
  playing--;
  return argument;
}

static void *hand_out(void *number) {
  for (int i = 0; i < ROUNDS; i++) {
    work((long)number);
    put(queue[1]);
  }
  return NULL;
}

static void do_queue(int n) {
  pthread_t takers[MOST], givers[MOST];
  EXPECT(pipe(queue) == 0);
  playing = n;
  for (long i = 0; i < n; i++) takers[i] = start(take, NULL);
  for (long i = 0; i < n; i++) givers[i] = start(hand_out, (void *)i);
  const pthread_t computing = start(compute, NULL);
  for (int i = 0; i < n; i++) join(givers[i]);
  close(queue[1]);
  for (int i = 0; i < n; i++) join(takers[i]);
  join(computing);
}

/* ---- signals ---- */

static void on_signal(int signal) {
  for (int i = 0; i < 40; i++) shared[i * 13 % WORDS] += signal; /* without a lock, which the thread may hold */
}

/* One thread sends a signal to another, which computes, waits for the signal, or reads it from a file. */
static void *send_all(void *target) {
  for (int i = 0; i < ROUNDS; i++) {
    work(i);
    pthread_kill((pthread_t)target, SIGUSR1);
  }
  pthread_kill((pthread_t)target, SIGUSR2);
  playing--;
  return NULL;
}

static void signalled(int n, void (*receive)(void)) {
  (void)n;
  playing = 1;
  const pthread_t computing = start(compute, NULL), sender = start(send_all, (void *)pthread_self());
  receive();
  join(sender);
  join(computing);
}

static atomic_int last_came;
static void on_last(int signal) {
  (void)signal;
  last_came = 1;
}

static void compute_signalled(void) {
  while (!last_came) work(5);
}

static void do_handlers(int n) {
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGUSR1, &action, NULL);
  action.sa_handler = on_last;
  sigaction(SIGUSR2, &action, NULL);
  signalled(n, compute_signalled);
}

static sigset_t both(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  return set;
}

static void receive_by_wait(void) {
  const sigset_t set = both();
  for (int signal = 0; signal != SIGUSR2;) {
    EXPECT(sigwait(&set, &signal) == 0);
    work(signal);
  }
}

static void do_sigwait(int n) {
  both();
  signalled(n, receive_by_wait);
}

/* Another thread sends the signal to the process, and all but the main thread block it. */
static void *send_to_process(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    work(i);
    kill(getpid(), i + 1 < ROUNDS ? SIGUSR1 : SIGUSR2);
  }
  playing--;
  return unused;
}

/* The last signal may arrive together with the previous one. */
static void do_suspend(int n) {
  (void)n;
  struct sigaction action = {.sa_handler = on_signal};
  sigaction(SIGUSR1, &action, NULL);
  action.sa_handler = on_last;
  sigaction(SIGUSR2, &action, NULL);
  both();
  playing = 1;
  const pthread_t computing = start(compute, NULL), sender = start(send_to_process, NULL);
  sigset_t none;
  sigemptyset(&none);
  while (!last_came) {
    sigsuspend(&none);
    work(1);
  }
  join(sender);
  join(computing);
}

static void receive_by_file(void) {
  const sigset_t set = both();
  const int fd = signalfd(-1, &set, 0);
  struct signalfd_siginfo info = {0};
  while (info.ssi_signo != SIGUSR2) {
    EXPECT(read(fd, &info, sizeof info) == sizeof info);
    work(info.ssi_signo);
  }
}

static void do_signalfd(int n) {
  both();
  signalled(n, receive_by_file);
}

/* Each signal is pending when the thread looks for it, after several slices of computing. */
static void do_pending(int n) {
  (void)n;
  const sigset_t set = both();
  const int fd = signalfd(-1, &set, 0);
  struct signalfd_siginfo info;
  playing = 1;
  const pthread_t computing = start(compute, NULL);
  for (int i = 0; i < ROUNDS; i++) {
    EXPECT(pthread_kill(pthread_self(), SIGUSR1) == 0);
    for (int j = 0; j < 10 + i; j++) work(j);
    EXPECT(read(fd, &info, sizeof info) == sizeof info);
  }
  playing = 0;
  join(computing);
}

/* ---- time ---- */

static long ns_of(struct timespec t) { return t.tv_sec * 1000000000L + t.tv_nsec; }

static long now(clockid_t clock) {
  struct timespec t;
  EXPECT(clock_gettime(clock, &t) == 0);
  return ns_of(t);
}

static void *wait_some(void *number) {
  const struct timespec time = {0, 20000 * ((long)number + 1)};
  struct itimerspec interval = {{0, 30000}, {0, 30000}};
  const int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  const long begin = now(CLOCK_MONOTONIC);
  EXPECT(timerfd_settime(timer, 0, &interval, NULL) == 0);
  for (int i = 0; i < 20; i++) {
    struct pollfd item = {.fd = -1};
    EXPECT(nanosleep(&time, NULL) == 0);
    work((long)number);
    EXPECT(poll(&item, 1, 1) == 0);
    get(timer);
    work((long)number);
  }
  EXPECT(now(CLOCK_MONOTONIC) - begin >= 20 * (1000000 + ns_of(time)));
  playing--;
  return NULL;
}

static void do_time(int n) {
  pthread_t threads[MOST];
  playing = n;
  for (long i = 0; i < n; i++) threads[i] = start(wait_some, (void *)i);
  const pthread_t computing = start(compute, NULL);
  for (int i = 0; i < n; i++) join(threads[i]);
  join(computing);
  printf("%ld %ld %ld %ld %llu\n", now(CLOCK_REALTIME), now(CLOCK_MONOTONIC), (long)time(NULL), (long)clock(),
         (unsigned long long)__builtin_ia32_rdtsc());
}

/* Timers: each thread waits in epoll for its own repeating timer, and counts how often it has expired. */
enum { BEAT = 40000 /* ns */, BEATS = 30 };

static long wait_for_beats(int timer, int epoll, long begin, long beat) {
  long beats = 0;
  while (beats < BEATS) {
    struct epoll_event event;
    uint64_t times = 0;
    EXPECT(epoll_wait(epoll, &event, 1, -1) == 1);
    EXPECT(read(timer, &times, sizeof times) == sizeof times && times > 0);
    beats += (long)times;
    const long since = now(CLOCK_MONOTONIC) - begin;
    EXPECT(since >= beats * beat);
    work((long)times);
  }
  return beats;
}

static void *wait_for_timer(void *number) {
  const long beat = BEAT * ((long)number + 1);
  const int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), epoll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN};
  struct itimerspec setting = {{0, beat}, {0, beat}};
  uint64_t times;
  EXPECT(epoll_ctl(epoll, EPOLL_CTL_ADD, timer, &event) == 0);
  EXPECT(read(timer, &times, sizeof times) == -1 && errno == EAGAIN);
  const long begin = now(CLOCK_MONOTONIC);
  EXPECT(timerfd_settime(timer, 0, &setting, NULL) == 0);
  const long beats = wait_for_beats(timer, epoll, begin, beat);
  EXPECT(now(CLOCK_MONOTONIC) - begin < (beats + BEATS) * beat);
  EXPECT(timerfd_gettime(timer, &setting) == 0 && ns_of(setting.it_value) > 0 && ns_of(setting.it_value) <= beat);
  EXPECT(epoll_wait(epoll, &event, 1, 0) >= 0);
  close(timer);
  close(epoll);
  playing--;
  return (void *)beats;
}

/* A single thread waits for a time of day. */
static void wait_until(long ns) {
  const int timer = timerfd_create(CLOCK_REALTIME, 0);
  const long until = now(CLOCK_REALTIME) + ns;
  const struct itimerspec setting = {.it_value = {until / 1000000000, until % 1000000000}};
  uint64_t times = 0;
  EXPECT(timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL) == 0);
  EXPECT(read(timer, &times, sizeof times) == sizeof times && times == 1);
  EXPECT(now(CLOCK_REALTIME) >= until && now(CLOCK_REALTIME) < until + 10000000);
  close(timer);
}

static void do_timers(int n) {
  pthread_t threads[MOST];
  wait_until(2000000);
  playing = n;
  for (long i = 0; i < n; i++) threads[i] = start(wait_for_timer, (void *)i);
  const pthread_t computing = start(compute, NULL);
  for (int i = 0; i < n; i++) join(threads[i]);
  join(computing);
  wait_until(1000000);
  printf("%ld\n", now(CLOCK_MONOTONIC));
}

/* A single thread waits only for its time-out, which is long. */
static void do_alone(int n) {
  const struct timespec time = {n, 0};
  struct timespec until;
  pthread_cond_t never = PTHREAD_COND_INITIALIZER;
  const long begin = now(CLOCK_MONOTONIC), used = now(CLOCK_PROCESS_CPUTIME_ID);
  EXPECT(nanosleep(&time, NULL) == 0);
  EXPECT(poll(NULL, 0, 20) == 0);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += n;
  pthread_mutex_lock(&lock);
  EXPECT(pthread_cond_timedwait(&never, &lock, &until) == ETIMEDOUT);
  const long all = now(CLOCK_MONOTONIC) - begin;
  EXPECT(all >= 2 * n * 1000000000L + 20000000L && all < 2 * n * 1000000000L + 30000000L);
  EXPECT(now(CLOCK_PROCESS_CPUTIME_ID) - used < 5000000);
}

/* A wait for an external event has the host's time for it: here, a child process that answers at once. */
static void *ask_child(void *argument) {
  int ends[2];
  EXPECT(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    put(ends[1]);
    _exit(0);
  }
  struct pollfd item = {.fd = ends[0], .events = POLLIN};
  EXPECT(poll(&item, 1, 20000) == 1);
  EXPECT(waitpid(child, NULL, 0) == child);
  return argument;
}

static void do_outside(int n) {
  (void)n;
  join(start(ask_child, NULL));
}

static const way ways[] = {
    {"pipes", do_pipes},     {"sockets", do_sockets},   {"eventfds", do_eventfds}, {"poll", do_poll},
    {"epoll", do_epoll},     {"queue", do_queue},       {"handlers", do_handlers}, {"sigwait", do_sigwait},
    {"suspend", do_suspend}, {"signalfd", do_signalfd}, {"time", do_time},         {"alone", do_alone},
    {"outside", do_outside}, {"timers", do_timers},     {"pending", do_pending},
};

int main(int argc, char **argv) { return run_way(ways, sizeof ways / sizeof ways[0], argc, argv); }
