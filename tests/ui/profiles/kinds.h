/* kinds.h: the kinds of profiles that make_profile writes. Each function writes one profile, from the command to the
 * totals.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

/* The paper's program, with the numbers of its Figures 2 and 3 as far as these show them. */
void kind_paper(void);

/* The program of kind_paper() after changes: one more function, which copies blocks of Y next to each other, one
 * function less, and lines that have moved. */
void kind_after(void);

/* A small profile with a record of every kind: docs/profile-sample.memspy. */
void kind_sample(void);

/* As kind_sample(), on a machine with TLBs. The writer must be one for profiles with TLBs. */
void kind_translated(void);

/* A profile with callers. The writer must be one for such profiles. */
void kind_callers(void);

/* Names that would control a terminal or act in a page, and names that look alike. */
void kind_hostile(void);

/* Profiles with misses but no stall; with references but no misses; with no references. */
void kind_no_stall(void);
void kind_no_misses(void);
void kind_nothing(void);

/* A profile made of samples of a counter, one in a thousand misses. The writer must be one for such profiles. */
void kind_of_samples(void);

/* As kind_of_samples(), but the counter reported accesses, and, for the second kind, the servers of their misses. */
void kind_of_accesses(void);
void kind_of_served_accesses(void);

/* Functions of five lines each, bins, and about the given number of cells of these lines. */
void kind_big(const unsigned segments_bins_cells[3]);

/* A rank of a message-passing program. Each rank has most of the functions and bins, in an order of its own, and its
 * own counts. The last quarter of the functions belongs to the message-passing library. */
void kind_rank(const unsigned number_segments_bins[3]);
