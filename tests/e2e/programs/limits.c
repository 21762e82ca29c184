/* limits.c: exceeds a limit of Valgrind's core: see main().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void *wait_for_ever(void *none) {
  pause();
  return none;
}

static void make_threads(int n) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 << 10);
  for (int i = 0; i < n; i++) pthread_create(&thread, &attributes, wait_for_ever, NULL);
}

static void leave(int signal) {
  (void)signal;
  _exit(0);
}

/* vpaddd %zmm1, %zmm2, %zmm3; then an instruction prefix of a processor that was never sold. */
static void add_zmm(void) { __asm__ volatile(".byte 0x62, 0xf1, 0x6d, 0x48, 0xfe, 0xd9"); }
static void unknown(void) { __asm__ volatile(".byte 0x0f, 0x0a"); }

static void reserve(unsigned long gigabytes) {
  void *start = mmap(NULL, gigabytes << 30, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start != MAP_FAILED) munmap(start, gigabytes << 30);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  if (argc > 2) signal(SIGILL, leave);
  if (strcmp(what, "avx512") == 0) add_zmm();
  if (strcmp(what, "unknown") == 0) unknown();
  if (strcmp(what, "trap") == 0) __builtin_trap();
  if (strcmp(what, "raise") == 0) raise(SIGILL);
  if (strcmp(what, "threads") == 0) make_threads(520);
  if (strcmp(what, "reserve") == 0) reserve(100);
  if (strcmp(what, "reserve-little") == 0) reserve(1);
  return 0;
}
