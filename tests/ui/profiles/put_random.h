/* put_random.h: random cells and lines, which fill large profiles.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

/* Adds a cell with up to three evictors among `n_bins` bins. One cell in ten also has up to two invalidators among
 * `n_segments` segments. */
void put_random_cell(GRand *dice, unsigned place, unsigned bin, unsigned n_segments, unsigned n_bins);

/* Adds lines in which each of four processors uses a word of its own. */
void put_random_lines(unsigned n_lines, unsigned n_places, unsigned n_bins);
