/* bin_profile_tables.c: writes the tables of a profile: its stages, code and data.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_profile_parts.h"

static uint32_t n_bins(const bin_profile_output *p) {
  return bin_profile_count_of(p, BIN_RECORD_BIN, bin_table_bins(p->table));
}
static const bin_data *bin_at(const bin_profile_output *p, uint32_t i) {
  return bin_table_get_bin(p->table, bin_profile_record_at(p, BIN_RECORD_BIN, i));
}

static void write_stages(const bin_profile_output *p) {
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

static void write_objects(const bin_profile_output *p) {
  const uint32_t n_objects = bin_profile_count_of(p, BIN_RECORD_OBJECT, bin_table_objects(p->table));
  for (uint32_t i = 0; i < n_objects; i++) {
    const bin_object *object = bin_table_get_object(p->table, bin_profile_record_at(p, BIN_RECORD_OBJECT, i));
    bin_writer_begin(p->out, BIN_RECORD_OBJECT);
    bin_writer_string(p->out, object->path);
    bin_writer_string(p->out, object->build_id);
    bin_writer_number(p->out, object->bias);
    bin_writer_end(p->out);
  }
}

static void write_segments(const bin_profile_output *p) {
  const uint32_t n_files = bin_profile_count_of(p, BIN_RECORD_FILE, bin_table_files(p->table));
  for (uint32_t i = 0; i < n_files; i++)
    bin_profile_text_record(p, BIN_RECORD_FILE,
                            bin_table_get_file(p->table, bin_profile_record_at(p, BIN_RECORD_FILE, i)));
  const uint32_t n_segments = bin_profile_count_of(p, BIN_RECORD_SEGMENT, bin_table_segments(p->table));
  for (uint32_t i = 0; i < n_segments; i++) {
    const bin_segment *segment = bin_table_get_segment(p->table, bin_profile_record_at(p, BIN_RECORD_SEGMENT, i));
    bin_writer_begin(p->out, BIN_RECORD_SEGMENT);
    bin_writer_string(p->out, segment->name);
    bin_profile_add_number_of(p, BIN_RECORD_OBJECT, segment->object);
    bin_profile_add_number_of(p, BIN_RECORD_FILE, segment->file);
    bin_writer_number(p->out, segment->line);
    const uint32_t in = segment->inlined_in;
    bin_writer_number(p->out, in != 0 ? 1 + (uint64_t)bin_kept_number(&p->kept, BIN_RECORD_SEGMENT, in - 1) : 0);
    bin_writer_end(p->out);
  }
}

static void write_places(const bin_profile_output *p) {
  const uint32_t n_places = bin_profile_count_of(p, BIN_RECORD_PLACE, bin_table_places(p->table));
  for (uint32_t i = 0; i < n_places; i++) {
    const bin_place *place = bin_table_get_place(p->table, bin_profile_record_at(p, BIN_RECORD_PLACE, i));
    bin_writer_begin(p->out, BIN_RECORD_PLACE);
    bin_profile_add_number_of(p, BIN_RECORD_SEGMENT, place->segment);
    bin_profile_add_number_of(p, BIN_RECORD_FILE, place->file);
    bin_writer_number(p->out, place->line);
    bin_writer_number(p->out, place->address);
    bin_writer_number(p->out, place->instructions);
    bin_writer_number(p->out, place->stage);
    bin_writer_end(p->out);
  }
  const uint32_t n_calls = bin_profile_count_of(p, BIN_RECORD_CALL, bin_table_calls(p->table));
  for (uint32_t i = 0; i < n_calls; i++) {
    const bin_code *call = bin_table_get_call(p->table, bin_profile_record_at(p, BIN_RECORD_CALL, i));
    bin_writer_begin(p->out, BIN_RECORD_CALL);
    bin_profile_add_number_of(p, BIN_RECORD_OBJECT, call->object);
    bin_writer_number(p->out, call->address);
    bin_profile_add_number_of(p, BIN_RECORD_PLACE, call->place);
    bin_writer_end(p->out);
  }
}

static void write_bins(const bin_profile_output *p) {
  for (uint32_t i = 0; i < n_bins(p); i++) {
    const bin_data *bin = bin_at(p, i);
    bin_writer_begin(p->out, BIN_RECORD_BIN);
    bin_writer_string(p->out, bin_kind_name(bin->kind));
    bin_writer_string(p->out, bin->name);
    bin_writer_number(p->out, bin->bytes);
    bin_writer_number(p->out, bin->blocks);
    for (uint32_t f = 0; f < bin->n_frames; f++) bin_profile_add_number_of(p, BIN_RECORD_CALL, bin->frames[f]);
    bin_writer_end(p->out);
  }
}

static void write_variables(const bin_profile_output *p) {
  for (uint32_t i = 0; i < n_bins(p); i++) {
    const bin_variable *variable = bin_at(p, i)->variable;
    if (!variable) continue;
    bin_writer_begin(p->out, BIN_RECORD_VARIABLE);
    bin_writer_number(p->out, i);
    bin_profile_add_number_of(p, BIN_RECORD_OBJECT, variable->object);
    bin_writer_number(p->out, variable->address);
    bin_writer_number(p->out, variable->bytes);
    bin_writer_end(p->out);
  }
}

static void write_slots(const bin_profile_output *p) {
  bin_slot slot;
  for (uint32_t i = 0; i < n_bins(p); i++) {
    if (!bin_table_get_slot(p->table, bin_profile_record_at(p, BIN_RECORD_BIN, i), &slot)) continue;
    bin_writer_begin(p->out, BIN_RECORD_SLOT);
    bin_writer_number(p->out, i);
    bin_profile_add_number_of(p, BIN_RECORD_SEGMENT, slot.segment);
    bin_writer_number(p->out, slot.below);
    bin_writer_end(p->out);
  }
}

static void write_receivers(const bin_profile_output *p) {
  for (uint32_t i = 0; i < n_bins(p); i++) {
    const bin_data *bin = bin_at(p, i);
    for (uint32_t order = 0; order < bin->n_receivers; order++) {
      const bin_receiver *receiver = &bin->receivers[order];
      bin_writer_begin(p->out, BIN_RECORD_RECEIVER);
      bin_writer_number(p->out, i);
      bin_writer_number(p->out, order);
      bin_profile_add_number_of(p, BIN_RECORD_BIN, receiver->target);
      bin_writer_number(p->out, receiver->offset);
      bin_profile_add_number_of(p, BIN_RECORD_CALL, receiver->call);
      bin_writer_number(p->out, receiver->inside);
      bin_writer_end(p->out);
    }
  }
}

static void write_scopes(const bin_profile_output *p) {
  for (uint32_t i = 0; i < bin_table_scopes(p->table); i++) {
    const bin_scope *scope = bin_table_get_scope(p->table, i);
    bin_writer_begin(p->out, BIN_RECORD_SCOPE);
    bin_writer_string(p->out, scope->is_loop ? "loop" : "function");
    bin_writer_number(p->out, scope->around);
    bin_profile_add_number_of(p, BIN_RECORD_SEGMENT, scope->segment);
    bin_profile_add_number_of(p, BIN_RECORD_FILE, scope->file);
    bin_writer_number(p->out, scope->line);
    bin_writer_number(p->out, scope->address);
    bin_writer_number(p->out, scope->low);
    bin_writer_number(p->out, scope->high);
    bin_writer_end(p->out);
  }
}

void bin_profile_put_tables(const bin_profile_output *p) {
  write_stages(p);
  write_objects(p);
  write_segments(p);
  write_places(p);
  write_bins(p);
  write_variables(p);
  write_slots(p);
  write_receivers(p);
  if (!p->cells) write_scopes(p);
}
