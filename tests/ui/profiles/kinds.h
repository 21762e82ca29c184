/* kinds.h: what make_profile writes: each function puts one profile, from the command to the totals.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

/* The numbers of the paper's Figures 2 and 3, as far as they tell them. */
void kind_paper(void);

/* The same program with one more function, which copies blocks of Y next to each other, one less, and lines moved. */
void kind_after(void);

/* One of everything, and small: docs/profile-sample.memspy. */
void kind_sample(void);

/* The same on a machine with TLBs. The writer must be one of such profiles. */
void kind_translated(void);

/* Names that would do something to a terminal or to a page, and names that are alike. */
void kind_hostile(void);

/* There are misses, of which none waits; only references; nothing happened. */
void kind_no_stall(void);
void kind_no_misses(void);
void kind_nothing(void);

/* Made of samples of a counter, one in a thousand misses. The writer must be one of such profiles. */
void kind_of_samples(void);

/* Functions of five lines each, bins, and about so many cells of these lines. */
void kind_big(const unsigned segments_bins_cells[3]);

/* A rank of a message-passing program: of the functions and bins each rank has most, in an order of its own, and its
 * own counts. The last quarter of the functions is the message-passing library's. */
void kind_rank(const unsigned number_segments_bins[3]);
