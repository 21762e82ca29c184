/* forms.c: code that is difficult for a sampled run, in the way that the first argument names. straight N alternates
 * between loops without references and long code without loops. wrapped N calls a function that the program wraps
 * itself. vsyscall N calls code that Valgrind redirects and that is in no file. rewritten N changes its code. All print
 * their results.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "memspy/memspy.h"

static volatile long sum, other;

#define ADD sum += 3;
#define ADD_10 ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD
#define ADD_100 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10
#define ADD_1000 ADD_100 ADD_100 ADD_100 ADD_100 ADD_100 ADD_100 ADD_100 ADD_100 ADD_100 ADD_100

static __attribute__((noinline)) void add_straight(long n) {
  for (long i = 0; i < n; i++) {
    ADD_1000 ADD_1000 ADD_1000 ADD_1000
  }
}

static __attribute__((noinline)) void compute(long n) {
  long x = n;
  for (long i = 0; i < n; i++) {
    x = x * 3 + i;
    if (x & 1) x ^= 5;
  }
  other += x;
}

static void do_straight(long n) {
  for (long i = 0; i < n; i++) {
    compute(50000);
    add_straight(20);
  }
}

/* Not static, and with its own name: the wrapper finds it by that name. */
long work_of_forms(long a);
__attribute__((noinline)) long work_of_forms(long a) {
  sum += a;
  return a * 3;
}

long I_WRAP_SONAME_FNNAME_ZZ(NONE, work_of_forms)(long a);
long I_WRAP_SONAME_FNNAME_ZZ(NONE, work_of_forms)(long a) {
  static long depth;
  OrigFn original;
  long result;
  VALGRIND_GET_ORIG_FN(original);
  if (++depth > 1) abort();
  CALL_FN_W_W(result, original, a);
  depth--;
  return result;
}

/* The compiler must not know which registers are changed. */
static long (*volatile work)(long) = work_of_forms;

static void do_wrapped(long n) {
  for (long i = 0; i < 1000 * n; i++) other += work(i);
}

/* A host may lack the vsyscall page. */
static void do_vsyscall(long n) {
  typedef time_t ask(time_t *);
  char maps[1 << 16];
  FILE *file = fopen("/proc/self/maps", "r");
  const size_t bytes = file ? fread(maps, 1, sizeof maps - 1, file) : 0;
  maps[bytes] = '\0';
  if (file) fclose(file);
  const int is_here = strstr(maps, "[vsyscall]") != NULL;
  for (long i = 0; i < 10000 * n; i++) {
    sum += i;
    if (is_here && i < 10000 && i % 7 == 0) other += ((ask *)0xffffffffff600400)(NULL) == 0;
  }
}

/* mov $number, %eax; ret */
static void do_rewritten(long n) {
  unsigned char *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (code == MAP_FAILED) return;
  for (int i = 0; i < n; i++) {
    code[0] = 0xb8;
    memcpy(&code[1], &i, sizeof i);
    code[5] = 0xc3;
    VALGRIND_DISCARD_TRANSLATIONS(code, 6);
    for (int k = 0; k < 100; k++) sum += ((int (*)(void))code)();
  }
}

int main(int argc, char **argv) {
  const long n = argc > 2 ? atol(argv[2]) : 1;
  const char *way = argc > 1 ? argv[1] : "";
  if (strcmp(way, "straight") == 0) do_straight(n);
  if (strcmp(way, "wrapped") == 0) do_wrapped(n);
  if (strcmp(way, "vsyscall") == 0) do_vsyscall(n);
  if (strcmp(way, "rewritten") == 0) do_rewritten(n);
  printf("%ld %ld\n", sum, other);
  return 0;
}
