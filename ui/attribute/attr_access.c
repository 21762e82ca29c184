/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_access.c: An access is a miss if the first-level cache did not supply the data. If another processor's cache
 * held the line modified, the cause is an invalidation; other causes are unknown. The latency of a miss is stall. The
 * latency of a hit on a line that was being fetched is also stall. */
#include "ui/attribute/attr_access.h"

#include <string.h>

#include "coherence/coh_counts.h"

static const SamplesData *data_at(const AttrInput *input, guint32 number) {
  return &g_array_index(input->samples->data, SamplesData, number);
}

/* ---- variables ---- */

static guint32 number_of(const AttrInput *input, AttrVariableKind kind, const char *name, const char *file,
                         guint64 line) {
  const AttrProgramVariable variable = {.kind = kind, .name = name, .owner = "", .file = file, .line = line};
  return attr_variables_number(input->variables, &variable);
}

static guint32 static_variable(const AttrInput *input, const SamplesData *data) {
  const SamplesObject *object = &g_array_index(input->samples->objects, SamplesObject, data->object);
  g_autofree char *name = uses_static(input->code, object->path, object->build_id, data->address);
  return name != NULL ? number_of(input, ATTR_VARIABLE_STATIC, name, "", 0) : (guint32)ATTR_VARIABLE_NONE;
}

/* Returns the data that a line of a function allocates, or NULL if there are none or several (*several). */
static const UsesData *allocated(const UsesFunction *function, unsigned line, bool *several) {
  const UsesData *found = NULL;
  for (guint i = 0; function != NULL && i < function->data->len; i++) {
    const UsesData *data = &g_array_index(function->data, UsesData, i);
    if (data->kind != USES_HEAP || data->line != line || *data->name == '\0') continue;
    *several |= found != NULL && strcmp(found->name, data->name) != 0;
    found = data;
  }
  return *several ? NULL : found;
}

/* Returns the variable of a heap block: the receiver of the innermost call on its path that has one; otherwise its
 * first known line, with the address of the call if the line has several calls. */
static guint32 heap_variable(const AttrInput *input, const SamplesData *data) {
  const UsesFunction *first = NULL;
  unsigned first_line = 0;
  guint64 call = 0;
  for (guint32 i = 0; i < data->count; i++) {
    const SamplesFrame *frame = &g_array_index(input->samples->frames, SamplesFrame, data->first + i);
    unsigned line;
    const UsesFunction *function = attr_function(input, frame, frame->address, &line);
    bool several = false;
    const UsesData *received = allocated(function, line, &several);
    if (received != NULL) return number_of(input, ATTR_VARIABLE_HEAP, received->name, function->file, line);
    if (first != NULL || function == NULL) continue;
    first = function;
    first_line = line;
    call = several ? frame->address : 0;
  }
  if (first == NULL) return number_of(input, ATTR_VARIABLE_HEAP, "heap", "", 0);
  g_autofree char *name = call == 0 ? g_strdup_printf("heap of %s:%u", first->name, first_line)
                                    : g_strdup_printf("heap of %s:%u, 0x%" G_GINT64_MODIFIER "x", first->name,
                                                      first_line, call);
  return number_of(input, ATTR_VARIABLE_HEAP, name, first->file, first_line);
}

static guint32 mapping_variable(const AttrInput *input, const SamplesData *data) {
  const char *path = g_array_index(input->samples->objects, SamplesObject, data->object).path;
  g_autofree char *name = *path != '\0' ? g_strdup_printf("mapping of %s", path)
                                        : g_strdup_printf("mapping 0x%" G_GINT64_MODIFIER "x", data->address);
  return number_of(input, ATTR_VARIABLE_MAPPING, name, "", 0);
}

guint32 attr_access_variable(const AttrInput *input, guint32 number) {
  const SamplesData *data = data_at(input, number);
  switch (data->kind) {
    case SAMPLES_DATA_STATIC: return static_variable(input, data);
    case SAMPLES_DATA_STACK: return number_of(input, ATTR_VARIABLE_STACK, "stack", "", 0);
    case SAMPLES_DATA_HEAP: return heap_variable(input, data);
    case SAMPLES_DATA_MAPPING: return mapping_variable(input, data);
    default: return ATTR_VARIABLE_NONE;
  }
}

/* ---- counts ---- */

ProfileDetail attr_access_detail(const Samples *samples, guint32 event) {
  bool any = false, some_unknown = false;
  for (guint i = 0; i < samples->samples->len; i++) {
    const SamplesSample *sample = &g_array_index(samples->samples, SamplesSample, i);
    if (!samples_is_of(samples, sample, event) || sample->access.data == 0) continue;
    any |= sample->access.source != SAMPLES_FROM_NOT_REPORTED;
    some_unknown |= sample->access.source == SAMPLES_FROM_MISS;
  }
  return !any ? PROFILE_EVENTS_ONLY : some_unknown ? PROFILE_ACCESSES : PROFILE_ACCESSES_AND_SERVERS;
}

guint64 attr_access_remove_unknown(Samples *samples, guint32 event) {
  GArray *all = samples->samples;
  guint64 removed = 0;
  guint kept = 0;
  if (attr_access_detail(samples, event) == PROFILE_EVENTS_ONLY) return 0;
  for (guint i = 0; i < all->len; i++) {
    const SamplesSample sample = g_array_index(all, SamplesSample, i);
    if (samples_is_of(samples, &sample, event) && sample.access.source == SAMPLES_FROM_NOT_REPORTED)
      removed += sample.samples;
    else
      g_array_index(all, SamplesSample, kept++) = sample;
  }
  g_array_set_size(all, kept);
  samples->total -= removed;
  return removed;
}

/* The count of misses that a source supplied. */
static coh_count server_of(SamplesSource source) {
  switch (source) {
    case SAMPLES_FROM_L2: return COH_COUNT_SECOND_LEVEL;
    case SAMPLES_FROM_L3: return COH_COUNT_LAST_LEVEL;
    case SAMPLES_FROM_CACHE: return COH_COUNT_TRANSFERS;
    default: return COH_COUNT_MEMORY;
  }
}

static bool is_miss(SamplesSource source) {
  return source != SAMPLES_FROM_NOT_REPORTED && source != SAMPLES_FROM_D1 && source != SAMPLES_FROM_PENDING;
}

void attr_access_add_counts(const Samples *samples, const SamplesSample *sample, ProfileDetail detail,
                            guint64 *counts) {
  const SamplesAccess *access = &sample->access;
  const guint64 period = MAX(g_array_index(samples->events, SamplesEvent, sample->event).period, 1);
  const guint64 events = sample->samples * period;
  const bool store = access->operation == SAMPLES_STORE;
  counts[store ? COH_COUNT_WRITES : COH_COUNT_READS] += events;
  if (is_miss(access->source) || access->source == SAMPLES_FROM_PENDING)
    counts[COH_COUNT_STALL] += sample->latency * period;
  if (!is_miss(access->source)) return;
  counts[store ? COH_COUNT_WRITE_MISSES : COH_COUNT_READ_MISSES] += events;
  counts[access->modified ? COH_COUNT_INVALIDATION : COH_COUNT_COLD] += events;
  if (access->modified) counts[COH_COUNT_FALSE_SHARING] += events;
  counts[access->remote ? COH_COUNT_REMOTE : COH_COUNT_LOCAL] += events;
  if (detail == PROFILE_ACCESSES_AND_SERVERS) counts[server_of(access->source)] += events;
}
