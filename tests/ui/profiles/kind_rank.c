/* kind_rank.c: a rank of a message-passing program, see kinds.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>
#include <stdbool.h>

#include "tests/ui/profiles/kinds.h"
#include "tests/ui/profiles/put_cells.h"
#include "tests/ui/profiles/put_program.h"
#include "tests/ui/profiles/put_random.h"
#include "tests/ui/profiles/put_records.h"
#include "tests/ui/profiles/put_run.h"

/* Returns the functions of the rank, in the rank's order (unsigned). The caller owns the array. */
static GArray *rank_segments(unsigned number, unsigned n_segments) {
  GArray *in_order = g_array_new(FALSE, FALSE, sizeof(unsigned));
  for (unsigned i = 0; i < n_segments; i++) {
    const unsigned s = (i + number) % n_segments;
    const bool is_library = s >= n_segments - n_segments / 4;
    if ((s + number) % 7 == 3) continue;
    g_autofree char *name = g_strdup_printf(is_library ? "MPI_Call%u" : "step%u", s);
    put_segment(name, !is_library, is_library ? number % 2 : (number + 1) % 2, 10 * s + 1);
    g_array_append_val(in_order, s);
  }
  return in_order;
}

/* Writes two lines of each function. The first of them has a call. */
static void rank_places(unsigned number, unsigned n_segments, const GArray *in_order) {
  for (guint i = 0; i < 2 * in_order->len; i++) {
    const unsigned s = g_array_index(in_order, unsigned, i / 2);
    put_place(i / 2, (number + (s < n_segments - n_segments / 4)) % 2, 10 * s + 2 + i % 2, (number + 1) * (s + 3));
  }
  for (unsigned i = 0; i < put_places(); i += 2)
    PUT_NUMBERS(CALL, put_object_of_place(i), 16 * g_array_index(in_order, unsigned, i / 2), i);
}

/* Writes the bins of a rank. Returns their number. */
static unsigned rank_bins(unsigned number, unsigned n_bins, unsigned n_calls) {
  unsigned bins = 1;
  put_bin("unknown", "", 0, 0, NULL);
  for (unsigned i = 0; i < n_bins; i++) {
    const unsigned b = (i + 3 * number) % n_bins;
    g_autofree char *name = g_strdup_printf("variable_%u", b);
    if ((b + number) % 5 == 2) continue;
    if (b % 2 == 0)
      put_bin("static", name, 8 * b + 8, 1, NULL);
    else
      put_bin("heap", "", 100 + number, 1 + number, PUT_FRAMES((int)(b % 3), (int)((i / 2) % (n_calls / 2))));
    bins++;
  }
  return bins;
}

/* Every third cell has a spread. */
static void rank_cells(unsigned number, unsigned n_segments, unsigned n_bins) {
  GRand *dice = g_rand_new_with_seed(number);
  unsigned n = 0;
  for (unsigned p = 0; p < put_places(); p++)
    for (unsigned b = (unsigned)g_rand_int_range(dice, 0, 4); b < n_bins; b += (unsigned)g_rand_int_range(dice, 1, 8)) {
      put_random_cell(dice, p, b, n_segments, n_bins);
      if (n++ % 3 == 0) put_spread(8 * (number % 3), 16);
    }
  g_rand_free(dice);
}

void kind_rank(const unsigned number_segments_bins[3]) {
  const unsigned number = number_segments_bins[0], n_segments = number_segments_bins[1];
  PUT_COMMAND("./ring");
  put_machine("4");
  put_option("memspy-out-file", number % 2 ? "odd" : "even"); /* an option that can differ between ranks */
  put_object_with("/usr/lib/libmpi.so.40", "b01d", 4096 * number);
  put_object_with("/home/user/ring", "cafe", 8192 * number);
  for (unsigned i = 0; i < 2; i++) put_file((i + number) % 2 ? "/home/user/ring.c" : "mpi.c");
  g_autoptr(GArray) in_order = rank_segments(number, n_segments);
  rank_places(number, n_segments, in_order);
  const unsigned bins = rank_bins(number, number_segments_bins[2], in_order->len);
  rank_cells(number, in_order->len, bins);
  put_random_lines(20, 2 * in_order->len, bins);
  put_processors(4);
}
