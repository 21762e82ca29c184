/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_references.h: the references of the machine code by name, as METRIC's Figures 5 to 8 show them.
 *
 * A reference is what one instruction does to one bin (bins/bin_references.h has the definitions of its counts). Its
 * name is that of the data, what it does and its number: xz_Read_1. The number is its position in the order of
 * accesses, as in the paper (section 7.1): among the instructions of its function that were seen to refer to data, by
 * their addresses, from 0. References to stacks are numbered apart: the paper's names leave them out, and each compiler
 * spills in its own way. */
#pragma once

#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"

typedef struct {
  const UiReference *record;
  uint64_t reads, writes; /* references; a read-modify-write instruction is one read */
  uint64_t misses;
  uint32_t number; /* in its function, see above */
  char *name;      /* raw: not escaped for a terminal */
} UiNamedReference;

/* All references of a profile. */
typedef struct UiReferences UiReferences;

/* Names the references of the view's profile. It, and `names`, which know its types, must outlive them. `where` is
 * where source files are looked for (ui_source_text()). Free them with ui_references_free(). */
UiReferences *ui_references_new(const UiView *view, const UiNames *names, const char *where);
void ui_references_free(UiReferences *references);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UiReferences, ui_references_free)

const UiProfile *ui_references_profile(const UiReferences *references);

/* How many there are, by the numbers of their records; 0: the profile has none. */
uint32_t ui_references_count(const UiReferences *references);
const UiNamedReference *ui_references_get(const UiReferences *references, uint32_t number);

/* FUNCTION:NAME, escaped for a terminal. Owned by the caller. */
char *ui_references_full_name(const UiReferences *references, uint32_t number);

/* The number of the reference of a place and a bin. */
uint32_t ui_references_find(const UiReferences *references, uint32_t place, uint32_t bin);

/* The expression of its source line that it is, as it stands there; NULL where that is not known or not certain. It is
 * certain if the line has one such expression of the data; or as many as instructions that do so, which differ in a
 * constant added in a subscript, and began at different offsets: the smaller the constant, the smaller the offset. (A
 * part of a run that begins in the middle of the line may turn these around.) Owned by the caller. */
char *ui_references_expression(UiReferences *references, uint32_t number);

/* Hits, by what the definitions say. */
static inline uint64_t ui_reference_hits(const UiNamedReference *reference) {
  return reference->record->temporal_hits + reference->record->spatial_hits;
}

/* Bytes of a line of the D1; 0: the profile does not have it. */
uint64_t ui_references_line_bytes(const UiProfile *profile);

/* Those that are not filtered out and whose name, or FUNCTION:NAME, matches a pattern with * and ? (NULL: all); most
 * misses first, then most hits, then by number. GArray of uint32_t, owned by the caller. */
GArray *ui_references_choose(const UiReferences *references, const char *pattern);

/* Sums over some of them: the paper's overall performance. */
typedef struct {
  uint64_t reads, writes, misses, temporal_hits, spatial_hits, evictions, used_bytes;
} UiReferenceSums;
UiReferenceSums ui_references_sums(const UiReferences *references, const GArray *chosen);

/* The evictors of a reference, which stand together in the profile; *n of them. */
const UiReferenceEvictor *ui_references_evictors(const UiReferences *references, uint32_t number, uint32_t *n);
