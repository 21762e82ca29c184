/* kind_callers.c: a profile with callers, see kinds.h: solve() and part() call each other, and several functions call
 * copy().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stddef.h>

#include "tests/ui/profiles/kinds.h"
#include "tests/ui/profiles/put_cells.h"
#include "tests/ui/profiles/put_program.h"
#include "tests/ui/profiles/put_records.h"
#include "tests/ui/profiles/put_run.h"

static void put_context(unsigned caller, unsigned segment, const char *way, unsigned place, const uint64_t counts[4]) {
  put_begin(BIN_RECORD_CONTEXT);
  put_number(caller);
  put_number(segment);
  put_string(way);
  put_number(place);
  for (unsigned i = 0; i < 4; i++) put_number(counts[i]);
  put_end();
}
#define PUT_COUNTS(...) ((const uint64_t[4]){__VA_ARGS__})

static void put_code(void) {
  put_object("/home/user/solver");
  put_object("/usr/lib/libcopy.so");
  put_file("solver.c");
  put_file("copy.c");
  put_segment("main", 0, 0, 3);
  put_segment("solve", 0, 0, 18);
  put_segment("part", 0, 0, 29);
  put_segment("copy", 1, 1, 99);
  put_place(0, 0, 5, 1000);
  put_place(0, 0, 9, 500);
  put_place(1, 0, 20, 4000);
  put_place(2, 0, 30, 2500);
  put_place(3, 1, 100, 2000);
}

/* Writes the misses and stall of copy() in three contexts, and those of solve() in two: half of them each. */
static void put_context_cells(void) {
  static const struct {
    uint64_t context, cell, share; /* share: of 10 */
  } rows[] = {{1, 0, 5}, {3, 0, 5}, {4, 2, 2}, {5, 2, 3}, {6, 2, 5}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const ProfileCell *cell = &g_array_index(put_cells_given(), ProfileCell, rows[i].cell);
    const ProfileCounts *counts = &cell->counts;
    PUT_NUMBERS(CONTEXT_CELL, rows[i].context, cell->place, cell->bin, counts->read_misses * rows[i].share / 10,
                counts->write_misses * rows[i].share / 10, 0, counts->stall_cycles * rows[i].share / 10);
  }
}

void kind_callers(void) {
  PUT_COMMAND("./solver");
  put_machine("1");
  put_option("callers", "yes");
  put_code();
  put_bin("unknown", "", 0, 0, NULL);
  put_bin("static", "field", 4096, 1, NULL);
  put_bin("static", "room", 4096, 1, NULL);
  put_miss(2, 1, (ProfileCounts){.reads = 600, .read_misses = 30, .cold = 30});
  put_cell(3, 1, (ProfileCounts){.reads = 300});
  put_miss(4, 2, (ProfileCounts){.reads = 200, .writes = 200, .read_misses = 10, .write_misses = 20, .cold = 30});
  put_processors(1);
  PUT_NUMBERS(CONTEXTS, 7);
  put_context(0, 0, "start", 0, PUT_COUNTS(1, 1500, 0, 0));
  put_context(1, 1, "call", 1, PUT_COUNTS(2, 3000, 500, 0));
  put_context(2, 2, "call", 3, PUT_COUNTS(4, 2500, 300, 0));
  put_context(3, 1, "call", 4, PUT_COUNTS(3, 1000, 100, 0));
  put_context(4, 3, "call", 3, PUT_COUNTS(6, 400, 40, 40));
  put_context(2, 3, "jump", 3, PUT_COUNTS(8, 600, 60, 60));
  put_context(1, 3, "call", 2, PUT_COUNTS(9, 1000, 100, 100));
  put_begin(BIN_RECORD_CONTEXT_FOLD);
  put_number(3);
  put_number(3);
  put_string("call");
  put_number(2);
  put_number(5);
  put_end();
  put_context_cells();
}
