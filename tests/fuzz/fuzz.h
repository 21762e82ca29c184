/* fuzz.h: damaged inputs for the readers of files: the definition of a reader, and functions that change its inputs.
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

  /* Corrects the checksums of an input, if it has any. NULL: such files have no checksums. */
  void (*seal)(GByteArray *input);

  /* Reads an input as the program does, and uses the data. Returns the data as text, owned by the caller; NULL: the
   * reader rejected the input. Calls fuzz_fail() if the reader violates its contract. */
  char *(*read)(const GByteArray *input);

  /* Whether an input whose checksums were not corrected may have the data `text`, though the unaltered input has the
   * data `valid`: because the reader reports the difference in another way. NULL: it may not. */
  bool (*may_differ)(const GByteArray *input, const char *text, const char *valid);
} FuzzReader;

extern const FuzzReader fuzz_profile, fuzz_trace, fuzz_samples, fuzz_vectors, fuzz_phases, fuzz_sweep, fuzz_curves,
    fuzz_tried, fuzz_budgets, fuzz_keys, fuzz_machine, fuzz_histogram, fuzz_script, fuzz_change, fuzz_database,
    fuzz_symbols;

/* The readers of other programs' traces. */
#define FORMAT(name, summary) extern const FuzzReader fuzz_##name;
#include "ui/import/import_readers.def"

/* Reports an error with the current input, writes the input to a file, and ends the program. */
void fuzz_fail(const char *format, ...) G_GNUC_PRINTF(1, 2) __attribute__((noreturn));

/* Checks the result of a reader: either a result, or an error message of one line. Frees the error. Returns whether
 * there is a result. */
bool fuzz_check_result(bool result, GError *error);

/* Returns the path of a file with the input, valid until the next call. */
const char *fuzz_path(const GByteArray *input);

/* For formats whose end line contains a checksum: replaces the last line that starts with `mark` by the correct end
 * line. */
void fuzz_seal_lines(GByteArray *input, const char *mark);

/* Random numbers, which the seed determines. */
typedef struct {
  uint64_t state;
} FuzzDice;
uint64_t fuzz_next(FuzzDice *dice);
uint32_t fuzz_below(FuzzDice *dice, uint32_t n); /* n is not 0 */

/* Changes an input; parts of `other`, another input of the same kind, may be inserted. */
void fuzz_mutate(GByteArray *input, const GByteArray *other, FuzzDice *dice);
