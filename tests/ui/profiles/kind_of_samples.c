/* kind_of_samples.c: a profile that is made of samples, see kinds.h. The code and data are similar to those of the
 * paper.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib.h>

#include "tests/ui/profiles/kinds.h"
#include "tests/ui/profiles/put_cells.h"
#include "tests/ui/profiles/put_program.h"
#include "tests/ui/profiles/put_records.h"
#include "tests/ui/profiles/put_run.h"

void kind_of_samples(void) {
  PUT_COMMAND("./solve", "-n", "20");
  put_begin(BIN_RECORD_SAMPLES);
  put_string("cache-misses");
  put_number(1000);
  put_number(9000);
  put_number(8800);
  put_string("skid+loop");
  put_number(0);
  put_number(0);
  put_end();
  put_object("/home/user/solve");
  put_file("/home/user/solve.c");
  put_segment("spread", 0, 0, 10);
  put_segment("gather", 0, 0, 30);
  put_place(0, 0, 12, 0);
  put_place(0, 0, 13, 0);
  put_place(1, 0, 33, 0);
  put_calls();
  put_bin("unknown", "", 0, 0, NULL);
  put_bin("heap", "", 0, 0, PUT_FRAMES(2));
  put_bin("static", "table", 0, 0, NULL);
  put_bin("stack", "gather", 0, 0, NULL);
  const struct {
    unsigned place, bin;
    uint64_t misses;
  } found[] = {{0, 1, 5000000}, {0, 2, 1250000}, {1, 0, 200000}, {1, 1, 50000}, {2, 2, 2400000}, {2, 3, 100000}};
  for (size_t i = 0; i < G_N_ELEMENTS(found); i++)
    put_cell(found[i].place, found[i].bin,
             (ProfileCounts){.reads = found[i].misses, .read_misses = found[i].misses, .cold = found[i].misses});
  put_processors(1);
}
