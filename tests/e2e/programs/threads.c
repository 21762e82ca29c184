/* threads.c: threads in the way that the first argument names; see the table at the end of this file.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#include "tests/e2e/programs/threads.h"

enum { MOST = 1000, WORDS = 1000, ROUNDS = 20000, LINE = 64 };

static volatile long shares[MOST][WORDS];

/* Each thread writes its own share. */
__attribute__((noinline)) static void fill_share(volatile long *share) {
  for (int i = 0; i < WORDS; i++) share[i] = i;
}

static void *fill(void *argument) {
  fill_share(argument);
  return NULL;
}

static void *fill_often(void *argument) {
  for (int k = 0; k < 20; k++) fill_share(argument);
  return NULL;
}

static void do_fill(int n) {
  pthread_t threads[MOST];
  for (int i = 0; i < n; i++) threads[i] = start(fill, (void *)shares[i]);
  for (int i = 0; i < n; i++) join(threads[i]);
}

/* Starts threads one after the other: ids and stacks are used again. */
static void do_one_by_one(int n) {
  for (int i = 0; i < n; i++) join(start(fill, (void *)shares[i % MOST]));
}

/* Starts all threads at once, on small stacks. */
static pthread_barrier_t all_there;

static void *meet_and_fill(void *argument) {
  pthread_barrier_wait(&all_there);
  fill_share(argument);
  return NULL;
}

static void do_at_once(int n) {
  pthread_t threads[MOST];
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  check(pthread_attr_setstacksize(&attributes, 64 * 1024), "pthread_attr_setstacksize");
  pthread_barrier_init(&all_there, NULL, (unsigned)n);
  for (int i = 0; i < n; i++) threads[i] = start_with(meet_and_fill, (void *)shares[i], &attributes);
  for (int i = 0; i < n; i++) join(threads[i]);
}

/* Threads that write words of one line, or words in lines of their own. */
static _Alignas(LINE) volatile long counters[MOST * LINE / sizeof(long)];
static int spread;

__attribute__((noinline)) static void count_up(volatile long *counter) {
  for (int i = 0; i < ROUNDS; i++) *counter = i;
}

/* One thread writes a word. The others read another word of its line, and count in registers how often. */
__attribute__((noinline)) static void read_beside(const volatile long *word) {
  long sum = 0;
  for (int i = 0; i < ROUNDS; i++) sum += *word;
  check((int)sum, "what is read");
}

static void *read_word(void *word) {
  read_beside(word);
  return NULL;
}

static void *write_word(void *word) {
  count_up(word);
  return NULL;
}

static void do_beside(int n) {
  pthread_t threads[MOST];
  for (int i = 0; i < n; i++) threads[i] = start(i == 0 ? write_word : read_word, (void *)&counters[i != 0]);
  for (int i = 0; i < n; i++) join(threads[i]);
}

/* Threads alternate after at most a few thousand instructions, whatever the length of the tool's time slices. */
static void *count(void *argument) {
  volatile long *counter = argument;
  for (int i = 0; i < 50; i++) {
    count_up(counter);
    sched_yield();
  }
  return NULL;
}

static void do_count(int n) {
  pthread_t threads[MOST];
  for (int i = 0; i < n; i++) threads[i] = start(count, (void *)&counters[i * spread]);
  for (int i = 0; i < n; i++) join(threads[i]);
}

static void do_false_sharing(int n) {
  spread = 1;
  do_count(n);
}

static void do_own_lines(int n) {
  spread = LINE / sizeof(long);
  do_count(n);
}

/* Detached threads end while others run, and the last of them ends the process. */
static atomic_int ended;

static void *fill_and_tell(void *argument) {
  fill_share(argument);
  atomic_fetch_add(&ended, 1);
  return NULL;
}

static void do_detached(int n) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  for (int i = 0; i < n; i++) start_with(fill_and_tell, (void *)shares[i], &attributes);
  while (atomic_load(&ended) < n) usleep(1000);
}

/* The main thread ends first. */
static void do_main_ends(int n) {
  for (int i = 0; i < n; i++) start(fill, (void *)shares[i]);
  pthread_exit(NULL);
}

/* Threads bind themselves to the first three processors, one after another and in turn, and work there. */
static void *bind_and_fill(void *argument) {
  const long number = ((volatile long *)argument - shares[0]) / WORDS;
  for (int round = 0; round < 3; round++) {
    const int wanted = (int)((number + round) % 3);
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(wanted, &set);
    check(sched_setaffinity(0, sizeof set, &set), "sched_setaffinity");
    check(sched_getcpu() != wanted, "on another processor");
    fill_share(argument);
    check(sched_getcpu() != wanted, "on another processor after a while");
  }
  return NULL;
}

static void do_bind(int n) {
  pthread_t threads[MOST];
  for (int i = 0; i < n; i++) threads[i] = start(bind_and_fill, (void *)shares[i]);
  for (int i = 0; i < n; i++) join(threads[i]);
}

/* A thread calls exit() while others run forever. */
static void *run_forever(void *argument) {
  for (;;) fill_share(argument);
  return NULL;
}

static void *exit_process(void *argument) {
  fill_share(argument);
  exit(3);
  return NULL;
}

static void do_exit(int n) {
  for (int i = 1; i < n; i++) start(run_forever, (void *)shares[i]);
  join(start(exit_process, (void *)shares[0]));
}

/* Prints at intervals, while others run, on which processors of the host the kernel allows the main thread to run, and
 * at the end, where it allows another program. A program without the tool finds that out, since the tool shows
 * simulated processors. */
static void print_place(void) {
  char command[64];
  snprintf(command, sizeof command, "grep Cpus_allowed_list: /proc/%d/status", (int)getpid());
  fflush(stdout);
  check(system(command), "grep");
}

static void do_place(int n) {
  enum { TIMES = 30, WORK = 300 };
  for (int i = 1; i < n; i++) start(run_forever, (void *)shares[i]);
  for (int i = 0; i < TIMES; i++) {
    for (int k = 0; k < WORK; k++) fill_share(shares[0]);
    print_place();
  }
  fflush(stdout);
  check(system("grep Cpus_allowed_list: /proc/self/status"), "grep");
}

static void *sleep_forever(void *argument) {
  for (;;) sleep(1000);
  return argument;
}

/* The process executes another program while its threads run and wait. */
static void do_become(int n) {
  for (int i = 1; i < n; i++) start(i % 2 ? run_forever : sleep_forever, (void *)shares[i]);
  for (int k = 0; k < 2000; k++) fill_share(shares[0]);
  execlp("grep", "grep", "Cpus_allowed_list:", "/proc/self/status", NULL);
}

/* Threads pass a token under a mutex and a condition, and cancel a thread that waits. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turn, players;
static _Thread_local long played;

static void *play(void *argument) {
  const int me = (int)(long)argument;
  for (int round = 0; round < 100; round++) {
    pthread_mutex_lock(&mutex);
    while (turn != me) pthread_cond_wait(&turned, &mutex);
    turn = (turn + 1) % players;
    played++;
    pthread_cond_broadcast(&turned);
    pthread_mutex_unlock(&mutex);
  }
  return (void *)played;
}

static void do_token(int n) {
  pthread_t threads[MOST], sleeper = start(sleep_forever, NULL);
  players = n;
  for (int i = 0; i < n; i++) threads[i] = start(play, (void *)(long)i);
  long sum = 0;
  for (int i = 0; i < n; i++) sum += (long)join(threads[i]);
  pthread_cancel(sleeper);
  join(sleeper);
  printf("%ld\n", sum);
}

/* The main thread and one other thread work in turn: the other one begins when the main thread has done its part, and
 * the main thread goes on when the other one has ended. */
static void do_join(int n) {
  for (int i = 0; i < n; i++) {
    fill_often((void *)shares[0]);
    join(start(fill_often, (void *)shares[0]));
  }
}

static const way ways[] = {
    {"fill", do_fill},           {"one-by-one", do_one_by_one},
    {"at-once", do_at_once},     {"false-sharing", do_false_sharing},
    {"own-lines", do_own_lines}, {"detached", do_detached},
    {"join", do_join},           {"main-ends", do_main_ends},
    {"exit", do_exit},           {"bind", do_bind},
    {"token", do_token},         {"beside", do_beside},
    {"place", do_place},         {"become", do_become},
};

int main(int argc, char **argv) { return run_way(ways, sizeof ways / sizeof ways[0], argc, argv); }
