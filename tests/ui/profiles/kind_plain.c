/* kind_plain.c: profiles without stall, without misses, or without references, see kinds.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stddef.h>

#include "tests/ui/profiles/kinds.h"
#include "tests/ui/profiles/put_cells.h"
#include "tests/ui/profiles/put_program.h"
#include "tests/ui/profiles/put_run.h"

/* Writes a profile in which no miss stalls: it has `misses` misses, or only references. */
static void flat(unsigned misses) {
  PUT_COMMAND("./flat");
  put_machine("1");
  put_object("/home/user/flat");
  put_file("flat.c");
  put_segment("one", 0, 0, 1);
  put_segment("two", 0, 0, 2);
  put_place(0, 0, 1, 1000);
  put_place(1, 0, 2, 2000);
  put_bin("unknown", "", 0, 0, NULL);
  put_bin("static", "a", 8, 1, NULL);
  put_bin("static", "b", 8, 1, NULL);
  put_cell(0, 1, (ProfileCounts){.reads = 100, .read_misses = misses, .cold = misses});
  put_cell(1, 2, (ProfileCounts){.reads = 300});
  put_processors(1);
}

void kind_no_stall(void) { flat(9); }

void kind_no_misses(void) { flat(0); }

void kind_nothing(void) {
  PUT_COMMAND("true");
  put_bin("unknown", "", 0, 0, NULL);
  put_processors(1);
}
