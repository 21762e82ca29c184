/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/blocks/blocks_output.h"

#include <stddef.h>
#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/replay/replay_sweep_output.h"
#include "ui/screens/screen_columns.h"
#include "ui/screens/screen_ranked.h"
#include "ui/trace/events_trace_names.h"

enum { NAME_WIDEST = 60, DOCUMENT_VERSION = 1 };

/* ---- table and JSON ---------------------------------------------------------------------------------------------- */

static const bin_sweep_cell *cell_at(const BlocksReport *report, uint32_t cell) {
  return replay_sweep_cells_get(report->sweep->cells, cell);
}

static const BlocksBlock *block_of(const BlocksReport *report, uint32_t cell) {
  return &report->blocks->blocks[cell_at(report, cell)->segment];
}

static uint64_t references_of(const bin_sweep_cell *cell) { return cell->reads + cell->writes; }

static const sweep_cell_misses *misses_of(const BlocksReport *report, uint32_t cell, unsigned machine) {
  return &report->sweep->misses[(gsize)cell * report->sweep->plan->n_machines + machine];
}

static uint64_t all_misses(const sweep_cell_misses *misses) { return misses->read_misses + misses->write_misses; }

static const ProfileObject *object_of(const BlocksReport *report, const BlocksBlock *block) {
  const Profile *tables = report->sweep->trace->tables;
  return &tables->objects[tables->segments[tables->places[block->place].segment].object];
}

/* The references of a block that reach a certain cache level. */
typedef struct {
  uint64_t asked, hits; /* number of references that reach the level, and number of hits in it */
} Service;

typedef enum { D1, L2, LL, LEVELS } Level;

static const struct {
  const char *heading;
  size_t geometry; /* offset of the cache's geometry in mach_config */
} levels[LEVELS] = {{"D1 hits", offsetof(mach_config, d1)},
                    {"L2 hits", offsetof(mach_config, l2)},
                    {"LL hits", offsetof(mach_config, ll)}};

static bool has_level(const BlocksReport *report, unsigned machine, unsigned level) {
  const mach_config *config = &report->sweep->plan->machines[machine].config;
  return ((const mach_geometry *)(const void *)((const char *)config + levels[level].geometry))->size != 0;
}

static Service service_of(const BlocksReport *report, uint32_t cell, unsigned machine, unsigned level) {
  const sweep_cell_misses *misses = misses_of(report, cell, machine);
  const uint64_t references = references_of(cell_at(report, cell)), missed = all_misses(misses);
  switch (level) {
    case D1: return (Service){references, references - missed};
    case L2: return (Service){missed, misses->second_level};
    default: return (Service){missed - misses->second_level, misses->last_level};
  }
}

/* ---- order of blocks --------------------------------------------------------------------------------------------- */

static uint64_t executions(const BlocksReport *report, uint32_t cell) { return block_of(report, cell)->executions; }

static uint64_t references(const BlocksReport *report, uint32_t cell) { return references_of(cell_at(report, cell)); }

static uint64_t misses(const BlocksReport *report, uint32_t cell) {
  uint64_t sum = 0;
  for (unsigned m = 0; m < report->sweep->plan->n_machines; m++) sum += all_misses(misses_of(report, cell, m));
  return sum;
}

static const struct {
  const char *name, *summary;
  uint64_t (*amount)(const BlocksReport *report, uint32_t cell); /* returns the sort key of a block; NULL: sort by
                                                                    address, the lowest address first */
} keys[] = {{"references", "the most references first", references},
            {"executions", "the most executions first", executions},
            {"misses", "the most misses first, summed over the first-level caches of all machines", misses},
            {"address", "the lowest address first", NULL}};

const char *blocks_sort_key(unsigned number, const char **summary) {
  if (number >= G_N_ELEMENTS(keys)) return NULL;
  if (summary != NULL) *summary = keys[number].summary;
  return keys[number].name;
}

/* Returns the cells of the blocks that have references (as ScreenRanked.index), sorted by the sort key. */
static GArray *rank_blocks(const BlocksReport *report) {
  const uint32_t n = report->blocks->n, n_cells = replay_sweep_cells_size(report->sweep->cells);
  g_autofree uint64_t *amounts = g_new0(uint64_t, MAX(n, 1));
  g_autofree uint32_t *cells = g_new0(uint32_t, MAX(n, 1));
  for (uint32_t cell = 0; cell < n_cells; cell++) {
    const uint32_t block = cell_at(report, cell)->segment;
    cells[block] = cell;
    if (references(report, cell) == 0) continue;
    amounts[block] = 1; /* add 1, so that blocks without misses are kept */
    if (keys[report->sort].amount != NULL) amounts[block] += keys[report->sort].amount(report, cell);
  }
  GArray *ranked = screen_ranked(amounts, n);
  for (guint i = 0; i < ranked->len; i++) {
    ScreenRanked *one = &g_array_index(ranked, ScreenRanked, i);
    one->index = cells[one->index];
  }
  return ranked;
}

static uint32_t ranked_cell(const GArray *ranked, guint i) { return g_array_index(ranked, ScreenRanked, i).index; }

/* ---- the table --------------------------------------------------------------------------------------------------- */

static void add_text(GPtrArray *line, const char *text) { g_ptr_array_add(line, g_strdup(text)); }

static void add_count(GPtrArray *line, uint64_t count) {
  GString *text = g_string_new(NULL);
  ui_text_append_count(text, (double)count);
  g_ptr_array_add(line, g_string_free(text, FALSE));
}

/* Adds the share part / whole as text, or "-" if `nothing` is 0. */
static void add_share(GPtrArray *line, uint64_t part, uint64_t whole, uint64_t nothing) {
  GString *text = g_string_new(NULL);
  if (nothing == 0)
    g_string_append_c(text, '-');
  else
    ui_text_append_percent(text, (double)part, (double)whole);
  g_ptr_array_add(line, g_string_free(text, FALSE));
}

static char *name_block(const BlocksReport *report, const BlocksBlock *block) {
  GString *name = g_string_new(NULL);
  g_string_append_printf(name, "0x%" G_GINT64_MODIFIER "x ", block->address - object_of(report, block)->bias);
  const Profile *tables = report->sweep->trace->tables;
  const ProfilePlace *place = &tables->places[block->place];
  g_autofree char *function = ui_text_escaped(report->functions->names[place->segment]);
  g_autofree char *file = ui_text_escaped(profile_basename(tables->files[place->file].path));
  g_string_append(name, function);
  if (place->line != 0) g_string_append_printf(name, " %s:%" G_GUINT64_FORMAT, file, place->line);
  GString *fitted = g_string_new(NULL);
  ui_text_append_fitted(fitted, name->str, NAME_WIDEST);
  g_string_free(name, TRUE);
  return g_string_free(fitted, FALSE);
}

static bool any_has_level(const BlocksReport *report, unsigned level) {
  for (unsigned m = 0; m < report->sweep->plan->n_machines; m++)
    if (has_level(report, m, level)) return true;
  return false;
}

static GPtrArray *make_headings(const BlocksReport *report) {
  GPtrArray *line = g_ptr_array_new_with_free_func(g_free);
  add_text(line, "Executions");
  add_text(line, "References");
  add_text(line, "Stores");
  for (unsigned i = 0; i < BLOCKS_STRIDE_FIRST; i++) add_text(line, blocks_stride_name((BlocksStride)i));
  for (unsigned i = 0; i < report->sweep->plan->n_parameters; i++)
    g_ptr_array_add(line, ui_text_escaped(report->sweep->plan->parameters[i].name));
  for (unsigned level = 0; level < LEVELS; level++)
    if (any_has_level(report, level)) add_text(line, levels[level].heading);
  GString *block = g_string_new(NULL);
  ui_text_append_fitted(block, "Block", NAME_WIDEST);
  g_ptr_array_add(line, g_string_free(block, FALSE));
  return line;
}

/* Adds the columns that are equal for all machines. */
static void add_block(const BlocksReport *report, uint32_t cell, GPtrArray *line) {
  const BlocksBlock *block = block_of(report, cell);
  const uint64_t all = references(report, cell), again = all - block->strides[BLOCKS_STRIDE_FIRST];
  add_count(line, block->executions);
  add_count(line, all);
  add_share(line, cell_at(report, cell)->writes, all, cell_at(report, cell)->writes);
  for (unsigned i = 0; i < BLOCKS_STRIDE_FIRST; i++) add_share(line, block->strides[i], again, block->strides[i]);
}

static GPtrArray *make_line(const BlocksReport *report, uint32_t cell, unsigned machine) {
  GPtrArray *line = g_ptr_array_new_with_free_func(g_free);
  if (machine == 0) add_block(report, cell, line);
  while (machine != 0 && line->len < 3 + BLOCKS_STRIDE_FIRST) add_text(line, "");
  for (unsigned i = 0; i < report->sweep->plan->n_parameters; i++)
    g_ptr_array_add(line, ui_text_escaped(report->sweep->plan->machines[machine].values[i]));
  for (unsigned level = 0; level < LEVELS; level++) {
    const Service service = service_of(report, cell, machine, level);
    if (any_has_level(report, level))
      add_share(line, service.hits, service.asked, has_level(report, machine, level) ? service.asked : 0);
  }
  g_ptr_array_add(line, machine == 0 ? name_block(report, block_of(report, cell)) : g_strdup(""));
  return line;
}

/* Appends the lines of `text` to `out`, without spaces at their ends. */
static void append_trimmed(const GString *text, GString *out) {
  g_auto(GStrv) lines = g_strsplit(text->str, "\n", -1);
  for (char **line = lines; *line != NULL && (**line != '\0' || line[1] != NULL); line++)
    g_string_append_printf(out, "%s\n", g_strchomp(*line));
}

static void append_head(const BlocksReport *report, guint n, GString *out) {
  g_autofree char *path = ui_text_escaped(report->sweep->trace->path);
  g_string_append_printf(out, "Trace: %s\nReferences: ", path);
  ui_text_append_count(out, (double)profile_counts_references(&report->sweep->results[0].counts));
  g_string_append(out, ", instructions: ");
  ui_text_append_count(out, (double)report->sweep->instructions);
  g_string_append_printf(out, ", machines: %u, blocks: %u\n\n", report->sweep->plan->n_machines, n);
}

void blocks_table(const BlocksReport *report, unsigned most, GString *out) {
  g_autoptr(GArray) ranked = rank_blocks(report);
  const guint shown = most == 0 ? ranked->len : MIN(ranked->len, most);
  append_head(report, ranked->len, out);
  if (ranked->len == 0) {
    g_string_append(out, "No references were counted.\n");
    return;
  }
  GPtrArray *lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  GString *table = g_string_new(NULL);
  g_ptr_array_add(lines, make_headings(report));
  for (guint i = 0; i < shown; i++)
    for (unsigned m = 0; m < report->sweep->plan->n_machines; m++)
      g_ptr_array_add(lines, make_line(report, ranked_cell(ranked, i), m));
  screen_columns_table(lines, 0, table);
  append_trimmed(table, out);
  if (shown < ranked->len) g_string_append_printf(out, "... and %u more\n", ranked->len - shown);
  g_string_free(table, TRUE);
  g_ptr_array_unref(lines);
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static const struct {
  const char *key;
  size_t field; /* offset of the field in struct sweep_cell_misses */
} counts[] = {{"read_misses", offsetof(sweep_cell_misses, read_misses)},
              {"write_misses", offsetof(sweep_cell_misses, write_misses)},
              {"cold", offsetof(sweep_cell_misses, cold)},
              {"second_level", offsetof(sweep_cell_misses, second_level)},
              {"last_level", offsetof(sweep_cell_misses, last_level)}};

static void put_address(UiJson *json, const char *key, uint64_t address) {
  g_autofree char *text = g_strdup_printf("0x%" G_GINT64_MODIFIER "x", address);
  ui_json_string(json, key, text);
}

static void put_code(UiJson *json, const BlocksReport *report, const BlocksBlock *block) {
  const Profile *tables = report->sweep->trace->tables;
  const ProfilePlace *place = &tables->places[block->place];
  const ProfileObject *object = object_of(report, block);
  put_address(json, "address", block->address - object->bias);
  put_address(json, "last", block->last - object->bias);
  put_address(json, "bias", object->bias);
  ui_json_string(json, "object", object->path);
  ui_json_string(json, "function", tables->segments[place->segment].name);
  ui_json_string(json, "file", tables->files[place->file].path);
  ui_json_number(json, "line", place->line);
}

static void put_block(UiJson *json, const BlocksReport *report, uint32_t cell) {
  const BlocksBlock *block = block_of(report, cell);
  ui_json_begin_object(json, NULL);
  put_code(json, report, block);
  ui_json_number(json, "instructions", block->instructions);
  ui_json_number(json, "executions", block->executions);
  ui_json_number(json, "reads", cell_at(report, cell)->reads);
  ui_json_number(json, "writes", cell_at(report, cell)->writes);
  ui_json_begin_object(json, "strides");
  for (unsigned i = 0; i < BLOCKS_STRIDES; i++)
    ui_json_number(json, blocks_stride_name((BlocksStride)i), block->strides[i]);
  ui_json_end_object(json);
  for (size_t i = 0; i < G_N_ELEMENTS(counts); i++) {
    ui_json_begin_array(json, counts[i].key);
    for (unsigned m = 0; m < report->sweep->plan->n_machines; m++) {
      const char *of_cell = (const char *)misses_of(report, cell, m);
      ui_json_number(json, NULL, *(const uint64_t *)(const void *)(of_cell + counts[i].field));
    }
    ui_json_end_array(json);
  }
  ui_json_end_object(json);
}

void blocks_json(const BlocksReport *report, FILE *file) {
  UiJson json;
  g_autoptr(GArray) ranked = rank_blocks(report);
  replay_sweep_json_begin(&json, report->sweep, DOCUMENT_VERSION, file);
  ui_json_begin_array(&json, "blocks");
  for (guint i = 0; i < ranked->len; i++) put_block(&json, report, ranked_cell(ranked, i));
  ui_json_end_array(&json);
  replay_sweep_json_left_out(&json, report->sweep);
  ui_json_end_object(&json);
  putc('\n', file);
}
