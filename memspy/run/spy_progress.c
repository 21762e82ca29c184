/* spy_progress.c: see spy_progress.h.
 *
 * The numbers are slightly old: records that are not simulated yet are not included.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/run/spy_progress.h"

#include "bins/bin_account.h"
#include "coherence/coh_system.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

enum { PERIOD = 1000 /* milliseconds */, MILLION = 1000000 };

static UInt last;     /* time of the last look at the clock, in milliseconds; 0: there was none */
static ULong counted; /* number of references at the last look */
static Bool is_shown;

/* Appends a number of millions with one decimal. */
static void put_millions(HChar *line, ULong number, const HChar *what) {
  HChar text[64];
  VG_(snprintf)(text, sizeof text, "%llu.%lluM %s", number / MILLION, number % MILLION / (MILLION / 10), what);
  VG_(strcat)(line, text);
}

static void show(UInt passed) {
  HChar line[256] = "\r";
  ULong references = 0, misses = 0, cycles = 0;
  if (spy_sample_is_on()) { /* with samples, the counts are not those of the run */
    put_millions(line, spy_sample_position(), "instructions");
    VG_(printf)("%s\033[K", line);
    is_shown = True;
    return;
  }
  for (UInt p = 0; p < spy_options_get()->machine.processors; p++) {
    const coh_counts *counts = coh_counts_of(spy_system, p);
    const ULong clock = bin_account_cycles(spy_account, p);
    references += counts->reads + counts->writes;
    misses += counts->read_misses + counts->write_misses;
    if (clock > cycles) cycles = clock;
  }
  if (references < counted) counted = 0; /* the counts were set to zero meanwhile */
  put_millions(line, cycles, "cycles, ");
  put_millions(line, references, "references, ");
  put_millions(line, misses, "misses, ");
  put_millions(line, (references - counted) * PERIOD / passed, "references a second");
  VG_(printf)("%s\033[K", line);
  counted = references;
  is_shown = True;
}

void spy_progress_look(void) {
  const spy_options *options = spy_options_get();
  if (LIKELY(!options->progress) || !options->simulate) return;
  const UInt now = VG_(read_millisecond_timer)();
  if (last == 0) last = now;
  if (now - last < PERIOD) return;
  show(now - last);
  last = now;
}

void spy_progress_clear(void) {
  if (!is_shown) return;
  VG_(printf)("\r\033[K");
  is_shown = False;
}
