/* spy_sweep_file.c: see spy_sweep_file.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/sweep/spy_sweep_file.h"

#include <stddef.h>

#include "bins/bin_format.h"
#include "bins/bin_kept.h"
#include "bins/bin_sweep.h"
#include "memspy/core/spy_file.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/sweep/spy_sweep.h"
#include "memspy/sweep/spy_sweep_cells.h"
#include "plat/plat.h"

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

typedef struct {
  spy_file *file;
  HChar bytes[1 << 12];
  UInt used;
  Bool follows; /* an element of the same array or object was already written */
  /* bin_format_hash() of all bytes that were written; they contain no white space between values */
  ULong hash;
} json;

static void write_out(json *j) {
  j->hash = bin_format_hash(j->hash, j->bytes, j->used);
  spy_file_write(j->file, j->bytes, j->used);
  j->used = 0;
}

static void put_byte(json *j, HChar byte) {
  if (j->used == sizeof j->bytes) write_out(j);
  j->bytes[j->used++] = byte;
}

static void put_text(json *j, const HChar *text) {
  while (*text) put_byte(j, *text++);
}

/* Returns the number of bytes of the UTF-8 character at the start of a text, or 0 if the character is invalid. */
static UInt utf8_bytes(const HChar *text) {
  const UChar first = (UChar)*text;
  const UInt n = first < 0x80 ? 1 : first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : 0;
  for (UInt i = 1; i < n; i++)
    if (((UChar)text[i] & 0xc0) != 0x80) return 0;
  if ((first == 0xe0 && (UChar)text[1] < 0xa0) || (first == 0xed && (UChar)text[1] >= 0xa0)) return 0;
  return n;
}

/* Replaces invalid UTF-8, and characters beyond the first plane, by question marks. */
static void put_string(json *j, const HChar *text) {
  put_byte(j, '"');
  while (*text) {
    const UInt n = utf8_bytes(text);
    HChar escaped[8];
    if (n == 0) {
      put_byte(j, '?');
    } else if (*text == '"' || *text == '\\' || (n == 1 && *text < ' ')) {
      VG_(sprintf)(escaped, "\\u%04x", (UInt)*text);
      put_text(j, escaped);
    } else {
      for (UInt i = 0; i < n; i++) put_byte(j, text[i]);
    }
    text += n != 0 ? n : 1;
  }
  put_byte(j, '"');
}

/* Begins a member of an object, or, without a key, an element of an array. */
static void put_key(json *j, const HChar *key) {
  if (j->follows) put_byte(j, ',');
  j->follows = True;
  if (!key) return;
  put_string(j, key);
  put_byte(j, ':');
}

static void begin(json *j, const HChar *key, HChar bracket) {
  put_key(j, key);
  put_byte(j, bracket);
  j->follows = False;
}

static void end(json *j, HChar bracket) {
  put_byte(j, bracket);
  j->follows = True;
}

static void put_member(json *j, const HChar *key, const HChar *text) {
  put_key(j, key);
  put_string(j, text);
}

static void put_number(json *j, const HChar *key, ULong number) {
  HChar text[24];
  VG_(sprintf)(text, "%llu", number);
  put_key(j, key);
  put_text(j, text);
}

/* ---- cells ------------------------------------------------------------------------------------------------------- */

/* The cells with references, and their misses. */
typedef struct {
  const bin_sweep_cells *cells;
  UInt n_machines;
  sweep_cell_misses *misses; /* misses of the current cell, by machine */
  ULong *amounts;            /* indexed by cell: sum of the cell's misses on all machines */
  UInt *order;               /* numbers of cells, sorted by decreasing misses */
  UInt n;
  bin_kept kept; /* numbers of functions and bins in the profile */
} counted_cells;

static bool is_before(const void *closure, uint32_t a, uint32_t b) {
  const counted_cells *c = closure;
  return c->amounts[a] != c->amounts[b] ? c->amounts[a] > c->amounts[b] : a < b;
}

static counted_cells count_cells(const bin_sweep_cells *cells, UInt n_machines) {
  const SizeT room = cells->n + (SizeT)1;
  counted_cells c = {.cells = cells,
                     .n_machines = n_machines,
                     .misses = plat_alloc((n_machines + (SizeT)1) * sizeof *c.misses),
                     .amounts = plat_alloc(room * sizeof *c.amounts),
                     .order = plat_alloc(room * sizeof *c.order),
                     .kept = bin_kept_find(spy_account, NULL, 0)};
  for (UInt i = 0; i < cells->n; i++) {
    if (cells->cells[i].reads + cells->cells[i].writes == 0) continue;
    spy_sweep_cell_misses(i, c.misses);
    for (UInt m = 0; m < n_machines; m++) c.amounts[i] += c.misses[m].read_misses + c.misses[m].write_misses;
    c.order[c.n++] = i;
  }
  bin_sort(c.order, c.n, is_before, &c);
  return c;
}

/* A key of the cells: the function or the bin. */
typedef struct {
  UInt by;
  const HChar *word, *list;
  bin_record record;
} cell_axis;

enum { AXES = 2 };
static const cell_axis axes[AXES] = {{BIN_BY_FUNCTION, "function", "functions", BIN_RECORD_SEGMENT},
                                     {BIN_BY_BIN, "bin", "bins", BIN_RECORD_BIN}};

static UInt number_of(const counted_cells *c, UInt cell, const cell_axis *axis) {
  const bin_sweep_cell *of = &c->cells->cells[cell];
  return axis->by == BIN_BY_FUNCTION ? of->segment : of->bin;
}

/* Writes the list of the functions or bins of all cells, with their numbers in the profile. Returns an array, indexed
 * by the number of a function or bin in the table: 1 plus its index in the list; 0: it is not in the list. The caller
 * frees the array. */
static UInt *put_list(json *j, const counted_cells *c, const cell_axis *axis) {
  UInt most = 0, n = 0;
  for (UInt i = 0; i < c->n; i++)
    most = number_of(c, c->order[i], axis) > most ? number_of(c, c->order[i], axis) : most;
  UInt *at = plat_alloc((most + (SizeT)1) * sizeof *at); /* index in the list + 1; 0: the element was not written yet */
  begin(j, axis->list, '[');
  for (UInt i = 0; i < c->n; i++) {
    const UInt number = number_of(c, c->order[i], axis);
    if (at[number] != 0) continue;
    at[number] = ++n;
    begin(j, NULL, '{');
    put_number(j, "number", bin_kept_number(&c->kept, axis->record, number));
    end(j, '}');
  }
  end(j, ']');
  return at;
}

/* Writes a count of the current cell for each machine. */
static void put_by_machine(json *j, const counted_cells *c, const HChar *key, SizeT field) {
  begin(j, key, '[');
  for (UInt m = 0; m < c->n_machines; m++)
    put_number(j, NULL, *(const ULong *)(const void *)((const HChar *)&c->misses[m] + field));
  end(j, ']');
}

static void put_cell(json *j, const counted_cells *c, UInt cell, UInt *const *at) {
  spy_sweep_cell_misses(cell, c->misses);
  begin(j, NULL, '{');
  for (UInt i = 0; i < AXES; i++)
    if (at[i]) put_number(j, axes[i].word, at[i][number_of(c, cell, &axes[i])] - 1);
  put_number(j, "reads", c->cells->cells[cell].reads);
  put_number(j, "writes", c->cells->cells[cell].writes);
  put_by_machine(j, c, "read_misses", offsetof(sweep_cell_misses, read_misses));
  put_by_machine(j, c, "write_misses", offsetof(sweep_cell_misses, write_misses));
  put_by_machine(j, c, "cold", offsetof(sweep_cell_misses, cold));
  end(j, '}');
}

static void put_cells(json *j, UInt n_machines) {
  const bin_sweep_cells *cells = spy_sweep_cells_counted();
  UInt *at[AXES] = {NULL};
  if (!cells) return;
  counted_cells c = count_cells(cells, n_machines);
  for (UInt i = 0; i < AXES; i++)
    if (spy_options_get()->sweep_by & axes[i].by) at[i] = put_list(j, &c, &axes[i]);
  begin(j, "cells", '[');
  for (UInt i = 0; i < c.n; i++) put_cell(j, &c, c.order[i], at);
  end(j, ']');
  for (UInt i = 0; i < AXES; i++) plat_free(at[i]);
  plat_free(c.misses);
  plat_free(c.amounts);
  plat_free(c.order);
  bin_kept_clear(&c.kept);
}

/* ---- the document ------------------------------------------------------------------------------------------------ */

static void put_parameter(json *j, const sweep_parameter *parameter) {
  begin(j, NULL, '{');
  put_member(j, "name", parameter->name);
  put_key(j, "size");
  put_text(j, sweep_plan_is_size(parameter->name) ? "true" : "false");
  begin(j, "values", '[');
  for (UInt i = 0; i < parameter->n; i++) put_member(j, NULL, parameter->values[i]);
  end(j, ']');
  end(j, '}');
}

static void put_cache(json *j, const HChar *key, const mach_geometry *cache) {
  if (cache->size == 0) {
    put_key(j, key);
    put_text(j, "null");
    return;
  }
  begin(j, key, '{');
  put_number(j, "size", cache->size);
  put_number(j, "ways", cache->ways);
  put_number(j, "line", cache->line);
  end(j, '}');
}

static void put_counts(json *j, const sweep_tally *tally) {
  static const HChar *const sources[SWEEP_SOURCES] =
      {[COH_FROM_L2] = "l2", [COH_FROM_LL] = "ll", [COH_FROM_MEMORY] = "memory", [COH_FROM_CACHE] = "cache"};
  begin(j, "counts", '{');
  for (coh_count i = 0; i < COH_COMMON_COUNTS; i++)
    put_number(j, coh_count_format_of(i)->name, coh_counts_get(&tally->counts, i));
  end(j, '}');
  begin(j, "from", '{');
  for (UInt i = COH_FROM_L2; i < SWEEP_SOURCES; i++) put_number(j, sources[i], tally->from[i]);
  end(j, '}');
}

static void put_machine(json *j, const sweep_plan *sweep, const sweep_plan_machine *machine,
                        const sweep_result *result) {
  const mach_config *config = &machine->config;
  begin(j, NULL, '{');
  begin(j, "values", '[');
  for (UInt i = 0; i < sweep->n_parameters; i++) put_member(j, NULL, machine->values[i]);
  end(j, ']');
  put_number(j, "processors", config->processors);
  put_cache(j, "d1", &config->d1);
  put_cache(j, "l2", &config->l2);
  put_cache(j, "ll", &config->ll);
  put_member(j, "protocol", mach_protocol_name(config->protocol));
  put_member(j, "replacement", mach_replacement_name(config->replacement));
  put_counts(j, &result->tally);
  put_number(j, "cycles", result->cycles);
  end(j, '}');
}

static const HChar *without_folder(const HChar *path) {
  const HChar *slash = VG_(strrchr)(path, '/');
  return slash ? slash + 1 : path;
}

static ULong all_instructions(void) {
  ULong sum = 0;
  for (UInt p = 0; p < coh_processors(spy_system); p++) sum += bin_account_instructions(spy_account, p);
  return sum;
}

static void put_document(json *j, const HChar *profile, const sweep_result *results) {
  const spy_options *options = spy_options_get();
  const sweep_plan *sweep = options->sweep;
  begin(j, NULL, '{');
  put_number(j, "version", BIN_SWEEP_VERSION);
  put_member(j, "profile", without_folder(profile));
  put_number(j, "pid", (ULong)VG_(getpid)());
  put_number(j, "instructions", all_instructions());
  begin(j, "options", '[');
  for (const HChar *const *option = options->machine_arguments; *option; option++) put_member(j, NULL, *option);
  end(j, ']');
  begin(j, "parameters", '[');
  for (UInt i = 0; i < sweep->n_parameters; i++) put_parameter(j, &sweep->parameters[i]);
  end(j, ']');
  begin(j, "machines", '[');
  for (UInt i = 0; i < sweep->n_machines; i++) put_machine(j, sweep, &sweep->machines[i], &results[i]);
  end(j, ']');
  put_cells(j, sweep->n_machines);
  begin(j, "left_out", '[');
  for (UInt i = 0; i < sweep->n_left_out; i++) put_member(j, NULL, sweep->left_out[i]);
  end(j, ']');
  /* The last member is the checksum of all bytes before it. (ui/base/ui_json_seal.h reads it.) */
  HChar digits[20];
  write_out(j);
  VG_(sprintf)(digits, "%016llx", j->hash);
  put_member(j, "seal", digits);
  end(j, '}');
  put_byte(j, '\n');
}

/* ---- the file ---------------------------------------------------------------------------------------------------- */

/* Returns the name of the file of a profile's sweep. The caller frees it. */
static HChar *name_of(const HChar *profile) {
  HChar *name = VG_(malloc)("spy.sweep.name", VG_(strlen)(profile) + sizeof SPY_SWEEP_SUFFIX);
  VG_(sprintf)(name, "%s" SPY_SWEEP_SUFFIX, profile);
  return name;
}

Bool spy_sweep_write(const HChar *profile) {
  if (!spy_sweeps) return True;
  HChar *name = name_of(profile);
  json j = {.file = spy_file_create("sweep", name), .hash = BIN_FORMAT_HASH};
  VG_(free)(name);
  if (!j.file) return False;
  sweep_result *results = spy_sweep_results();
  put_document(&j, profile, results);
  plat_free(results);
  write_out(&j);
  return spy_file_close(j.file, !spy_file_has_failed(j.file), "");
}

void spy_sweep_unlink(const HChar *profile) {
  if (!spy_sweeps) return;
  HChar *name = name_of(profile);
  spy_file_remove(name);
  VG_(free)(name);
}
