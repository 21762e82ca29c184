/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/machines/machines_output.h"

#include <stddef.h>
#include <string.h>

#include "machine/mach_options.h"
#include "ui/base/ui_json.h"
#include "ui/base/ui_text.h"
#include "ui/screens/screen_columns.h"

enum { DOCUMENT_VERSION = 1, INDENT = 4 };

static const MachinesRow *machine_at(const GArray *machines, guint i) {
  return &g_array_index(machines, MachinesRow, i);
}

/* ---- rows of a table ---- */

static const mach_geometry *cache_at(const mach_config *machine, size_t at) {
  return (const mach_geometry *)((const char *)machine + at);
}

static uint32_t number_at(const mach_config *machine, size_t at) {
  return *(const uint32_t *)((const char *)machine + at);
}

static bool is_remote(size_t at) {
  return at == offsetof(mach_config, remote_latency) || at == offsetof(mach_config, remote_transfer_latency);
}

/* Returns whether a machine has the level of the latency at offset `at` of its config. */
static bool has_latency(const mach_config *machine, size_t at) {
  if (at == offsetof(mach_config, l2_latency)) return machine->l2.size != 0;
  if (at == offsetof(mach_config, ll_latency)) return machine->ll.size != 0;
  return !is_remote(at) || machine->nodes > 1;
}

static void append_processors(GString *out, const mach_config *machine, size_t at, bool full) {
  (void)at;
  g_string_append_printf(out, "%u", machine->processors);
  if (machine->nodes > 1) g_string_append_printf(out, " on %u%s", machine->nodes, full ? " nodes" : "");
}

static void append_clock(GString *out, const mach_config *machine, size_t at, bool full) {
  (void)at, (void)full;
  g_string_append_printf(out, "%u MHz", machine->megahertz);
}

static void append_line(GString *out, const mach_config *machine, size_t at, bool full) {
  (void)at, (void)full;
  ui_text_append_bytes(out, machine->d1.line);
}

static void append_cache(GString *out, const mach_config *machine, size_t at, bool full) {
  (void)full;
  const mach_geometry *cache = cache_at(machine, at);
  if (cache->size == 0) {
    g_string_append_c(out, '-');
    return;
  }
  ui_text_append_bytes(out, cache->size);
  g_string_append_printf(out, ", %u-way", cache->ways);
}

static void append_protocol(GString *out, const mach_config *machine, size_t at, bool full) {
  (void)at, (void)full;
  g_string_append(out, mach_protocol_name(machine->protocol));
}

static void append_replacement(GString *out, const mach_config *machine, size_t at, bool full) {
  (void)at, (void)full;
  g_string_append(out, mach_replacement_name(machine->replacement));
}

static void append_cpi(GString *out, const mach_config *machine, size_t at, bool full) {
  (void)at, (void)full;
  char text[MACH_VALUE_MAX];
  mach_words words = mach_words_in(text, sizeof text);
  mach_words_decimal(&words, mach_step(machine));
  g_string_append(out, text);
}

static void append_processor(GString *out, const mach_config *machine, size_t at, bool full) {
  (void)at, (void)full;
  g_string_append(out, mach_processor_name(machine->processor));
}

static void append_window(GString *out, const mach_config *machine, size_t at, bool full) {
  (void)at, (void)full;
  g_string_append_printf(out, "%u instructions, %u misses, %u stores", machine->window, machine->outstanding_misses,
                         machine->store_buffer);
}

/* Appends the value of the option `at`, as on the command line. */
static void append_option(GString *out, const mach_config *machine, size_t at, bool full) {
  (void)full;
  char text[MACH_VALUE_MAX];
  mach_words words = mach_words_in(text, sizeof text);
  const mach_option_row *row = mach_option_get((mach_option)at);
  row->write(row, machine, &words);
  g_string_append(out, text);
}

/* Appends the bandwidth of the option `at`. */
static void append_bandwidth(GString *out, const mach_config *machine, size_t at, bool full) {
  append_option(out, machine, at, full);
  const uint32_t thousandths = at == MACH_OPTION_MEMORY_BANDWIDTH ? machine->memory_bandwidth
                                                                  : machine->processor_bandwidth;
  if (thousandths != 0)
    g_string_append_printf(out, " B/cycle (%.1f GB/s)", thousandths / 1000.0 * machine->megahertz / 1000);
}

static void append_latency(GString *out, const mach_config *machine, size_t at, bool full) {
  if (!has_latency(machine, at)) {
    g_string_append_c(out, '-');
    return;
  }
  const uint32_t cycles = number_at(machine, at);
  g_string_append_printf(out, "%u", cycles);
  const double nanoseconds = cycles * 1000.0 / machine->megahertz;
  if (full) g_string_append_printf(out, " (%.*f ns)", nanoseconds < 10 ? 1 : 0, nanoseconds);
}

typedef struct {
  const char *title;
  const char *heading; /* heading of the row's column in the list of machines; NULL: not in the list */
  void (*append)(GString *out, const mach_config *machine, size_t at, bool full);
  size_t at; /* offset of a field in mach_config, or number of an option, if append() uses it */
  enum { OF_BLOCKING, OF_WINDOW, OF_USUAL } of; /* the machine that the row describes: by the kind of its processors */
} Row;

static const Row rows[] = {
    {"processors", "processors", append_processors, 0, OF_BLOCKING},
    {"clock", NULL, append_clock, 0, OF_BLOCKING},
    {"line", "line", append_line, 0, OF_BLOCKING},
    {"I1", NULL, append_cache, offsetof(mach_config, i1), OF_BLOCKING},
    {"D1", "D1", append_cache, offsetof(mach_config, d1), OF_BLOCKING},
    {"L2", "L2", append_cache, offsetof(mach_config, l2), OF_BLOCKING},
    {"last level", "last level", append_cache, offsetof(mach_config, ll), OF_BLOCKING},
    {"protocol", "protocol", append_protocol, 0, OF_BLOCKING},
    {"replacement", NULL, append_replacement, 0, OF_BLOCKING},
    {"from the L2", "L2", append_latency, offsetof(mach_config, l2_latency), OF_BLOCKING},
    {"from the last level", "LL", append_latency, offsetof(mach_config, ll_latency), OF_BLOCKING},
    {"from memory", "memory", append_latency, offsetof(mach_config, memory_latency), OF_BLOCKING},
    {"from another node's memory", "(far)", append_latency, offsetof(mach_config, remote_latency), OF_BLOCKING},
    {"from another cache", "cache", append_latency, offsetof(mach_config, transfer_latency), OF_BLOCKING},
    {"from another node's cache", "(far)", append_latency, offsetof(mach_config, remote_transfer_latency), OF_BLOCKING},
    {"store to a shared line", NULL, append_latency, offsetof(mach_config, upgrade_latency), OF_BLOCKING},
    {"bus busy with a miss", NULL, append_latency, offsetof(mach_config, occupancy), OF_BLOCKING},
    {"context switch", NULL, append_latency, offsetof(mach_config, context_switch), OF_BLOCKING},
    {"processor", NULL, append_processor, 0, OF_USUAL},
    {"blocking: cycles per instruction", NULL, append_cpi, 0, OF_BLOCKING},
    {"window", NULL, append_window, 0, OF_WINDOW},
    {"  cycles per instruction", NULL, append_cpi, 0, OF_WINDOW},
    {"  prefetchers of the D1", NULL, append_option, MACH_OPTION_PREFETCH, OF_WINDOW},
    {"  prefetchers of the L2", NULL, append_option, MACH_OPTION_L2_PREFETCH, OF_WINDOW},
    {"  a node's memory", NULL, append_bandwidth, MACH_OPTION_MEMORY_BANDWIDTH, OF_WINDOW},
    {"  a processor's reads", NULL, append_bandwidth, MACH_OPTION_PROCESSOR_BANDWIDTH, OF_WINDOW},
};

static char *text_of(const Row *row, const MachinesRow *machine, bool full) {
  GString *text = g_string_new(NULL);
  const bool window = row->of == OF_WINDOW || (row->of == OF_USUAL && machine->processor == MACH_WINDOW);
  row->append(text, window ? &machine->window : &machine->config, row->at, full);
  return g_string_free(text, FALSE);
}

/* ---- a machine a line ---- */

static GPtrArray *new_line(GPtrArray *lines, const char *first) {
  GPtrArray *line = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(line, g_strdup(first));
  g_ptr_array_add(lines, line);
  return line;
}

static GPtrArray *new_lines(void) { return g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref); }

void machines_list(const GArray *machines, GString *out) {
  g_autoptr(GPtrArray) lines = new_lines();
  GPtrArray *headings = new_line(lines, "machine");
  for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++)
    if (rows[i].heading != NULL) g_ptr_array_add(headings, g_strdup(rows[i].heading));
  for (guint m = 0; m < machines->len; m++) {
    GPtrArray *line = new_line(lines, machine_at(machines, m)->name);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++)
      if (rows[i].heading != NULL) g_ptr_array_add(line, text_of(&rows[i], machine_at(machines, m), false));
  }
  screen_columns_table(lines, 1, out);
  g_string_append(
      out, "\nLatencies are in cycles: of the own L2, the node's last level, memory (of another node), the cache\n"
           "of another processor that holds the line modified (of another node). memspy machines MACHINE... shows\n"
           "all figures of machines and their sources, side by side; host is this computer.\n");
}

/* ---- side by side ---- */

static bool differ(const GPtrArray *line) {
  for (guint i = 2; i < line->len; i++)
    if (strcmp(g_ptr_array_index(line, i), g_ptr_array_index(line, 1)) != 0) return true;
  return false;
}

static void mark(GPtrArray *line) {
  char *title = g_ptr_array_index(line, 0);
  g_ptr_array_index(line, 0) = g_strconcat(differ(line) ? "* " : "  ", title, NULL);
  g_free(title);
}

void machines_compare(const GArray *machines, unsigned width, GString *out) {
  g_autoptr(GPtrArray) lines = new_lines();
  GPtrArray *names = new_line(lines, "");
  for (guint m = 0; m < machines->len; m++) g_ptr_array_add(names, g_strdup(machine_at(machines, m)->name));
  for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
    GPtrArray *line = new_line(lines, rows[i].title);
    for (guint m = 0; m < machines->len; m++) g_ptr_array_add(line, text_of(&rows[i], machine_at(machines, m), true));
    if (machines->len > 1) mark(line);
  }
  screen_columns_table(lines, 1 + machines->len, out);
  for (guint m = 0; m < machines->len; m++) {
    g_string_append_printf(out, "\n%s:\n", machine_at(machines, m)->name);
    ui_text_wrap(out, machine_at(machines, m)->source, width, INDENT);
  }
}

/* ---- JSON ---- */

static void put_cache(UiJson *json, const char *key, const mach_geometry *cache) {
  if (cache->size == 0) {
    ui_json_null(json, key);
    return;
  }
  ui_json_begin_object(json, key);
  ui_json_number(json, "size", cache->size);
  ui_json_number(json, "ways", cache->ways);
  ui_json_number(json, "line", cache->line);
  ui_json_end_object(json);
}

static void put_latencies(UiJson *json, const mach_config *machine) {
  static const struct {
    const char *name;
    size_t at;
  } latencies[] = {{"L2", offsetof(mach_config, l2_latency)},
                   {"LL", offsetof(mach_config, ll_latency)},
                   {"memory", offsetof(mach_config, memory_latency)},
                   {"remote", offsetof(mach_config, remote_latency)},
                   {"transfer", offsetof(mach_config, transfer_latency)},
                   {"remote-transfer", offsetof(mach_config, remote_transfer_latency)},
                   {"upgrade", offsetof(mach_config, upgrade_latency)}};
  ui_json_begin_object(json, "latencies");
  for (unsigned i = 0; i < G_N_ELEMENTS(latencies); i++)
    if (has_latency(machine, latencies[i].at))
      ui_json_number(json, latencies[i].name, number_at(machine, latencies[i].at));
    else
      ui_json_null(json, latencies[i].name);
  ui_json_end_object(json);
}

/* Writes the prefetchers in `bits` as an array of their names. */
static void put_prefetchers(UiJson *json, const char *key, uint32_t bits) {
  ui_json_begin_array(json, key);
  for (unsigned i = 0; i < MACH_PREFETCHERS; i++)
    if (bits >> i & 1) ui_json_string(json, NULL, mach_prefetcher_name(i));
  ui_json_end_array(json);
}

static void put_bandwidth(UiJson *json, const char *key, uint32_t thousandths) {
  if (thousandths != 0)
    ui_json_thousandths(json, key, thousandths);
  else
    ui_json_null(json, key);
}

/* Writes the values that the machine has with --processor=window. */
static void put_window(UiJson *json, const mach_config *window) {
  ui_json_begin_object(json, "window");
  ui_json_number(json, "instructions", window->window);
  ui_json_number(json, "outstanding-misses", window->outstanding_misses);
  ui_json_number(json, "store-buffer", window->store_buffer);
  ui_json_thousandths(json, "cpi", mach_step(window));
  put_prefetchers(json, "prefetch", window->prefetch);
  put_prefetchers(json, "L2-prefetch", window->l2_prefetch);
  put_bandwidth(json, "memory-bandwidth", window->memory_bandwidth);
  put_bandwidth(json, "processor-bandwidth", window->processor_bandwidth);
  ui_json_end_object(json);
}

static void put_machine(UiJson *json, const MachinesRow *machine) {
  const mach_config *config = &machine->config;
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "name", machine->name);
  ui_json_string(json, "source", machine->source);
  ui_json_number(json, "processors", config->processors);
  ui_json_number(json, "nodes", config->nodes);
  ui_json_number(json, "megahertz", config->megahertz);
  put_cache(json, "I1", &config->i1);
  put_cache(json, "D1", &config->d1);
  put_cache(json, "L2", &config->l2);
  put_cache(json, "LL", &config->ll);
  ui_json_string(json, "protocol", mach_protocol_name(config->protocol));
  ui_json_string(json, "replacement", mach_replacement_name(config->replacement));
  put_latencies(json, config);
  ui_json_number(json, "occupancy", config->occupancy);
  ui_json_number(json, "context-switch", config->context_switch);
  ui_json_string(json, "processor", mach_processor_name(machine->processor));
  ui_json_thousandths(json, "cpi", mach_step(config));
  put_window(json, &machine->window);
  ui_json_end_object(json);
}

void machines_json(const GArray *machines, FILE *file) {
  UiJson document, *json = &document;
  ui_json_start(json, file);
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "version", DOCUMENT_VERSION);
  ui_json_begin_array(json, "machines");
  for (guint m = 0; m < machines->len; m++) put_machine(json, machine_at(machines, m));
  ui_json_end_array(json);
  ui_json_end_object(json);
}
