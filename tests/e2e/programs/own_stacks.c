/* own_stacks.c: tasks on stacks that the program made. The stacks are between other data, migrate between threads,
 * overlap, and are used again.
 *
 *   own_stacks migrate heap|mapping|static|frame   tasks that four threads run in turn, switched by makecontext()
 *   own_stacks switch heap|mapping|static|frame    the same tasks, switched by code of the program's own
 *   own_stacks carve up|down                       threads whose stacks are pieces of one mapping
 *   own_stacks runtime                             threads without thread pointers, on stacks among objects of a heap
 *   own_stacks static                              threads on a stack that is a variable, between two others
 *   own_stacks signal                              handlers on a stack in a frame of their thread, and a task
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { TASKS = 6, THREADS = 4, ROUNDS = 40, STACK = 64 << 10, WORDS = 1000 };

static int before_stacks[WORDS];
static _Alignas(4096) char stacks[TASKS][STACK];
static int after_stacks[WORDS];

/* The work of tasks and threads, in frames of several functions. */
__attribute__((noinline)) static int add_up(const int *values, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += values[i];
  return sum;
}

__attribute__((noinline)) static int use_frame(int n) {
  int values[WORDS];
  for (int i = 0; i < WORDS; i++) values[i] = n + i;
  return add_up(values, WORDS);
}

__attribute__((noinline)) static int use_frames(int n) {
  volatile int kept[16];
  for (int i = 0; i < 16; i++) kept[i] = n + i;
  return use_frame(kept[n & 15]) + kept[n >> 4 & 15];
}

/* ---- tasks that migrate ---- */

typedef struct task {
  ucontext_t context, caller;
  void *pointer, *back; /* stack pointers for the program's own switching code */
  int sum;
} task;

static bool by_own_code;
static task tasks[TASKS];
static pthread_barrier_t barrier;

/* Pushes the registers that a call preserves, stores the stack pointer in *from, and continues on the stack of `to`. */
__attribute__((naked, noinline)) static void switch_stacks(void **from, void *to) {
  (void)from, (void)to;
  __asm__("push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15\n\t"
          "mov %rsp, (%rdi); mov %rsi, %rsp\n\t"
          "pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp; ret");
}

static void leave(task *t) {
  if (by_own_code)
    switch_stacks(&t->pointer, t->back);
  else
    swapcontext(&t->context, &t->caller);
}

static void enter(task *t) {
  if (by_own_code)
    switch_stacks(&t->back, t->pointer);
  else
    swapcontext(&t->caller, &t->context);
}

static void run_task(int number) {
  for (;;) {
    tasks[number].sum += use_frames(number);
    leave(&tasks[number]);
  }
}

static int next_to_begin;
static void begin_task(void) { run_task(next_to_begin); }

static void make_task(int number, char *stack) {
  task *t = &tasks[number];
  if (by_own_code) {
    void **top = (void **)(void *)(stack + STACK - 64);
    *--top = NULL;
    *--top = (void *)begin_task;
    t->pointer = top - 6;
    next_to_begin = number;
    enter(t);
    return;
  }
  getcontext(&t->context);
  t->context.uc_stack.ss_sp = stack;
  t->context.uc_stack.ss_size = STACK;
  makecontext(&t->context, (void (*)(void))run_task, 1, number);
}

/* In each round, each task is executed by another thread than in the previous round. */
static void *run_tasks(void *argument) {
  const int thread = (int)(intptr_t)argument;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < TASKS; i++)
      if ((i + round) % THREADS == thread) {
        use_frame(i);
        enter(&tasks[i]);
      }
    pthread_barrier_wait(&barrier);
  }
  return NULL;
}

static char *map_memory(size_t bytes) {
  return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static char *stack_in(const char *where, int number, char *frame, char *mapping) {
  if (strcmp(where, "heap") == 0) return malloc(STACK);
  if (strcmp(where, "mapping") == 0) return mapping + number * STACK;
  return strcmp(where, "static") == 0 ? stacks[number] : frame + number * STACK;
}

static int migrate(const char *where) {
  char frame[TASKS * STACK], *mapping = map_memory(TASKS * STACK);
  pthread_t threads[THREADS];
  int sum = 0;
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (int i = 0; i < TASKS; i++) make_task(i, stack_in(where, i, frame, mapping));
  for (int i = 1; i < THREADS; i++) pthread_create(&threads[i], NULL, run_tasks, (void *)(intptr_t)i);
  run_tasks(NULL);
  for (int i = 1; i < THREADS; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < TASKS; i++) sum += tasks[i].sum;
  return sum;
}

/* ---- stacks that are pieces of one mapping ---- */

static char *pieces;

/* The data that another thread has in its frame. */
static const int *shown[THREADS];

static void *run_piece(void *argument) {
  const int number = (int)(intptr_t)argument;
  int values[WORDS], sum = 0;
  for (int i = 0; i < WORDS; i++) values[i] = number;
  shown[number] = values;
  for (int round = 0; round < ROUNDS; round++) {
    pthread_barrier_wait(&barrier);
    sum += use_frames(number) + add_up(shown[(number + round) % THREADS], WORDS);
    pthread_barrier_wait(&barrier);
  }
  return (void *)(intptr_t)sum;
}

static int carve(bool down) {
  pthread_t threads[THREADS];
  int sum = 0;
  pieces = map_memory(THREADS * STACK);
  pthread_barrier_init(&barrier, NULL, THREADS);
  for (int again = 0; again < 2; again++) {
    for (int i = 0; i < THREADS; i++) {
      pthread_attr_t attributes;
      pthread_attr_init(&attributes);
      pthread_attr_setstack(&attributes, pieces + (down ? THREADS - 1 - i : i) * STACK, STACK);
      pthread_create(&threads[i], &attributes, run_piece, (void *)(intptr_t)i);
    }
    for (int i = 0; i < THREADS; i++) {
      void *result;
      pthread_join(threads[i], &result);
      sum += (int)(intptr_t)result;
    }
  }
  return sum;
}

/* ---- threads without thread pointers ---- */

enum { FLAGS = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM };

typedef struct {
  int *objects;
  int sum;
  atomic_bool done;
} plain_thread;

static int use_objects(void *argument) {
  plain_thread *t = argument;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < WORDS; i++) t->objects[i] += i;
    t->sum += use_frames(round) + add_up(t->objects, WORDS);
  }
  t->done = true;
  return 0;
}

static void begin_plain(plain_thread *t, char *top) {
  t->done = false;
  clone(use_objects, top, FLAGS, t);
}

static void end_plain(plain_thread *t) {
  while (!t->done) sched_yield();
}

/* The heap of a runtime: objects and stacks alternate. */
static int run_on_heap(void) {
  static plain_thread threads[3];
  char *heap = map_memory(64 * STACK);
  for (int i = 0; i < 3; i++) {
    threads[i].objects = (int *)(void *)(heap + (4 * i + 1) * STACK);
    begin_plain(&threads[i], heap + (4 * i + 4) * STACK);
  }
  for (int i = 0; i < 3; i++) end_plain(&threads[i]);
  return threads[0].sum + threads[1].sum + threads[2].sum;
}

static int run_on_variable(void) {
  static plain_thread t = {.objects = before_stacks};
  begin_plain(&t, stacks[3]);
  end_plain(&t);
  t.objects = after_stacks;
  begin_plain(&t, stacks[5]);
  end_plain(&t);
  return t.sum;
}

/* ---- handlers ---- */

static volatile int handled;

static void handle(int signal) {
  handled += use_frames(signal);
  if (!by_own_code && tasks[0].pointer) enter(&tasks[0]);
}

static int run_handlers(void) {
  char frame[STACK], *task_stack = map_memory(STACK);
  stack_t alternate = {.ss_sp = frame, .ss_size = sizeof frame};
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  make_task(0, task_stack);
  tasks[0].pointer = task_stack;
  sigaltstack(&alternate, NULL);
  sigaction(SIGUSR1, &action, NULL);
  for (int i = 0; i < ROUNDS; i++) {
    raise(SIGUSR1);
    use_frame(i);
    enter(&tasks[0]);
  }
  return handled + tasks[0].sum;
}

int main(int argc, char **argv) {
  const char *way = argc > 1 ? argv[1] : "", *where = argc > 2 ? argv[2] : "";
  int sum = 0;
  by_own_code = strcmp(way, "switch") == 0;
  if (by_own_code || strcmp(way, "migrate") == 0)
    sum = migrate(where);
  else if (strcmp(way, "carve") == 0)
    sum = carve(strcmp(where, "down") == 0);
  else if (strcmp(way, "runtime") == 0)
    sum = run_on_heap();
  else if (strcmp(way, "static") == 0)
    sum = run_on_variable();
  else if (strcmp(way, "signal") == 0)
    sum = run_handlers();
  printf("%s %s: %d\n", way, where, sum);
  return sum == 0;
}
