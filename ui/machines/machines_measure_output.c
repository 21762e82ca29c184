/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "machine/mach_options.h"
#include "ui/base/ui_text.h"
#include "ui/machines/machines_measure.h"

enum {
  CONTEXT_SWITCH = 1 /* in microseconds, as in the presets */,
  LONGEST_DISTANCE = 16 /* in cache lines; limited because prefetchers do not cross the end of a page */,
  L2_DEGREE = 4 /* lines that a prefetcher of the L2 requests at a time; not measured */
};

/* ---- the table ---- */

static void append_cycles(GString *out, const MachinesFigures *f, double cycles) {
  if (cycles < 0)
    g_string_append_printf(out, "%16s", "-");
  else
    g_string_append_printf(out, "%7.1f %8.1f", cycles, cycles * 1000 / f->megahertz);
}

static void append_size(GString *out, gsize bytes) {
  g_autoptr(GString) text = g_string_new(NULL);
  ui_text_append_bytes(text, bytes);
  g_string_append_printf(out, "%10s", text->str);
}

static void append_sizes(const MachinesFigures *f, GString *out) {
  g_string_append(out, "\nTime of one step of a pointer chase, by size of memory:\n"
                       "                 pages of 4 KB    pages of 2 MB\n"
                       "      size      cycles       ns   cycles       ns\n");
  for (unsigned i = 0; i < f->n_points; i++) {
    append_size(out, f->bytes[i]);
    g_string_append(out, "     ");
    append_cycles(out, f, f->latency[0][i]);
    g_string_append_c(out, ' ');
    append_cycles(out, f, f->huge ? f->latency[1][i] : -1);
    g_string_append_c(out, '\n');
  }
  if (!f->huge) g_string_append(out, "The kernel gave no pages of 2 MB: all latencies contain those of TLB misses.\n");
}

static void append_parallel(const MachinesFigures *f, GString *out) {
  g_string_append(out,
                  "\nParallel chases through the largest memory, time of a load:\n    chases    cycles       ns\n");
  for (unsigned i = 0; i < MACHINES_PARALLEL; i++) {
    g_string_append_printf(out, "%10u   ", 1U << i);
    append_cycles(out, f, f->parallel[i]);
    g_string_append_c(out, '\n');
  }
}

static void append_ascending(const MachinesFigures *f, GString *out) {
  g_string_append(out, "\nA chase by ascending addresses, which prefetchers can follow, time of a step:\n"
                       "    stride    cycles       ns\n");
  for (unsigned i = 0; i < MACHINES_STRIDES; i++) {
    append_size(out, (gsize)f->host.machine.d1.line << i);
    g_string_append(out, "   ");
    append_cycles(out, f, f->ascending[i]);
    g_string_append_c(out, '\n');
  }
}

/* Appends a row of the form "title   12.0 cycles (3.7 ns)". */
static void append_figure(GString *out, const MachinesFigures *f, const char *title, double cycles) {
  if (cycles < 0)
    g_string_append_printf(out, "%-44s not measured\n", title);
  else
    g_string_append_printf(out, "%-44s %.1f cycles (%.1f ns)\n", title, cycles, cycles * 1000 / f->megahertz);
}

static void append_count(GString *out, const char *title, unsigned count) {
  if (count == 0)
    g_string_append_printf(out, "%-44s not measured\n", title);
  else
    g_string_append_printf(out, "%-44s %u\n", title, count);
}

static void append_last_level(const MachinesFigures *f, GString *out) {
  if (f->last_level == 0 || f->last_level > f->host.machine.ll.size / 2) return;
  g_string_append(out, "Chases find the latency of memory from ");
  ui_text_append_bytes(out, f->last_level * 2);
  g_string_append(out, " on, although the last level has ");
  ui_text_append_bytes(out, f->host.machine.ll.size);
  g_string_append(
      out, ":\nother programs, or other virtual machines, use the rest of it. The machine has the smaller one.\n");
}

static void append_warnings(const MachinesFigures *f, GString *out) {
  if (!f->in_time) g_string_append(out, "WARNING: the time was too short for all runs; --seconds=N allows more.\n");
  if (f->noise > 0.05)
    g_string_append_printf(out,
                           "WARNING: the least times of equal runs differ by %.0f %% in the mean. Other programs use "
                           "this\ncomputer; measure again when it is idle.\n",
                           100 * f->noise);
}

void machines_measure_print(const MachinesFigures *f, GString *out) {
  g_string_append_printf(out, "%-44s %.0f MHz\n", "Clock (dependent additions)", f->megahertz);
  g_string_append_printf(out, "%-44s %.2f\n", "Independent additions per cycle", f->adds);
  append_sizes(f, out);
  append_parallel(f, out);
  append_ascending(f, out);
  g_string_append_c(out, '\n');
  if (f->l2_latency > 0) append_figure(out, f, "L2", f->l2_latency);
  if (f->ll_latency > 0) append_figure(out, f, "Last level", f->ll_latency);
  append_figure(out, f, "Memory", f->memory_latency);
  append_figure(out, f, "Second-level TLB", f->tlb_hit);
  append_figure(out, f, "Walk through the page table", f->huge ? f->walk_latency : -1);
  append_figure(out, f, "From processor to processor", f->transfer);
  append_figure(out, f, "Stream on one processor, a line", f->stream);
  g_autofree char *title = g_strdup_printf("Streams on %u processors together, a line", MAX(f->threads, 1));
  append_figure(out, f, title, f->streams);
  append_count(out, "Outstanding misses", f->outstanding);
  append_figure(out, f, "Loads from the L2, of one set of the D1", f->same_set);
  append_count(out, "Instructions in the window", f->window);
  append_count(out, "Stores in the store buffer", f->store_buffer);
  append_last_level(f, out);
  append_warnings(f, out);
}

/* ---- the machine file ---- */

/* Returns whether this version of memspy has an option of this name and allows the value. */
static bool is_allowed(const char *name, const char *value) {
  char allowed[MACH_ALLOWED_MAX];
  mach_config config;
  (void)mach_preset_find(MACH_PRESET_DEFAULT, &config);
  for (unsigned i = 0; i < MACH_OPTIONS; i++) {
    const mach_option_row *row = mach_option_get((mach_option)i);
    if (strcmp(row->name, name) == 0) return row->set == NULL || row->set(row, value, &config, allowed);
  }
  return false;
}

G_GNUC_PRINTF(3, 4) static void put(GString *out, const char *name, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *value = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_string_append_printf(out, "%s%s = %s\n", is_allowed(name, value) ? "" : "# ", name, value);
}

static void put_cycles(GString *out, const char *name, double cycles) {
  if (cycles >= 0) put(out, name, "%.0f", cycles);
}

static void put_cache(GString *out, const char *name, const mach_geometry *cache) {
  if (cache->size == 0)
    put(out, name, "none");
  else
    put(out, name, "%" G_GUINT64_FORMAT ",%u,%u", cache->size, cache->ways, cache->line);
}

/* Returns the geometry of the last level, reduced to the size that programs can use. */
static mach_geometry last_level(const MachinesFigures *f) {
  mach_geometry ll = f->host.machine.ll;
  while (ll.size > f->last_level && ll.size / 2 >= MAX((uint64_t)ll.ways * ll.line, f->host.machine.l2.size))
    ll.size /= 2;
  return ll;
}

static void put_caches(const MachinesFigures *f, GString *out) {
  const mach_config *machine = &f->host.machine;
  const mach_geometry ll = last_level(f);
  put(out, "processors", "%u", machine->processors);
  put(out, "nodes", "%u", MAX(machine->nodes, 1));
  put_cache(out, "D1", &machine->d1);
  put_cache(out, "L2", &machine->l2);
  put_cache(out, "LL", &ll);
  if (ll.size != 0) put(out, "LL-hash", "yes");
}

static void put_latencies(const MachinesFigures *f, GString *out) {
  const mach_config *machine = &f->host.machine;
  const double far = f->host.memory_nodes > 1 ? (double)machine->remote_latency / machine->memory_latency : 1;
  put_cycles(out, "L2-latency", f->l2_latency);
  put_cycles(out, "LL-latency", f->ll_latency);
  put_cycles(out, "memory-latency", f->memory_latency);
  if (machine->nodes > 1)
    g_string_append(out, "# Not measured: latencies of other nodes, relative to those of the own node.\n");
  put_cycles(out, "remote-latency", f->memory_latency * far);
  put_cycles(out, "transfer-latency", f->transfer);
  put_cycles(out, "remote-transfer-latency", machine->nodes > 1 ? f->memory_latency * far : f->transfer);
  put_cycles(out, "upgrade-latency", f->ll_latency > 0 ? f->ll_latency : f->memory_latency);
}

static void put_tlbs(const MachinesFigures *f, GString *out) {
  if (f->dtlb.n == 0 || !f->huge) return;
  put(out, "DTLB", "%u,%u,4K", f->dtlb.n, f->dtlb.ways);
  if (f->stlb.n != 0) put(out, "STLB", "%u,%u", f->stlb.n, f->stlb.ways);
  put_cycles(out, "tlb-latency", f->tlb_hit);
  put_cycles(out, "walk-latency", f->walk_latency);
}

static void put_prefetchers(const MachinesFigures *f, GString *out) {
  const bool any = f->prefetches_streams || f->prefetches_strides;
  put(out, "prefetch", "%s%s%s", f->prefetches_strides ? "stride" : "",
      f->prefetches_strides && f->prefetches_streams ? "," : "",
      f->prefetches_streams ? "stream"
      : any                 ? ""
                            : "none");
  if (!any) return;
  /* numbers of lines of a stream that are read in the latency of the L2 or memory */
  const bool has_l2 = f->host.machine.l2.size != 0 && f->prefetches_streams;
  const double ahead = f->memory_latency / f->stream, near = has_l2 ? f->l2_latency / f->stream : ahead / 4;
  put(out, "prefetch-degree", "%.0f", has_l2 ? 1 : CLAMP(ceil(near), 1, MACH_MAX_DEGREE));
  put(out, "prefetch-distance", "%.0f", CLAMP(ceil(near), 1, LONGEST_DISTANCE));
  if (f->prefetches_pages) put(out, "prefetch-next-page", "yes");
  if (!has_l2) return;
  put(out, "L2-prefetch", "stream");
  put(out, "L2-prefetch-degree", "%u", L2_DEGREE);
  put(out, "L2-prefetch-distance", "%.0f", CLAMP(ceil(ahead), 1, MACH_MAX_DISTANCE));
}

/* Puts a bandwidth, in bytes per cycle, for the cycles in which a line is read. */
static void put_bandwidth(const MachinesFigures *f, GString *out, const char *name, double cycles) {
  if (cycles > 0) put(out, name, "%.3f", f->host.machine.d1.line / cycles);
}

static void put_processor(const MachinesFigures *f, GString *out) {
  put(out, "processor", "window");
  put(out, "cpi", "%.2f", 1 / f->adds);
  if (f->window != 0) put(out, "window", "%u", f->window);
  put(out, "outstanding-misses", "%u", f->outstanding);
  if (f->store_buffer != 0) put(out, "store-buffer", "%u", f->store_buffer);
  if (f->set_misses != 0) put(out, "set-misses", "%u", f->set_misses);
  put_bandwidth(f, out, "memory-bandwidth", f->streams);
  put_bandwidth(f, out, "processor-bandwidth", f->stream);
  put_cycles(out, "context-switch", CONTEXT_SWITCH * f->megahertz);
}

void machines_measure_file(const MachinesFigures *f, GString *out) {
  g_string_append_printf(
      out, "# This computer, as memspy machines --measure measured it. Cycles are those of %.0f MHz.\n", f->megahertz);
  if (f->noise > 0.05 || !f->in_time) g_string_append(out, "# The computer was not idle, or the time was too short.\n");
  put_caches(f, out);
  put_latencies(f, out);
  put_tlbs(f, out);
  put_prefetchers(f, out);
  put_processor(f, out);
}
