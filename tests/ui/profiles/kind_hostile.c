/* kind_hostile.c: harmful names, see kinds.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stddef.h>

#include "tests/ui/profiles/kinds.h"
#include "tests/ui/profiles/put_cells.h"
#include "tests/ui/profiles/put_program.h"
#include "tests/ui/profiles/put_records.h"
#include "tests/ui/profiles/put_run.h"

static void hostile_code(void) {
  put_object("/lib/a.so");
  put_object("/lib/b.so");
  put_file("/src/<b>one</b>.c");
  put_file("/src/two.c");
  put_file("");
  put_segment("<script>alert(\"x\")</script>", 0, 0, 1);
  put_segment("\x1b[2Jclear", 0, 0, 2);
  put_segment("helper", 0, 0, 3);
  put_segment("helper", 0, 1, 3);
  put_segment("helper", 1, 1, 3);
  put_segment("???", 0, 2, 0);
  put_segment("???", 1, 2, 0);
  put_segment("std::map<int, int>::operator[](int const&)", 0, 0, 9);
  /* NOLINTNEXTLINE(misc-misleading-bidirectional): the test needs such a name */
  put_segment("naive\xcc\x88 \xe2\x80\xae"
              "desrever \xc3\xa9 \xe6\x97\xa5\xe6\x9c\xac",
              0, 0, 10);
  put_segment("bad\xff"
              "byte \\ back",
              0, 0, 11);
  put_segment("123", 0, 0, 12);
  for (unsigned i = 0; i < 11; i++) put_place(i, i % 2, i + 1, 100);
  put_place(2, 0, 18446744073709551615u, 1);
  put_calls();
}

static void hostile_data(void) {
  put_bin("unknown", "", 0, 0, NULL);
  put_bin("heap", "", 64, 1, PUT_FRAMES(2, 3, 7));
  put_bin("heap", "", 64, 1, PUT_FRAMES(2, 3, 8));
  put_bin("heap", "", 64, 1, PUT_FRAMES(2, 4));
  put_bin("mmap", "", 64, 1, PUT_FRAMES(2, 4));
  put_bin("heap", "", 64, 1, PUT_FRAMES(11));
  put_bin("static", "twin", 8, 1, NULL);
  put_bin("static", "twin", 8, 1, NULL);
  put_bin("static", "twin #6", 8, 1, NULL);
  put_bin("stack", "main\r\nmain", 0, 0, NULL);
  put_bin("mmap", "/dev/shm/\xf0\x9f\x92\xa5\x7f", 4096, 1, NULL);
  put_bin("range", "it's, a \"list\", of words", 4096, 1, NULL);
  put_bin("range", "7", 4096, 1, NULL);
  put_bin("heap", "", 16, 1, NULL);
  put_bin("heap", "", 64, 1, PUT_FRAMES(2, 3, 9)); /* no reference accesses it */
}

static void hostile_cells(void) {
  for (unsigned i = 0; i < 12; i++)
    for (unsigned j = 0; j < 14; j++)
      if ((i + j) % 3 == 0) {
        const uint64_t misses = 1 + (i * 7 + j * 5) % 11;
        put_cell(i, j,
                 (ProfileCounts){.reads = 20,
                                 .writes = 5,
                                 .read_misses = misses,
                                 .cold = misses,
                                 .stall_cycles = 50 * misses});
      }
}

void kind_hostile(void) {
  PUT_COMMAND("./evil\x1b[31m", "<script>alert(1)</script>", "a\nb", "\xff\xfe");
  put_machine("1");
  put_option("toggle-collect", "x\x1b]0;title\x07y");
  hostile_code();
  hostile_data();
  hostile_cells();
  put_processors(1);
}
