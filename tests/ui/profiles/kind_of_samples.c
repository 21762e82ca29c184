/* kind_of_samples.c: profiles that are made of samples, see kinds.h. The code and data are similar to those of the
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

static void put_program(const char *event, const char *method, ProfileDetail detail) {
  PUT_COMMAND("./solve", "-n", "20");
  put_begin(BIN_RECORD_SAMPLES);
  put_string(event);
  put_number(1000);
  put_number(9000);
  put_number(8800);
  put_string(method);
  put_number(0);
  put_number(detail);
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
}

void kind_of_samples(void) {
  put_program("cache-misses", "skid+loop", PROFILE_EVENTS_ONLY);
  const struct {
    unsigned place, bin;
    uint64_t misses;
  } found[] = {{0, 1, 5000000}, {0, 2, 1250000}, {1, 0, 200000}, {1, 1, 50000}, {2, 2, 2400000}, {2, 3, 100000}};
  for (size_t i = 0; i < G_N_ELEMENTS(found); i++)
    put_cell(found[i].place, found[i].bin,
             (ProfileCounts){.reads = found[i].misses, .read_misses = found[i].misses, .cold = found[i].misses});
  put_samples_processor();
}

/* Misses that are not on modified lines count as cold. */
static void put_accesses(unsigned place, unsigned bin, ProfileCounts counts) {
  counts.cold = profile_counts_misses(&counts) - counts.invalidation;
  put_cell(place, bin, counts);
}

/* The last access of both kinds has only hits: a hit on a line that is being fetched has stall. */
void kind_of_accesses(void) {
  put_program("memory-accesses", "address", PROFILE_ACCESSES);
  put_accesses(0, 1, (ProfileCounts){.reads = 4000000, .read_misses = 1500000, .stall_cycles = 90000000});
  put_accesses(0, 2,
               (ProfileCounts){.writes = 1000000,
                               .write_misses = 250000,
                               .invalidation = 200000,
                               .remote = 250000,
                               .stall_cycles = 30000000});
  put_accesses(1, 0, (ProfileCounts){.reads = 1000000, .read_misses = 200000, .stall_cycles = 10000000});
  put_accesses(
      2, 2, (ProfileCounts){.reads = 2500000, .read_misses = 400000, .invalidation = 100000, .stall_cycles = 20000000});
  put_accesses(2, 3, (ProfileCounts){.reads = 500000, .stall_cycles = 50000});
  put_samples_processor();
}

void kind_of_served_accesses(void) {
  put_program("memory-accesses", "address", PROFILE_ACCESSES_AND_SERVERS);
  put_accesses(0, 1,
               (ProfileCounts){.reads = 4000000,
                               .read_misses = 1500000,
                               .stall_cycles = 90000000,
                               .second_level = 600000,
                               .last_level = 400000});
  put_accesses(0, 2,
               (ProfileCounts){.writes = 1500000,
                               .write_misses = 250000,
                               .invalidation = 200000,
                               .stall_cycles = 30000000,
                               .transfers = 200000,
                               .last_level = 50000});
  put_accesses(
      2, 2, (ProfileCounts){.reads = 3000000, .read_misses = 400000, .stall_cycles = 20000000, .second_level = 100000});
  put_accesses(2, 3, (ProfileCounts){.reads = 500000, .stall_cycles = 50000});
  put_samples_processor();
}
