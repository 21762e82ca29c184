/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_regions.c: The stack of the thread that begins a region has these frames, innermost first: the function of the
 * region, functions of the OpenMP library, and the function that contains the region. The first and the last of them
 * belong to the same object. The stack of a worker has no frame of this object outside of the region. */
#include "ui/attribute/attr_regions.h"

#include <string.h>

struct AttrRegions {
  const Samples *samples;
  AttrRegionsSymbol *symbol_of;
  void *closure;
  GHashTable *outside; /* symbol of a region's function -> Outside */
  GHashTable *joined;  /* frames of a worker's path -> Joined */
};

/* Frames around a region, in Samples.frames. */
typedef struct {
  guint32 first, n;
} Outside;

/* The path of a worker, with the frames around its region. */
typedef struct {
  guint32 n;
  SamplesFrame frames[];
} Joined;

bool attr_regions_is_region(const char *symbol) {
  return strstr(symbol, "._omp_fn.") != NULL || strstr(symbol, ".omp_outlined") != NULL;
}

static const char *symbol_of(const AttrRegions *regions, const SamplesFrame *frame) {
  return regions->symbol_of(regions->closure, frame);
}

/* Returns the index of the outermost function of a region in a path, or n if there is none. */
static guint32 find_region(const AttrRegions *regions, const SamplesFrame *frames, guint32 n) {
  for (guint32 i = n; i-- > 0;)
    if (attr_regions_is_region(symbol_of(regions, &frames[i]))) return i;
  return n;
}

/* Returns the index of the first frame outside of the region at index `region`, or n if the path has none. */
static guint32 find_outside(const SamplesFrame *frames, guint32 region, guint32 n) {
  guint32 i = region + 1;
  while (i < n && frames[i].object == frames[region].object) i++;
  while (i < n && frames[i].object != frames[region].object) i++;
  return i;
}

static void read_path(AttrRegions *regions, const SamplesSample *sample) {
  const SamplesFrame *frames = &g_array_index(regions->samples->frames, SamplesFrame, sample->first);
  const guint32 region = find_region(regions, frames, sample->count);
  const guint32 first = region < sample->count ? find_outside(frames, region, sample->count) : sample->count;
  const Outside outside = {sample->first + first, sample->count - first};
  if (outside.n == 0) return;
  const char *symbol = symbol_of(regions, &frames[region]);
  if (!g_hash_table_contains(regions->outside, symbol))
    g_hash_table_insert(regions->outside, g_strdup(symbol), g_memdup2(&outside, sizeof outside));
}

AttrRegions *attr_regions_new(const Samples *samples, guint32 event, AttrRegionsSymbol *symbol_of_frame,
                              void *closure) {
  AttrRegions *regions = g_new0(AttrRegions, 1);
  *regions = (AttrRegions){samples, symbol_of_frame, closure,
                           g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
                           g_hash_table_new_full(NULL, NULL, NULL, g_free)};
  for (guint i = 0; i < samples->samples->len; i++) {
    const SamplesSample *sample = &g_array_index(samples->samples, SamplesSample, i);
    if (samples_is_of(samples, sample, event)) read_path(regions, sample);
  }
  return regions;
}

void attr_regions_free(AttrRegions *regions) {
  if (regions == NULL) return;
  g_hash_table_destroy(regions->outside);
  g_hash_table_destroy(regions->joined);
  g_free(regions);
}

/* Joins the frames up to index `region` with the frames outside of the region. Returns NULL if the frames outside are
 * unknown. */
static Joined *join(const AttrRegions *regions, const SamplesFrame *frames, guint32 region) {
  const Outside *outside = g_hash_table_lookup(regions->outside, symbol_of(regions, &frames[region]));
  const guint32 inside = region + 1;
  if (outside == NULL) return NULL;
  Joined *joined = g_malloc(sizeof *joined + (inside + outside->n) * sizeof *frames);
  joined->n = inside + outside->n;
  memcpy(joined->frames, frames, inside * sizeof *frames);
  memcpy(joined->frames + inside, &g_array_index(regions->samples->frames, SamplesFrame, outside->first),
         outside->n * sizeof *frames);
  return joined;
}

const SamplesFrame *attr_regions_path(AttrRegions *regions, const SamplesFrame *frames, guint32 *n) {
  if (g_hash_table_size(regions->outside) == 0) return frames;
  Joined *joined = g_hash_table_lookup(regions->joined, frames);
  if (joined == NULL) {
    const guint32 region = find_region(regions, frames, *n);
    if (region == *n || find_outside(frames, region, *n) != *n) return frames;
    joined = join(regions, frames, region);
    if (joined == NULL) return frames;
    g_hash_table_insert(regions->joined, (gpointer)frames, joined);
  }
  *n = joined->n;
  return joined->frames;
}
