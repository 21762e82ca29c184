/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_references.h: names of the machine code's references, as in Figures 5 to 8 of the METRIC paper.
 *
 * A reference is the accesses of one instruction to one bin (bins/bin_references.h defines its counts). Its name
 * consists of the data, the kind of access and a number: xz_Read_1. The number is the position of the instruction, by
 * address and from 0, among those of its function that referred to data, as in the paper (section 7.1). References to
 * stacks have a numbering of their own: the paper's names leave them out, and each compiler spills in its own way. */
#pragma once

#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"

typedef struct {
  const UiReference *record;
  uint64_t reads, writes; /* accesses; a read-modify-write instruction counts as a read */
  uint64_t misses;
  uint32_t number; /* number in its function, see above */
  char *name;      /* raw: not escaped for printing */
} UiNamedReference;

/* All references of a profile. */
typedef struct UiReferences UiReferences;

/* Returns the named references of the view's profile. The view and `names`, which supplies the types, must outlive
 * them. `where` lists where to search for source files (ui_source_text()). Free them with ui_references_free(). */
UiReferences *ui_references_new(const UiView *view, const UiNames *names, const char *where);
void ui_references_free(UiReferences *references);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UiReferences, ui_references_free)

const UiProfile *ui_references_profile(const UiReferences *references);

/* Returns the number of references; 0: the profile has none. References have the numbers of their records. */
uint32_t ui_references_count(const UiReferences *references);
const UiNamedReference *ui_references_get(const UiReferences *references, uint32_t number);

/* Returns FUNCTION:NAME, escaped for printing. Owned by the caller. */
char *ui_references_full_name(const UiReferences *references, uint32_t number);

/* Returns the number of the reference of a place and a bin. */
uint32_t ui_references_find(const UiReferences *references, uint32_t place, uint32_t bin);

/* Returns the expression of the source line that a reference accesses, as written there; NULL: unknown or not certain.
 * It is certain if the line has only one such expression of the data. It is also certain if the line has equally many
 * expressions and instructions, the expressions differ in a constant added in a subscript, and the instructions began
 * at different offsets: the smaller the constant, the smaller the offset. (If the profile covers a part of the run that
 * begins in the middle of the line, the order can be wrong.) Owned by the caller. */
char *ui_references_expression(UiReferences *references, uint32_t number);

/* Returns temporal plus spatial hits. */
static inline uint64_t ui_reference_hits(const UiNamedReference *reference) {
  return reference->record->temporal_hits + reference->record->spatial_hits;
}

/* Returns the line size of the D1 in bytes; 0: not in the profile. */
uint64_t ui_references_line_bytes(const UiProfile *profile);

/* Returns the references that no filter hides and whose name, or FUNCTION:NAME, matches a pattern with * and ? (NULL:
 * all), by falling misses, then falling hits, then number. GArray of uint32_t, owned by the caller. */
GArray *ui_references_choose(const UiReferences *references, const char *pattern);

/* Sums over chosen references: the paper's overall performance. */
typedef struct {
  uint64_t reads, writes, misses, temporal_hits, spatial_hits, evictions, used_bytes;
} UiReferenceSums;
UiReferenceSums ui_references_sums(const UiReferences *references, const GArray *chosen);

/* Returns the evictors of a reference, contiguous and owned by the profile, and sets *n to their number. */
const UiReferenceEvictor *ui_references_evictors(const UiReferences *references, uint32_t number, uint32_t *n);
