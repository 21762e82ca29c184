/* mach_presets.c: the machines that users can select by name.
 *
 * Latencies of current machines are results of pointer-chasing and line-transfer benchmarks, converted to cycles at the
 * clock that the source line states. Real processors hide a part of the latencies; the simulator does not. A store to a
 * shared line sends a request to the last level, so an upgrade takes the latency of the last level. A transaction
 * occupies the node's bus for the time of a line at the bandwidth of its memory; a context switch takes a microsecond.
 * If a cache's number of sets is not a power of two, the preset has the nearest cache that can be simulated, and the
 * source line states this. If each group of cores has its own last level, each group is a node, even if the groups
 * share their memory; then all memory has the same latency. "Taken as" marks values without a source. `window`,
 * `outstanding_misses`, `store_buffer` and a preset's last group of values are for processors with windows.
 *
 * Memory bandwidth is the number of channels times their width and rate, in bytes per cycle of the processors. The
 * prefetchers of
 *   Intel's processors: next-line and stride at the D1, stream at the L2 (Intel 64 and IA-32 Architectures Optimization
 *     Reference Manual, section on data prefetching); the prefetcher of the other half of 128 bytes is not simulated
 *   AMD's processors: stride and stream at the D1, stream at the L2 (AMD openSIL, CcxClass-api.h, for Zen 4); the region
 *     prefetcher of the D1, and the up/down prefetcher of the L2, are not simulated
 *   Arm's processors: at both levels (Arm, Neoverse N1 Core Technical Reference Manual, section on data prefetching), of
 *     unknown kinds: taken as stride and stream at the D1, and stream at the L2
 *   Apple's and SiFive's processors, and the X60: unknown, and not simulated
 *
 * docs/tables.py reads this table: an entry has a name, its source, and a list of .field = value.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "machine/mach_config.h"

/* Values that a machine has with --processor=window only. Except for the width, 0: unknown. `blocking`: the processors
 * have windows only if the user gives --processor=window. */
typedef struct {
  bool blocking;
  uint32_t width;                 /* number of instructions that enter the window in a cycle */
  uint32_t prefetch, l2_prefetch; /* as in mach_config */
  uint32_t memory_bandwidth, processor_bandwidth;
} window_values;

typedef struct {
  const char *name;
  const char *source;
  mach_config config;
  window_values with_window;
} preset;

/* clang-format off */
static const preset presets[] = {
    {"default",
     "no particular machine: 4 processors, 32 KB 8-way D1, 8 MB 16-way last level, 64-byte lines",
     {.processors = 4, .nodes = 1, .megahertz = 1000, .cpi = 1, .protocol = MACH_MESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {32 * 1024, 8, 64}, .ll = {8 * 1024 * 1024, 16, 64},
      .l2_latency = 12, .ll_latency = 40, .memory_latency = 200, .remote_latency = 300, .transfer_latency = 100,
      .remote_transfer_latency = 350, .upgrade_latency = 40, .occupancy = 10, .context_switch = 1000},
     {.width = 4}},
    {"sgi-4d340",
     "Martonosi, Gupta and Anderson, SIGMETRICS 1992, section 4: 4 processors on a bus, 64 KB caches, "
     "64-byte lines, 50 cycles for every miss; its bus moves 64 MB/s at 33 MHz",
     {.processors = 4, .nodes = 1, .megahertz = 33, .cpi = 1, .protocol = MACH_MSI, .replacement = MACH_LRU,
      .i1 = {64 * 1024, 1, 64}, .d1 = {64 * 1024, 1, 64},
      .memory_latency = 50, .remote_latency = 50, .transfer_latency = 50, .remote_transfer_latency = 50,
      .occupancy = 33, .context_switch = 1000},
     {.blocking = true, .width = 4}},
    {"dash",
     "Lenoski et al., The Stanford Dash multiprocessor, IEEE Computer 25(3), 1992: the prototype of 4 clusters of "
     "4 processors (33 MHz), 16-byte lines, a read 15 cycles from the second level, 30 in the cluster, 100 from "
     "the home cluster, 135 from a dirty copy in a third; the bus moves 64 MB/s",
     {.processors = 16, .nodes = 4, .megahertz = 33, .cpi = 1, .protocol = MACH_MSI, .replacement = MACH_LRU,
      .i1 = {64 * 1024, 1, 16}, .d1 = {64 * 1024, 1, 16}, .l2 = {256 * 1024, 1, 16},
      .l2_latency = 15, .memory_latency = 30, .remote_latency = 100, .transfer_latency = 30,
      .remote_transfer_latency = 135, .upgrade_latency = 30, .occupancy = 8, .context_switch = 1000},
     {.blocking = true, .width = 4}},
    {"metric-r12000",
     "Marathe et al., METRIC, CGO 2003, section 7: MIPS R12000, 32 KB 2-way, 32-byte lines",
     {.processors = 1, .nodes = 1, .megahertz = 300, .cpi = 1, .protocol = MACH_MSI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 2, 64}, .d1 = {32 * 1024, 2, 32},
      .memory_latency = 100, .remote_latency = 100, .transfer_latency = 100, .remote_transfer_latency = 100},
     {.blocking = true, .width = 4}},
    {"intel-tiger-lake",
     "Core i7-1165G7, 4 cores at 4.7 GHz; between cores 27 ns (github.com/nviennot/core-to-core-latency), L2 taken as "
     "14 cycles, L3 as 48, memory as 90 ns; window, fill buffers and stores as in Sunny Cove (en.wikichip.org, Sunny "
     "Cove); 5 wide (en.wikichip.org, Sunny Cove); 68.3 GB/s of LPDDR4X-4267 (Intel, product specifications)",
     {.processors = 4, .nodes = 1, .megahertz = 4700, .cpi = 1, .protocol = MACH_MESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {48 * 1024, 12, 64}, .l2 = {1280 * 1024, 20, 64},
      .ll = {12 * 1024 * 1024, 12, 64},
      .l2_latency = 14, .ll_latency = 48, .memory_latency = 423, .remote_latency = 423, .transfer_latency = 127,
      .remote_transfer_latency = 127, .upgrade_latency = 48, .occupancy = 4, .context_switch = 4700,
      .window = 352, .outstanding_misses = 12, .store_buffer = 72},
     {.width = 5, .prefetch = MACH_NEXT_LINE | MACH_STRIDE, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 14532}},
    {"intel-alder-lake",
     "Core i9-12900K, its 8 P cores at 5 GHz; L2 15 cycles (chipsandcheese.com, A Preview of Raptor Lake's Improved L2 "
     "Caches), between cores 35 ns (github.com/nviennot/core-to-core-latency), L3 taken as 70 cycles, memory as 90 ns; "
     "its L3 of 30 MB, 12-way, as 32 MB, 16-way; window, fill buffers and stores: chipsandcheese.com, Popping the Hood "
     "on Golden Cove; 6 wide (the same page); 76.8 GB/s of DDR5-4800 (Intel, product specifications); a core reads the "
     "lines of its L2's 48 misses in a memory latency (the same page)",
     {.processors = 8, .nodes = 1, .megahertz = 5000, .cpi = 1, .protocol = MACH_MESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {48 * 1024, 12, 64}, .l2 = {1280 * 1024, 10, 64},
      .ll = {32 * 1024 * 1024, 16, 64},
      .l2_latency = 15, .ll_latency = 70, .memory_latency = 450, .remote_latency = 450, .transfer_latency = 175,
      .remote_transfer_latency = 175, .upgrade_latency = 70, .occupancy = 4, .context_switch = 5000,
      .window = 512, .outstanding_misses = 16, .store_buffer = 112},
     {.width = 6, .prefetch = MACH_NEXT_LINE | MACH_STRIDE, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 15360, .processor_bandwidth = 6827}},
    {"intel-raptor-lake",
     "Core i7-1360P, its 4 P cores at 5 GHz; L2 3 ns, L3 14 ns, memory 90 ns (github.com/ThomasKaiser/sbc-bench, "
     "results/4E5J.txt), between cores taken as 35 ns, as in Alder Lake; its L3 of 18 MB, 12-way, as 18-way; window, "
     "fill buffers and stores as in Golden Cove (chipsandcheese.com, Popping the Hood on Golden Cove); 6 wide (the "
     "same page); memory taken as LPDDR5-6400, 102.4 GB/s; a core reads the lines of its L2's 48 misses in a memory "
     "latency (the same page)",
     {.processors = 4, .nodes = 1, .megahertz = 5000, .cpi = 1, .protocol = MACH_MESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {48 * 1024, 12, 64}, .l2 = {1280 * 1024, 10, 64},
      .ll = {18 * 1024 * 1024, 18, 64},
      .l2_latency = 15, .ll_latency = 70, .memory_latency = 450, .remote_latency = 450, .transfer_latency = 175,
      .remote_transfer_latency = 175, .upgrade_latency = 70, .occupancy = 3, .context_switch = 5000,
      .window = 512, .outstanding_misses = 16, .store_buffer = 112},
     {.width = 6, .prefetch = MACH_NEXT_LINE | MACH_STRIDE, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 20480, .processor_bandwidth = 6827}},
    {"intel-arrow-lake",
     "Core Ultra 9 285K, its 8 P cores at 5.7 GHz (sizes: en.wikipedia.org, Arrow Lake (microprocessor)), without the "
     "192 KB between D1 and L2; L2 taken as 17 cycles, L3 as 85, memory as 100 ns, between cores as 35 ns; its L3 of "
     "36 MB, taken as 12-way, as 18-way; window 576 (en.wikipedia.org, Lion Cove), fill buffers and stores taken as in "
     "Golden Cove; 8 wide (en.wikipedia.org, Lion Cove); memory taken as DDR5-6400, 102.4 GB/s; a core taken to read "
     "48 lines in a memory latency",
     {.processors = 8, .nodes = 1, .megahertz = 5700, .cpi = 1, .protocol = MACH_MESI, .replacement = MACH_LRU,
      .i1 = {64 * 1024, 16, 64}, .d1 = {48 * 1024, 12, 64}, .l2 = {3 * 1024 * 1024, 12, 64},
      .ll = {36 * 1024 * 1024, 18, 64},
      .l2_latency = 17, .ll_latency = 85, .memory_latency = 570, .remote_latency = 570, .transfer_latency = 200,
      .remote_transfer_latency = 200, .upgrade_latency = 85, .occupancy = 4, .context_switch = 5700,
      .window = 576, .outstanding_misses = 16, .store_buffer = 112},
     {.width = 8, .prefetch = MACH_NEXT_LINE | MACH_STRIDE, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 17965, .processor_bandwidth = 5389}},
    {"intel-cascade-lake",
     "two sockets of 18 cores of Cascade Lake SP at 3 GHz; memory 81 ns, of the other socket 141 ns, modified in "
     "another core 49 ns, in the other socket 114 ns (Intel's Memory Latency Checker, github.com/gjbex/Code-"
     "optimization, info/cascadelake_mlc.txt), L2 14 cycles (anandtech.com, AMD Rome Second Generation EPYC), L3 taken "
     "as 70 cycles; its L3 of 24.75 MB, 11-way, as 24 MB, 12-way; window, fill buffers and stores: en.wikichip.org, "
     "Skylake (client); 4 wide (the same page); 6 channels of DDR4-2933, 140.8 GB/s for each socket (Intel, product "
     "specifications)",
     {.processors = 36, .nodes = 2, .megahertz = 3000, .cpi = 1, .protocol = MACH_MESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {32 * 1024, 8, 64}, .l2 = {1024 * 1024, 16, 64},
      .ll = {24 * 1024 * 1024, 12, 64},
      .l2_latency = 14, .ll_latency = 70, .memory_latency = 243, .remote_latency = 423, .transfer_latency = 147,
      .remote_transfer_latency = 342, .upgrade_latency = 70, .occupancy = 2, .context_switch = 3000,
      .window = 224, .outstanding_misses = 12, .store_buffer = 56},
     {.width = 4, .prefetch = MACH_NEXT_LINE | MACH_STRIDE, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 46933}},
    {"intel-ice-lake-sp",
     "two sockets of 32 cores of Ice Lake SP at 3 GHz; memory 89 ns, of the other socket 143 ns, modified in another "
     "core 64 ns, in the other socket 127 ns (Intel's Memory Latency Checker, github.com/gjbex/Code-optimization, "
     "info/icelake_mlc.txt), L2 taken as 14 cycles, L3 as 70; its L3 of 54 MB as 48 MB, both 12-way; window, fill "
     "buffers and stores: en.wikichip.org, Sunny Cove; 5 wide (the same page); 8 channels of DDR4-3200, 204.8 GB/s for "
     "each socket (Intel, product specifications)",
     {.processors = 64, .nodes = 2, .megahertz = 3000, .cpi = 1, .protocol = MACH_MESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {48 * 1024, 12, 64}, .l2 = {1280 * 1024, 20, 64},
      .ll = {48 * 1024 * 1024, 12, 64},
      .l2_latency = 14, .ll_latency = 70, .memory_latency = 267, .remote_latency = 429, .transfer_latency = 192,
      .remote_transfer_latency = 381, .upgrade_latency = 70, .occupancy = 1, .context_switch = 3000,
      .window = 352, .outstanding_misses = 12, .store_buffer = 72},
     {.width = 5, .prefetch = MACH_NEXT_LINE | MACH_STRIDE, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 68267}},
    {"intel-sapphire-rapids",
     "two sockets of 32 of their 48 cores of Sapphire Rapids at 3 GHz; memory 109 ns (mean of the socket's four "
     "quarters), of the other socket 188 ns (Intel's Memory Latency Checker, github.com/gjbex/Code-optimization, "
     "info/sapphirerapids_mlc.txt), L2 taken as 16 cycles, L3 as 100, modified in another core as 65 ns, in the other "
     "socket as 139 ns, as in Graviton4; its L3 of 105 MB, taken as 15-way, as 104 MB, 13-way; window, fill buffers "
     "and stores: chipsandcheese.com, Popping the Hood on Golden Cove; 6 wide (the same page); 8 channels of "
     "DDR5-4800, 307.2 GB/s for each socket (Intel, product specifications); a core reads the lines of its L2's 48 "
     "misses in a memory latency (the same page)",
     {.processors = 64, .nodes = 2, .megahertz = 3000, .cpi = 1, .protocol = MACH_MESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {48 * 1024, 12, 64}, .l2 = {2 * 1024 * 1024, 16, 64},
      .ll = {104 * 1024 * 1024, 13, 64},
      .l2_latency = 16, .ll_latency = 100, .memory_latency = 327, .remote_latency = 564, .transfer_latency = 195,
      .remote_transfer_latency = 417, .upgrade_latency = 100, .occupancy = 1, .context_switch = 3000,
      .window = 512, .outstanding_misses = 16, .store_buffer = 112},
     {.width = 6, .prefetch = MACH_NEXT_LINE | MACH_STRIDE, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 102400, .processor_bandwidth = 9394}},
    {"intel-granite-rapids",
     "Xeon 6972P at 3.5 GHz, of each of two sockets one of its three dies, of 32 cores; memory 95 ns, of the other "
     "socket 240 ns, modified in another core 81 ns, in the other socket 240 ns (Intel's Memory Latency Checker, "
     "github.com/gjbex/Code-optimization, info/granite_rapids_mlc.txt), L2 taken as 16 cycles, L3 as 30 ns; the die's "
     "third of its L3, 160 MB, taken as 16-way, as 20-way; window 512 (en.wikipedia.org, Lion Cove), fill buffers and "
     "stores taken as in Golden Cove; 6 wide (Redwood Cove; the same page); a third of 12 channels of DDR5-6400, 204.8 "
     "GB/s (Intel, product specifications); a core taken to read 48 lines in a memory latency",
     {.processors = 64, .nodes = 2, .megahertz = 3500, .cpi = 1, .protocol = MACH_MESI, .replacement = MACH_LRU,
      .i1 = {64 * 1024, 16, 64}, .d1 = {48 * 1024, 12, 64}, .l2 = {2 * 1024 * 1024, 16, 64},
      .ll = {160 * 1024 * 1024, 20, 64},
      .l2_latency = 16, .ll_latency = 105, .memory_latency = 332, .remote_latency = 840, .transfer_latency = 284,
      .remote_transfer_latency = 840, .upgrade_latency = 105, .occupancy = 1, .context_switch = 3500,
      .window = 512, .outstanding_misses = 16, .store_buffer = 112},
     {.width = 6, .prefetch = MACH_NEXT_LINE | MACH_STRIDE, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 58514, .processor_bandwidth = 9253}},
    {"amd-zen2",
     "Ryzen 7 3700X, two complexes of 4 cores, each with an L3, at 4.4 GHz; L2 12 and L3 39 cycles (AMD, Software "
     "Optimization Guide for the family 17h, models 30h and on), between cores 24 ns, between complexes 94 ns "
     "(Threadripper 3960X, github.com/nviennot/core-to-core-latency), memory taken as 75 ns; window, misses and stores "
     "from that guide; 6 wide (the same guide); prefetchers taken as in Zen 4; half of 2 channels of DDR4-3200, 25.6 "
     "GB/s for each complex (AMD, product specifications)",
     {.processors = 8, .nodes = 2, .megahertz = 4400, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {32 * 1024, 8, 64}, .l2 = {512 * 1024, 8, 64}, .ll = {16 * 1024 * 1024, 16, 64},
      .l2_latency = 12, .ll_latency = 39, .memory_latency = 330, .remote_latency = 330, .transfer_latency = 106,
      .remote_transfer_latency = 414, .upgrade_latency = 39, .occupancy = 11, .context_switch = 4400,
      .window = 224, .outstanding_misses = 22, .store_buffer = 48},
     {.width = 6, .prefetch = MACH_STRIDE | MACH_STREAM, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 5818}},
    {"amd-zen3",
     "Ryzen 7 5700X, 8 cores at 4.6 GHz; L2 12 and L3 46 cycles (AMD, Software Optimization Guide for the family 19h), "
     "between cores 18 ns (github.com/nviennot/core-to-core-latency), memory taken as 75 ns; window, misses and stores "
     "from that guide; 6 wide (the same guide); prefetchers taken as in Zen 4; 2 channels of DDR4-3200, 51.2 GB/s "
     "(AMD, product specifications)",
     {.processors = 8, .nodes = 1, .megahertz = 4600, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {32 * 1024, 8, 64}, .l2 = {512 * 1024, 8, 64}, .ll = {32 * 1024 * 1024, 16, 64},
      .l2_latency = 12, .ll_latency = 46, .memory_latency = 345, .remote_latency = 345, .transfer_latency = 83,
      .remote_transfer_latency = 83, .upgrade_latency = 46, .occupancy = 6, .context_switch = 4600,
      .window = 256, .outstanding_misses = 24, .store_buffer = 64},
     {.width = 6, .prefetch = MACH_STRIDE | MACH_STREAM, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 11130}},
    {"amd-zen4",
     "Ryzen 9 7950X, two complexes of 8 cores, each with an L3, at 5.5 GHz; L2 14 and L3 50 cycles (AMD, Software "
     "Optimization Guide for the Zen4 microarchitecture), between cores 17 ns, between complexes 79 ns (anandtech.com, "
     "AMD Zen 4 Ryzen 9 7950X and Ryzen 5 7600X Review), memory taken as 75 ns; window 320 and 64 stores "
     "(chipsandcheese.com, AMD's Zen 4, Part 2), misses taken as in Zen 3; 6 wide (AMD's guide); half of 2 channels of "
     "DDR5-5200, 41.6 GB/s for each complex (AMD, product specifications)",
     {.processors = 16, .nodes = 2, .megahertz = 5500, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {32 * 1024, 8, 64}, .l2 = {1024 * 1024, 8, 64},
      .ll = {32 * 1024 * 1024, 16, 64},
      .l2_latency = 14, .ll_latency = 50, .memory_latency = 412, .remote_latency = 412, .transfer_latency = 94,
      .remote_transfer_latency = 434, .upgrade_latency = 50, .occupancy = 8, .context_switch = 5500,
      .window = 320, .outstanding_misses = 24, .store_buffer = 64},
     {.width = 6, .prefetch = MACH_STRIDE | MACH_STREAM, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 7564}},
    {"amd-zen5",
     "Ryzen AI Max+ 395, two complexes of 8 cores, each with an L3, at 5.1 GHz; L2 14 and L3 57 cycles, memory 129 ns "
     "(github.com/ThomasKaiser/sbc-bench, results/8hUb.txt), between cores taken as 18 ns, between complexes as 100 "
     "ns; window 448 and 104 stores (AMD, Software Optimization Guide for the Zen5 microarchitecture), misses taken as "
     "in Zen 3; 8 wide (AMD's guide); prefetchers taken as in Zen 4; half of 256 GB/s for each complex (AMD, product "
     "specifications)",
     {.processors = 16, .nodes = 2, .megahertz = 5100, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {48 * 1024, 12, 64}, .l2 = {1024 * 1024, 16, 64},
      .ll = {32 * 1024 * 1024, 16, 64},
      .l2_latency = 14, .ll_latency = 57, .memory_latency = 658, .remote_latency = 658, .transfer_latency = 92,
      .remote_transfer_latency = 510, .upgrade_latency = 57, .occupancy = 3, .context_switch = 5100,
      .window = 448, .outstanding_misses = 24, .store_buffer = 104},
     {.width = 8, .prefetch = MACH_STRIDE | MACH_STREAM, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 25098}},
    {"amd-rome",
     "EPYC 7742 at 3.4 GHz, of each of two sockets one complex of 4 cores, which share an L3; L2 13 and L3 34 cycles, "
     "memory 122 ns (anandtech.com, AMD Rome Second Generation EPYC), between cores 24 ns (Threadripper 3960X, "
     "github.com/nviennot/core-to-core-latency), memory of the other socket taken as 220 ns, between sockets as 200 "
     "ns; window, misses and stores: AMD, Software Optimization Guide for the family 17h, models 30h and on; 6 wide "
     "(the same guide); prefetchers taken as in Zen 4; a complex reads 32 bytes in each cycle of the fabric, taken as "
     "1.6 GHz: 51.2 GB/s",
     {.processors = 8, .nodes = 2, .megahertz = 3400, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {32 * 1024, 8, 64}, .l2 = {512 * 1024, 8, 64}, .ll = {16 * 1024 * 1024, 16, 64},
      .l2_latency = 13, .ll_latency = 34, .memory_latency = 415, .remote_latency = 748, .transfer_latency = 82,
      .remote_transfer_latency = 680, .upgrade_latency = 34, .occupancy = 4, .context_switch = 3400,
      .window = 224, .outstanding_misses = 22, .store_buffer = 48},
     {.width = 6, .prefetch = MACH_STRIDE | MACH_STREAM, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 15059}},
    {"amd-milan",
     "EPYC 7003 at 3.5 GHz, of each of two sockets one complex of 8 cores, which share an L3; L2 12 and L3 46 cycles "
     "(AMD, Software Optimization Guide for the family 19h), between cores 23 ns, between sockets 197 ns (EPYC 7R13, "
     "github.com/nviennot/core-to-core-latency), memory taken as 100 ns, of the other socket as 190 ns; window, misses "
     "and stores from that guide; 6 wide (the same guide); prefetchers taken as in Zen 4; a complex reads 32 bytes in "
     "each cycle of the fabric, taken as 1.6 GHz: 51.2 GB/s",
     {.processors = 16, .nodes = 2, .megahertz = 3500, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {32 * 1024, 8, 64}, .l2 = {512 * 1024, 8, 64}, .ll = {32 * 1024 * 1024, 16, 64},
      .l2_latency = 12, .ll_latency = 46, .memory_latency = 350, .remote_latency = 665, .transfer_latency = 80,
      .remote_transfer_latency = 690, .upgrade_latency = 46, .occupancy = 4, .context_switch = 3500,
      .window = 256, .outstanding_misses = 24, .store_buffer = 64},
     {.width = 6, .prefetch = MACH_STRIDE | MACH_STREAM, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 14629}},
    {"amd-genoa",
     "EPYC 9654 at 3.7 GHz, of each of two sockets one complex of 8 cores, which share an L3; L2 14 and L3 50 cycles "
     "(AMD, Software Optimization Guide for the Zen4 microarchitecture), between sockets 200 ns (Bergamo; "
     "chipsandcheese.com, Arm's Neoverse V2, in AWS's Graviton 4), between cores taken as 25 ns, memory as 120 ns, of "
     "the other socket as 220 ns; window 320 and 64 stores (chipsandcheese.com, AMD's Zen 4, Part 2), misses taken as "
     "in Zen 3; 6 wide (AMD's guide); a complex reads 32 bytes in each cycle of the fabric, taken as 1.8 GHz: 57.6 "
     "GB/s",
     {.processors = 16, .nodes = 2, .megahertz = 3700, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {32 * 1024, 8, 64}, .l2 = {1024 * 1024, 8, 64},
      .ll = {32 * 1024 * 1024, 16, 64},
      .l2_latency = 14, .ll_latency = 50, .memory_latency = 444, .remote_latency = 814, .transfer_latency = 92,
      .remote_transfer_latency = 740, .upgrade_latency = 50, .occupancy = 4, .context_switch = 3700,
      .window = 320, .outstanding_misses = 24, .store_buffer = 64},
     {.width = 6, .prefetch = MACH_STRIDE | MACH_STREAM, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 15568}},
    {"amd-turin",
     "EPYC 9755 at 4.1 GHz, of each of two sockets one complex of 8 cores, which share an L3; L2 14 and L3 57 cycles, "
     "as in Ryzen AI Max+ 395 (github.com/ThomasKaiser/sbc-bench, results/8hUb.txt), between cores taken as 25 ns, "
     "between sockets as 200 ns, memory as 120 ns, of the other socket as 220 ns; window 448 and 104 stores (AMD, "
     "Software Optimization Guide for the Zen5 microarchitecture), misses taken as in Zen 3; 8 wide (AMD's guide); "
     "prefetchers taken as in Zen 4; a complex reads 32 bytes in each cycle of the fabric, taken as 2 GHz: 64 GB/s",
     {.processors = 16, .nodes = 2, .megahertz = 4100, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {48 * 1024, 12, 64}, .l2 = {1024 * 1024, 16, 64},
      .ll = {32 * 1024 * 1024, 16, 64},
      .l2_latency = 14, .ll_latency = 57, .memory_latency = 492, .remote_latency = 902, .transfer_latency = 102,
      .remote_transfer_latency = 820, .upgrade_latency = 57, .occupancy = 4, .context_switch = 4100,
      .window = 448, .outstanding_misses = 24, .store_buffer = 104},
     {.width = 8, .prefetch = MACH_STRIDE | MACH_STREAM, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 15610}},
    {"arm-graviton2",
     "AWS Graviton2, 64 cores Neoverse N1 at 2.5 GHz; L2 11 cycles, memory 81 ns (anandtech.com, Amazon's Arm-based "
     "Graviton2 Against AMD and Intel), between cores 47 ns (github.com/nviennot/core-to-core-latency), last level "
     "taken as 30 ns; window 128 (en.wikichip.org, Neoverse N1); 4 wide (Arm, Neoverse N1 Software Optimization "
     "Guide); 8 channels of DDR4-3200, 204.8 GB/s (the same page of anandtech.com)",
     {.processors = 64, .nodes = 1, .megahertz = 2500, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {64 * 1024, 4, 64}, .d1 = {64 * 1024, 4, 64}, .l2 = {1024 * 1024, 8, 64},
      .ll = {32 * 1024 * 1024, 16, 64},
      .l2_latency = 11, .ll_latency = 75, .memory_latency = 203, .remote_latency = 203, .transfer_latency = 118,
      .remote_transfer_latency = 118, .upgrade_latency = 75, .occupancy = 1, .context_switch = 2500,
      .window = 128},
     {.width = 4, .prefetch = MACH_STRIDE | MACH_STREAM, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 81920}},
    {"arm-altra",
     "Ampere Altra Q80, 64 of its 80 cores Neoverse N1 at 3 GHz; L2 14 cycles, last level 34 ns, memory 109 ns "
     "(github.com/ThomasKaiser/sbc-bench, results/4HdL.txt), sizes from anandtech.com, The Ampere Altra Review, "
     "between cores taken as 47 ns, as in Graviton2; window 128 (en.wikichip.org, Neoverse N1); 4 wide (Arm, Neoverse "
     "N1 Software Optimization Guide); 8 channels of DDR4-3200, 204.8 GB/s (the same page of anandtech.com)",
     {.processors = 64, .nodes = 1, .megahertz = 3000, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {64 * 1024, 4, 64}, .d1 = {64 * 1024, 4, 64}, .l2 = {1024 * 1024, 8, 64},
      .ll = {32 * 1024 * 1024, 16, 64},
      .l2_latency = 14, .ll_latency = 102, .memory_latency = 327, .remote_latency = 327, .transfer_latency = 141,
      .remote_transfer_latency = 141, .upgrade_latency = 102, .occupancy = 1, .context_switch = 3000,
      .window = 128},
     {.width = 4, .prefetch = MACH_STRIDE | MACH_STREAM, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 68267}},
    {"arm-graviton3",
     "AWS Graviton3, 64 cores Neoverse V1 at 2.6 GHz; between cores 46 ns (github.com/nviennot/core-to-core-latency), "
     "L2 taken as 13 cycles, last level as 30 ns, memory as 115 ns; window 256 (anandtech.com, Arm Announces Neoverse "
     "V1, N2); 8 wide (Arm, Neoverse V1 Software Optimization Guide); memory taken as 8 channels of DDR5-4800, 307.2 "
     "GB/s",
     {.processors = 64, .nodes = 1, .megahertz = 2600, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {64 * 1024, 4, 64}, .d1 = {64 * 1024, 4, 64}, .l2 = {1024 * 1024, 8, 64},
      .ll = {32 * 1024 * 1024, 16, 64},
      .l2_latency = 13, .ll_latency = 78, .memory_latency = 299, .remote_latency = 299, .transfer_latency = 120,
      .remote_transfer_latency = 120, .upgrade_latency = 78, .occupancy = 1, .context_switch = 2600,
      .window = 256},
     {.width = 8, .prefetch = MACH_STRIDE | MACH_STREAM, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 118154}},
    {"arm-graviton4",
     "two AWS Graviton4, 32 each of their 96 cores Neoverse V2 at 2.8 GHz; between cores 45 ns, between sockets 139 ns "
     "(chipsandcheese.com, Arm's Neoverse V2, in AWS's Graviton 4), L2 taken as 13 cycles, last level as 30 ns, memory "
     "as 115 ns, of the other socket as 200 ns; its last level of 36 MB (sizes: learn.arm.com, Analyze Arm cache "
     "hierarchy), taken as 12-way, as 18-way; window 320 (chipsandcheese.com, Hot Chips 2023: Arm's Neoverse V2); 8 "
     "wide (Arm, Neoverse V2 Software Optimization Guide); memory taken as 12 channels of DDR5-5600, 537.6 GB/s for "
     "each socket",
     {.processors = 64, .nodes = 2, .megahertz = 2800, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {64 * 1024, 4, 64}, .d1 = {64 * 1024, 4, 64}, .l2 = {2 * 1024 * 1024, 8, 64},
      .ll = {36 * 1024 * 1024, 18, 64},
      .l2_latency = 13, .ll_latency = 84, .memory_latency = 322, .remote_latency = 560, .transfer_latency = 126,
      .remote_transfer_latency = 389, .upgrade_latency = 84, .occupancy = 1, .context_switch = 2800,
      .window = 320},
     {.width = 8, .prefetch = MACH_STRIDE | MACH_STREAM, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 192000}},
    {"arm-grace",
     "NVIDIA Grace, 64 of its 72 cores Neoverse V2, taken as 3.2 GHz; sizes from NVIDIA's Grace Performance Tuning "
     "Guide; L2 taken as 13 cycles, last level as 40 ns, memory as 130 ns, between cores as 60 ns; its last level of "
     "114 MB, taken as 12-way, as 112 MB, 14-way; window 320 (chipsandcheese.com, Hot Chips 2023: Arm's Neoverse V2); "
     "8 wide (Arm, Neoverse V2 Software Optimization Guide); memory taken as 500 GB/s",
     {.processors = 64, .nodes = 1, .megahertz = 3200, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {64 * 1024, 4, 64}, .d1 = {64 * 1024, 4, 64}, .l2 = {1024 * 1024, 8, 64},
      .ll = {112 * 1024 * 1024, 14, 64},
      .l2_latency = 13, .ll_latency = 128, .memory_latency = 416, .remote_latency = 416, .transfer_latency = 192,
      .remote_transfer_latency = 192, .upgrade_latency = 128, .occupancy = 1, .context_switch = 3200,
      .window = 320},
     {.width = 8, .prefetch = MACH_STRIDE | MACH_STREAM, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 156250}},
    {"apple-m1",
     "M1, its 4 performance cores at 3.2 GHz, with the L2 that they share as last level: 18 cycles "
     "(github.com/ThomasKaiser/sbc-bench, results/4sjK.txt), between cores 40 ns (M1 Pro, github.com/nviennot/core-to-"
     "core-latency); memory taken as 100 ns, without the system's cache; lines taken as 128 bytes, in the D1 too; "
     "window about 630 (anandtech.com, Apple Announces The Apple Silicon M1); 8 wide (the same page); memory taken as "
     "68.3 GB/s, of which one core reads 58 GB/s (anandtech.com, The 2020 Mac Mini Unleashed)",
     {.processors = 4, .nodes = 1, .megahertz = 3200, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {192 * 1024, 6, 128}, .d1 = {128 * 1024, 8, 128}, .ll = {12 * 1024 * 1024, 12, 128},
      .ll_latency = 18, .memory_latency = 320, .remote_latency = 320, .transfer_latency = 128,
      .remote_transfer_latency = 128, .upgrade_latency = 18, .occupancy = 6, .context_switch = 3200,
      .window = 630},
     {.width = 8, .memory_bandwidth = 21344, .processor_bandwidth = 18125}},
    {"apple-m1-pro",
     "M1 Pro, its two clusters of 4 performance cores at 3.2 GHz, with the L2 that each cluster shares as last level: "
     "18 cycles (github.com/ThomasKaiser/sbc-bench, results/4sjK.txt), between cores 40 ns, between clusters 145 ns "
     "(github.com/nviennot/core-to-core-latency); memory taken as 115 ns, without the system's cache; lines taken as "
     "128 bytes, in the D1 too; window about 630 (anandtech.com, Apple Announces The Apple Silicon M1); 8 wide (the "
     "same page); half of 200 GB/s for each cluster (Apple, technical specifications)",
     {.processors = 8, .nodes = 2, .megahertz = 3200, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {192 * 1024, 6, 128}, .d1 = {128 * 1024, 8, 128}, .ll = {12 * 1024 * 1024, 12, 128},
      .ll_latency = 18, .memory_latency = 368, .remote_latency = 368, .transfer_latency = 128,
      .remote_transfer_latency = 464, .upgrade_latency = 18, .occupancy = 4, .context_switch = 3200,
      .window = 630},
     {.width = 8, .memory_bandwidth = 31250}},
    {"apple-m4",
     "M4, its 4 performance cores at 4.4 GHz, with the L2 that they share as last level: taken as 16 MB, 16-way, 20 "
     "cycles; between cores taken as 40 ns, as in the M1 Pro, memory as 100 ns, without the system's cache; lines "
     "taken as 128 bytes, in the D1 too; 120 GB/s (Apple, technical specifications); its width is unknown, and taken "
     "as 4",
     {.processors = 4, .nodes = 1, .megahertz = 4400, .cpi = 1, .protocol = MACH_MOESI, .replacement = MACH_LRU,
      .i1 = {192 * 1024, 6, 128}, .d1 = {128 * 1024, 8, 128}, .ll = {16 * 1024 * 1024, 16, 128},
      .ll_latency = 20, .memory_latency = 440, .remote_latency = 440, .transfer_latency = 176,
      .remote_transfer_latency = 176, .upgrade_latency = 20, .occupancy = 5, .context_switch = 4400},
     {.width = 4, .memory_bandwidth = 27273}},
    {"riscv-u74",
     "StarFive JH7110, 4 cores SiFive U74 at 1.5 GHz, with the L2 that they share as last level: 20 cycles, memory 176 "
     "ns (github.com/ThomasKaiser/sbc-bench, results/4tjq.txt; sizes: Linux, "
     "arch/riscv/boot/dts/starfive/jh7110.dtsi), between cores taken as 40 ns; its pipeline is in order: a window of 1 "
     "instruction; 2 wide (SiFive, U74-MC Core Complex Manual); memory taken as 32 bits of LPDDR4-2800, 11.2 GB/s",
     {.processors = 4, .nodes = 1, .megahertz = 1500, .cpi = 1, .protocol = MACH_MESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 8, 64}, .d1 = {32 * 1024, 8, 64}, .ll = {2 * 1024 * 1024, 16, 64},
      .ll_latency = 20, .memory_latency = 264, .remote_latency = 264, .transfer_latency = 60,
      .remote_transfer_latency = 60, .upgrade_latency = 20, .occupancy = 9, .context_switch = 1500,
      .window = 1, .outstanding_misses = 1},
     {.width = 2, .memory_bandwidth = 7467}},
    {"riscv-p550",
     "ESWIN EIC7700X, 4 cores SiFive P550 at 1.4 GHz; L2 14 cycles, L3 34 ns, memory 210 ns "
     "(github.com/ThomasKaiser/sbc-bench, results/8PA8.txt; sizes: Linux, arch/riscv/boot/dts/eswin/eic7700.dtsi), "
     "between cores taken as 60 ns; 3 wide (chipsandcheese.com, Inside SiFive's P550 Microarchitecture); 64 bits of "
     "LPDDR5-6400, 51.2 GB/s",
     {.processors = 4, .nodes = 1, .megahertz = 1400, .cpi = 1, .protocol = MACH_MESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 4, 64}, .d1 = {32 * 1024, 4, 64}, .l2 = {256 * 1024, 8, 64}, .ll = {4 * 1024 * 1024, 16, 64},
      .l2_latency = 14, .ll_latency = 48, .memory_latency = 294, .remote_latency = 294, .transfer_latency = 84,
      .remote_transfer_latency = 84, .upgrade_latency = 48, .occupancy = 2, .context_switch = 1400},
     {.width = 3, .memory_bandwidth = 36571}},
    {"riscv-k1",
     "SpacemiT K1, two clusters of 4 cores X60 at 1.6 GHz, with the L2 that each cluster shares as last level: 25 ns, "
     "memory 265 ns (github.com/ThomasKaiser/sbc-bench, results/8to7qX.txt), taken as 16-way; sizes from docs.banana-"
     "pi.org, SpacemiT K1 datasheet; between cores taken as 60 ns, between clusters as 280 ns; its pipeline is in "
     "order: a window of 1 instruction; 2 wide (docs.banana-pi.org, SpacemiT K1 datasheet); memory taken as 32 bits of "
     "LPDDR4X-2666, half of 10.7 GB/s for each cluster",
     {.processors = 8, .nodes = 2, .megahertz = 1600, .cpi = 1, .protocol = MACH_MESI, .replacement = MACH_LRU,
      .i1 = {32 * 1024, 4, 64}, .d1 = {32 * 1024, 4, 64}, .ll = {512 * 1024, 16, 64},
      .ll_latency = 40, .memory_latency = 424, .remote_latency = 424, .transfer_latency = 96,
      .remote_transfer_latency = 448, .upgrade_latency = 40, .occupancy = 19, .context_switch = 1600,
      .window = 1, .outstanding_misses = 1},
     {.width = 2, .memory_bandwidth = 3331}},
    {"riscv-sg2042",
     "Sophon SG2042, 64 cores XuanTie C920 at 2 GHz in 4 nodes; L2 16 ns, last level 80 ns, memory 190 ns "
     "(github.com/ThomasKaiser/sbc-bench, results/4wYE.txt; sizes: Linux, "
     "arch/riscv/boot/dts/sophgo/sg2042-cpus.dtsi), memory of another node taken as 280 ns, between cores as 100 ns, "
     "between nodes as 300 ns; the 1 MB L2 of each 4 cores as 256 KB of each, the last level of 64 MB as 16 MB of each "
     "node, taken as 16-way; window 192 (Chen et al., Xuantie-910, ISCA 2020); 3 wide, with prefetchers (the same "
     "paper); memory taken as 4 channels of DDR4-3200, 25.6 GB/s for each node",
     {.processors = 64, .nodes = 4, .megahertz = 2000, .cpi = 1, .protocol = MACH_MESI, .replacement = MACH_LRU,
      .i1 = {64 * 1024, 2, 64}, .d1 = {64 * 1024, 2, 64}, .l2 = {256 * 1024, 16, 64},
      .ll = {16 * 1024 * 1024, 16, 64},
      .l2_latency = 32, .ll_latency = 160, .memory_latency = 380, .remote_latency = 560, .transfer_latency = 200,
      .remote_transfer_latency = 600, .upgrade_latency = 160, .occupancy = 5, .context_switch = 2000,
      .window = 192},
     {.width = 3, .prefetch = MACH_STRIDE | MACH_STREAM, .l2_prefetch = MACH_STREAM, .memory_bandwidth = 12800}},
};
/* clang-format on */

enum { PRESETS = sizeof presets / sizeof presets[0] };

static bool same_text(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

/* Latencies of TLBs and parameters of prefetchers. No preset has TLBs, and a preset has prefetchers only with windows. */
enum { TLB_LATENCY = 7, WALK_LATENCY = 30, PREFETCH_DEGREE = 1, PREFETCH_DISTANCE = 1 };

/* Parameters of prefetchers of an L2: as Intel documents its streamer (Intel 64 and IA-32
 * Architectures Optimization Reference Manual, section on data prefetching to the L2 and last level: up to two lines
 * for each request, up to 20 lines ahead). */
enum { L2_PREFETCH_DEGREE = 2, L2_PREFETCH_DISTANCE = 20 };

/* Parameters of windows for presets without a source for them: as in Intel's Skylake, 2015 (en.wikichip.org, Skylake
 * (client)). */
enum { WINDOW = 224, OUTSTANDING_MISSES = 12, STORE_BUFFER = 56 };

static void add_window(mach_config *config) {
  if (config->window == 0) config->window = WINDOW;
  if (config->outstanding_misses == 0) config->outstanding_misses = OUTSTANDING_MISSES;
  if (config->store_buffer == 0) config->store_buffer = STORE_BUFFER;
}

static const preset *find(const char *name) {
  for (unsigned i = 0; i < PRESETS; i++)
    if (same_text(presets[i].name, name)) return &presets[i];
  return NULL;
}

bool mach_preset_find(const char *name, mach_config *config) {
  const preset *const found = find(name);
  if (!found) return false;
  *config = found->config;
  config->tlb_latency = TLB_LATENCY;
  config->walk_latency = WALK_LATENCY;
  config->prefetch_degree = PREFETCH_DEGREE;
  config->prefetch_distance = PREFETCH_DISTANCE;
  config->l2_prefetch_degree = L2_PREFETCH_DEGREE;
  config->l2_prefetch_distance = L2_PREFETCH_DISTANCE;
  add_window(config);
  return true;
}

mach_processor mach_preset_processor(const char *name) {
  const preset *const found = find(name);
  return found && found->with_window.blocking ? MACH_BLOCKING : MACH_WINDOW;
}

bool mach_preset_find_window(const char *name, mach_config *config) {
  if (!mach_preset_find(name, config)) return false;
  const window_values *const values = &find(name)->with_window;
  config->processor = MACH_WINDOW;
  config->cpi = 1 / values->width;
  config->cpi_thousandths = (MACH_TICKS + values->width / 2) / values->width % MACH_TICKS;
  config->prefetch = values->prefetch;
  config->l2_prefetch = values->l2_prefetch;
  config->memory_bandwidth = values->memory_bandwidth;
  config->processor_bandwidth = values->processor_bandwidth;
  return true;
}

const char *mach_preset_name(unsigned index) { return index < PRESETS ? presets[index].name : NULL; }
const char *mach_preset_source(unsigned index) { return index < PRESETS ? presets[index].source : NULL; }
