/* make_profile.c: writes profiles for the tests of the analyser, to standard output.
 *
 *   make_profile [sampled-|phased-|strata-]KIND [SEGMENTS BINS CELLS]
 *   make_profile of-samples|of-accesses|of-served-accesses
 *   make_profile [sampled-|phased-|strata-]rank NUMBER SEGMENTS BINS
 *
 * With "sampled-", the counts of the kind are those of the samples of a run that was about ten times as long. With
 * "phased-", they are those of two intervals that represent the phases of a run; with "strata-", those of two intervals
 * for each of two phases.
 *
 * Each kind describes code, data and cells (profiles/kinds.h); processors and totals are summed up by put_processors(),
 * so that every profile obeys the identities of docs/profile-format.md.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ui/profiles/kinds.h"
#include "tests/ui/profiles/put_run.h"
#include "tests/ui/profiles/put_sampling.h"

enum { NUMBERS = 3 };

typedef struct {
  const char *name;
  void (*put)(void); /* or, for a kind with numbers as arguments: */
  void (*put_of)(const unsigned numbers[NUMBERS]);
} Kind;

static const Kind kinds[] = {
    {"paper", kind_paper, NULL},
    {"after", kind_after, NULL},
    {"sample", kind_sample, NULL},
    {"hostile", kind_hostile, NULL},
    {"no-stall", kind_no_stall, NULL},
    {"no-misses", kind_no_misses, NULL},
    {"nothing", kind_nothing, NULL},
    {"of-samples", kind_of_samples, NULL},
    {"big", NULL, kind_big},
    {"rank", NULL, kind_rank},
    {"translated", kind_translated, NULL},
    {"callers", kind_callers, NULL},
    {"of-accesses", kind_of_accesses, NULL},
    {"of-served-accesses", kind_of_served_accesses, NULL},
};

static bool drop_bytes(void *closure, const char *bytes, size_t length) {
  (void)closure, (void)bytes, (void)length;
  return true;
}

static bool write_bytes(void *closure, const char *bytes, size_t n) { return fwrite(bytes, 1, n, closure) == n; }

/* Returns the kind with that name and number of arguments; NULL: there is none. */
static const Kind *find_kind(const char *name, int arguments) {
  for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
    if (strcmp(kinds[i].name, name) == 0 && (kinds[i].put != NULL || arguments == NUMBERS)) return &kinds[i];
  return NULL;
}

static bool put(const Kind *kind, const unsigned numbers[NUMBERS], bin_writer *writer) {
  put_run_start(writer);
  if (kind->put != NULL)
    kind->put();
  else
    kind->put_of(numbers);
  return put_run_end();
}

static unsigned parts_of(const Kind *kind) {
  if (kind->put == kind_callers) return BIN_FORMAT_WITH_CALLERS;
  return kind->put == kind_translated ? BIN_FORMAT_WITH_MODELS : BIN_FORMAT_PLAIN;
}

static bin_writer *writer_of(const Kind *kind) {
  if (put_is_sampled()) return put_sampling_writer(write_bytes, stdout, parts_of(kind));
  const bool of_samples = g_str_has_prefix(kind->name, "of-");
  return bin_writer_new(write_bytes, stdout, of_samples ? BIN_FORMAT_OF_SAMPLES : BIN_FORMAT_OF_RUN, parts_of(kind));
}

int main(int n, char **args) {
  const Kind *kind = find_kind(put_sampling_choose(n > 1 ? args[1] : ""), n - 2);
  unsigned numbers[NUMBERS] = {0};
  if (kind == NULL) {
    fputs(
        "usage: make_profile [sampled-|phased-|strata-]paper|after|sample|translated|callers|hostile|no-stall|no-misses|nothing|"
        "big SEGMENTS BINS CELLS|rank NUMBER SEGMENTS BINS, or make_profile of-samples|of-accesses|of-served-accesses\n",
        stderr);
    return 2;
  }
  for (int i = 0; i < NUMBERS && i + 2 < n; i++) numbers[i] = (unsigned)atoi(args[i + 2]);
  /* The first pass only counts the instructions. */
  if (put_is_sampled()) put(kind, numbers, put_sampling_writer(drop_bytes, NULL, parts_of(kind)));
  return put(kind, numbers, writer_of(kind)) && fflush(stdout) == 0 ? 0 : 1;
}
