/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_perf_source.c: The kernel describes a level twice: by the bits of mem_lvl, and, since Linux 4.14, by the number
 * mem_lvl_num with mem_remote, mem_snoopx and mem_hops. The newer description is used if it names a level. */
#include "ui/samples/samples_perf_source.h"

#include <linux/perf_event.h>

/* Values that the headers of some supported kernels lack. */
enum {
  LEVEL_L2_MHB = 0x05,
  LEVEL_MEMORY_SIDE = 0x06,
  LEVEL_CXL = 0x09,
  LEVEL_IO = 0x0a,
  SNOOP_PEER = 0x02,
  HOPS_IN_NODE = 0x01
};

static SamplesSource source_by_number(guint64 number) {
  switch (number) {
    case PERF_MEM_LVLNUM_L1: return SAMPLES_FROM_D1;
    case PERF_MEM_LVLNUM_LFB: return SAMPLES_FROM_PENDING;
    case PERF_MEM_LVLNUM_L2:
    case LEVEL_L2_MHB: return SAMPLES_FROM_L2;
    case PERF_MEM_LVLNUM_L3:
    case PERF_MEM_LVLNUM_L4: return SAMPLES_FROM_L3;
    case PERF_MEM_LVLNUM_ANY_CACHE: return SAMPLES_FROM_CACHE;
    case PERF_MEM_LVLNUM_RAM:
    case PERF_MEM_LVLNUM_PMEM:
    case LEVEL_MEMORY_SIDE:
    case LEVEL_CXL:
    case LEVEL_IO: return SAMPLES_FROM_MEMORY;
    default: return SAMPLES_FROM_NOT_REPORTED;
  }
}

/* The levels of mem_lvl. An access can hit one, or miss it. */
static const struct {
  guint64 bits;
  SamplesSource source, after_miss;
} levels[] = {
    {PERF_MEM_LVL_L1, SAMPLES_FROM_D1, SAMPLES_FROM_MISS},
    {PERF_MEM_LVL_LFB, SAMPLES_FROM_PENDING, SAMPLES_FROM_MISS},
    {PERF_MEM_LVL_L2, SAMPLES_FROM_L2, SAMPLES_FROM_MISS},
    {PERF_MEM_LVL_REM_CCE1 | PERF_MEM_LVL_REM_CCE2, SAMPLES_FROM_CACHE, SAMPLES_FROM_MISS},
    {PERF_MEM_LVL_L3, SAMPLES_FROM_L3, SAMPLES_FROM_MEMORY},
    {PERF_MEM_LVL_LOC_RAM | PERF_MEM_LVL_REM_RAM1 | PERF_MEM_LVL_REM_RAM2 | PERF_MEM_LVL_IO | PERF_MEM_LVL_UNC,
     SAMPLES_FROM_MEMORY, SAMPLES_FROM_MISS}};

static SamplesSource source_by_bits(guint64 level) {
  const bool missed = (level & PERF_MEM_LVL_MISS) != 0;
  for (guint i = 0; i < G_N_ELEMENTS(levels); i++)
    if ((level & levels[i].bits) != 0) return missed ? levels[i].after_miss : levels[i].source;
  return SAMPLES_FROM_NOT_REPORTED;
}

static SamplesOperation operation_of(guint64 operation) {
  const bool loads = (operation & PERF_MEM_OP_LOAD) != 0, stores = (operation & PERF_MEM_OP_STORE) != 0;
  return loads == stores ? SAMPLES_NOT_REPORTED : loads ? SAMPLES_LOAD : SAMPLES_STORE;
}

SamplesAccess samples_perf_source(guint64 bits) {
  const union perf_mem_data_src of = {.val = bits};
  const guint64 remote_levels = PERF_MEM_LVL_REM_RAM1 | PERF_MEM_LVL_REM_RAM2 | PERF_MEM_LVL_REM_CCE1 |
                                PERF_MEM_LVL_REM_CCE2;
  const bool modified = (of.mem_snoop & PERF_MEM_SNOOP_HITM) != 0;
  const bool missed = (of.mem_lvl & PERF_MEM_LVL_MISS) != 0;
  SamplesSource source = missed ? SAMPLES_FROM_NOT_REPORTED : source_by_number(of.mem_lvl_num);
  if (source == SAMPLES_FROM_NOT_REPORTED) source = source_by_bits(of.mem_lvl);
  if (source != SAMPLES_FROM_D1 && source != SAMPLES_FROM_PENDING && source != SAMPLES_FROM_L2 &&
      (modified || (of.mem_snoopx & SNOOP_PEER) != 0))
    source = SAMPLES_FROM_CACHE;
  return (SamplesAccess){.operation = operation_of(of.mem_op),
                         .source = source,
                         .remote = (of.mem_remote != 0 && of.mem_hops != HOPS_IN_NODE) ||
                                   (!missed && (of.mem_lvl & remote_levels) != 0),
                         .modified = modified};
}
