/* bin_profile.c: see bin_profile.h. One function writes each kind of record (bin_profile_parts.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_profile.h"

#include "bins/bin_profile_parts.h"

static void write_head(const bin_profile_output *p) {
  const bin_profile_info *info = p->info;
  bin_profile_text_record(p, BIN_RECORD_CREATOR, info->creator);
  bin_writer_begin(p->out, BIN_RECORD_COMMAND);
  for (const char *const *word = info->argv; *word; word++) bin_writer_string(p->out, *word);
  bin_writer_end(p->out);
  bin_profile_number_record(p, BIN_RECORD_PID, info->pid);
  bin_profile_number_record(p, BIN_RECORD_TIME, info->seconds);
  bin_profile_text_record(p, BIN_RECORD_LABEL, info->label);
  bin_profile_text_record(p, BIN_RECORD_REASON, info->reason);
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

static void sampling(const bin_profile_output *p, uint64_t samples, uint64_t sampled) {
  bin_writer_begin(p->out, BIN_RECORD_SAMPLING);
  bin_writer_number(p->out, samples);
  bin_writer_number(p->out, bin_batches_all_instructions(p->info->batches));
  bin_writer_number(p->out, sampled);
  bin_writer_end(p->out);
}

static void write_phases(const bin_profile_output *p) {
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

static void write_batches(const bin_profile_output *p) {
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

static void write_tables(const bin_profile_output *p) {
  write_head(p);
  if (is_by_phase(p->info))
    write_phases(p);
  else if (p->info->batches)
    write_batches(p);
  bin_profile_put_tables(p);
  bin_profile_put_processors(p);
}

/* Returns whether the profile has an inlined function. Checks only the last segment, because inlined functions come
 * last. */
static bool has_inlined(const bin_profile_output *p) {
  const uint32_t n = bin_profile_count_of(p, BIN_RECORD_SEGMENT, bin_table_segments(p->table));
  if (!p->kept.records[BIN_RECORD_SEGMENT]) return bin_table_has_inlined(p->table);
  return n > 0 && bin_table_get_segment(p->table, bin_profile_record_at(p, BIN_RECORD_SEGMENT, n - 1))->inlined_in != 0;
}

static bin_writer *writer_for(const bin_profile_output *p, bin_sink *sink, void *closure) {
  const bin_profile_info *info = p->info;
  bin_format_kind kind = info->batches ? BIN_FORMAT_SAMPLED : BIN_FORMAT_OF_RUN;
  if (is_by_phase(info)) kind = BIN_FORMAT_BY_PHASE;
  const unsigned parts = (coh_has_models(bin_account_system(p->account)) ? BIN_FORMAT_WITH_MODELS : BIN_FORMAT_PLAIN) |
                         (info->timeline ? BIN_FORMAT_WITH_TIME : BIN_FORMAT_PLAIN) |
                         (has_inlined(p) ? BIN_FORMAT_WITH_INLINED : BIN_FORMAT_PLAIN) |
                         (bin_account_contexts(p->account) ? BIN_FORMAT_WITH_CALLERS : BIN_FORMAT_PLAIN) |
                         (bin_table_stages(p->table) != 0 ? BIN_FORMAT_WITH_STAGES : BIN_FORMAT_PLAIN);
  return bin_writer_new(sink, closure, kind, parts);
}

bool bin_profile_write(bin_account *account, const bin_profile_info *info, bin_sink *sink, void *closure) {
  bin_profile_output p = {account, bin_account_cells(account),     bin_account_table(account), info,
                          NULL,    bin_kept_find(account, NULL, 0)};
  p.out = writer_for(&p, sink, closure);
  write_tables(&p);
  bin_profile_put_cells(&p);
  bin_profile_put_evictors(&p);
  bin_profile_put_spreads(&p);
  bin_profile_put_references(&p);
  bin_profile_put_fetches(&p);
  bin_profile_put_models(&p);
  bin_profile_put_sharing(&p);
  bin_profile_put_totals(&p);
  bin_profile_put_timeline(&p);
  bin_profile_put_contexts(&p);
  bin_kept_clear(&p.kept);
  return bin_writer_finish(p.out);
}

/* Writes only the tables, without counts. */
static bool write_tables_alone(const bin_profile_output *p) {
  write_tables(p);
  bin_writer_begin(p->out, BIN_RECORD_SHARING);
  for (unsigned i = 0; i < 3; i++) bin_writer_number(p->out, 0);
  bin_writer_end(p->out);
  bin_profile_put_totals(p);
  return bin_writer_finish(p->out);
}

bool bin_profile_write_tables(bin_account *account, const bin_profile_info *info, bin_sink *sink, void *closure) {
  bin_profile_output p = {account, NULL, bin_account_table(account), info, NULL, {{NULL}, {NULL}, {0}}};
  p.out = writer_for(&p, sink, closure);
  return write_tables_alone(&p);
}

bool bin_profile_write_swept(bin_account *account, const bin_profile_info *info, const bin_sweep_cells *cells,
                             unsigned by, bin_sink *sink, void *closure) {
  bin_profile_output p = {account, NULL, bin_account_table(account), info, NULL, bin_kept_find(account, cells, by)};
  p.out = writer_for(&p, sink, closure);
  const bool good = write_tables_alone(&p);
  bin_kept_clear(&p.kept);
  return good;
}
