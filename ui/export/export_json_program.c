/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/export/export_json_program.h"

#include "ui/export/export_json_place.h"
#include "ui/names/name_table.h"

static void put_objects(UiJson *json, const Profile *profile) {
  ui_json_begin_array(json, "objects");
  for (uint32_t i = 0; i < profile->n_objects; i++) {
    const ProfileObject *object = &profile->objects[i];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "id", i);
    ui_json_string(json, "path", object->path);
    ui_json_string(json, "build_id", object->build_id);
    ui_json_number(json, "bias", object->bias);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_segments(UiJson *json, const Profile *profile, const ViewLabels *labels) {
  g_autofree uint64_t *instructions = g_new0(uint64_t, profile->n_segments);
  for (uint32_t i = 0; i < profile->n_places; i++)
    instructions[profile->places[i].segment] += profile->places[i].instructions;
  ui_json_begin_array(json, "segments");
  for (uint32_t i = 0; i < profile->n_segments; i++) {
    const ProfileSegment *segment = &profile->segments[i];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "id", i);
    ui_json_string(json, "name", segment->name);
    ui_json_string(json, "shortname", labels->names[i]);
    ui_json_string(json, "fullname", labels->full[i]);
    ui_json_string(json, "file", profile->files[segment->file].path);
    ui_json_number(json, "line", segment->line);
    ui_json_string(json, "object", profile->objects[segment->object].path);
    ui_json_number(json, "instructions", instructions[i]);
    if (segment->inlined_in != 0) ui_json_number(json, "inlined_in", segment->inlined_in - 1);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_frames(UiJson *json, const Profile *profile, const ProfileBin *bin) {
  ui_json_begin_array(json, "frames");
  for (uint32_t i = 0; i < bin->frames.count; i++) {
    const ProfilePlace *place = profile_frame_place(profile, bin, i);
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "call", profile->frames[bin->frames.first + i]);
    ui_json_string(json, "function", profile->segments[place->segment].name);
    ui_json_string(json, "file", profile->files[place->file].path);
    ui_json_number(json, "line", place->line);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

/* Writes the type of a bin's data, or null if the type is not known. */
static void put_type(UiJson *json, const NameBinType *type) {
  if (type == NULL) {
    ui_json_null(json, "type");
    return;
  }
  ui_json_begin_object(json, "type");
  ui_json_string(json, "variable", type->variable);
  ui_json_string(json, "declared", type->data_type);
  ui_json_string(json, "element", type->element);
  ui_json_number(json, "element_size", type->element_size);
  ui_json_begin_array(json, "fields");
  for (uint32_t i = 0; i < type->n_fields; i++) {
    const NameField *field = &type->fields[i];
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", field->name);
    ui_json_string(json, "type", field->type);
    ui_json_number(json, "offset", field->offset);
    ui_json_number(json, "size", field->size);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  ui_json_end_object(json);
}

static void put_bins(UiJson *json, const Profile *profile, const NameTable *names) {
  const ViewLabels *labels = &name_table_labels(names)[VIEW_DATA];
  ui_json_begin_array(json, "bins");
  for (uint32_t i = 0; i < profile->n_bins; i++) {
    const ProfileBin *bin = &profile->bins[i];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "id", i);
    ui_json_string(json, "kind", bin->kind);
    ui_json_string(json, "name", labels->names[i]);
    ui_json_string(json, "fullname", labels->full[i]);
    put_type(json, name_table_type(names, i));
    put_frames(json, profile, bin);
    ui_json_number(json, "bytes", bin->bytes);
    ui_json_number(json, "blocks", bin->blocks);
    ui_json_number(json, "same", labels->same != NULL ? labels->same[i] : i);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

/* Writes the instructions that make calls, and the instructions that stored the addresses of newly allocated blocks. */
static void put_calls(UiJson *json, const Profile *profile) {
  ui_json_begin_array(json, "calls");
  for (uint32_t i = 0; i < profile->n_calls; i++) {
    const ProfileCall *call = &profile->calls[i];
    const ProfilePlace *place = &profile->places[call->place];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "id", i);
    ui_json_number(json, "object", call->object);
    ui_json_number(json, "address", call->address);
    export_json_place(json, profile, place);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

/* Writes the locations of variables and of the parts of stack frames. */
static void put_variables(UiJson *json, const Profile *profile) {
  ui_json_begin_array(json, "variables");
  for (uint32_t i = 0; i < profile->n_variables; i++) {
    const ProfileVariable *variable = &profile->variables[i];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "bin", variable->bin);
    ui_json_number(json, "object", variable->object);
    ui_json_number(json, "address", variable->address);
    ui_json_number(json, "bytes", variable->bytes);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  ui_json_begin_array(json, "slots");
  for (uint32_t i = 0; i < profile->n_slots; i++) {
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "bin", profile->slots[i].bin);
    ui_json_number(json, "segment", profile->slots[i].segment);
    ui_json_number(json, "below", profile->slots[i].below);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_receivers(UiJson *json, const Profile *profile) {
  ui_json_begin_array(json, "receivers");
  for (uint32_t i = 0; i < profile->n_receivers; i++) {
    const ProfileReceiver *receiver = &profile->receivers[i];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "bin", receiver->bin);
    ui_json_number(json, "order", receiver->order);
    ui_json_number(json, "target", receiver->target);
    ui_json_number(json, "offset", receiver->offset);
    ui_json_number(json, "call", receiver->call);
    ui_json_number(json, "inside", receiver->inside);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

void export_json_program(UiJson *json, const Profile *profile, const NameTable *names) {
  put_objects(json, profile);
  put_segments(json, profile, &name_table_labels(names)[VIEW_CODE]);
  put_bins(json, profile, names);
  put_calls(json, profile);
  put_variables(json, profile);
  put_receivers(json, profile);
}
