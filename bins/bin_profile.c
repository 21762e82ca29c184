/* bin_profile.c: see bin_profile.h. One function writes each kind of record.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_profile.h"

#include "bins/bin_context_order.h"
#include "bins/bin_kept.h"
#include "plat/plat.h"

typedef struct {
  bin_account *account;
  const bin_cells *cells; /* NULL: write only the tables */
  const bin_table *table;
  const bin_profile_info *info;
  bin_writer *out;
  bin_kept kept;
} profile;

static void text_record(const profile *p, bin_record record, const char *text) {
  bin_writer_begin(p->out, record);
  bin_writer_string(p->out, text);
  bin_writer_end(p->out);
}

static void number_record(const profile *p, bin_record record, uint64_t number) {
  bin_writer_begin(p->out, record);
  bin_writer_number(p->out, number);
  bin_writer_end(p->out);
}

/* Writes the number that an object, file, segment, place, call or bin has in the profile. */
static void put_number_of(const profile *p, bin_record record, uint32_t number) {
  bin_writer_number(p->out, bin_kept_number(&p->kept, record, number));
}

static void put_pair(const profile *p, uint32_t place, bin_id bin) {
  put_number_of(p, BIN_RECORD_PLACE, place);
  put_number_of(p, BIN_RECORD_BIN, bin);
}

/* The first function returns the number of records of a kind in the profile; `all` is the number in the table. The
 * second returns the number that one of these records has in the table. */
static uint32_t count_of(const profile *p, bin_record record, uint32_t all) {
  return bin_kept_count(&p->kept, record, all);
}
static uint32_t record_at(const profile *p, bin_record record, uint32_t i) {
  return bin_kept_record(&p->kept, record, i);
}
static uint32_t n_bins(const profile *p) { return count_of(p, BIN_RECORD_BIN, bin_table_bins(p->table)); }
static const bin_data *bin_at(const profile *p, uint32_t i) {
  return bin_table_get_bin(p->table, record_at(p, BIN_RECORD_BIN, i));
}

static void counts(const profile *p, const coh_counts *c) {
#define PUT_ALWAYS(name) bin_writer_number(p->out, c->name);
#define PUT_LATER PUT_ALWAYS
#define PUT_NEVER(name)
#define COUNT(symbol, name, record, ...) PUT_##record(name)
#include "coherence/coh_counts.def"
}

static void write_head(const profile *p) {
  const bin_profile_info *info = p->info;
  text_record(p, BIN_RECORD_CREATOR, info->creator);
  bin_writer_begin(p->out, BIN_RECORD_COMMAND);
  for (const char *const *word = info->argv; *word; word++) bin_writer_string(p->out, *word);
  bin_writer_end(p->out);
  number_record(p, BIN_RECORD_PID, info->pid);
  number_record(p, BIN_RECORD_TIME, info->seconds);
  text_record(p, BIN_RECORD_LABEL, info->label);
  text_record(p, BIN_RECORD_REASON, info->reason);
  bin_writer_begin(p->out, BIN_RECORD_INTERLEAVING);
  bin_writer_string(p->out, info->interleaving);
  bin_writer_number(p->out, info->quantum);
  bin_writer_end(p->out);
  for (const char *const *option = info->options; *option; option += 2) {
    bin_writer_begin(p->out, BIN_RECORD_OPTION);
    bin_writer_string(p->out, option[0]);
    bin_writer_string(p->out, option[1]);
    bin_writer_end(p->out);
  }
}

static bool is_by_phase(const bin_profile_info *info) {
  return info->batches && bin_batches_phases(info->batches) != 0;
}

static void sampling(const profile *p, uint64_t samples, uint64_t sampled) {
  bin_writer_begin(p->out, BIN_RECORD_SAMPLING);
  bin_writer_number(p->out, samples);
  bin_writer_number(p->out, bin_batches_all_instructions(p->info->batches));
  bin_writer_number(p->out, sampled);
  bin_writer_end(p->out);
}

static void write_phases(const profile *p) {
  const bin_batches *batches = p->info->batches;
  uint64_t samples = 0, instructions = 0;
  for (unsigned i = 0; i < bin_batches_phases(batches); i++) {
    samples += bin_batches_phase(batches, i)->instructions != 0;
    instructions += bin_batches_phase(batches, i)->instructions;
  }
  sampling(p, samples, instructions);
  for (unsigned i = 0; i < bin_batches_phases(batches); i++) {
    const bin_phase *phase = bin_batches_phase(batches, i);
    bin_writer_begin(p->out, BIN_RECORD_PHASE);
    bin_writer_number(p->out, phase->phase);
    bin_writer_number(p->out, phase->interval);
    bin_writer_number(p->out, phase->begin);
    bin_writer_number(p->out, phase->share);
    bin_writer_number(p->out, phase->weight);
    bin_writer_number(p->out, phase->instructions);
    bin_writer_end(p->out);
  }
  for (uint32_t i = 0; i < p->info->n_stretches; i++) {
    bin_writer_begin(p->out, BIN_RECORD_STRETCH);
    bin_writer_number(p->out, p->info->stretches[i].phase);
    bin_writer_number(p->out, p->info->stretches[i].instructions);
    bin_writer_end(p->out);
  }
}

static void write_batches(const profile *p) {
  const bin_batches *batches = p->info->batches;
  uint64_t samples = 0, instructions = 0;
  for (unsigned i = 0; i < bin_batches_count(batches); i++) {
    samples += bin_batches_get(batches, i)->samples;
    instructions += bin_batches_get(batches, i)->instructions;
  }
  sampling(p, samples, instructions);
  for (unsigned i = 0; i < bin_batches_count(batches); i++) {
    bin_writer_begin(p->out, BIN_RECORD_BATCH);
    bin_writer_number(p->out, bin_batches_get(batches, i)->samples);
    bin_writer_number(p->out, bin_batches_get(batches, i)->instructions);
    bin_writer_end(p->out);
  }
}

static void write_objects(const profile *p) {
  const uint32_t n_objects = count_of(p, BIN_RECORD_OBJECT, bin_table_objects(p->table));
  for (uint32_t i = 0; i < n_objects; i++) {
    const bin_object *object = bin_table_get_object(p->table, record_at(p, BIN_RECORD_OBJECT, i));
    bin_writer_begin(p->out, BIN_RECORD_OBJECT);
    bin_writer_string(p->out, object->path);
    bin_writer_string(p->out, object->build_id);
    bin_writer_number(p->out, object->bias);
    bin_writer_end(p->out);
  }
}

static void write_segments(const profile *p) {
  const uint32_t n_files = count_of(p, BIN_RECORD_FILE, bin_table_files(p->table));
  for (uint32_t i = 0; i < n_files; i++)
    text_record(p, BIN_RECORD_FILE, bin_table_get_file(p->table, record_at(p, BIN_RECORD_FILE, i)));
  const uint32_t n_segments = count_of(p, BIN_RECORD_SEGMENT, bin_table_segments(p->table));
  for (uint32_t i = 0; i < n_segments; i++) {
    const bin_segment *segment = bin_table_get_segment(p->table, record_at(p, BIN_RECORD_SEGMENT, i));
    bin_writer_begin(p->out, BIN_RECORD_SEGMENT);
    bin_writer_string(p->out, segment->name);
    put_number_of(p, BIN_RECORD_OBJECT, segment->object);
    put_number_of(p, BIN_RECORD_FILE, segment->file);
    bin_writer_number(p->out, segment->line);
    const uint32_t in = segment->inlined_in;
    bin_writer_number(p->out, in != 0 ? 1 + (uint64_t)bin_kept_number(&p->kept, BIN_RECORD_SEGMENT, in - 1) : 0);
    bin_writer_end(p->out);
  }
}

static void write_stages(const profile *p) {
  for (uint32_t i = 0; i < bin_table_stages(p->table); i++) {
    const bin_stage *stage = bin_table_get_stage(p->table, i);
    bin_writer_begin(p->out, BIN_RECORD_STAGE);
    bin_writer_number(p->out, stage->outer);
    bin_writer_string(p->out, stage->name);
    bin_writer_number(p->out, stage->begun);
    bin_writer_number(p->out, stage->cycles);
    bin_writer_end(p->out);
  }
}

static void write_places(const profile *p) {
  const uint32_t n_places = count_of(p, BIN_RECORD_PLACE, bin_table_places(p->table));
  for (uint32_t i = 0; i < n_places; i++) {
    const bin_place *place = bin_table_get_place(p->table, record_at(p, BIN_RECORD_PLACE, i));
    bin_writer_begin(p->out, BIN_RECORD_PLACE);
    put_number_of(p, BIN_RECORD_SEGMENT, place->segment);
    put_number_of(p, BIN_RECORD_FILE, place->file);
    bin_writer_number(p->out, place->line);
    bin_writer_number(p->out, place->address);
    bin_writer_number(p->out, place->instructions);
    bin_writer_number(p->out, place->stage);
    bin_writer_end(p->out);
  }
  const uint32_t n_calls = count_of(p, BIN_RECORD_CALL, bin_table_calls(p->table));
  for (uint32_t i = 0; i < n_calls; i++) {
    const bin_code *call = bin_table_get_call(p->table, record_at(p, BIN_RECORD_CALL, i));
    bin_writer_begin(p->out, BIN_RECORD_CALL);
    put_number_of(p, BIN_RECORD_OBJECT, call->object);
    bin_writer_number(p->out, call->address);
    put_number_of(p, BIN_RECORD_PLACE, call->place);
    bin_writer_end(p->out);
  }
}

static void write_bins(const profile *p) {
  for (uint32_t i = 0; i < n_bins(p); i++) {
    const bin_data *bin = bin_at(p, i);
    bin_writer_begin(p->out, BIN_RECORD_BIN);
    bin_writer_string(p->out, bin_kind_name(bin->kind));
    bin_writer_string(p->out, bin->name);
    bin_writer_number(p->out, bin->bytes);
    bin_writer_number(p->out, bin->blocks);
    for (uint32_t f = 0; f < bin->n_frames; f++) put_number_of(p, BIN_RECORD_CALL, bin->frames[f]);
    bin_writer_end(p->out);
  }
}

static void write_variables(const profile *p) {
  for (uint32_t i = 0; i < n_bins(p); i++) {
    const bin_variable *variable = bin_at(p, i)->variable;
    if (!variable) continue;
    bin_writer_begin(p->out, BIN_RECORD_VARIABLE);
    bin_writer_number(p->out, i);
    put_number_of(p, BIN_RECORD_OBJECT, variable->object);
    bin_writer_number(p->out, variable->address);
    bin_writer_number(p->out, variable->bytes);
    bin_writer_end(p->out);
  }
}

static void write_slots(const profile *p) {
  bin_slot slot;
  for (uint32_t i = 0; i < n_bins(p); i++) {
    if (!bin_table_get_slot(p->table, record_at(p, BIN_RECORD_BIN, i), &slot)) continue;
    bin_writer_begin(p->out, BIN_RECORD_SLOT);
    bin_writer_number(p->out, i);
    put_number_of(p, BIN_RECORD_SEGMENT, slot.segment);
    bin_writer_number(p->out, slot.below);
    bin_writer_end(p->out);
  }
}

static void write_receivers(const profile *p) {
  for (uint32_t i = 0; i < n_bins(p); i++) {
    const bin_data *bin = bin_at(p, i);
    for (uint32_t order = 0; order < bin->n_receivers; order++) {
      const bin_receiver *receiver = &bin->receivers[order];
      bin_writer_begin(p->out, BIN_RECORD_RECEIVER);
      bin_writer_number(p->out, i);
      bin_writer_number(p->out, order);
      put_number_of(p, BIN_RECORD_BIN, receiver->target);
      bin_writer_number(p->out, receiver->offset);
      put_number_of(p, BIN_RECORD_CALL, receiver->call);
      bin_writer_number(p->out, receiver->inside);
      bin_writer_end(p->out);
    }
  }
}

static const coh_counts no_counts;

static const coh_counts *counts_of(const profile *p, uint32_t processor) {
  return p->cells ? coh_counts_of(bin_account_system(p->account), processor) : &no_counts;
}

static void write_scopes(const profile *p) {
  for (uint32_t i = 0; i < bin_table_scopes(p->table); i++) {
    const bin_scope *scope = bin_table_get_scope(p->table, i);
    bin_writer_begin(p->out, BIN_RECORD_SCOPE);
    bin_writer_string(p->out, scope->is_loop ? "loop" : "function");
    bin_writer_number(p->out, scope->around);
    put_number_of(p, BIN_RECORD_SEGMENT, scope->segment);
    put_number_of(p, BIN_RECORD_FILE, scope->file);
    bin_writer_number(p->out, scope->line);
    bin_writer_number(p->out, scope->address);
    bin_writer_number(p->out, scope->low);
    bin_writer_number(p->out, scope->high);
    bin_writer_end(p->out);
  }
}

static void write_processors(const profile *p) {
  const coh_system *system = bin_account_system(p->account);
  for (uint32_t i = 0; i < coh_processors(system); i++) {
    const uint64_t cycles = bin_account_cycles(p->account, i), idle = bin_account_idle_cycles(p->account, i);
    bin_writer_begin(p->out, BIN_RECORD_PROCESSOR);
    bin_writer_number(p->out, bin_account_threads(p->account, i));
    bin_writer_number(p->out, bin_account_instructions(p->account, i));
    bin_writer_number(p->out, cycles);
    bin_writer_number(p->out, cycles - idle);
    bin_writer_number(p->out, idle);
    counts(p, counts_of(p, i));
    bin_writer_end(p->out);
  }
}

/* Returns the numbers 0 .. n - 1 in the order of `before`; the caller frees them. */
static uint32_t *sorted(const void *closure, uint32_t n, bool (*before)(const void *closure, uint32_t a, uint32_t b)) {
  uint32_t *numbers = plat_alloc(n * sizeof *numbers);
  for (uint32_t i = 0; i < n; i++) numbers[i] = i;
  bin_sort(numbers, n, before, closure);
  return numbers;
}

/* Returns whether record `a` of the table comes before record `b` in the profile. Records that the profile does not
 * have come last. */
static bool is_before(const profile *p, bin_record record, uint32_t a, uint32_t b) {
  return bin_kept_number(&p->kept, record, a) < bin_kept_number(&p->kept, record, b);
}

static bool cell_before(const void *closure, uint32_t a, uint32_t b) {
  const profile *p = closure;
  const bin_cell *x = bin_cells_get(p->cells, a), *y = bin_cells_get(p->cells, b);
  if (x->place != y->place) return is_before(p, BIN_RECORD_PLACE, x->place, y->place);
  return is_before(p, BIN_RECORD_BIN, x->bin, y->bin);
}

static void write_cells(const profile *p) {
  uint32_t *order = sorted(p, p->cells->n, cell_before);
  for (uint32_t i = 0; i < p->cells->n; i++) {
    const bin_cell *cell = bin_cells_get(p->cells, order[i]);
    if (cell->reads + cell->writes == 0) continue; /* no references since the counts were set to zero */
    const coh_counts all = bin_cells_counts(p->cells, cell);
    bin_writer_begin(p->out, BIN_RECORD_CELL);
    put_pair(p, cell->place, cell->bin);
    counts(p, &all);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

static void write_batch_cells(const profile *p) {
  const unsigned n = bin_batches_count(p->info->batches);
  uint32_t *order = sorted(p, p->cells->n, cell_before);
  for (uint32_t i = 0; i < p->cells->n; i++) {
    const bin_cell *cell = bin_cells_get(p->cells, order[i]);
    if (cell->read_misses + cell->write_misses + cell->stall_cycles == 0) continue;
    bin_writer_begin(p->out, BIN_RECORD_BATCH_CELL);
    put_pair(p, cell->place, cell->bin);
    for (unsigned b = 0; b < n; b++) {
      bin_writer_number(p->out, bin_batches_misses(p->info->batches, b, cell->number));
      bin_writer_number(p->out, bin_batches_stall(p->info->batches, b, cell->number));
    }
    bin_writer_end(p->out);
  }
  plat_free(order);
}

static const char *kind_name(const bin_reference_counts *counts) {
  switch (counts->kinds) {
    case 1 << COH_READ: return "read";
    case 1 << COH_WRITE: return "write";
    default: return "modify";
  }
}

static void write_references(const profile *p, const bin_references *references) {
  uint32_t *order = sorted(p, p->cells->n, cell_before);
  for (uint32_t i = 0; i < p->cells->n; i++) {
    const bin_cell *cell = bin_cells_get(p->cells, order[i]);
    const bin_reference_counts *counts = bin_references_get(references, cell->number);
    /* no references since the counts were set to zero */
    if (!counts || (cell->reads + cell->writes == 0 && counts->lost == 0)) continue;
    bin_writer_begin(p->out, BIN_RECORD_REFERENCE);
    put_pair(p, cell->place, cell->bin);
    bin_writer_string(p->out, kind_name(counts));
    bin_writer_number(p->out, counts->temporal_hits);
    bin_writer_number(p->out, counts->spatial_hits);
    bin_writer_number(p->out, counts->evictions);
    bin_writer_number(p->out, counts->used_bytes);
    bin_writer_number(p->out, counts->lost);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

/* A tally of cells, to sort its entries. */
typedef struct {
  const profile *profile;
  bin_record who; /* kind of record whose number `who` is */
  const bin_tally *tally;
} tallied;

static bool entry_before(const void *closure, uint32_t a, uint32_t b) {
  const tallied *t = closure;
  const bin_tally_entry *x = &t->tally->entries[a], *y = &t->tally->entries[b];
  if (x->cell != y->cell) return cell_before(t->profile, x->cell, y->cell);
  return is_before(t->profile, t->who, x->who, y->who);
}

static void write_tally(const profile *p, bin_record record, const bin_tally *tally) {
  const bin_record who = record == BIN_RECORD_EVICTOR ? BIN_RECORD_BIN : BIN_RECORD_SEGMENT;
  uint32_t *order = sorted(&(tallied){p, who, tally}, tally->n, entry_before);
  for (uint32_t i = 0; i < tally->n; i++) {
    const bin_tally_entry *entry = &tally->entries[order[i]];
    if (entry->count == 0) continue;
    const bin_cell *cell = bin_cells_get(p->cells, entry->cell);
    bin_writer_begin(p->out, record);
    put_pair(p, cell->place, cell->bin);
    put_number_of(p, who, entry->who);
    bin_writer_number(p->out, entry->count);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

/* Returns the rank of each cell in the order of the cells. The caller frees the array. */
static uint32_t *ranks(const profile *p) {
  uint32_t *order = sorted(p, p->cells->n, cell_before), *rank = plat_alloc(p->cells->n * sizeof *rank);
  for (uint32_t i = 0; i < p->cells->n; i++) rank[order[i]] = i;
  plat_free(order);
  return rank;
}

/* Sorts the numbers of entries by the rank of their cell or, if by_who, of their `who`. Uses a stable counting sort,
 * since a large program has millions of entries. */
static void deal(const bin_tally *tally, bool by_who, const uint32_t *rank, uint32_t n_ranks, const uint32_t *from,
                 uint32_t *to) {
  uint32_t *next = plat_alloc((n_ranks + (size_t)1) * sizeof *next);
  for (uint32_t i = 0; i < tally->n; i++) {
    const bin_tally_entry *entry = &tally->entries[i];
    next[rank[by_who ? entry->who : entry->cell] + 1]++;
  }
  for (uint32_t i = 0; i < n_ranks; i++) next[i + 1] += next[i];
  for (uint32_t i = 0; i < tally->n; i++) {
    const bin_tally_entry *entry = &tally->entries[from[i]];
    to[next[rank[by_who ? entry->who : entry->cell]]++] = from[i];
  }
  plat_free(next);
}

/* Returns the numbers of a tally's entries, sorted by cell, then by `who`, which is also a cell. The caller frees the
 * array. */
static uint32_t *dealt(const profile *p, const bin_tally *tally) {
  uint32_t *rank = ranks(p), *order = plat_alloc(tally->n * sizeof *order), *half = plat_alloc(tally->n * sizeof *half);
  for (uint32_t i = 0; i < tally->n; i++) order[i] = i;
  deal(tally, true, rank, p->cells->n, order, half);
  deal(tally, false, rank, p->cells->n, half, order);
  plat_free(rank);
  plat_free(half);
  return order;
}

static void write_reference_evictors(const profile *p, const bin_tally *tally) {
  uint32_t *order = dealt(p, tally);
  for (uint32_t i = 0; i < tally->n; i++) {
    const bin_tally_entry *entry = &tally->entries[order[i]];
    if (entry->count == 0) continue;
    const bin_cell *lost = bin_cells_get(p->cells, entry->cell), *evictor = bin_cells_get(p->cells, entry->who);
    bin_writer_begin(p->out, BIN_RECORD_REFERENCE_EVICTOR);
    put_pair(p, lost->place, lost->bin);
    put_pair(p, evictor->place, evictor->bin);
    bin_writer_number(p->out, entry->count);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

static void write_spreads(const profile *p) {
  uint32_t *order = sorted(p, p->cells->n, cell_before);
  for (uint32_t i = 0; i < p->cells->n; i++) {
    const bin_cell *cell = bin_cells_get(p->cells, order[i]);
    if (cell->number >= p->cells->spread_room || cell->reads + cell->writes == 0) continue;
    const bin_spread *spread = &p->cells->spreads[cell->number];
    if (!spread->seen) continue;
    bin_writer_begin(p->out, BIN_RECORD_SPREAD);
    put_pair(p, cell->place, cell->bin);
    bin_writer_number(p->out, spread->offset);
    bin_writer_number(p->out, spread->stride);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

#define PUT(from, name, help) bin_writer_number(p->out, from->name);
static void put_fetches(const profile *p, const bin_fetch_counts *c) { BIN_FETCH_COUNTS(PUT, c) }
#undef PUT

static void write_icaches(const profile *p, const bin_fetches *fetches) {
  for (unsigned i = 0; i < coh_processors(bin_account_system(p->account)); i++) {
    const fetch_counts *all = fetch_counts_of(bin_fetches_system(fetches), i);
    bin_writer_begin(p->out, BIN_RECORD_ICACHE);
    bin_writer_number(p->out, i);
    bin_writer_number(p->out, all->fetches);
    bin_writer_number(p->out, all->calls);
    bin_writer_number(p->out, all->runs);
    bin_writer_number(p->out, all->switches);
    put_fetches(p, bin_fetches_of(fetches, i));
    bin_writer_end(p->out);
  }
}

static void write_fetch_misses(const profile *p, const bin_fetches *fetches) {
  const uint32_t n_places = count_of(p, BIN_RECORD_PLACE, bin_table_places(p->table));
  for (uint32_t i = 0; i < n_places; i++) {
    const bin_fetch_counts counts = bin_fetches_at(fetches, record_at(p, BIN_RECORD_PLACE, i));
    if (counts.misses == 0) continue;
    bin_writer_begin(p->out, BIN_RECORD_FETCH_MISS);
    bin_writer_number(p->out, i);
    put_fetches(p, &counts);
    bin_writer_end(p->out);
  }
}

/* Compares entries of a tally whose cells are places. */
static bool fetch_evictor_before(const void *closure, uint32_t a, uint32_t b) {
  const tallied *t = closure;
  const bin_tally_entry *x = &t->tally->entries[a], *y = &t->tally->entries[b];
  if (x->cell != y->cell) return is_before(t->profile, BIN_RECORD_PLACE, x->cell, y->cell);
  return is_before(t->profile, t->who, x->who, y->who);
}

static void write_fetch_evictors(const profile *p, const bin_tally *tally) {
  uint32_t *order = sorted(&(tallied){p, BIN_RECORD_SEGMENT, tally}, tally->n, fetch_evictor_before);
  for (uint32_t i = 0; i < tally->n; i++) {
    const bin_tally_entry *entry = &tally->entries[order[i]];
    if (entry->count == 0) continue;
    bin_writer_begin(p->out, BIN_RECORD_FETCH_EVICTOR);
    put_number_of(p, BIN_RECORD_PLACE, entry->cell);
    put_number_of(p, BIN_RECORD_SEGMENT, entry->who);
    bin_writer_number(p->out, entry->count);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

static void write_fetches(const profile *p) {
  bin_fetches *fetches = bin_account_fetches(p->account);
  if (!fetches) return;
  write_icaches(p, fetches);
  write_fetch_misses(p, fetches);
  write_fetch_evictors(p, bin_fetches_evictors(fetches));
}

static void write_hot_line(const profile *p, const bin_shared_line *line) {
  bin_writer_begin(p->out, BIN_RECORD_HOT_LINE);
  bin_writer_number(p->out, line->address);
  bin_writer_number(p->out, line->events);
  bin_writer_number(p->out, line->missed);
  bin_writer_number(p->out, line->true_sharing);
  bin_writer_number(p->out, line->invalidation - line->true_sharing);
  bin_writer_number(p->out, line->upgrades);
  bin_writer_number(p->out, line->transfers);
  bin_writer_number(p->out, line->unlisted);
  bin_writer_end(p->out);
}

/* The uses of a line, for sorting them. */
typedef struct {
  const profile *profile;
  const bin_use *uses;
} used;

static bool use_before(const void *closure, uint32_t a, uint32_t b) {
  const used *u = closure;
  const bin_use *x = &u->uses[a], *y = &u->uses[b];
  if (x->offset != y->offset) return x->offset < y->offset;
  if (x->processor != y->processor) return x->processor < y->processor;
  if (x->place != y->place) return is_before(u->profile, BIN_RECORD_PLACE, x->place, y->place);
  return is_before(u->profile, BIN_RECORD_BIN, x->bin, y->bin);
}

static void write_uses(const profile *p, uint32_t number, const bin_shared_line *line) {
  uint32_t *order = sorted(&(used){p, line->uses}, line->n_uses, use_before);
  for (uint32_t i = 0; i < line->n_uses; i++) {
    const bin_use *use = &line->uses[order[i]];
    bin_writer_begin(p->out, BIN_RECORD_USE);
    bin_writer_number(p->out, number);
    bin_writer_number(p->out, use->processor);
    bin_writer_number(p->out, use->offset);
    put_pair(p, use->place, use->bin);
    bin_writer_number(p->out, use->start);
    bin_writer_number(p->out, use->counts[COH_READ]);
    bin_writer_number(p->out, use->counts[COH_WRITE]);
    bin_writer_number(p->out, use->counts[COH_MODIFY]);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

/* Writes the totals of sharing, and the lines with the most events. */
static void write_sharing(const profile *p) {
  const bin_sharing *sharing = bin_account_sharing(p->account);
  const uint32_t lines = bin_sharing_lines(sharing);
  const uint32_t n = p->info->hot_lines < lines ? p->info->hot_lines : lines;
  bin_writer_begin(p->out, BIN_RECORD_SHARING);
  bin_writer_number(p->out, bin_sharing_events(sharing));
  bin_writer_number(p->out, lines);
  bin_writer_number(p->out, bin_sharing_forgotten(sharing));
  bin_writer_end(p->out);
  uint32_t *order = bin_sharing_ranked(sharing);
  for (uint32_t i = 0; i < n; i++) write_hot_line(p, bin_sharing_line(sharing, order[i]));
  for (uint32_t i = 0; i < n; i++) write_uses(p, i, bin_sharing_line(sharing, order[i]));
  plat_free(order);
}

static bool has_models(const bin_account *account) { return coh_has_models(bin_account_system(account)); }

static void put_models(const profile *p, const coh_counts *c) {
#define MODEL_COUNT(symbol, name, ...) bin_writer_number(p->out, c->name);
#include "coherence/coh_counts.def"
}

static void write_model_processors(const profile *p) {
  for (uint32_t i = 0; i < coh_processors(bin_account_system(p->account)); i++) {
    bin_writer_begin(p->out, BIN_RECORD_MODEL_PROCESSOR);
    bin_writer_number(p->out, i);
    put_models(p, counts_of(p, i));
    bin_writer_end(p->out);
  }
}

static void write_model_cells(const profile *p) {
  uint32_t *order = sorted(p, p->cells->n, cell_before);
  for (uint32_t i = 0; i < p->cells->n; i++) {
    const bin_cell *cell = bin_cells_get(p->cells, order[i]);
    if (bin_models_is_none(bin_models_get(&p->cells->models, cell->number))) continue;
    const coh_counts all = bin_cells_counts(p->cells, cell);
    bin_writer_begin(p->out, BIN_RECORD_MODEL_CELL);
    put_pair(p, cell->place, cell->bin);
    put_models(p, &all);
    bin_writer_end(p->out);
  }
  plat_free(order);
}

static void write_models(const profile *p) {
  write_model_processors(p);
  write_model_cells(p);
}

static void write_model_totals(const profile *p, const coh_counts *sum) {
  if (!has_models(p->account)) return;
  bin_writer_begin(p->out, BIN_RECORD_MODEL_TOTALS);
  put_models(p, sum);
  bin_writer_end(p->out);
}

static void write_totals(const profile *p) {
  const coh_system *system = bin_account_system(p->account);
  coh_counts sum = {0};
  uint64_t instructions = 0, cycles = 0;
  for (uint32_t i = 0; i < coh_processors(system); i++) {
    instructions += bin_account_instructions(p->account, i);
    const uint64_t clock = bin_account_cycles(p->account, i);
    if (clock > cycles) cycles = clock;
    coh_counts_add(&sum, counts_of(p, i));
  }
  bin_writer_begin(p->out, BIN_RECORD_TOTALS);
  bin_writer_number(p->out, instructions);
  bin_writer_number(p->out, cycles);
  counts(p, &sum);
  bin_writer_end(p->out);
  write_model_totals(p, &sum);
}

static bool is_empty(const bin_interval *interval) {
  uint64_t any = 0;
#define OR(from, name, help) any |= from->name;
  BIN_INTERVAL_COUNTS(OR, OR, interval)
#undef OR
  return any == 0;
}

/* Writes the intervals of a processor; NULL: there are none. */
static void write_intervals_of(const profile *p, uint32_t processor, const bin_interval *intervals) {
  for (unsigned i = 0; intervals && i < bin_timeline_count(p->info->timeline); i++) {
    const bin_interval *interval = &intervals[i];
    if (is_empty(interval)) continue;
    bin_writer_begin(p->out, BIN_RECORD_INTERVAL);
    bin_writer_number(p->out, processor);
    bin_writer_number(p->out, i);
#define PUT(from, name, help) bin_writer_number(p->out, from->name);
    BIN_INTERVAL_COUNTS(PUT, PUT, interval)
#undef PUT
    bin_writer_end(p->out);
  }
}

static bool row_before(const void *closure, uint32_t a, uint32_t b) {
  const profile *p = closure;
  const bin_timeline_row x = bin_timeline_row_at(p->info->timeline, a), y = bin_timeline_row_at(p->info->timeline, b);
  if (x.segment != y.segment) return is_before(p, BIN_RECORD_SEGMENT, x.segment, y.segment);
  return is_before(p, BIN_RECORD_BIN, x.bin, y.bin);
}

static void write_interval_cells(const profile *p) {
  const bin_timeline *timeline = p->info->timeline;
  uint32_t *order = sorted(p, bin_timeline_rows(timeline), row_before);
  for (uint32_t i = 0; i < bin_timeline_rows(timeline); i++) {
    const bin_timeline_row row = bin_timeline_row_at(timeline, order[i]);
    bin_writer_begin(p->out, BIN_RECORD_INTERVAL_CELL);
    put_number_of(p, BIN_RECORD_SEGMENT, row.segment);
    put_number_of(p, BIN_RECORD_BIN, row.bin);
    for (unsigned n = 0; n < bin_timeline_count(timeline); n++) {
      const bin_interval_cell *cell = &row.intervals[n];
      if (cell->misses == 0 && cell->stall_cycles == 0) continue;
      bin_writer_number(p->out, n);
      bin_writer_number(p->out, cell->misses);
      bin_writer_number(p->out, cell->stall_cycles);
    }
    bin_writer_end(p->out);
  }
  plat_free(order);
}

static void write_timeline(const profile *p) {
  const bin_timeline *timeline = p->info->timeline;
  bin_writer_begin(p->out, BIN_RECORD_TIMELINE);
  bin_writer_number(p->out, bin_timeline_begin(timeline));
  bin_writer_number(p->out, bin_timeline_cycles(timeline));
  bin_writer_number(p->out, bin_timeline_count(timeline));
  bin_writer_end(p->out);
  for (uint32_t i = 0; i < coh_processors(bin_account_system(p->account)); i++)
    write_intervals_of(p, i, bin_timeline_of(timeline, i));
  write_interval_cells(p);
}

/* Writes the number of a place + 1, or 0 if there is no place. */
static void put_place_of_call(const profile *p, uint32_t place) {
  bin_writer_number(p->out,
                    place == BIN_NO_PLACE ? 0 : 1 + (uint64_t)bin_kept_number(&p->kept, BIN_RECORD_PLACE, place));
}

static void write_context(const profile *p, const bin_context_order *order, const bin_context *context) {
  bin_writer_begin(p->out, BIN_RECORD_CONTEXT);
  bin_writer_number(p->out, order->numbers[context->parent]);
  put_number_of(p, BIN_RECORD_SEGMENT, context->function);
  bin_writer_string(p->out, bin_way_name((bin_way)context->way));
  put_place_of_call(p, context->place);
  bin_writer_number(p->out, context->calls);
  bin_writer_number(p->out, context->work.instructions);
  bin_writer_number(p->out, context->work.reads);
  bin_writer_number(p->out, context->work.writes);
  bin_writer_end(p->out);
}

/* The contexts of a profile, with the order of their numbers, for the sorting of records. */
typedef struct {
  const profile *p;
  const bin_contexts *contexts;
  const bin_context_order *order;
} context_sorting;

static bool fold_before(const void *closure, uint32_t a, uint32_t b) {
  const context_sorting *s = closure;
  const bin_context_fold *x = bin_contexts_fold(s->contexts, a), *y = bin_contexts_fold(s->contexts, b);
  const uint32_t *numbers = s->order->numbers;
  if (x->from != y->from) return numbers[x->from] < numbers[y->from];
  if (x->to != y->to) return numbers[x->to] < numbers[y->to];
  if (x->place != y->place)
    return x->place == BIN_NO_PLACE ||
           (y->place != BIN_NO_PLACE && is_before(s->p, BIN_RECORD_PLACE, x->place, y->place));
  return x->way < y->way;
}

static void write_folds(const context_sorting *s) {
  const profile *p = s->p;
  const uint32_t n = bin_contexts_folds(s->contexts);
  uint32_t *sorted_folds = plat_alloc((n + (size_t)1) * sizeof *sorted_folds), used = 0;
  for (uint32_t i = 0; i < n; i++)
    if (bin_contexts_fold(s->contexts, i)->calls != 0) sorted_folds[used++] = i;
  bin_sort(sorted_folds, used, fold_before, s);
  for (uint32_t i = 0; i < used; i++) {
    const bin_context_fold *fold = bin_contexts_fold(s->contexts, sorted_folds[i]);
    bin_writer_begin(p->out, BIN_RECORD_CONTEXT_FOLD);
    bin_writer_number(p->out, s->order->numbers[fold->from] - 1);
    put_place_of_call(p, fold->place);
    bin_writer_string(p->out, bin_way_name((bin_way)fold->way));
    bin_writer_number(p->out, s->order->numbers[fold->to] - 1);
    bin_writer_number(p->out, fold->calls);
    bin_writer_end(p->out);
  }
  plat_free(sorted_folds);
}

static bool context_cell_before(const void *closure, uint32_t a, uint32_t b) {
  const context_sorting *s = closure;
  const bin_context_cell *x = bin_contexts_cell(s->contexts, a), *y = bin_contexts_cell(s->contexts, b);
  if (x->context != y->context) return s->order->numbers[x->context] < s->order->numbers[y->context];
  return cell_before(s->p, x->cell, y->cell);
}

/* Returns whether a context's counts of a cell are in the profile. The counts of the root are not, since the root has
 * no function. */
static bool is_written(const context_sorting *s, const bin_context_cell *cell) {
  return s->order->numbers[cell->context] != 0 && (cell->read_misses | cell->write_misses | cell->stall_cycles) != 0;
}

static void write_context_cells(const context_sorting *s) {
  const profile *p = s->p;
  const uint32_t n = bin_contexts_cells(s->contexts);
  uint32_t *numbers = plat_alloc((n + (size_t)1) * sizeof *numbers), used = 0;
  for (uint32_t i = 0; i < n; i++)
    if (is_written(s, bin_contexts_cell(s->contexts, i))) numbers[used++] = i;
  bin_sort(numbers, used, context_cell_before, s);
  for (uint32_t i = 0; i < used; i++) {
    const bin_context_cell *cell = bin_contexts_cell(s->contexts, numbers[i]);
    const bin_cell *of = bin_cells_get(p->cells, cell->cell);
    bin_writer_begin(p->out, BIN_RECORD_CONTEXT_CELL);
    bin_writer_number(p->out, s->order->numbers[cell->context] - 1);
    put_pair(p, of->place, of->bin);
    bin_writer_number(p->out, cell->read_misses);
    bin_writer_number(p->out, cell->write_misses);
    bin_writer_number(p->out, cell->memory);
    bin_writer_number(p->out, cell->stall_cycles);
    bin_writer_end(p->out);
  }
  plat_free(numbers);
}

static void write_contexts(const profile *p) {
  const bin_contexts *contexts = bin_account_contexts(p->account);
  if (!contexts) return;
  bin_context_order order = bin_context_order_of(contexts, p->kept.numbers[BIN_RECORD_PLACE],
                                                 p->kept.numbers[BIN_RECORD_SEGMENT]);
  const context_sorting s = {p, contexts, &order};
  number_record(p, BIN_RECORD_CONTEXTS, bin_contexts_left_out(contexts));
  for (uint32_t i = 0; i < order.n; i++) write_context(p, &order, bin_contexts_get(contexts, order.contexts[i]));
  write_folds(&s);
  write_context_cells(&s);
  bin_context_order_clear(&order);
}

static void write_tables(const profile *p) {
  write_head(p);
  if (is_by_phase(p->info))
    write_phases(p);
  else if (p->info->batches)
    write_batches(p);
  write_stages(p);
  write_objects(p);
  write_segments(p);
  write_places(p);
  write_bins(p);
  write_variables(p);
  write_slots(p);
  write_receivers(p);
  if (!p->cells) write_scopes(p);
  write_processors(p);
}

/* Returns whether the profile has an inlined function. Checks only the last segment, because inlined functions come
 * last. */
static bool has_inlined(const profile *p) {
  const uint32_t n = count_of(p, BIN_RECORD_SEGMENT, bin_table_segments(p->table));
  if (!p->kept.records[BIN_RECORD_SEGMENT]) return bin_table_has_inlined(p->table);
  return n > 0 && bin_table_get_segment(p->table, record_at(p, BIN_RECORD_SEGMENT, n - 1))->inlined_in != 0;
}

static bin_writer *writer_for(const profile *p, bin_sink *sink, void *closure) {
  const bin_profile_info *info = p->info;
  bin_format_kind kind = info->batches ? BIN_FORMAT_SAMPLED : BIN_FORMAT_OF_RUN;
  if (is_by_phase(info)) kind = BIN_FORMAT_BY_PHASE;
  const unsigned parts = (has_models(p->account) ? BIN_FORMAT_WITH_MODELS : BIN_FORMAT_PLAIN) |
                         (info->timeline ? BIN_FORMAT_WITH_TIME : BIN_FORMAT_PLAIN) |
                         (has_inlined(p) ? BIN_FORMAT_WITH_INLINED : BIN_FORMAT_PLAIN) |
                         (bin_account_contexts(p->account) ? BIN_FORMAT_WITH_CALLERS : BIN_FORMAT_PLAIN) |
                         (bin_table_stages(p->table) != 0 ? BIN_FORMAT_WITH_STAGES : BIN_FORMAT_PLAIN);
  return bin_writer_new(sink, closure, kind, parts);
}

bool bin_profile_write(bin_account *account, const bin_profile_info *info, bin_sink *sink, void *closure) {
  profile p = {account, bin_account_cells(account),     bin_account_table(account), info,
               NULL,    bin_kept_find(account, NULL, 0)};
  p.out = writer_for(&p, sink, closure);
  write_tables(&p);
  write_cells(&p);
  if (info->batches && bin_batches_count(info->batches) != 0) write_batch_cells(&p);
  write_tally(&p, BIN_RECORD_EVICTOR, &p.cells->evictors);
  write_tally(&p, BIN_RECORD_INVALIDATOR, &p.cells->invalidators);
  write_spreads(&p);
  const bin_references *references = bin_account_references(account);
  if (references) {
    write_references(&p, references);
    write_reference_evictors(&p, bin_references_evictors(references));
  }
  write_fetches(&p);
  if (has_models(account)) write_models(&p);
  write_sharing(&p);
  write_totals(&p);
  if (info->timeline) write_timeline(&p);
  write_contexts(&p);
  bin_kept_clear(&p.kept);
  return bin_writer_finish(p.out);
}

/* Writes only the tables, without counts. */
static bool write_tables_alone(const profile *p) {
  write_tables(p);
  bin_writer_begin(p->out, BIN_RECORD_SHARING);
  for (unsigned i = 0; i < 3; i++) bin_writer_number(p->out, 0);
  bin_writer_end(p->out);
  write_totals(p);
  return bin_writer_finish(p->out);
}

bool bin_profile_write_tables(bin_account *account, const bin_profile_info *info, bin_sink *sink, void *closure) {
  profile p = {account, NULL, bin_account_table(account), info, NULL, {{NULL}, {NULL}, {0}}};
  p.out = writer_for(&p, sink, closure);
  return write_tables_alone(&p);
}

bool bin_profile_write_swept(bin_account *account, const bin_profile_info *info, const bin_sweep_cells *cells,
                             unsigned by, bin_sink *sink, void *closure) {
  profile p = {account, NULL, bin_account_table(account), info, NULL, bin_kept_find(account, cells, by)};
  p.out = writer_for(&p, sink, closure);
  const bool good = write_tables_alone(&p);
  bin_kept_clear(&p.kept);
  return good;
}
