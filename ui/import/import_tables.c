/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_tables.c: The machine is the default one, with as many processors as the trace needs. The numbers of places
 * and bins are those of import_trace.c. */
#include "ui/import/import_tables.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "bins/bin_profile.h"
#include "machine/mach_options.h"
#include "ui/base/ui_search.h"

/* ---- code ---- */

static int by_number(const void *a, const void *b) {
  const uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
  return first < second ? -1 : first > second;
}

/* Returns the addresses of functions that were called, sorted. */
static GArray *sorted_entries(const ImportTrace *trace) {
  GArray *entries = g_array_new(FALSE, FALSE, sizeof(uint64_t));
  for (uint64_t i = 0; trace->entries.places != NULL && i < (uint64_t)1 << trace->entries.bits; i++)
    if (trace->entries.places[i].key != PLAT_NO_KEY_AT_ALL) g_array_append_val(entries, trace->entries.places[i].key);
  if (entries->len != 0) qsort(entries->data, entries->len, sizeof(uint64_t), by_number);
  return entries;
}

static bool is_at_most(gconstpointer entry, gconstpointer address) {
  return *(const uint64_t *)entry <= *(const uint64_t *)address;
}

/* Returns the last entry up to an address; 0: there is none. */
static uint64_t entry_before(const GArray *entries, uint64_t address) {
  const guint n = UI_SEARCH(entries, uint64_t, is_at_most, &address);
  return n != 0 ? g_array_index(entries, uint64_t, n - 1) : 0;
}

/* Returns the segment of an instruction: the segment of the symbol that contains the instruction, or else that of
 * the last function entry before the instruction. */
static uint32_t segment_of(bin_table *table, const ImportTrace *trace, const GArray *entries, uint64_t address) {
  const ImportSymbol *symbol = import_symbols_find(trace->symbols->functions, address);
  if (symbol != NULL) return bin_table_segment(table, symbol->name, 0, 0, 0);
  const uint64_t entry = entry_before(entries, address);
  if (entry == 0 || address == 0) return bin_table_segment(table, "???", 0, 0, 0);
  g_autofree char *name = g_strdup_printf("func_%" G_GINT64_MODIFIER "x", entry);
  return bin_table_segment(table, name, 0, 0, 0);
}

static void make_code(bin_table *table, const ImportTrace *trace) {
  g_autoptr(GArray) entries = sorted_entries(trace);
  (void)bin_table_object(table, "");
  (void)bin_table_file(table, "");
  for (guint i = 0; i < trace->addresses->len; i++) {
    const uint64_t address = g_array_index(trace->addresses, uint64_t, i);
    const uint32_t segment = segment_of(table, trace, entries, address);
    const uint32_t place = bin_table_place(table, segment, 0, 0, address);
    plat_assert(place == i);
  }
}

/* ---- data ---- */

static void make_data(bin_table *table, const ImportTrace *trace) {
  const GArray *variables = trace->symbols->variables;
  for (guint i = 0; i < variables->len; i++) {
    const ImportSymbol *variable = &g_array_index(variables, ImportSymbol, i);
    const bin_id bin = bin_table_restore_bin(table, BIN_STATIC, variable->name, NULL, 0);
    bin_table_restore_blocks(table, bin, variable->bytes, 1);
    bin_table_set_variable(table, bin, &(bin_variable){0, variable->address, variable->bytes});
  }
  for (guint i = 0; i < trace->areas->len; i++) {
    const ImportArea *area = &g_array_index(trace->areas, ImportArea, i);
    g_autofree char *name = g_strdup_printf("memory at 0x%" G_GINT64_MODIFIER "x", area->start);
    const bin_id bin = bin_table_restore_bin(table, BIN_RANGE, name, NULL, 0);
    bin_table_restore_blocks(table, bin, area->chunks << IMPORT_TRACE_CHUNK, 1);
  }
}

/* ---- the machine ---- */

static void add_option(GPtrArray *words, const char *name, const char *value) {
  g_ptr_array_add(words, g_strdup(name));
  g_ptr_array_add(words, g_strdup(value));
}

/* Sets *config to the default machine, with at least n blocking processors: the trace contains no dependences. Returns its options: name, value, ..., NULL. */
static GPtrArray *make_machine(mach_config *config, unsigned n) {
  GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
  mach_options options = {.blocking = true};
  mach_option_error wrong;
  g_autofree char *processors = g_strdup_printf("--processors=%u", n);
  bool good = mach_options_settle(&options, NULL, config, &wrong);
  plat_assert(good);
  if (config->processors < n) {
    (void)mach_options_take(&options, processors);
    good = mach_options_settle(&options, NULL, config, &wrong);
    plat_assert(good);
  }
  for (unsigned i = 0; i < MACH_OPTIONS; i++) {
    char text[256];
    mach_words value = mach_words_in(text, sizeof text);
    if (mach_option_text(&options, config, (mach_option)i, &value))
      add_option(words, mach_option_get((mach_option)i)->name, text);
  }
  g_ptr_array_add(words, NULL);
  mach_options_clear(&options);
  return words;
}

/* ---- the tables ---- */

static bool append(void *text, const char *bytes, size_t n) {
  g_string_append_len(text, bytes, (gssize)n);
  return true;
}

static uint64_t time_of(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && status.st_mtime > 0 ? (uint64_t)status.st_mtime : 0;
}

GString *import_tables_make(const ImportTrace *trace, const char *path, const char *format) {
  mach_config config;
  GPtrArray *options = make_machine(&config, trace->n);
  coh_system *system = coh_system_new(&config);
  bin_table *table = bin_table_new();
  make_code(table, trace);
  make_data(table, trace);
  bin_account *account = bin_account_new(system, table, NULL, NULL);
  for (unsigned i = 0; i < trace->n; i++) bin_account_thread(account, i);
  g_autofree char *creator = g_strdup_printf("memspy " VERSION " importing a trace (%s)", format);
  const bin_profile_info info = {.creator = creator,
                                 .argv = (const char *const[]){path, NULL},
                                 .seconds = time_of(path),
                                 .label = "",
                                 .reason = "exit",
                                 .interleaving = "slices",
                                 .options = (const char *const *)options->pdata};
  GString *text = g_string_new(NULL);
  (void)bin_profile_write_tables(account, &info, append, text);
  bin_account_free(account);
  bin_table_free(table);
  coh_system_free(system);
  g_ptr_array_unref(options);
  return text;
}
