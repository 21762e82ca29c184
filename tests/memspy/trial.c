/* trial.c: see trial.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/trial.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST = 20 /* seconds of one trial */, MESSAGE = 1024 };

/* Shared with the process of the trial. */
typedef struct {
  uint64_t counters[TRIAL_COUNTERS];
  char message[MESSAGE];
} report;

static report *shared;
static bool counts; /* a trial whose steps are being reduced does not count */

_Noreturn void trial_fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (shared)
    vsnprintf(shared->message, sizeof shared->message, format, arguments);
  else
    vfprintf(stderr, format, arguments);
  va_end(arguments);
  _exit(1);
}

void trial_note(unsigned counter) {
  if (counts) shared->counters[counter]++;
}

/* Sanitizers print messages only in the last run of a trial that fails. */
static void be_quiet(void) {
  if (!freopen("/dev/null", "w", stderr)) _exit(2);
}

/* Executes the steps in a separate process. Returns whether that succeeded; if not, the reason is in
 * shared->message. */
static bool passes(const trial_test *test, uint64_t seed, const trial_step *steps, size_t n, bool quiet) {
  shared->message[0] = '\0';
  fflush(stdout);
  const pid_t pid = fork();
  if (pid < 0) abort();
  if (pid == 0) {
    if (quiet) be_quiet();
    alarm(LONGEST);
    test->run(seed, steps, n);
    _exit(0);
  }
  int status;
  waitpid(pid, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  if (shared->message[0] != '\0') return false;
  if (WIFSIGNALED(status))
    snprintf(shared->message, MESSAGE, WTERMSIG(status) == SIGALRM ? "hangs" : "ends by signal %d", WTERMSIG(status));
  else
    snprintf(shared->message, MESSAGE, "ends with %d", WEXITSTATUS(status));
  return false;
}

/* Removes steps, large pieces first, as long as the rest fails. Returns how many are left. */
static size_t shrink(const trial_test *test, uint64_t seed, trial_step *steps, size_t n) {
  trial_step *fewer = malloc((n + 1) * sizeof *fewer);
  unsigned tries = 0;
  for (size_t piece = n / 2; piece > 0; piece /= 2)
    for (size_t at = 0; at < n && tries < 2000;) {
      const size_t end = at + piece < n ? at + piece : n;
      memcpy(fewer, steps, at * sizeof *steps);
      memcpy(fewer + at, steps + end, (n - end) * sizeof *steps);
      tries++;
      if (passes(test, seed, fewer, n - (end - at), true)) {
        at = end;
        continue;
      }
      n -= end - at;
      memcpy(steps, fewer, n * sizeof *steps);
    }
  free(fewer);
  return n;
}

static void show_failure(const trial_test *test, uint64_t seed, trial_step *steps, size_t n) {
  printf("FAILED: seed %" PRIu64 "\n  %s\n", seed, shared->message);
  fflush(stdout);
  if (getenv("TRIAL_QUICK")) return; /* it is enough to know that it fails */
  counts = false;
  n = shrink(test, seed, steps, n);
  printf("%s --worlds 1 --seed %" PRIu64 ", made smaller, has %zu steps:\n", test->name, seed, n);
  for (const trial_step *s = steps; s < steps + n; s++)
    printf("  %s %u: %s, a %u, b %u, c %u\n", test->actor, s->actor, test->kinds[s->kind], s->a, s->b, s->c);
  passes(test, seed, steps, n, false);
  printf("  %s\n", shared->message);
}

/* Prints how often each of several names happened, the first of which has counter `first`. Returns the counter after
 * the last; *all: each happened. */
static unsigned print_counters(const char *const *names, unsigned first, bool *all) {
  for (; *names; names++, first++) {
    printf("%12" PRIu64 " %s\n", shared->counters[first], *names);
    *all = *all && shared->counters[first] != 0;
  }
  return first;
}

/* An event that never happened was not tested. */
static bool has_seen_all(const trial_test *test) {
  bool all = true;
  print_counters(test->others, print_counters(test->kinds, 0, &all), &all);
  if (!all) printf("FAILED: something never happened\n");
  return all;
}

int trial_main(const trial_test *test, int argc, char **argv) {
  uint64_t worlds = test->worlds, seed = 1;
  for (int i = 1; i + 1 < argc; i += 2) {
    uint64_t *value = strcmp(argv[i], "--worlds") == 0 ? &worlds : strcmp(argv[i], "--seed") == 0 ? &seed : NULL;
    if (!value) return 2;
    *value = strtoull(argv[i + 1], NULL, 10);
  }
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  trial_step *steps = malloc(test->most_steps * sizeof *steps);
  if (shared == MAP_FAILED || !steps) abort();
  counts = true;
  bool good = true;
  for (uint64_t i = 0; i < worlds && good; i++) {
    const size_t n = test->make(seed + i, steps);
    good = passes(test, seed + i, steps, n, true);
    if (!good) show_failure(test, seed + i, steps, n);
  }
  if (good) printf("%" PRIu64 " worlds\n", worlds);
  good = good && (worlds < test->worlds || has_seen_all(test));
  free(steps);
  return good ? 0 : 1;
}
