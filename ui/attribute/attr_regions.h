/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_regions.h: the calls around parallel regions (OpenMP). A worker thread executes the function of a region without
 * the calls that led to the region; the thread that began the region has them on its stack. */
#pragma once

#include "ui/samples/samples.h"

typedef struct AttrRegions AttrRegions;

/* Returns whether a symbol belongs to a parallel region that the compiler has turned into a function. Such symbols
 * contain "._omp_fn." (GCC: spmv._omp_fn.0) or ".omp_outlined" (Clang). */
bool attr_regions_is_region(const char *symbol);

/* Returns the symbol of a frame, or "" if it is unknown. */
typedef const char *AttrRegionsSymbol(void *closure, const SamplesFrame *frame);

/* Reads the calls around regions from the samples of an event. `symbol_of` is called with `closure`. Free the result with
 * attr_regions_free(), which accepts NULL. */
AttrRegions *attr_regions_new(const Samples *samples, guint32 event, AttrRegionsSymbol *symbol_of, void *closure);
void attr_regions_free(AttrRegions *regions);

/* Returns the frames of a call path, innermost first, and sets *n to their number. A call path of a worker thread ends
 * at the region. For such a path, the frames outside of the region are taken from the thread that began the region, if
 * one of its samples contains them. `regions` or the samples own the result. */
const SamplesFrame *attr_regions_path(AttrRegions *regions, const SamplesFrame *frames, guint32 *n);
