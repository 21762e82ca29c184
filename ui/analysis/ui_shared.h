/* ui_shared.h: how a line of memory was shared: which parts of it which processors used, and what to pad.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SHARED_H
#define UI_UI_SHARED_H

#include "ui/analysis/ui_scope.h"
#include "ui/names/ui_types.h"

/* A part of a line: bytes from one offset on, up to the next part or the end of the field that is known to be there. */
typedef struct {
  uint64_t offset;  /* in the line */
  uint64_t size;    /* bytes of the field or element, from its own start on; 0: unknown */
  uint32_t column;  /* rank on UI_DATA of the bin */
  uint64_t start;   /* address of the block or variable; 0: unknown */
  char *name;       /* "counters[2].hits", "counters+16": fit to print */
  uint64_t readers; /* bit p: processor p had events of loads there */
  uint64_t writers; /* bit p: of stores or read-modify-writes */
  uint64_t reads, writes, modifies; /* events */
  uint32_t first_use, n_uses; /* elements of the profile's uses that are of this part; with others in between if the
                                 view's scope was narrowed */
} UiSharedPart;

/* What ails a line. */
typedef enum {
  UI_SHARED_FALSE,   /* mostly false sharing: parts that different processors use lie together */
  UI_SHARED_TRUE,    /* mostly true sharing: processors hand values to each other */
  UI_SHARED_UPGRADE, /* mostly upgrades or transfers, with few invalidation misses */
} UiSharedKind;

typedef struct {
  uint32_t line;    /* number of a hot line of the profile */
  UiSharedKind kind;
  GArray *parts;    /* UiSharedPart, by offset, then bin */
  GArray *pad;      /* guint: parts (indices) that are written by one processor and used by others' parts' writers: which
                       should lie `apart` from each other; empty unless kind is UI_SHARED_FALSE */
  bool elements;    /* the parts to pad are elements of one array, `stride` bytes apart */
  uint64_t stride;  /* bytes; 0 unless `elements` */
  uint64_t apart;   /* bytes from the start of one to the start of the next, at least: the size of a line */
} UiSharedLine;

/* The bytes of a line of the first-level cache of the run, and in all of the cache: 0 where the profile does not tell. */
uint64_t ui_shared_line_size(const UiProfile *profile);

/* Looks at hot line `line` (a number of the profile). `names` (or NULL) tells types. The caller frees the result with
 * ui_shared_free(). */
UiSharedLine *ui_shared_line(const UiView *view, const UiNames *names, uint32_t line);
void ui_shared_free(UiSharedLine *line);

/* Does one of the line's uses lie in the scope (NULL: everything)? */
bool ui_shared_has(const UiView *view, const UiScope *scope, uint32_t line);

/* What one would do about a line, in a sentence or two, fit to print: "counters[0], counters[1] and 2 more are each
 * written by another processor: they should lie 64 bytes apart." Owned by the caller. */
char *ui_shared_remedy(const UiView *view, const UiSharedLine *line);

#endif
