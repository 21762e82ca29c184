/* bounded_sharing.h: tests what bin_sharing.h guarantees when there are more lines than it may keep.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Numbers of events in the tests so far. */
typedef struct {
  uint64_t lines_forgotten; /* runs that ended with a line that was not kept */
  uint64_t come_back;       /* lines that were kept again after they had been forgotten */
  uint64_t unlisted;        /* events of uses that exceeded the limit, of lines whose events are all known */
  uint64_t revised_late;    /* revisions of lines that were not kept, or that had no events left to revise */
} bounded_tally;

/* Sends random events of more lines than are kept to a bin_sharing, and counts all of them separately. Returns NULL, or
 * a text that names the rule that did not hold. `seen` may be NULL. */
const char *bounded_sharing_run(uint64_t seed, bounded_tally *seen);
