/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_references.h: names the references of instructions, as in Figures 5 to 8 of the METRIC paper.
 *
 * A reference consists of all accesses of one instruction to one bin (bins/bin_references.h defines its counts). Its
 * name, such as xz_Read_1, consists of the data, the kind of access and a number. As in the paper (section 7.1), the
 * instructions of a function that refer to data are numbered from 0 by address. References to stacks are numbered
 * separately, because the paper does not name them, and because compilers spill registers in different ways.
 *
 * A profile has a record of a reference for each stage (memspy.h). Here, these records are one reference. */
#pragma once

#include "ui/names/name_table.h"
#include "ui/view/view.h"

typedef struct {
  const ProfileReference *record; /* sums over all stages; the place is the first of the instruction's places */
  uint64_t reads, writes;         /* number of accesses; a read-modify-write instruction counts as a read */
  uint64_t misses;
  uint32_t number; /* number of the instruction in its function, as defined above */
  char *name;      /* name of the reference, not escaped for printing */
} AnalysisNamedReference;

/* Evictions of lines that a reference touched, by another reference. */
typedef struct {
  uint32_t reference, evicting; /* numbers of the references */
  uint64_t count;
} AnalysisReferenceEvictor;

/* All references of a profile. */
typedef struct AnalysisReferences AnalysisReferences;

/* Names all references of the view's profile. `names` supplies the types. `where` lists where to search for source
 * files (analysis_source_text()). The view and `names` must outlive the result, which the caller frees with
 * analysis_references_free(). */
AnalysisReferences *analysis_references_new(const View *view, const NameTable *names, const char *where);
void analysis_references_free(AnalysisReferences *references);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AnalysisReferences, analysis_references_free)

const Profile *analysis_references_profile(const AnalysisReferences *references);

/* Returns the number of references; 0: the profile has none. The references have the order of their records in the
 * profile. */
uint32_t analysis_references_count(const AnalysisReferences *references);
const AnalysisNamedReference *analysis_references_get(const AnalysisReferences *references, uint32_t number);

/* Returns the full name of a reference, FUNCTION:NAME, escaped for printing. The caller owns the name. */
char *analysis_references_full_name(const AnalysisReferences *references, uint32_t number);

/* Returns the expression in the source line that a reference accesses, as written there; NULL: unknown or not certain.
 * The expression is certain if the source line contains only one expression for the data. It is also certain if the
 * line has equally many expressions and instructions, the expressions differ only in a constant added in a subscript,
 * and the instructions' first accesses have different offsets. Then a smaller constant means a smaller offset. (This
 * order can be wrong if the profile covers only a part of the run, and this part begins in the middle of the line.) The
 * caller owns the text. */
char *analysis_references_expression(AnalysisReferences *references, uint32_t number);

/* Returns the sum of temporal and spatial hits of a reference. */
static inline uint64_t analysis_reference_hits(const AnalysisNamedReference *reference) {
  return reference->record->temporal_hits + reference->record->spatial_hits;
}

/* Returns the size of the D1's cache lines in bytes; 0: the profile does not contain it. */
uint64_t analysis_references_line_bytes(const Profile *profile);

/* Returns the references that no filter hides and that match a pattern with * and ? (NULL: all references). The pattern
 * applies to the name and to FUNCTION:NAME. The result is sorted by decreasing misses, then by decreasing hits, then by
 * number. GArray of uint32_t, owned by the caller. */
GArray *analysis_references_choose(const AnalysisReferences *references, const char *pattern);

/* The sums over chosen references, which the paper calls overall performance. */
typedef struct {
  uint64_t reads, writes, misses, temporal_hits, spatial_hits, evictions, used_bytes;
} AnalysisReferenceSums;
AnalysisReferenceSums analysis_references_sums(const AnalysisReferences *references, const GArray *chosen);

/* Returns the evictors of a reference as an array, sorted by the number of the evicting reference, and sets *n to the
 * number of its elements. `references` owns the array. */
const AnalysisReferenceEvictor *analysis_references_evictors(const AnalysisReferences *references, uint32_t number,
                                                             uint32_t *n);
