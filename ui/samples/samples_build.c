/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/samples/samples_build.h"

#include <string.h>

#include "bins/bin_index.h"

/* The known periods of an event. */
typedef struct {
  double sum;
  guint64 samples; /* number of samples with a known period */
} Periods;

struct SamplesBuild {
  Samples *samples;
  GArray *periods;     /* Periods, by event */
  GHashTable *objects; /* "BUILD-ID\nPATH" -> number + 1 */
  bin_index index;     /* index of the samples */
};

SamplesBuild *samples_build_new(void) {
  SamplesBuild *build = g_new0(SamplesBuild, 1);
  build->samples = samples_new();
  build->periods = g_array_new(FALSE, TRUE, sizeof(Periods));
  build->objects = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  return build;
}

guint32 samples_build_event(SamplesBuild *build, const char *name) {
  GArray *events = build->samples->events;
  for (guint i = 0; i < events->len; i++)
    if (strcmp(g_array_index(events, SamplesEvent, i).name, name) == 0) return i;
  const SamplesEvent event = {.name = g_string_chunk_insert(build->samples->names, name)};
  g_array_append_val(events, event);
  g_array_set_size(build->periods, events->len);
  return events->len - 1;
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

/* The sample to find in the index. */
typedef struct {
  const Samples *samples;
  SamplesSample sample; /* `first` is ignored */
  const SamplesFrame *frames;
} Wanted;

static bool is_sample(const void *closure, uint32_t number) {
  const Wanted *wanted = closure;
  const SamplesSample *a = &g_array_index(wanted->samples->samples, SamplesSample, number), *b = &wanted->sample;
  if (a->event != b->event || a->process != b->process || a->thread != b->thread || a->count != b->count) return false;
  const SamplesFrame *frames = &g_array_index(wanted->samples->frames, SamplesFrame, a->first);
  for (guint32 i = 0; i < a->count; i++)
    if (frames[i].object != wanted->frames[i].object || frames[i].address != wanted->frames[i].address) return false;
  return true;
}

static uint64_t hash_of(const Wanted *wanted) {
  const SamplesSample *sample = &wanted->sample;
  uint64_t hash = bin_hash_mix(bin_hash_mix(sample->event, sample->process), sample->thread);
  for (guint32 i = 0; i < sample->count; i++)
    hash = bin_hash_mix(hash, wanted->frames[i].address + ((guint64)wanted->frames[i].object << 48));
  return hash;
}

void samples_build_add(SamplesBuild *build, guint32 event, guint64 period, guint32 process, guint32 thread,
                       const SamplesFrame *frames, guint n) {
  Samples *samples = build->samples;
  const Wanted wanted = {
      samples,
      {.event = event, .process = process, .thread = thread, .first = samples->frames->len, .count = n, .samples = 1},
      frames};
  const uint64_t hash = hash_of(&wanted);
  const uint32_t number = bin_index_find(&build->index, hash, is_sample, &wanted);
  if (number != BIN_INDEX_NONE) {
    g_array_index(samples->samples, SamplesSample, number).samples++;
  } else {
    bin_index_add(&build->index, hash, samples->samples->len);
    g_array_append_val(samples->samples, wanted.sample);
    g_array_append_vals(samples->frames, frames, n);
  }
  samples->total++;
  Periods *periods = &g_array_index(build->periods, Periods, event);
  periods->sum += (double)period;
  periods->samples += period != 0;
}

Samples *samples_build_finish(SamplesBuild *build, const char *command) {
  Samples *samples = build->samples;
  samples->command = g_string_chunk_insert(samples->names, command);
  for (guint i = 0; i < samples->events->len; i++) {
    const Periods *periods = &g_array_index(build->periods, Periods, i);
    if (periods->samples != 0)
      g_array_index(samples->events, SamplesEvent, i).period = (guint64)(periods->sum / (double)periods->samples + 0.5);
  }
  g_array_free(build->periods, TRUE);
  g_hash_table_destroy(build->objects);
  bin_index_clear(&build->index);
  g_free(build);
  return samples;
}
