/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/samples/samples_build.h"

#include <string.h>

#include "bins/bin_index.h"

struct SamplesBuild {
  Samples *samples;
  GHashTable *events;     /* "PERIOD NAME" -> number + 1 */
  GHashTable *objects;    /* "BUILD-ID\nPATH" -> number + 1 */
  bin_index index, datas; /* indices of the samples, and of their data */
};

SamplesBuild *samples_build_new(void) {
  SamplesBuild *build = g_new0(SamplesBuild, 1);
  build->samples = samples_new();
  build->events = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  build->objects = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  return build;
}

guint32 samples_build_event(SamplesBuild *build, const char *name, guint64 period) {
  char *key = g_strdup_printf("%" G_GUINT64_FORMAT " %s", period, name);
  const guint known = GPOINTER_TO_UINT(g_hash_table_lookup(build->events, key));
  if (known != 0) {
    g_free(key);
    return known - 1;
  }
  const guint32 number = samples_add_event(build->samples, name, period);
  g_hash_table_insert(build->events, key, GUINT_TO_POINTER(number + 1));
  return number;
}

guint32 samples_build_object(SamplesBuild *build, const char *path, const char *build_id) {
  GArray *objects = build->samples->objects;
  char *key = g_strconcat(build_id, "\n", path, NULL);
  const guint known = GPOINTER_TO_UINT(g_hash_table_lookup(build->objects, key));
  if (known != 0) {
    g_free(key);
    return known - 1;
  }
  const SamplesObject object = {g_string_chunk_insert(build->samples->names, path),
                                g_string_chunk_insert(build->samples->names, build_id)};
  g_array_append_val(objects, object);
  g_hash_table_insert(build->objects, key, GUINT_TO_POINTER(objects->len));
  return objects->len - 1;
}

static uint64_t hash_of_frames(uint64_t hash, const SamplesFrame *frames, guint n) {
  for (guint i = 0; i < n; i++) hash = bin_hash_mix(hash, frames[i].address + ((guint64)frames[i].object << 48));
  return hash;
}

/* Returns whether frames of the samples, from number `first`, equal `frames`. */
static bool has_frames(const Samples *samples, guint32 first, const SamplesFrame *frames, guint32 n) {
  const SamplesFrame *own = &g_array_index(samples->frames, SamplesFrame, first);
  for (guint32 i = 0; i < n; i++)
    if (own[i].object != frames[i].object || own[i].address != frames[i].address) return false;
  return true;
}

/* ---- data ---- */

typedef struct {
  const Samples *samples;
  SamplesData data; /* `first` is ignored */
  const SamplesFrame *frames;
} WantedData;

static bool is_data(const void *closure, uint32_t number) {
  const WantedData *wanted = closure;
  const SamplesData *a = &g_array_index(wanted->samples->data, SamplesData, number), *b = &wanted->data;
  return a->kind == b->kind && a->object == b->object && a->address == b->address && a->count == b->count &&
         has_frames(wanted->samples, a->first, wanted->frames, a->count);
}

guint32 samples_build_data(SamplesBuild *build, SamplesDataKind kind, guint32 object, guint64 address,
                           const SamplesFrame *frames, guint n) {
  Samples *samples = build->samples;
  const WantedData wanted = {samples, {kind, object, address, samples->frames->len, n}, frames};
  const uint64_t hash = hash_of_frames(bin_hash_mix(bin_hash_mix(kind, object), address), frames, n);
  const uint32_t number = bin_index_find(&build->datas, hash, is_data, &wanted);
  if (number != BIN_INDEX_NONE) return number;
  bin_index_add(&build->datas, hash, samples->data->len);
  g_array_append_val(samples->data, wanted.data);
  if (n != 0) g_array_append_vals(samples->frames, frames, n);
  return samples->data->len - 1;
}

/* ---- samples ---- */

typedef struct {
  const Samples *samples;
  SamplesSample sample; /* `first` is ignored */
  const SamplesFrame *frames;
} Wanted;

static bool is_access(const SamplesAccess *a, const SamplesAccess *b) {
  return a->data == b->data && a->operation == b->operation && a->source == b->source && a->remote == b->remote &&
         a->modified == b->modified;
}

static bool is_sample(const void *closure, uint32_t number) {
  const Wanted *wanted = closure;
  const SamplesSample *a = &g_array_index(wanted->samples->samples, SamplesSample, number), *b = &wanted->sample;
  return a->event == b->event && a->process == b->process && a->thread == b->thread && a->count == b->count &&
         is_access(&a->access, &b->access) && has_frames(wanted->samples, a->first, wanted->frames, a->count);
}

static uint64_t hash_of(const Wanted *wanted) {
  const SamplesSample *sample = &wanted->sample;
  uint64_t hash = bin_hash_mix(bin_hash_mix(sample->event, sample->process), sample->thread);
  hash = bin_hash_mix(hash, sample->access.data + ((guint64)sample->access.source << 32));
  return hash_of_frames(hash, wanted->frames, sample->count);
}

void samples_build_add(SamplesBuild *build, const SamplesSample *sample, const SamplesFrame *frames, guint n) {
  Samples *samples = build->samples;
  Wanted wanted = {samples, *sample, frames};
  wanted.sample.first = samples->frames->len;
  wanted.sample.count = n;
  wanted.sample.samples = 1;
  const uint64_t hash = hash_of(&wanted);
  const uint32_t number = bin_index_find(&build->index, hash, is_sample, &wanted);
  if (number != BIN_INDEX_NONE) {
    SamplesSample *known = &g_array_index(samples->samples, SamplesSample, number);
    known->samples++;
    known->latency += sample->latency;
  } else {
    bin_index_add(&build->index, hash, samples->samples->len);
    g_array_append_val(samples->samples, wanted.sample);
    g_array_append_vals(samples->frames, frames, n);
  }
  samples->total++;
}

Samples *samples_build_finish(SamplesBuild *build, const char *command) {
  Samples *samples = build->samples;
  samples->command = g_string_chunk_insert(samples->names, command);
  g_hash_table_destroy(build->events);
  g_hash_table_destroy(build->objects);
  bin_index_clear(&build->index);
  bin_index_clear(&build->datas);
  g_free(build);
  return samples;
}
