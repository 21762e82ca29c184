/* attribution.c: refers to memory of each kind, in the way that the first argument names. test_attribution contains the
 * expected counts of each way: fill() writes each of its words once, and refers to nothing else.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <alloca.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "memspy/memspy.h"
#include "tests/e2e/programs/shared.h"

enum { WORDS = 100, STACK = 64 * 1024 };

#define APART __attribute__((noinline)) static

APART void fill(volatile long *words, int n) {
  for (int i = 0; i < n; i++) words[i] = i;
}

/* ---- static variables ---- */

static volatile int first, second, third;
volatile long table[WORDS];
static volatile long large[1000 * WORDS];
static volatile long initialized[WORDS] = {1};
static const volatile int constants[4] = {1, 2, 3, 4};

APART void touch_ints(void) {
  for (int i = 0; i < 10; i++) first = i;
  for (int i = 0; i < 20; i++) second = i;
  for (int i = 0; i < 30; i++) third = i;
}

APART volatile long *touch_hidden(void) {
  static volatile long hidden;
  for (int i = 0; i < WORDS; i++) hidden = i;
  return &hidden;
}

/* The sum is used, since Valgrind omits a load whose result is not used. */
APART int read_constants(void) {
  int sum = 0;
  for (int i = 0; i < WORDS; i++) sum += constants[i % 4];
  return sum;
}

static void do_statics(char **argv) {
  (void)argv;
  touch_ints();
  *touch_hidden() = read_constants();
  fill(table, WORDS);
  fill(large, 1000 * WORDS);
  fill(initialized, WORDS);
}

/* Refers to a variable of a shared library, both in the library and in the program. */
static void do_shared(char **argv) {
  (void)argv;
  shared_fill(WORDS);
  fill(shared_words, WORDS / 2);
}

static void use_plugin(const char *path) {
  void *plugin = dlopen(path, RTLD_NOW);
  if (!plugin) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  void (*use)(int) = (void (*)(int))dlsym(plugin, "plugin_use");
  use(WORDS);
  dlclose(plugin);
}

/* Loads and unloads libraries, mostly at the same address; then the program uses that memory itself. */
static void do_plugins(char **argv) {
  for (int round = 0; round < 3; round++)
    for (char **path = argv; *path; path++) use_plugin(*path);
  void *const own = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  fill(own, WORDS);
}

/* ---- stacks ---- */

APART void caller(void) {
  volatile long own[WORDS];
  fill(own, WORDS);
}

APART void outer_caller(void) {
  volatile long own[2 * WORDS];
  caller();
  fill(own, 2 * WORDS);
}

APART void recurse(int depth) {
  volatile long own[WORDS];
  if (depth > 1) recurse(depth - 1);
  fill(own, WORDS);
}

APART void dynamic(int words) {
  long *own = alloca((size_t)words * sizeof *own);
  caller();
  fill(own, words);
}

static jmp_buf back;

APART void jump(int depth) {
  volatile long own[WORDS];
  fill(own, WORDS);
  if (depth == 0) longjmp(back, 1);
  if (depth > 0) jump(depth - 1);
  own[0] = 0;
}

APART void jumped_over(void) {
  volatile long own[WORDS];
  if (setjmp(back) == 0) jump(4);
  fill(own, WORDS);
  caller();
}

static void do_stacks(char **argv) {
  (void)argv;
  outer_caller();
  recurse(10);
  dynamic(3 * WORDS);
  jumped_over();
}

APART void handle(int number) {
  volatile long own[WORDS];
  fill(own, number == SIGUSR1 ? WORDS : 2 * WORDS);
}

APART void handle_widely(int number) {
  volatile long own[3 * WORDS];
  (void)number;
  fill(own, 3 * WORDS);
}

APART void install(int number, void (*handler)(int), int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  sigaction(number, &action, NULL);
}

APART void interrupted(int number) {
  volatile long own[WORDS];
  raise(number);
  fill(own, WORDS);
}

/* Handles one signal on the stack of the thread, and one on a stack in a heap block. */
static void do_signals(char **argv) {
  (void)argv;
  install(SIGUSR1, handle, 0);
  interrupted(SIGUSR1);
  stack_t alternate = {.ss_sp = malloc(STACK), .ss_size = STACK}; /* alternate stack */
  sigaltstack(&alternate, NULL);
  install(SIGUSR2, handle_widely, SA_ONSTACK);
  interrupted(SIGUSR2);
}

static ucontext_t main_context, other_context;

APART void coroutine(void) {
  volatile long own[2 * WORDS];
  for (int i = 0; i < 3; i++) {
    fill(own, 2 * WORDS);
    swapcontext(&other_context, &main_context);
  }
}

APART void resume(void) {
  volatile long own[WORDS];
  swapcontext(&main_context, &other_context);
  fill(own, WORDS);
}

static void do_coroutine(char **argv) {
  (void)argv;
  getcontext(&other_context);
  other_context.uc_stack.ss_sp = malloc(STACK); /* coroutine's stack */
  other_context.uc_stack.ss_size = STACK;
  other_context.uc_link = &main_context;
  makecontext(&other_context, coroutine, 0);
  for (int i = 0; i < 3; i++) resume();
}

/* ---- mappings ---- */

APART void *map(int fd, size_t bytes) {
  void *const start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED, fd,
                           0);
  if (start == MAP_FAILED) exit(1);
  return start;
}

static void do_mappings(char **argv) {
  const size_t page = 4096;
  const int fd = open(argv[0], O_RDWR | O_CREAT, 0600);
  if (fd < 0 || ftruncate(fd, (off_t)page) != 0) exit(1);
  fill(map(fd, page), WORDS);
  char *const here = map(-1, 4 * page);  /* mapped here */
  char *const there = map(-1, 4 * page); /* mapped there */
  fill((long *)here, WORDS);
  fill((long *)there, 2 * WORDS);
  munmap(there, 4 * page);
  void *const again = mmap(there, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  fill(again, 3 * WORDS); /* mapped again, by do_mappings itself */
  void *const moved = mremap(here, 4 * page, 400 * page, MREMAP_MAYMOVE);
  fill(moved, 4 * WORDS);
}

/* ---- requests ---- */

static void do_names(char **argv) {
  (void)argv;
  MEMSPY_NAME(table, WORDS / 2 * sizeof table[0], "lower half");
  fill(table, WORDS);
  MEMSPY_UNNAME(table);
  fill(table, WORDS);
  long *const block = malloc(WORDS * sizeof *block); /* block */
  MEMSPY_NAME(block + 10, 10 * sizeof *block, "ten");
  fill(block, WORDS);
  MEMSPY_UNNAME(block + 10);
  fill(block, WORDS);
  MEMSPY_UNNAME(block);
  MEMSPY_NAME(block, 0, "nothing");
  volatile long own[WORDS];
  MEMSPY_NAME(own, sizeof own, "own");
  fill(own, WORDS);
  MEMSPY_UNNAME(own);
  fill(own, WORDS);
}

static void do_requests(char **argv) {
  (void)argv;
  fill(table, WORDS);
  MEMSPY_STOP;
  fill(table, WORDS);
  MEMSPY_START;
  fill(table, WORDS);
  printf("%d\n", MEMSPY_DUMP("two fills"));
  MEMSPY_ZERO;
  fill(table, WORDS);
  printf("%d\n", MEMSPY_DUMP(""));
  fill(table, WORDS);
  printf("%d\n", MEMSPY_DUMP("quotes \" and\nlines"));
}

APART void toggled(int depth) {
  fill(table, WORDS);
  if (depth > 1) toggled(depth - 1);
  fill(table, WORDS);
}

APART void toggled_too(void) { fill(initialized, WORDS); }

static void do_toggles(char **argv) {
  (void)argv;
  fill(large, WORDS);
  toggled(5);
  fill(large, WORDS);
  toggled_too();
  toggled(1);
  fill(large, WORDS);
}

static const struct {
  const char *name;
  void (*run)(char **argv);
} ways[] = {{"statics", do_statics},   {"shared", do_shared},       {"plugins", do_plugins},   {"stacks", do_stacks},
            {"signals", do_signals},   {"coroutine", do_coroutine}, {"mappings", do_mappings}, {"names", do_names},
            {"requests", do_requests}, {"toggles", do_toggles}};

int main(int argc, char **argv) {
  for (size_t i = 0; argc > 1 && i < sizeof ways / sizeof ways[0]; i++)
    if (strcmp(argv[1], ways[i].name) == 0) {
      ways[i].run(argv + 2);
      return 0;
    }
  return 96;
}
