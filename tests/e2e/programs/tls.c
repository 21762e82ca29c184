/* tls.c: threads that refer to thread-local variables, each a known number of times.
 *
 * tls THREADS LOADS [fork|library FILE]: THREADS threads run at a time, LOADS times one after the other; the stacks of
 * threads that have ended are used again. Each thread walks through its own `row`, and so does main; the thread-local
 * blocks of the last threads are in memory that the program allocated. `fork`: a child process repeats everything, and
 * walks through the stack of a thread that only its parent has. `library FILE`: loads, unloads and loads FILE again,
 * and threads also walk through its variable.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROW = 100, STACK = 256 * 1024 };

struct pair {
  long first, second;
};

__thread volatile int row[ROW] = {1};
static __thread volatile struct pair pair;
__thread volatile char aligned[64] __attribute__((aligned(64)));
#ifdef LINKED
extern __thread volatile long linked_row[ROW];
void pass_over_linked(void);
#endif

static void (*pass_over_loaded)(void);

__attribute__((noinline)) static void pass_over_row(void) {
  for (int i = 0; i < ROW; i++) row[i] = i;
}

__attribute__((noinline)) static void touch_pair(void) {
  pair.first = 1;
  pair.second = 2;
}

__attribute__((noinline)) static void touch_aligned(void) { aligned[63] = 3; }

__attribute__((noinline)) static void set_errno(void) { errno = EDOM; }

static void *work(void *unused) {
  pass_over_row();
  touch_pair();
  touch_aligned();
  set_errno();
#ifdef LINKED
  pass_over_linked();
#endif
  if (pass_over_loaded) pass_over_loaded();
  return unused;
}

/* Runs n threads; they get `stack` as their stack (NULL: stacks of the system). */
static void run(int n, void *stack) {
  pthread_t threads[64];
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (stack) pthread_attr_setstack(&attributes, stack, STACK);
  for (int i = 0; i < n; i++)
    if (pthread_create(&threads[i], &attributes, work, NULL) != 0) abort();
  for (int i = 0; i < n; i++) pthread_join(threads[i], NULL);
  pthread_attr_destroy(&attributes);
}

/* After a thread's end, its stack is memory like any other. */
__attribute__((noinline)) static void pass_over_stack(volatile char *stack) {
  for (int i = 0; i < STACK; i += 8) stack[i] = 1;
}

static void all(int threads, int loads) {
  void *stack;
  work(NULL);
  for (int i = 0; i < loads; i++) run(threads, NULL);
  if (posix_memalign(&stack, 4096, STACK) != 0) abort();
  run(1, stack);
  pass_over_stack(stack);
  free(stack);
}

static void *load(const char *file) {
  void *library = dlopen(file, RTLD_NOW);
  if (!library) abort();
  *(void **)&pass_over_loaded = dlsym(library, "pass_over_linked");
  if (!pass_over_loaded) abort();
  return library;
}

static sem_t has_worked, may_end;

static void *work_and_wait(void *unused) {
  work(unused);
  sem_post(&has_worked);
  sem_wait(&may_end);
  return unused;
}

static void fork_beside_thread(int threads, int loads) {
  pthread_t thread;
  pthread_attr_t attributes;
  void *stack;
  if (posix_memalign(&stack, 4096, STACK) != 0) abort();
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, STACK);
  if (pthread_create(&thread, &attributes, work_and_wait, NULL) != 0) abort();
  sem_wait(&has_worked);
  const pid_t child = fork();
  if (child == 0) {
    printf("%d\n", (int)getpid());
    pass_over_stack(stack);
    all(threads, loads);
    exit(0);
  }
  sem_post(&may_end);
  pthread_join(thread, NULL);
  if (waitpid(child, NULL, 0) != child) abort();
}

int main(int argc, char **argv) {
  const int threads = atoi(argv[1]), loads = atoi(argv[2]);
  if (argc > 4 && strcmp(argv[3], "library") == 0) {
    void *library = load(argv[4]);
    pass_over_loaded();
    dlclose(library);
    load(argv[4]);
  }
  all(threads, loads);
  if (argc > 3 && strcmp(argv[3], "fork") == 0) fork_beside_thread(threads, loads);
  return 0;
}
