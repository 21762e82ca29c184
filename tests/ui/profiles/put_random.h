/* put_random.h: cells and lines of programs that nobody wrote, which large profiles are filled with.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

/* A cell with up to three evictors of `n_bins` bins, and, one in ten, up to two invalidators of `n_segments`. */
void put_random_cell(GRand *dice, unsigned place, unsigned bin, unsigned n_segments, unsigned n_bins);

/* Lines in which four processors have a word each. */
void put_random_lines(unsigned n_lines, unsigned n_places, unsigned n_bins);
