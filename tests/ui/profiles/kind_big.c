/* kind_big.c: a profile of any size, see kinds.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>

#include "tests/ui/profiles/kinds.h"
#include "tests/ui/profiles/put_program.h"
#include "tests/ui/profiles/put_random.h"
#include "tests/ui/profiles/put_run.h"

enum { LINES_IN_FUNCTION = 5, FILES = 40, DEEPEST = 8 };

/* Writes functions of several lines each, in several files. */
static void big_code(unsigned n_segments) {
  put_object("/usr/bin/big");
  put_object("/usr/lib/libbig.so.1");
  for (unsigned i = 0; i < FILES; i++) {
    g_autofree char *name = g_strdup_printf("/usr/src/big/part%u.cc", i);
    put_file(name);
  }
  for (unsigned i = 0; i < n_segments; i++) {
    g_autofree char *name = g_strdup_printf("space::Class%u::method(std::vector<int, std::allocator<int> > const&)", i);
    put_segment(name, i % 2, i % FILES, i * 100 + 1);
  }
  for (unsigned i = 0; i < n_segments * LINES_IN_FUNCTION; i++)
    put_place(i % n_segments, i % n_segments % FILES, i % n_segments * 100 + 2 + i / n_segments, i * 10);
  put_calls();
}

/* Writes bins: mostly heap blocks with call paths of one to eight functions, and some variables and stacks. */
static void big_data(unsigned n_bins, unsigned n_places) {
  put_bin("unknown", "", 0, 0, NULL);
  for (unsigned i = 1; i < n_bins; i++) {
    int frames[DEEPEST + 1];
    const unsigned depth = 1 + i % DEEPEST;
    for (unsigned f = 0; f < depth; f++) frames[f] = (int)((i / (f * f + 1) + f * 13) % n_places);
    frames[depth] = -1;
    g_autofree char *name = g_strdup_printf("variable_%u", i);
    if (i % 10 < 7)
      put_bin("heap", "", i * 16, i, frames);
    else
      put_bin(i % 10 < 9 ? "static" : "stack", name, i % 10 < 9 ? 8 * i : 0, i % 10 < 9, NULL);
  }
}

void kind_big(const unsigned segments_bins_cells[3]) {
  const unsigned n_segments = segments_bins_cells[0], n_bins = segments_bins_cells[1];
  const unsigned n_cells = segments_bins_cells[2];
  const unsigned n_places = n_segments * LINES_IN_FUNCTION;
  PUT_COMMAND("./big");
  put_machine("4");
  big_code(n_segments);
  big_data(n_bins, n_places);
  GRand *dice = g_rand_new_with_seed(1992);
  const double step = MAX((double)n_places * n_bins / n_cells, 1);
  for (unsigned p = 0; p < n_places; p++)
    for (double b = g_rand_double(dice) * step; b < n_bins; b += 1 + g_rand_double(dice) * 2 * (step - 1))
      put_random_cell(dice, p, (unsigned)b, n_segments, n_bins);
  g_rand_free(dice);
  put_random_lines(n_cells / 2000, n_places, n_bins);
  put_processors(4);
}
