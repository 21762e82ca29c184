/* write_back.c: reads a profile with the analyser's reader and writes it with the tool's writer, to standard
 * output. For a profile with its columns in the order of bins/bin_format.def, each byte must come back.
 *
 *   write_back FILE
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

#include "bins/bin_writer.h"
#include "ui/profile/profile.h"

static bool write_bytes(void *closure, const char *bytes, size_t n) { return fwrite(bytes, 1, n, closure) == n; }

/* A record: its fields are the statements that follow the kind. */
#define RECORD(record, ...)                        \
  do {                                             \
    bin_writer_begin(writer, BIN_RECORD_##record); \
    __VA_ARGS__;                                   \
    bin_writer_end(writer);                        \
  } while (0)
#define NUMBER(number) bin_writer_number(writer, number)
#define STRING(string) bin_writer_string(writer, string)

static void put_counts(bin_writer *writer, const ProfileCounts *counts) {
  for (unsigned i = 0; i < PROFILE_COUNTS; i++)
    if (profile_counts_is_column(i)) NUMBER(profile_counts_get(counts, i));
}

static void put_command(bin_writer *writer, const Profile *p) {
  bin_writer_begin(writer, BIN_RECORD_COMMAND);
  for (const char *const *word = p->command; *word != NULL; word++) STRING(*word);
  bin_writer_end(writer);
}

static void put_bin(bin_writer *writer, const Profile *p, const ProfileBin *bin) {
  bin_writer_begin(writer, BIN_RECORD_BIN);
  STRING(bin->kind);
  STRING(bin->name);
  NUMBER(bin->bytes);
  NUMBER(bin->blocks);
  for (uint32_t i = 0; i < bin->frames.count; i++) NUMBER(p->frames[bin->frames.first + i]);
  bin_writer_end(writer);
}

static void put_code(bin_writer *writer, const Profile *p) {
  for (uint32_t i = 0; i < p->n_stages; i++)
    RECORD(STAGE, NUMBER(p->stages[i].outer); STRING(p->stages[i].name); NUMBER(p->stages[i].begun);
           NUMBER(p->stages[i].cycles));
  for (uint32_t i = 0; i < p->n_objects; i++)
    RECORD(OBJECT, STRING(p->objects[i].path); STRING(p->objects[i].build_id); NUMBER(p->objects[i].bias));
  for (uint32_t i = 0; i < p->n_files; i++) RECORD(FILE, STRING(p->files[i].path));
  for (uint32_t i = 0; i < p->n_segments; i++)
    RECORD(SEGMENT, STRING(p->segments[i].name); NUMBER(p->segments[i].object); NUMBER(p->segments[i].file);
           NUMBER(p->segments[i].line); NUMBER(p->segments[i].inlined_in));
  for (uint32_t i = 0; i < p->n_places; i++)
    RECORD(PLACE, NUMBER(p->places[i].segment); NUMBER(p->places[i].file); NUMBER(p->places[i].line);
           NUMBER(p->places[i].address); NUMBER(p->places[i].instructions); NUMBER(p->places[i].stage));
  for (uint32_t i = 0; i < p->n_calls; i++)
    RECORD(CALL, NUMBER(p->calls[i].object); NUMBER(p->calls[i].address); NUMBER(p->calls[i].place));
}

static void put_bins(bin_writer *writer, const Profile *p) {
  for (uint32_t i = 0; i < p->n_bins; i++) put_bin(writer, p, &p->bins[i]);
  for (uint32_t i = 0; i < p->n_variables; i++)
    RECORD(VARIABLE, NUMBER(p->variables[i].bin); NUMBER(p->variables[i].object); NUMBER(p->variables[i].address);
           NUMBER(p->variables[i].bytes));
  for (uint32_t i = 0; i < p->n_slots; i++)
    RECORD(SLOT, NUMBER(p->slots[i].bin); NUMBER(p->slots[i].segment); NUMBER(p->slots[i].below));
  for (uint32_t i = 0; i < p->n_receivers; i++)
    RECORD(RECEIVER, NUMBER(p->receivers[i].bin); NUMBER(p->receivers[i].order); NUMBER(p->receivers[i].target);
           NUMBER(p->receivers[i].offset); NUMBER(p->receivers[i].call); NUMBER(p->receivers[i].inside));
}

static void put_scopes(bin_writer *writer, const Profile *p) {
  for (uint32_t i = 0; i < p->n_scopes; i++) {
    const ProfileTraceScope *s = &p->scopes[i];
    RECORD(SCOPE, STRING(s->kind); NUMBER(s->around); NUMBER(s->segment); NUMBER(s->file); NUMBER(s->line);
           NUMBER(s->address); NUMBER(s->low); NUMBER(s->high));
  }
}

static void put_references(bin_writer *writer, const Profile *p) {
  for (uint32_t i = 0; i < p->n_references; i++) {
    const ProfileReference *r = &p->references[i];
    RECORD(REFERENCE, NUMBER(r->place); NUMBER(r->bin); STRING(r->kind); NUMBER(r->temporal_hits);
           NUMBER(r->spatial_hits); NUMBER(r->evictions); NUMBER(r->used_bytes); NUMBER(r->lost));
  }
  for (uint32_t i = 0; i < p->n_reference_evictors; i++) {
    const ProfileReferenceEvictor *e = &p->reference_evictors[i];
    RECORD(REFERENCE_EVICTOR, NUMBER(e->place); NUMBER(e->bin); NUMBER(e->evicting_place); NUMBER(e->evicting_bin);
           NUMBER(e->count));
  }
}

static void put_fetch_counts(bin_writer *writer, const ProfileFetchCounts *counts) {
#define PUT(from, name, help) bin_writer_number(writer, from->name);
  BIN_FETCH_COUNTS(PUT, counts)
#undef PUT
}

static void put_fetches(bin_writer *writer, const Profile *p) {
  for (const ProfileIcache *one = p->icaches; one < p->icaches + p->n_icaches; one++)
    RECORD(ICACHE, NUMBER(one->processor); NUMBER(one->fetches); NUMBER(one->calls); NUMBER(one->runs);
           NUMBER(one->switches); put_fetch_counts(writer, &one->counts));
  for (uint32_t i = 0; i < p->n_fetch_misses; i++)
    RECORD(FETCH_MISS, NUMBER(p->fetch_misses[i].place); put_fetch_counts(writer, &p->fetch_misses[i].counts));
  for (uint32_t i = 0; i < p->n_fetch_evictors; i++)
    RECORD(FETCH_EVICTOR, NUMBER(p->fetch_evictors[i].place); NUMBER(p->fetch_evictors[i].segment);
           NUMBER(p->fetch_evictors[i].count));
}

static void put_model_counts(bin_writer *writer, const ProfileModelCounts *counts) {
  for (unsigned i = 0; i < PROFILE_MODEL_COUNTS; i++) NUMBER(profile_models_get(counts, i));
}

static void put_sharing(bin_writer *writer, const Profile *p) {
  RECORD(SHARING, NUMBER(p->sharing.events); NUMBER(p->sharing.lines); NUMBER(p->sharing.forgotten));
  for (uint32_t i = 0; i < p->n_hot_lines; i++) {
    const ProfileHotLine *line = &p->hot_lines[i];
    RECORD(HOT_LINE, NUMBER(line->address); NUMBER(line->events); NUMBER(line->missed); NUMBER(line->true_sharing);
           NUMBER(line->false_sharing); NUMBER(line->upgrades); NUMBER(line->transfers); NUMBER(line->unlisted));
  }
  for (uint32_t i = 0; i < p->n_uses; i++) {
    const ProfileUse *use = &p->uses[i];
    RECORD(USE, NUMBER(use->hot_line); NUMBER(use->processor); NUMBER(use->offset); NUMBER(use->place);
           NUMBER(use->bin); NUMBER(use->start); NUMBER(use->reads); NUMBER(use->writes); NUMBER(use->modifies));
  }
}

static void put_statistics(bin_writer *writer, const Profile *p) {
  for (uint32_t i = 0; i < p->n_processors; i++)
    RECORD(PROCESSOR, NUMBER(p->processors[i].threads); NUMBER(p->processors[i].instructions);
           NUMBER(p->processors[i].cycles); NUMBER(p->processors[i].busy_cycles); NUMBER(p->processors[i].idle_cycles);
           put_counts(writer, &p->processors[i].counts));
  for (uint32_t i = 0; i < p->n_cells; i++)
    RECORD(CELL, NUMBER(p->cells[i].place); NUMBER(p->cells[i].bin); put_counts(writer, &p->cells[i].counts));
  for (uint32_t i = 0; i < p->n_evictors; i++)
    RECORD(EVICTOR, NUMBER(p->evictors[i].place); NUMBER(p->evictors[i].bin); NUMBER(p->evictors[i].who);
           NUMBER(p->evictors[i].count));
  for (uint32_t i = 0; i < p->n_invalidators; i++)
    RECORD(INVALIDATOR, NUMBER(p->invalidators[i].place); NUMBER(p->invalidators[i].bin);
           NUMBER(p->invalidators[i].who); NUMBER(p->invalidators[i].count));
  for (uint32_t i = 0; i < p->n_spreads; i++)
    RECORD(SPREAD, NUMBER(p->spreads[i].place); NUMBER(p->spreads[i].bin); NUMBER(p->spreads[i].offset);
           NUMBER(p->spreads[i].stride));
  put_references(writer, p);
  put_fetches(writer, p);
  for (uint32_t i = 0; i < p->n_model_processors; i++)
    RECORD(MODEL_PROCESSOR, NUMBER(p->model_processors[i].processor);
           put_model_counts(writer, &p->model_processors[i].counts));
  for (const ProfileModelCell *one = p->model_cells; one < p->model_cells + p->n_model_cells; one++)
    RECORD(MODEL_CELL, NUMBER(one->place); NUMBER(one->bin); put_model_counts(writer, &one->counts));
  put_sharing(writer, p);
  RECORD(TOTALS, NUMBER(p->totals.instructions); NUMBER(p->totals.cycles); put_counts(writer, &p->totals.counts));
  if (p->has_models) RECORD(MODEL_TOTALS, put_model_counts(writer, &p->model_totals));
}

static void put_ranks(bin_writer *writer, const Profile *p) {
  for (uint32_t i = 0; i < p->n_ranks; i++)
    RECORD(RANK, NUMBER(p->ranks[i].number); STRING(p->ranks[i].file); NUMBER(p->ranks[i].pid);
           NUMBER(p->ranks[i].processors));
  for (uint32_t i = 0; i < p->n_rank_codes; i++)
    RECORD(RANK_CODE, NUMBER(p->rank_codes[i].rank); NUMBER(p->rank_codes[i].segment); NUMBER(p->rank_codes[i].cycles);
           NUMBER(p->rank_codes[i].misses); NUMBER(p->rank_codes[i].stall_cycles));
  for (uint32_t i = 0; i < p->n_rank_data; i++)
    RECORD(RANK_DATA, NUMBER(p->rank_data[i].rank); NUMBER(p->rank_data[i].bin); NUMBER(p->rank_data[i].misses);
           NUMBER(p->rank_data[i].stall_cycles));
  for (uint32_t i = 0; i < p->n_rank_cells; i++)
    RECORD(RANK_CELL, NUMBER(p->rank_cells[i].rank); NUMBER(p->rank_cells[i].segment); NUMBER(p->rank_cells[i].bin);
           NUMBER(p->rank_cells[i].misses); NUMBER(p->rank_cells[i].stall_cycles));
}

int main(int n, char **args) {
  GError *error = NULL;
  const Profile *p = n == 2 ? profile_load(args[1], &error) : NULL;
  if (p == NULL) {
    fprintf(stderr, "write_back: %s\n", error != NULL ? error->message : "usage: write_back FILE");
    return 1;
  }
  bin_writer *writer = bin_writer_new(write_bytes, stdout, p->of_ranks ? BIN_FORMAT_OF_RANKS : BIN_FORMAT_OF_RUN,
                                      (p->has_models ? BIN_FORMAT_WITH_MODELS : BIN_FORMAT_PLAIN) |
                                          (p->has_inlined ? BIN_FORMAT_WITH_INLINED : BIN_FORMAT_PLAIN) |
                                          (p->n_stages != 0 ? BIN_FORMAT_WITH_STAGES : BIN_FORMAT_PLAIN));
  RECORD(CREATOR, STRING(p->creator));
  put_command(writer, p);
  RECORD(PID, NUMBER(p->pid));
  RECORD(TIME, NUMBER(p->time));
  RECORD(LABEL, STRING(p->label));
  RECORD(REASON, STRING(p->reason));
  RECORD(INTERLEAVING, STRING(p->interleaving); NUMBER(p->quantum));
  for (uint32_t i = 0; i < p->n_options; i++) RECORD(OPTION, STRING(p->options[i].name); STRING(p->options[i].value));
  put_code(writer, p);
  put_bins(writer, p);
  put_scopes(writer, p);
  put_statistics(writer, p);
  put_ranks(writer, p);
  return bin_writer_finish(writer) && fflush(stdout) == 0 ? 0 : 1;
}
