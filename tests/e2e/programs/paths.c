/* paths.c: allocates along call paths for which a stack walk finds words other than return addresses.
 *
 *   paths top         a stack that ends at the end of its mapping, next to unreadable memory
 *   paths stray       the same, with a pointer into the neighbour where frame pointers are expected
 *   paths handlers    handlers of signals at two instructions of a function
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { ROUNDS = 20, PAGE = 4096, STACK = 16 * PAGE };

static char *map(size_t bytes, int protection) {
  char *start = mmap(NULL, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) exit(2);
  return start;
}

__attribute__((noinline)) static void allocate(void) {
  static void *volatile kept;
  kept = malloc(24);
  if (!kept) exit(2);
}

static char *neighbour;
static int stray;
void with_pointer(char *pointer);

__attribute__((noinline)) static void begin_round(int round) {
  if (round == ROUNDS / 2) mprotect(neighbour, STACK, PROT_NONE);
}

void work_on_stack(void);
__attribute__((noinline, used)) void work_on_stack(void) {
  for (int i = 0; i < ROUNDS; i++) {
    begin_round(i);
    stray ? with_pointer(neighbour + 16) : allocate();
  }
}

/* Calls work_on_stack() on the stack that ends at `top`, with nothing above its return address. */
void on_stack(char *top);
__asm__(".text\n"
        ".globl on_stack\n"
        ".type on_stack, @function\n"
        "on_stack:\n"
        "pushq %rbp\n"
        "pushq %rbx\n"
        "movq %rsp, %rbx\n"
        "movq %rdi, %rsp\n"
        "xorl %ebp, %ebp\n"
        "call work_on_stack\n"
        "movq %rbx, %rsp\n"
        "popq %rbx\n"
        "popq %rbp\n"
        "ret\n"
        ".size on_stack, . - on_stack\n");

/* Calls allocate_below() with such a pointer. There is no information on how to unwind it. */
__asm__(".text\n"
        ".globl with_pointer\n"
        ".type with_pointer, @function\n"
        "with_pointer:\n"
        "pushq %rbp\n"
        "movq %rdi, %rbp\n"
        "call allocate_below\n"
        "popq %rbp\n"
        "ret\n"
        ".size with_pointer, . - with_pointer\n");

void allocate_below(void);
__attribute__((noinline, used)) void allocate_below(void) { allocate(); }

static char *next_page; /* not writable yet */

__attribute__((noinline)) static char *page(void) {
  __asm__ volatile("");
  return next_page;
}

static void allow(int number, siginfo_t *info, void *context) {
  (void)number, (void)info, (void)context;
  mprotect(next_page, PAGE, PROT_READ | PROT_WRITE);
  next_page += PAGE;
  allocate();
}

/* The first store comes directly after a call, so that an old return address is still below the stack pointer. */
__attribute__((noinline)) static void store_twice(void) {
  char *at = page();
  __asm__ volatile("movb $1, (%0)\n\t"
                   "movl $9, %%ecx\n"
                   "1:\n\t"
                   "decl %%ecx\n\t"
                   "jnz 1b\n\t"
                   "movb $1, %c1(%0)"
                   :
                   : "a"(at), "i"(PAGE)
                   : "memory", "ecx");
}

int main(int argc, char **argv) {
  stray = argc == 2 && strcmp(argv[1], "stray") == 0;
  if (argc == 2 && (stray || strcmp(argv[1], "top") == 0)) {
    neighbour = map(2 * STACK, PROT_READ | PROT_WRITE) + STACK;
    for (long i = 0; stray && i < 64; i++) ((long *)neighbour)[i] = 2 * i + 5;
    on_stack(neighbour);
  } else if (argc == 2 && strcmp(argv[1], "handlers") == 0) {
    const struct sigaction action = {.sa_sigaction = allow, .sa_flags = SA_SIGINFO};
    next_page = map((size_t)2 * ROUNDS * PAGE, PROT_NONE);
    sigaction(SIGSEGV, &action, NULL);
    for (int i = 0; i < ROUNDS; i++) store_twice();
  } else {
    return 1;
  }
  puts("done");
  return 0;
}
