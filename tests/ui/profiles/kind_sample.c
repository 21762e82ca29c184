/* kind_sample.c: a small profile with a record of every kind, see kinds.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stddef.h>

#include "tests/ui/profiles/kinds.h"
#include "tests/ui/profiles/put_cells.h"
#include "tests/ui/profiles/put_program.h"
#include "tests/ui/profiles/put_records.h"
#include "tests/ui/profiles/put_run.h"
#include "tests/ui/profiles/put_sharing.h"

static void sample_machine(void) {
  put_machine("2");
  put_option("nodes", "2");
  put_option("remote-latency", "60");
  put_option("conflicts", "yes");
  put_option("instructions", "yes");
  put_option("references", "yes");
  put_option("stack-vars", "yes");
  put_icaches();
}

static void sample_code(void) {
  put_object("");
  put_object_with("/home/user/sum", "6a3f0c55d1e84b7992f01e6b8a4f7c2d10b3e5f9", 0x4bf000);
  put_file("");
  put_file("/home/user/sum.c");
  put_segment("???", 0, 0, 0);
  put_segment("sum", 1, 1, 3);
  put_segment("new_row", 1, 1, 10);
  put_segment("main", 1, 1, 20);
  put_place(0, 0, 0, 120);
  put_instruction(1, 1, 5, 0x1139, 4000);
  put_instruction(2, 1, 11, 0x1170, 40);
  put_instruction(3, 1, 22, 0x11a4, 60);
  put_instruction(3, 1, 23, 0x11b8, 64);
  PUT_NUMBERS(CALL, 1, 0x1173, 2);
  PUT_NUMBERS(CALL, 1, 0x11a8, 3);
  PUT_NUMBERS(CALL, 1, 0x11bc, 4);
  PUT_NUMBERS(CALL, 1, 0x11ad, 3);
  PUT_NUMBERS(CALL, 1, 0x11c1, 4);
}

static void sample_data(void) {
  put_bin("unknown", "", 0, 0, NULL);
  put_bin("heap", "", 8192, 2, PUT_FRAMES(0, 1));
  put_bin("heap", "", 4096, 1, PUT_FRAMES(0, 2));
  put_bin("static", "total", 8, 1, NULL);
  put_bin("stack", "main", 0, 0, NULL);
  put_bin("mmap", "/home/user/a \"quoted\"\tname", 65536, 1, NULL);
  put_bin("range", "border", 64, 1, NULL);
  put_bin("tls", "depth", 4, 2, NULL);
  PUT_NUMBERS(VARIABLE, 3, 1, 0x4040, 8);
  PUT_NUMBERS(VARIABLE, 7, 1, 0x10, 4);
  PUT_NUMBERS(SLOT, 4, 3, 32);
  PUT_NUMBERS(RECEIVER, 1, 0, 4, 32, 3, 0);
  PUT_NUMBERS(RECEIVER, 1, 1, 3, 0, 3, 80);
  PUT_NUMBERS(RECEIVER, 2, 0, 1, 4088, 4, 0);
  put_scope("function", 0, 1, 1, 3, (const uint64_t[]){4384, 4384, 4432});
  put_scope("loop", 1, 1, 1, 4, (const uint64_t[]){4400, 4400, 4424});
}

static void sample_loads(void) {
  put_cell(
      0, 0,
      (ProfileCounts){.reads = 30, .writes = 8, .read_misses = 3, .write_misses = 1, .cold = 4, .stall_cycles = 200});
  put_reference(
      "modify",
      (ProfileReference){.temporal_hits = 30, .spatial_hits = 4, .evictions = 2, .used_bytes = 24, .lost = 3});
  put_loss(1, 1, 3);
  put_cell(1, 1,
           (ProfileCounts){.reads = 1024,
                           .read_misses = 150,
                           .cold = 128,
                           .replacement = 22,
                           .capacity = 4,
                           .conflict = 18,
                           .local = 130,
                           .remote = 20,
                           .stall_cycles = 7500});
  put_evictor(1, 2);
  put_evictor(2, 20);
  put_spread(0, 8);
  put_reference("read", (ProfileReference){.spatial_hits = 874, .evictions = 24, .used_bytes = 1200, .lost = 24});
  put_loss(1, 1, 2);
  put_loss(4, 2, 22);
}

static void sample_shared(void) {
  put_cell(1, 3,
           (ProfileCounts){.reads = 500,
                           .writes = 500,
                           .read_misses = 40,
                           .write_misses = 2,
                           .cold = 2,
                           .invalidation = 40,
                           .true_sharing = 3,
                           .false_sharing = 37,
                           .local = 10,
                           .remote = 32,
                           .upgrades = 12,
                           .stall_cycles = 2220,
                           .transfers = 38});
  put_invalidator(1, 38);
  put_invalidator(3, 2);
  put_spread(0, 0);
  put_reference("modify", (ProfileReference){.temporal_hits = 957, .spatial_hits = 1, .lost = 2});
  put_loss(4, 2, 2);
}

static void sample_stores(void) {
  put_cell(3, 4, (ProfileCounts){.reads = 12, .writes = 15});
  put_reference("modify", (ProfileReference){.temporal_hits = 27, .lost = 1});
  put_loss(1, 1, 1);
  put_cell(4, 2, (ProfileCounts){.writes = 512, .write_misses = 64, .cold = 64, .stall_cycles = 3200});
  put_reference("write", (ProfileReference){.spatial_hits = 448, .evictions = 40, .used_bytes = 2560, .lost = 40});
  put_loss(1, 1, 39);
  put_loss(4, 2, 1);
}

static void sample_lines(void) {
  put_hot_line((ProfileHotLine){.address = 0x4c3040,
                                .events = 50,
                                .true_sharing = 3,
                                .false_sharing = 35,
                                .upgrades = 11,
                                .transfers = 40,
                                .unlisted = 1});
  put_use((ProfileUse){.processor = 0, .offset = 0, .place = 1, .bin = 3, .start = 0x4c3040, .reads = 20});
  put_use((ProfileUse){.processor = 1, .offset = 0, .place = 1, .bin = 3, .start = 0x4c3040, .reads = 2, .writes = 4});
  put_use((ProfileUse){.processor = 1, .offset = 16, .place = 3, .bin = 2, .start = 0x4c2048, .modifies = 23});
  put_hot_line((ProfileHotLine){.address = 0x1ffeffe000, .events = 3, .missed = 1, .false_sharing = 2, .upgrades = 1});
  put_use((ProfileUse){.processor = 0, .offset = 56, .place = 3, .bin = 4, .writes = 3});
  put_other_lines((ProfileSharing){.events = 1, .lines = 1, .forgotten = 1});
}

static void sample(bool with_tlbs) {
  put_command((const char *const[]){"./sum", "two words", NULL}, "exact", 1000);
  sample_machine();
  if (with_tlbs) put_tlbs();
  sample_code();
  sample_data();
  sample_loads();
  sample_shared();
  sample_stores();
  sample_lines();
  put_processors(2);
}

void kind_sample(void) { sample(false); }
void kind_translated(void) { sample(true); }
