/* shared_waits.c: processes that wait for each other at words of memory that they share, in the way that the first
 * argument names; see the table at the end of this file. The parent has a second thread, so that its threads alternate.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/e2e/programs/threads.h"

enum { BYTES = 1 << 16, ROUNDS = 10 };

typedef struct {
  sem_t there, back;
  pthread_mutex_t lock, robust;
  pthread_cond_t changed;
  pthread_barrier_t barrier;
  atomic_int word, gate;
  int turn;
} shared;

static shared *memory;
static atomic_int stop;

static void *compute(void *argument) {
  static long own[4096];
  while (!atomic_load(&stop)) {
    for (int i = 0; i < 4096; i++) own[i]++;
    usleep(1000);
  }
  return argument;
}

static long futex(atomic_int *word, int operation, unsigned value, const void *time, atomic_int *second, int third) {
  return syscall(SYS_futex, word, operation, value, time, second, third);
}

/* ---- kinds of memory ---- */

enum { READ_WRITE = PROT_READ | PROT_WRITE };

static void *map(size_t bytes, int flags, int fd) {
  void *start = mmap(NULL, bytes, READ_WRITE, flags, fd, 0);
  EXPECT(start != MAP_FAILED);
  return start;
}

static void *anonymous(void) { return map(BYTES, MAP_SHARED | MAP_ANONYMOUS, -1); }

static int sized(int fd) {
  EXPECT(fd >= 0 && ftruncate(fd, BYTES) == 0);
  return fd;
}

static void *of_object(void) {
  char name[32];
  snprintf(name, sizeof name, "/memspy%d", (int)getpid());
  const int fd = shm_open(name, O_RDWR | O_CREAT, 0600);
  EXPECT(shm_unlink(name) == 0);
  return map(BYTES, MAP_SHARED, sized(fd));
}

static void *validated(void) { return map(BYTES, MAP_SHARED_VALIDATE, sized(memfd_create("memory", 0))); }

static void *of_file(void) {
  char name[] = "/tmp/memspy-shared-XXXXXX";
  const int fd = sized(mkstemp(name));
  EXPECT(unlink(name) == 0);
  return map(BYTES, MAP_SHARED, fd);
}

static void *attached(void) {
  const int id = shmget(IPC_PRIVATE, BYTES, 0600 | IPC_CREAT);
  void *start = shmat(id, NULL, 0);
  EXPECT(start != (void *)-1 && shmctl(id, IPC_RMID, NULL) == 0);
  return start;
}

/* Maps it over private memory. */
static void *attached_over(void) {
  const int id = shmget(IPC_PRIVATE, BYTES, 0600 | IPC_CREAT);
  void *start = shmat(id, map(BYTES, MAP_PRIVATE | MAP_ANONYMOUS, -1), SHM_REMAP);
  EXPECT(start != (void *)-1 && shmctl(id, IPC_RMID, NULL) == 0);
  return start;
}

static void *moved(void) {
  void *to = map(BYTES, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  EXPECT(mremap(anonymous(), BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, to) == to);
  return to;
}

static void *grown(void) {
  char *start = map(4096, MAP_SHARED, sized(memfd_create("memory", 0)));
  start = mremap(start, 4096, BYTES, MREMAP_MAYMOVE);
  EXPECT(start != MAP_FAILED);
  return start + BYTES / 2;
}

/* ---- what the processes do ---- */

static void use_semaphores(bool is_child) {
  for (int i = 0; i < ROUNDS; i++) {
    EXPECT(sem_post(is_child ? &memory->back : &memory->there) == 0);
    EXPECT(sem_wait(is_child ? &memory->there : &memory->back) == 0);
  }
}

static void use_condition(bool is_child) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&memory->lock);
    while (memory->turn % 2 != is_child) pthread_cond_wait(&memory->changed, &memory->lock);
    memory->turn++;
    pthread_cond_broadcast(&memory->changed);
    pthread_mutex_unlock(&memory->lock);
  }
}

static void use_barrier(bool is_child) {
  (void)is_child;
  for (int i = 0; i < ROUNDS; i++) pthread_barrier_wait(&memory->barrier);
}

/* The child ends while it holds the lock. */
static void use_robust(bool is_child) {
  if (is_child) {
    pthread_mutex_lock(&memory->robust);
    sem_post(&memory->there);
    usleep(20000);
    return;
  }
  sem_wait(&memory->there);
  EXPECT(pthread_mutex_lock(&memory->robust) == EOWNERDEAD);
}

static void sleep_until(atomic_int *word, int value, int operation) {
  for (int now; (now = atomic_load(word)) != value;) futex(word, operation, (unsigned)now, NULL, NULL, 0);
}

/* The threads of the parent that wait at a private word are moved to the shared word, where the child wakes them. */
static atomic_int own_word, moves;
static void *wait_at_own(void *argument) {
  atomic_fetch_add(&moves, 1);
  if (atomic_load(&own_word) == 0) futex(&own_word, FUTEX_WAIT, 0, NULL, NULL, 0);
  sleep_until(&memory->word, 1, FUTEX_WAIT);
  return argument;
}

static void use_requeue(bool is_child) {
  if (is_child) {
    sem_wait(&memory->there);
    usleep(5000);
    atomic_store(&memory->word, 1);
    futex(&memory->word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    return;
  }
  const pthread_t waiters[] = {start(wait_at_own, NULL), start(wait_at_own, NULL)};
  while (atomic_load(&moves) != 2) usleep(1000);
  usleep(5000);
  EXPECT(futex(&own_word, FUTEX_CMP_REQUEUE, 0, (void *)(long)INT_MAX, &memory->word, 0) >= 0);
  atomic_store(&own_word, 1);
  sem_post(&memory->there);
  join(waiters[0]), join(waiters[1]);
}

/* One call changes the shared word, wakes the child there, and wakes a thread of the parent at a private word. */
static void use_wake_op(bool is_child) {
  if (is_child) {
    sem_post(&memory->there);
    sleep_until(&memory->word, 1, FUTEX_WAIT);
    return;
  }
  const pthread_t thread = start(wait_at_own, NULL);
  sem_wait(&memory->there);
  while (atomic_load(&moves) != 1) usleep(1000);
  usleep(5000);
  atomic_store(&own_word, 1);
  EXPECT(futex(&own_word, FUTEX_WAKE_OP, INT_MAX, (void *)(long)INT_MAX, &memory->word,
               FUTEX_OP(FUTEX_OP_SET, 1, FUTEX_OP_CMP_EQ, 0)) >= 0);
  join(thread);
}

/* Calls that are private to the process, in shared memory: they connect the threads of each process, not the
 * processes. */
static void *open_gate(void *argument) {
  usleep(3000);
  atomic_store(&memory->gate, 1);
  futex(&memory->gate, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
  return argument;
}

static void use_private(bool is_child) {
  if (is_child) return;
  const pthread_t opener = start(open_gate, NULL);
  sleep_until(&memory->gate, 1, FUTEX_WAIT_PRIVATE);
  join(opener);
}

/* ---- ways ---- */

static void prepare(void) {
  pthread_mutexattr_t mutex;
  pthread_condattr_t condition;
  pthread_barrierattr_t barrier;
  pthread_mutexattr_init(&mutex), pthread_condattr_init(&condition), pthread_barrierattr_init(&barrier);
  pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
  pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
  pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED);
  check(pthread_mutex_init(&memory->lock, &mutex), "pthread_mutex_init");
  check(pthread_cond_init(&memory->changed, &condition), "pthread_cond_init");
  check(pthread_barrier_init(&memory->barrier, &barrier, 2), "pthread_barrier_init");
  pthread_mutexattr_setrobust(&mutex, PTHREAD_MUTEX_ROBUST);
  check(pthread_mutex_init(&memory->robust, &mutex), "pthread_mutex_init");
  EXPECT(sem_init(&memory->there, 1, 0) == 0 && sem_init(&memory->back, 1, 0) == 0);
}

static void run(void *(*get)(void), void (*use)(bool is_child)) {
  memory = get();
  prepare();
  const pid_t child = fork();
  if (child == 0) {
    use(true);
    _exit(0);
  }
  int status;
  const pthread_t busy = start(compute, NULL);
  use(false);
  EXPECT(waitpid(child, &status, 0) == child && status == 0);
  atomic_store(&stop, 1);
  join(busy);
}

#define MEMORY(name)             \
  static void in_##name(int n) { \
    (void)n;                     \
    run(name, use_semaphores);   \
  }
MEMORY(anonymous)
MEMORY(of_object)
MEMORY(validated)
MEMORY(of_file)
MEMORY(attached)
MEMORY(attached_over)
MEMORY(moved)
MEMORY(grown)

#define USE(name)                \
  static void by_##name(int n) { \
    (void)n;                     \
    run(attached, use_##name);   \
  }
USE(condition)
USE(barrier)
USE(robust)
USE(requeue)
USE(wake_op)
USE(private)

static const way ways[] = {
    {"anonymous", in_anonymous}, {"object", in_of_object},  {"validated", in_validated},
    {"file", in_of_file},        {"attached", in_attached}, {"attached-over", in_attached_over},
    {"moved", in_moved},         {"grown", in_grown},       {"condition", by_condition},
    {"barrier", by_barrier},     {"robust", by_robust},     {"requeue", by_requeue},
    {"wake-op", by_wake_op},     {"private", by_private},
};

int main(int argc, char **argv) { return run_way(ways, sizeof ways / sizeof ways[0], argc, argv); }
