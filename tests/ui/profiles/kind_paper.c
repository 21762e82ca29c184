/* kind_paper.c: the program of the paper, before and after its change, see kinds.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stddef.h>

#include "tests/ui/profiles/kinds.h"
#include "tests/ui/profiles/put_cells.h"
#include "tests/ui/profiles/put_program.h"
#include "tests/ui/profiles/put_run.h"

void kind_paper(void) {
  PUT_COMMAND("./matmul", "295", "64");
  put_machine("1");
  put_object("/home/user/matmul");
  put_file("/home/user/matmul.c");
  put_segment("BlkMultiply", 0, 0, 5);
  put_segment("main", 0, 0, 40);
  put_segment("ClearProduct", 0, 0, 20);
  put_segment("NewMatrix", 0, 0, 30);
  put_place(0, 0, 13, 115000000);
  put_place(0, 0, 11, 16460000);
  put_place(1, 0, 46, 4000000);
  put_place(2, 0, 24, 4000000);
  put_place(3, 0, 31, 40000);
  put_place(1, 0, 42, 20);
  put_place(1, 0, 43, 20);
  put_place(1, 0, 44, 20);
  put_calls();
  put_bin("unknown", "", 0, 0, NULL);
  put_bin("heap", "", 696200, 1, PUT_FRAMES(4, 5));
  put_bin("heap", "", 696200, 1, PUT_FRAMES(4, 6));
  put_bin("heap", "", 696200, 1, PUT_FRAMES(4, 7));
  put_bin("static", "size", 4, 1, NULL);
  put_bin("stack", "main", 0, 0, NULL);
  put_miss(0, 1, (ProfileCounts){.reads = 12880000, .read_misses = 8710000, .replacement = 8710000});
  put_evictor(1, 7839000);
  put_evictor(2, 600990);
  put_evictor(3, 270010);
  put_miss(0, 2, (ProfileCounts){.reads = 6440000, .writes = 6420000, .read_misses = 779600, .replacement = 779600});
  put_evictor(1, 700000);
  put_evictor(2, 79600);
  put_cell(0, 4, (ProfileCounts){.reads = 20});
  put_miss(1, 3, (ProfileCounts){.reads = 670000, .read_misses = 433200, .cold = 1000, .replacement = 432200});
  put_evictor(1, 432200);
  put_miss(2, 1, (ProfileCounts){.writes = 174000, .write_misses = 96500, .cold = 96500});
  put_miss(2, 3, (ProfileCounts){.writes = 174000, .write_misses = 86000, .cold = 86000});
  put_cell(2, 5, (ProfileCounts){.reads = 100, .writes = 10});
  put_miss(3, 2, (ProfileCounts){.writes = 172000, .write_misses = 84700, .cold = 84700});
  put_processors(1);
}

void kind_after(void) {
  PUT_COMMAND("./matmul", "295", "64");
  put_machine("1");
  put_object("/home/user/after/matmul");
  put_file("/home/user/after/matmul.c");
  put_segment("main", 0, 0, 60);
  put_segment("NewMatrix", 0, 0, 30);
  put_segment("BlkMultiply", 0, 0, 9);
  put_segment("CopyBlock", 0, 0, 20);
  put_place(2, 0, 17, 121000000);
  put_place(3, 0, 24, 1400000);
  put_place(0, 0, 66, 4000000);
  put_place(1, 0, 31, 40000);
  put_place(0, 0, 42, 20);
  put_place(0, 0, 43, 20);
  put_place(0, 0, 47, 20);
  put_calls();
  put_bin("unknown", "", 0, 0, NULL);
  put_bin("heap", "", 696200, 1, PUT_FRAMES(3, 4));
  put_bin("heap", "", 696200, 1, PUT_FRAMES(3, 5));
  put_bin("heap", "", 696200, 1, PUT_FRAMES(3, 6));
  put_bin("static", "size", 4, 1, NULL);
  put_bin("static", "block", 32768, 1, NULL);
  put_bin("stack", "main", 0, 0, NULL);
  put_miss(0, 2, (ProfileCounts){.reads = 6440000, .writes = 6420000, .read_misses = 812000, .replacement = 812000});
  put_evictor(5, 812000);
  put_cell(0, 4, (ProfileCounts){.reads = 20});
  put_miss(0, 5, (ProfileCounts){.reads = 12880000, .read_misses = 410000, .replacement = 410000});
  put_evictor(2, 400000);
  put_evictor(5, 10000);
  put_miss(1, 1, (ProfileCounts){.reads = 174000, .read_misses = 96500, .cold = 43500, .replacement = 53000});
  put_evictor(5, 53000);
  put_miss(1, 5, (ProfileCounts){.writes = 174000, .write_misses = 2048, .cold = 2048});
  put_miss(2, 3, (ProfileCounts){.reads = 670000, .read_misses = 433200, .cold = 1000, .replacement = 432200});
  put_evictor(2, 432200);
  put_miss(3, 2, (ProfileCounts){.writes = 172000, .write_misses = 84700, .cold = 84700});
  put_cell(3, 6, (ProfileCounts){.reads = 100, .writes = 10});
  put_processors(1);
}
