/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/replay/replay_tables.h"

#include <string.h>

#include "ui/base/ui_error.h"

static bool fail(const char *what, uint32_t number, GError **error) {
  return ui_error_set(error, EVENTS_TRACE_ERROR, EVENTS_TRACE_ERROR_INVALID,
                      "the tables of the trace: %s %u is duplicated or too large", what, number);
}

static bool fits(uint64_t line) { return line <= UINT32_MAX; }

static bool make_code(bin_table *table, const Profile *p, GError **error) {
  for (uint32_t i = 0; i < p->n_objects; i++) {
    if (bin_table_object(table, p->objects[i].path) != i) return fail("object", i, error);
    bin_table_set_object(table, i, p->objects[i].build_id, p->objects[i].bias);
  }
  for (uint32_t i = 0; i < p->n_files; i++)
    if (bin_table_file(table, p->files[i].path) != i) return fail("file", i, error);
  for (uint32_t i = 0; i < p->n_segments; i++) {
    const ProfileSegment *s = &p->segments[i];
    const uint32_t line = (uint32_t)s->line;
    const uint32_t made = s->inlined_in == 0
                              ? bin_table_segment(table, s->name, s->object, s->file, line)
                              : bin_table_inlined(table, s->name, s->object, s->file, line, s->inlined_in - 1);
    if (!fits(s->line) || made != i) return fail("segment", i, error);
  }
  for (uint32_t i = 0; i < p->n_stages; i++)
    if (bin_table_stage(table, p->stages[i].outer, p->stages[i].name) != i) return fail("stage", i, error);
  for (uint32_t i = 0; i < p->n_places; i++) {
    const ProfilePlace *place = &p->places[i];
    const bin_place made = {.segment = place->segment,
                            .file = place->file,
                            .line = (uint32_t)place->line,
                            .address = place->address,
                            .stage = place->stage};
    if (!fits(place->line) || bin_table_restore_place(table, &made) != i) return fail("place", i, error);
  }
  for (uint32_t i = 0; i < p->n_calls; i++)
    if (bin_table_call(table, p->calls[i].object, p->calls[i].address, p->calls[i].place) != i)
      return fail("call", i, error);
  return true;
}

/* Returns the kind of a bin. The reader of the trace has already checked the kind's name. */
static bin_kind kind_of(const ProfileBin *bin) {
  unsigned kind = 0;
  while (strcmp(bin_kind_name((bin_kind)kind), bin->kind) != 0) kind++;
  return (bin_kind)kind;
}

/* Adds all bins except bin 0, which a new table already contains. */
static void make_bins(bin_table *table, const Profile *p) {
  for (uint32_t i = 1; i < p->n_bins; i++) {
    const ProfileBin *bin = &p->bins[i];
    bin_table_restore_bin(table, kind_of(bin), bin->name, p->frames + bin->frames.first, bin->frames.count);
    bin_table_restore_blocks(table, i, bin->bytes, bin->blocks);
  }
  for (uint32_t i = 0; i < p->n_variables; i++) {
    const ProfileVariable *v = &p->variables[i];
    bin_table_set_variable(table, v->bin, &(bin_variable){v->object, v->address, v->bytes});
  }
  for (uint32_t i = 0; i < p->n_slots; i++)
    bin_table_restore_slot(table, p->slots[i].bin, &(bin_slot){p->slots[i].segment, p->slots[i].below});
  for (uint32_t i = 0; i < p->n_receivers; i++) {
    const ProfileReceiver *r = &p->receivers[i];
    bin_table_add_receiver(table, r->bin, &(bin_receiver){r->target, r->call, r->offset, r->inside});
  }
}

bin_table *replay_tables_make(const Profile *tables, GError **error) {
  bin_table *table = bin_table_new();
  if (!make_code(table, tables, error)) {
    bin_table_free(table);
    return NULL;
  }
  make_bins(table, tables);
  return table;
}

/* Returns the place to which the references of a source are attributed. apart: whether each instruction is a place. */
static uint32_t other_place(bin_table *table, const trace_source *source, bool apart) {
  const bin_place place = *bin_table_get_place(table, (uint32_t)source->place);
  const uint64_t bias = bin_table_get_object(table, bin_table_get_segment(table, place.segment)->object)->bias;
  const uint64_t address = apart && source->address != 0 ? source->address - bias : 0;
  return bin_table_place(table, place.segment, place.file, place.line, address);
}

uint32_t *replay_tables_places(const EventsTraceFile *file, bin_table *table, ReplayInstructions instructions) {
  if (instructions == REPLAY_INSTRUCTIONS_AS_TRACED) return NULL;
  uint32_t *places = g_new(uint32_t, file->n_sources + 1);
  for (uint32_t i = 0; i < file->n_sources; i++) {
    const trace_source *source = &file->sources[i];
    places[i] = (uint32_t)source->place;
    if (source->kind <= TRACE_MODIFY && source->place < bin_table_places(table))
      places[i] = other_place(table, source, instructions == REPLAY_INSTRUCTIONS_APART);
  }
  return places;
}

static uint64_t count_instructions(const bin_account *account) {
  uint64_t n = 0;
  for (unsigned i = 0; i < coh_processors(bin_account_system(account)); i++) n += bin_account_instructions(account, i);
  return n;
}

uint64_t replay_tables_instructions(const Profile *tables) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < tables->n_places; i++) n += tables->places[i].instructions;
  return n;
}

static void set_instructions(const EventsTraceFile *file, const trace_replay *replay, bin_table *table, uint64_t all) {
  const Profile *p = file->tables;
  const uint64_t known = replay_tables_instructions(p);
  for (uint32_t i = 0; known == all && i < p->n_places; i++)
    bin_table_restore_instructions(table, i, p->places[i].instructions);
  for (uint32_t i = 0; known != all && i < file->n_sources; i++)
    bin_table_add_instructions(table, (uint32_t)file->sources[i].place, trace_replay_instructions(replay, i));
}

void replay_tables_finish(const EventsTraceFile *file, trace_replay *replay) {
  bin_account *account = trace_replay_account(replay);
  bin_table *table = bin_account_table(account);
  const Profile *p = file->tables;
  const unsigned processors = coh_processors(bin_account_system(account));
  for (uint32_t i = 0; i < p->n_bins; i++) bin_table_restore_blocks(table, i, p->bins[i].bytes, p->bins[i].blocks);
  for (uint32_t i = 0; i < p->n_processors && i < processors; i++)
    bin_account_restore_threads(account, i, p->processors[i].threads);
  set_instructions(file, replay, table, count_instructions(account));
}

bin_profile_info replay_tables_info(const Profile *tables, const char *creator, const char *const *options) {
  return (bin_profile_info){.creator = creator,
                            .argv = tables->command,
                            .pid = tables->pid,
                            .seconds = tables->time,
                            .label = tables->label,
                            .reason = tables->reason,
                            .interleaving = tables->interleaving,
                            .quantum = tables->quantum,
                            .options = options};
}
