/* test_estimate.c: tests confidence intervals of estimates: compares them with values that were computed by hand, and
 * counts how often the intervals contain the true value.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <string.h>

#include "tests/check.h"
#include "tests/ui/close.h"
#include "ui/view/view_estimate.h"

/* Compares values that were computed to four decimal places. */
static bool is_about(double found, double expected) { return is_within(found, expected, 1e-4 * fabs(expected)); }

/* Makes a sampled run of `whole` instructions with these batches, which must outlive it. */
static Profile run_of(const ProfileBatch *batches, uint32_t n, uint64_t whole) {
  Profile profile = {.sampled = true, .batches = batches, .n_batches = n, .sampling = {.instructions = whole}};
  for (uint32_t b = 0; b < n; b++) {
    profile.sampling.samples += batches[b].samples;
    profile.sampling.sampled += batches[b].instructions;
  }
  return profile;
}

static void test_quantiles(void) {
  CHECK(is_about(view_estimate_quantile(1), 12.7062));
  CHECK(is_about(view_estimate_quantile(15), 2.1314));
  CHECK(is_about(view_estimate_quantile(16), 2.1199));
  CHECK(is_about(view_estimate_quantile(63), 1.9983));
  for (unsigned n = 1; n < 63; n++) CHECK(view_estimate_quantile(n) > view_estimate_quantile(n + 1));
}

/* Two batches of the same size: R = 24 / 200, N = 2000, f = 0.1; 12.7062 * 2000 * sqrt(0.9 * 8 / 2) / 100. */
static void test_worked_values(void) {
  const ProfileBatch same[] = {{1, 100}, {1, 100}, {1, 100}}, other[] = {{1, 100}, {3, 300}};
  Profile profile = run_of(same, 2, 2000);
  CHECK(is_about(view_estimate_half(&profile, (const uint64_t[]){10, 14}), 482.1686));
  CHECK(view_estimate_half(&profile, (const uint64_t[]){7, 7}) == 0);
  /* Batches of two sizes: R = 70 / 400, sum of squares 2 * 7.5^2, f = 0.2, mean 200. */
  profile = run_of(other, 2, 2000);
  CHECK(is_about(view_estimate_half(&profile, (const uint64_t[]){10, 60}), 852.3601));
  CHECK(view_estimate_half(&profile, (const uint64_t[]){10, 30}) < 1e-9);
  /* Three batches, which contain half of the run. */
  profile = run_of(same, 3, 600);
  CHECK(is_about(view_estimate_half(&profile, (const uint64_t[]){10, 20, 30}), 105.3942));
  /* The samples contain the whole run: nothing is estimated. */
  profile = run_of(same, 3, 300);
  CHECK(view_estimate_half(&profile, (const uint64_t[]){10, 20, 30}) == 0);
}

/* For a share, it does not matter how much the whole differs between batches. */
static void test_shares(void) {
  const ProfileBatch batches[] = {{1, 100}, {1, 100}, {1, 100}};
  const Profile profile = run_of(batches, 3, 600);
  const uint64_t whole[] = {40, 400, 80}, half[] = {20, 200, 40}, part[] = {10, 200, 40};
  CHECK(view_estimate_half_share(&profile, whole, whole) == 0);
  CHECK(view_estimate_half_share(&profile, half, whole) == 0);
  CHECK(view_estimate_half_share(&profile, part, whole) > 0);
  CHECK(view_estimate_half(&profile, half) > 0);
}

static void test_unknown(void) {
  const ProfileBatch batches[] = {{1, 100}, {1, 100}};
  const uint64_t values[] = {10, 20};
  Profile profile = run_of(batches, 1, 2000);
  CHECK(view_estimate_half(&profile, values) < 0);
  profile = run_of(batches, 0, 2000);
  CHECK(view_estimate_half(&profile, values) < 0);
  profile = run_of(batches, 2, 2000);
  CHECK(view_estimate_half(&profile, NULL) < 0);
  CHECK(view_estimate_half_share(&profile, values, NULL) < 0);
  CHECK(view_estimate_half_share(&profile, values, (const uint64_t[]){0, 0}) < 0);
}

/* Makes a run that was sampled by phase: interval i belongs to phase number[i]. The arrays must outlive it. */
static Profile run_by_phase(const ProfileSampledPhase *intervals, ProfileBatch *batches, uint32_t n, uint64_t whole) {
  for (uint32_t i = 0; i < n; i++)
    batches[i] = (ProfileBatch){intervals[i].instructions != 0, intervals[i].instructions};
  Profile profile = run_of(batches, n, whole);
  profile.by_phase = true;
  profile.phases = intervals;
  profile.n_phases = n;
  return profile;
}

#define INTERVAL(number, w, n) \
  (ProfileSampledPhase) { .phase = (number), .weight = (w), .instructions = (n) }

/* The first phase, with weight 3, has two intervals of 100 instructions, with 10 and 14 misses; the other phase has
 * two, with 40 and 48 misses. N = 8000. Of 800 weighted instructions, 160 are misses: R = 0.2. In the first phase, e is
 * 3 (10 - 20) and 3 (14 - 20), mean -24, sum of squares 2 * 6^2, f = 200 / 6000. In the second phase, e is 20 and 28,
 * sum of squares 2 * 4^2, f = 200 / 2000. The variances are 2 * 72 * 29 / 30 = 139.2 and 2 * 32 * 0.9 = 57.6; degrees
 * of freedom 196.8^2 / (139.2^2 + 57.6^2) = 1.7, rounded to 1; 12.7062 * 8000 / 800 * sqrt(196.8). */
static void test_strata(void) {
  ProfileBatch batches[4];
  ProfileSampledPhase same[] = {INTERVAL(1, 3, 100), INTERVAL(2, 1, 100), INTERVAL(1, 3, 100), INTERVAL(2, 1, 100)};
  const Profile profile = run_by_phase(same, batches, 4, 8000);
  CHECK(view_estimate_tells_spread(&profile));
  CHECK(is_about(view_estimate_half(&profile, (const uint64_t[]){10, 40, 14, 48}), 12.7062 * 10 * sqrt(196.8)));
  /* If counts differ only between phases, they are known exactly. */
  CHECK(view_estimate_half(&profile, (const uint64_t[]){10, 40, 10, 40}) < 1e-9);
  CHECK(view_estimate_half(&profile, (const uint64_t[]){0, 0, 0, 0}) == 0);
  /* A share that is equal in all intervals is also known exactly. */
  CHECK(view_estimate_half_share(&profile, (const uint64_t[]){5, 20, 7, 24}, (const uint64_t[]){10, 40, 14, 48}) <
        1e-9);
  CHECK(view_estimate_half_share(&profile, (const uint64_t[]){5, 20, 9, 24}, (const uint64_t[]){10, 40, 14, 48}) >
        0.01);
}

/* A phase with one interval: its deviation is unknown, unless the interval is the whole phase. A phase that the run did
 * not reach does not count. */
static void test_lone_intervals(void) {
  ProfileBatch batches[4];
  const uint64_t values[] = {10, 14, 100, 0};
  ProfileSampledPhase lone[] = {INTERVAL(1, 10, 100), INTERVAL(1, 10, 100), INTERVAL(2, 2, 100), INTERVAL(3, 1, 0)};
  Profile profile = run_by_phase(lone, batches, 3, 11000);
  CHECK(!view_estimate_tells_spread(&profile) && view_estimate_half(&profile, values) < 0);
  profile = run_by_phase(lone, batches, 4, 11000);
  CHECK(view_estimate_half(&profile, values) < 0);
  lone[2].weight = 1; /* 100 of 2,100 weighted instructions; the whole phase has 100 of 2,100 */
  profile = run_by_phase(lone, batches, 4, 2100);
  CHECK(view_estimate_tells_spread(&profile));
  CHECK(is_about(view_estimate_half(&profile, values), 12.7062 * sqrt(0.9 * 2 * 2 * 400)));
  lone[1].instructions = 0; /* then the first phase, too, has only one interval */
  profile = run_by_phase(lone, batches, 4, 2100);
  CHECK(view_estimate_half(&profile, values) < 0);
}

static void check_text(const Profile *profile, double count, double half, const char *expected) {
  GString *out = g_string_new(NULL);
  view_estimate_append_interval(out, profile, count, half);
  CHECK(strcmp(out->str, expected) == 0);
  if (strcmp(out->str, expected) != 0) printf("found %s\n", out->str);
  g_string_free(out, TRUE);
}

static void test_text(void) {
  const Profile sampled = {.sampled = true}, plain = {.sampled = false};
  check_text(&sampled, 8710000, 123456, "8.71M +- 0.12M");
  check_text(&sampled, 16482, 310.4, "16482 +- 310");
  check_text(&sampled, 509500000, 1000, "509.5M +- 0.0M");
  check_text(&sampled, 8710000, VIEW_ESTIMATE_UNKNOWN, "~8.71M");
  check_text(&sampled, 0, VIEW_ESTIMATE_UNKNOWN, "~0");
  check_text(&plain, 8710000, VIEW_ESTIMATE_UNKNOWN, "8.71M");
}

/* Runs of 2,000 pieces of 1,000 instructions, with bursts of misses. One piece in ten is sampled; every sixteenth
 * sample goes to the same batch. The interval of 95 % should contain the number of all misses in 95 of 100 runs. With
 * 1,000 runs, random variation makes that fewer than 932 or more than 968 in 69 of 10,000 cases. The interval is less
 * exact if counts are far from a normal distribution, as here. */
enum { RUNS = 1000, PIECES = 2000, EVERY = 10, LENGTH = 1000, BATCHES = 16 };

static bool interval_holds(GRand *dice) {
  ProfileBatch batches[BATCHES] = {{0, 0}};
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
  const Profile profile = run_of(batches, BATCHES, (uint64_t)PIECES * LENGTH);
  return fabs((double)sum * EVERY - (double)all) <= view_estimate_half(&profile, values);
}

/* Runs of three phases with 400, 300 and 20 intervals. Six intervals of each are simulated, chosen by the rule of
 * phases_representatives.h. */
static bool strata_hold(GRand *dice) {
  enum { PHASES = 3, PER_PHASE = 6 };
  static const unsigned lengths[PHASES] = {400, 300, 20}, levels[PHASES] = {10, 100, 400};
  ProfileBatch batches[PHASES * PER_PHASE];
  ProfileSampledPhase intervals[PHASES * PER_PHASE];
  uint64_t values[PHASES * PER_PHASE], all = 0, total = 0, n = 0;
  double estimate = 0;
  for (unsigned p = 0; p < PHASES; p++)
    for (unsigned k = 0; k < PER_PHASE; k++) {
      const unsigned from = k * lengths[p] / PER_PHASE, to = (k + 1) * lengths[p] / PER_PHASE;
      const unsigned chosen = from + (unsigned)g_rand_int_range(dice, 0, (gint32)(to - from));
      for (unsigned i = from; i < to; i++) {
        const uint64_t misses = levels[p] + (uint64_t)g_rand_int_range(dice, 0, 2 * (gint32)levels[p]);
        all += misses;
        if (i != chosen) continue;
        values[n] = misses;
        estimate += (double)misses * (to - from);
      }
      intervals[n++] = INTERVAL(p + 1, to - from, LENGTH);
      total += (uint64_t)(to - from) * LENGTH;
    }
  const Profile profile = run_by_phase(intervals, batches, (uint32_t)n, total);
  return fabs(estimate - (double)all) <= view_estimate_half(&profile, values);
}

static void test_coverage_of_strata(void) {
  GRand *dice = g_rand_new_with_seed(2002);
  unsigned held = 0;
  for (unsigned i = 0; i < RUNS; i++) held += strata_hold(dice);
  g_rand_free(dice);
  printf("%u of %d intervals of phases hold the count\n", held, RUNS);
  CHECK(held >= 930 && held <= 980);
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
  test_strata();
  test_lone_intervals();
  test_coverage_of_strata();
  return check_failures != 0;
}
