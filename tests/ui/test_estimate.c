/* test_estimate.c: intervals of estimates: values that were worked out by hand, and how often the intervals hold what
 * they should hold.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "ui/model/ui_estimate.h"

static unsigned failures;

#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      printf("FAILED: %s:%d: %s\n", __FILE__, __LINE__, #condition); \
      failures++;                                                    \
    }                                                                \
  } while (0)

static bool is_close(double found, double expected) {
  if (fabs(found - expected) <= 1e-4 * fabs(expected)) return true;
  printf("found %.6f, expected %.6f\n", found, expected);
  return false;
}

/* A sampled run of `whole` instructions: its batches, which the caller keeps. */
static UiProfile run_of(const UiBatch *batches, uint32_t n, uint64_t whole) {
  UiProfile profile = {.sampled = true, .batches = batches, .n_batches = n, .sampling = {.instructions = whole}};
  for (uint32_t b = 0; b < n; b++) {
    profile.sampling.samples += batches[b].samples;
    profile.sampling.sampled += batches[b].instructions;
  }
  return profile;
}

static void test_quantiles(void) {
  CHECK(is_close(ui_estimate_quantile(1), 12.7062));
  CHECK(is_close(ui_estimate_quantile(15), 2.1314));
  CHECK(is_close(ui_estimate_quantile(16), 2.1199));
  CHECK(is_close(ui_estimate_quantile(63), 1.9983));
  for (unsigned n = 1; n < 63; n++) CHECK(ui_estimate_quantile(n) > ui_estimate_quantile(n + 1));
}

/* With two batches of one size: R = 24 / 200, N = 2000, f = 0.1; 12.7062 * 2000 * sqrt(0.9 * 8 / 2) / 100. */
static void test_worked_values(void) {
  const UiBatch same[] = {{1, 100}, {1, 100}, {1, 100}}, other[] = {{1, 100}, {3, 300}};
  UiProfile profile = run_of(same, 2, 2000);
  CHECK(is_close(ui_estimate_half(&profile, (const uint64_t[]){10, 14}), 482.1686));
  CHECK(ui_estimate_half(&profile, (const uint64_t[]){7, 7}) == 0);
  /* Of two sizes: R = 70 / 400, squares 2 * 7.5^2, f = 0.2, mean 200. */
  profile = run_of(other, 2, 2000);
  CHECK(is_close(ui_estimate_half(&profile, (const uint64_t[]){10, 60}), 852.3601));
  CHECK(ui_estimate_half(&profile, (const uint64_t[]){10, 30}) < 1e-9);
  /* Three, of which half the run was sampled. */
  profile = run_of(same, 3, 600);
  CHECK(is_close(ui_estimate_half(&profile, (const uint64_t[]){10, 20, 30}), 105.3942));
  /* All of the run was sampled: nothing is left to guess. */
  profile = run_of(same, 3, 300);
  CHECK(ui_estimate_half(&profile, (const uint64_t[]){10, 20, 30}) == 0);
}

/* Of a share it does not matter how much the whole differs. */
static void test_shares(void) {
  const UiBatch batches[] = {{1, 100}, {1, 100}, {1, 100}};
  const UiProfile profile = run_of(batches, 3, 600);
  const uint64_t whole[] = {40, 400, 80}, half[] = {20, 200, 40}, part[] = {10, 200, 40};
  CHECK(ui_estimate_half_share(&profile, whole, whole) == 0);
  CHECK(ui_estimate_half_share(&profile, half, whole) == 0);
  CHECK(ui_estimate_half_share(&profile, part, whole) > 0);
  CHECK(ui_estimate_half(&profile, half) > 0);
}

static void test_unknown(void) {
  const UiBatch batches[] = {{1, 100}, {1, 100}};
  const uint64_t values[] = {10, 20};
  UiProfile profile = run_of(batches, 1, 2000);
  CHECK(ui_estimate_half(&profile, values) < 0);
  profile = run_of(batches, 0, 2000);
  CHECK(ui_estimate_half(&profile, values) < 0);
  profile = run_of(batches, 2, 2000);
  CHECK(ui_estimate_half(&profile, NULL) < 0);
  CHECK(ui_estimate_half_share(&profile, values, NULL) < 0);
  CHECK(ui_estimate_half_share(&profile, values, (const uint64_t[]){0, 0}) < 0);
}

static void check_text(const UiProfile *profile, double count, double half, const char *expected) {
  GString *out = g_string_new(NULL);
  ui_estimate_append_interval(out, profile, count, half);
  CHECK(strcmp(out->str, expected) == 0);
  if (strcmp(out->str, expected) != 0) printf("found %s\n", out->str);
  g_string_free(out, TRUE);
}

static void test_text(void) {
  const UiProfile sampled = {.sampled = true}, plain = {.sampled = false};
  check_text(&sampled, 8710000, 123456, "8.71M +- 0.12M");
  check_text(&sampled, 16482, 310.4, "16482 +- 310");
  check_text(&sampled, 509500000, 1000, "509.5M +- 0.0M");
  check_text(&sampled, 8710000, UI_ESTIMATE_UNKNOWN, "~8.71M");
  check_text(&sampled, 0, UI_ESTIMATE_UNKNOWN, "~0");
  check_text(&plain, 8710000, UI_ESTIMATE_UNKNOWN, "8.71M");
}

/* Runs of 2,000 pieces of 1,000 instructions, in which misses come in bursts; one in ten is sampled, and of those every
 * sixteenth goes to a batch. The interval of 95 % should hold the number of all misses in 95 of 100 runs: with 1,000
 * runs, 69 of 10,000 times chance makes it fewer than 932 or more than 968. It is less exact than that where counts are
 * far from a normal distribution, as here. */
enum { RUNS = 1000, PIECES = 2000, EVERY = 10, LENGTH = 1000, BATCHES = 16 };

static bool interval_holds(GRand *dice) {
  UiBatch batches[BATCHES] = {{0, 0}};
  uint64_t values[BATCHES] = {0}, all = 0, sum = 0;
  for (unsigned i = 0, kept = 0; i < PIECES / EVERY; i++) {
    const gint32 chosen = g_rand_int_range(dice, 0, EVERY);
    for (gint32 k = 0; k < EVERY; k++) {
      const bool burst = g_rand_int_range(dice, 0, 5) == 0;
      const uint64_t misses = (uint64_t)g_rand_int_range(dice, 0, burst ? 200 : 20);
      all += misses;
      if (k != chosen) continue;
      const unsigned b = kept++ % BATCHES;
      batches[b].samples++;
      batches[b].instructions += LENGTH;
      values[b] += misses;
      sum += misses;
    }
  }
  const UiProfile profile = run_of(batches, BATCHES, (uint64_t)PIECES * LENGTH);
  return fabs((double)sum * EVERY - (double)all) <= ui_estimate_half(&profile, values);
}

static void test_coverage(void) {
  GRand *dice = g_rand_new_with_seed(1993);
  unsigned held = 0;
  for (unsigned i = 0; i < RUNS; i++) held += interval_holds(dice);
  g_rand_free(dice);
  printf("%u of %d intervals hold the count\n", held, RUNS);
  CHECK(held >= 930 && held <= 970);
}

int main(void) {
  test_quantiles();
  test_worked_values();
  test_shares();
  test_unknown();
  test_text();
  test_coverage();
  return failures != 0;
}
