/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_references.h: names of the machine code's references, as in Figures 5 to 8 of the METRIC paper.
 *
 * A reference is the accesses of one instruction to one bin (bins/bin_references.h defines its counts). Its name
 * consists of the data, the kind of access and a number: xz_Read_1. The number is the position of the instruction, by
 * address and from 0, among those of its function that referred to data, as in the paper (section 7.1). References to
 * stacks have a numbering of their own: the paper's names leave them out, and each compiler spills in its own way. */
#pragma once

#include "ui/names/name_table.h"
#include "ui/view/view.h"

typedef struct {
  const ProfileReference *record;
  uint64_t reads, writes; /* accesses; a read-modify-write instruction counts as a read */
  uint64_t misses;
  uint32_t number; /* number in its function, see above */
  char *name;      /* raw: not escaped for printing */
} AnalysisNamedReference;

/* All references of a profile. */
typedef struct AnalysisReferences AnalysisReferences;

/* Returns the named references of the view's profile. The view and `names`, which supplies the types, must outlive
 * them. `where` lists where to search for source files (analysis_source_text()). Free them with
 * analysis_references_free(). */
AnalysisReferences *analysis_references_new(const View *view, const NameTable *names, const char *where);
void analysis_references_free(AnalysisReferences *references);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(AnalysisReferences, analysis_references_free)

const Profile *analysis_references_profile(const AnalysisReferences *references);

/* Returns the number of references; 0: the profile has none. References have the numbers of their records. */
uint32_t analysis_references_count(const AnalysisReferences *references);
const AnalysisNamedReference *analysis_references_get(const AnalysisReferences *references, uint32_t number);

/* Returns FUNCTION:NAME, escaped for printing. Owned by the caller. */
char *analysis_references_full_name(const AnalysisReferences *references, uint32_t number);

/* Returns the number of the reference of a place and a bin. */
uint32_t analysis_references_find(const AnalysisReferences *references, uint32_t place, uint32_t bin);

/* Returns the expression of the source line that a reference accesses, as written there; NULL: unknown or not certain.
 * It is certain if the line has only one such expression of the data. It is also certain if the line has equally many
 * expressions and instructions, the expressions differ in a constant added in a subscript, and the instructions began
 * at different offsets: the smaller the constant, the smaller the offset. (If the profile covers a part of the run that
 * begins in the middle of the line, the order can be wrong.) Owned by the caller. */
char *analysis_references_expression(AnalysisReferences *references, uint32_t number);

/* Returns temporal plus spatial hits. */
static inline uint64_t analysis_reference_hits(const AnalysisNamedReference *reference) {
  return reference->record->temporal_hits + reference->record->spatial_hits;
}

/* Returns the line size of the D1 in bytes; 0: not in the profile. */
uint64_t analysis_references_line_bytes(const Profile *profile);

/* Returns the references that no filter hides and whose name, or FUNCTION:NAME, matches a pattern with * and ? (NULL:
 * all), by falling misses, then falling hits, then number. GArray of uint32_t, owned by the caller. */
GArray *analysis_references_choose(const AnalysisReferences *references, const char *pattern);

/* Sums over chosen references: the paper's overall performance. */
typedef struct {
  uint64_t reads, writes, misses, temporal_hits, spatial_hits, evictions, used_bytes;
} AnalysisReferenceSums;
AnalysisReferenceSums analysis_references_sums(const AnalysisReferences *references, const GArray *chosen);

/* Returns the evictors of a reference, contiguous and owned by the profile, and sets *n to their number. */
const ProfileReferenceEvictor *analysis_references_evictors(const AnalysisReferences *references, uint32_t number,
                                                            uint32_t *n);
