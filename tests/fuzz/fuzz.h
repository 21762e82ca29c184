/* fuzz.h: damaged inputs for the readers of files: what a reader is here, and how its inputs are changed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* A reader of one kind of files. */
typedef struct {
  const char *name;

  /* Makes the checksums of an input right, as far as it has any. NULL: such files have none. */
  void (*seal)(GByteArray *input);

  /* Reads an input as the program does, and uses what was read. Returns what the input says, as text, owned by the
   * caller; NULL: it was refused. Calls fuzz_fail() if the reader breaks its contract. */
  char *(*read)(const GByteArray *input);

  /* Whether an input of which no checksum was renewed may say `text` and not `valid`, as the input that was altered
   * did: because the reader reports the difference by other means. NULL: it may not. */
  bool (*may_differ)(const GByteArray *input, const char *text, const char *valid);
} FuzzReader;

extern const FuzzReader fuzz_profile, fuzz_trace, fuzz_samples, fuzz_vectors, fuzz_phases, fuzz_sweep, fuzz_curves,
    fuzz_tried, fuzz_budgets, fuzz_keys, fuzz_machine, fuzz_histogram, fuzz_script, fuzz_change, fuzz_database;

/* Reports what is wrong with the input that is being read, writes the input to a file, and ends the program. */
void fuzz_fail(const char *format, ...) G_GNUC_PRINTF(1, 2) __attribute__((noreturn));

/* Checks what a reader returned: either a result, or an error in one line. Frees the error. Returns whether there is a
 * result. */
bool fuzz_check_result(bool result, GError *error);

/* The path of a file that holds the input, until the next call. */
const char *fuzz_path(const GByteArray *input);

/* For seals of lines: puts the end line that belongs to them in place of the last line that begins with `mark`. */
void fuzz_seal_lines(GByteArray *input, const char *mark);

/* Numbers by chance, always the same ones of one seed. */
typedef struct {
  uint64_t state;
} FuzzDice;
uint64_t fuzz_next(FuzzDice *dice);
uint32_t fuzz_below(FuzzDice *dice, uint32_t n); /* n is not 0 */

/* Changes an input; `other` is another one of its kind, to take parts from. */
void fuzz_mutate(GByteArray *input, const GByteArray *other, FuzzDice *dice);
