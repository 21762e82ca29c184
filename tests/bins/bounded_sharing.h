/* bounded_sharing.h: what bin_sharing.h promises when there are more lines than it may keep.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* What happened. */
typedef struct {
  uint64_t lines_forgotten; /* runs that ended with a line that was not kept */
  uint64_t come_back;       /* lines that were kept again after they were forgotten */
  uint64_t unlisted;        /* events of too many uses, of lines of which all is known */
  uint64_t revised_late;    /* revisions of lines that had none left to revise, or were not kept */
} bounded_tally;

/* Sends random events of more lines than are kept to a bin_sharing, and counts all of them beside it. Returns NULL, or
 * what did not hold. `seen` may be NULL. */
const char *bounded_sharing_run(uint64_t seed, bounded_tally *seen);
