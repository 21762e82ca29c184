/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_shared.h: how a line of memory was shared: which parts of it which processors used, and what to pad. */
#pragma once

#include "ui/analysis/ui_focus.h"
#include "ui/names/ui_names.h"

enum {
  UI_SHARED_PROCESSORS = 64
}; /* a machine has at most so many: those of a rank, whose numbers count from its first */

/* A part of a line: a field or element that is known to be there, or else the bytes from an offset that was used up to
 * the next part. */
typedef struct {
  uint64_t offset; /* in the line; where a field begins in the line before: 0 */
  uint64_t size;   /* bytes of the whole field or element; 0: unknown */
  uint32_t bin;    /* number of the profile */
  uint32_t column; /* rank on UI_DATA of that bin */
  uint64_t start;  /* address of the block or variable; 0: unknown */
  uint64_t within; /* bytes from the start of the block or variable to that of the field or part; of no use if start
                      is 0 */
  const UiField *field;             /* belongs to the names; NULL: no field */
  char *name;                       /* "counters[2].hits", "counters+16": fit to print */
  size_t bin_name;                  /* bytes of `name` that are the bin's; behind them stands what of it this is */
  uint64_t readers;                 /* bit p: processor p had events of loads there */
  uint64_t writers;                 /* bit p: of stores or read-modify-writes */
  uint64_t reads, writes, modifies; /* events */
  uint64_t written_by[UI_SHARED_PROCESSORS]; /* events of writing, by processor */
  uint64_t used_by[UI_SHARED_PROCESSORS];    /* all events, by processor */
} UiSharedPart;

/* What ails a line. */
typedef enum {
  UI_SHARED_FALSE, /* mostly false sharing: parts that different processors use lie together */
  UI_SHARED_TRUE,  /* mostly true sharing: processors hand values to each other */
  UI_SHARED_OTHER  /* mostly upgrades or transfers, with few invalidation misses */
} UiSharedKind;

typedef struct {
  uint32_t line; /* number of a hot line of the profile */
  UiSharedKind kind;
  GArray *parts;   /* UiSharedPart, by offset, then bin */
  GArray *pad;     /* guint, ascending: parts that should lie `apart` from each other, since one is written by another
                      processor than uses another one; empty unless kind is UI_SHARED_FALSE */
  bool elements;   /* the parts to pad are elements of one array, or of an unknown type and as regular, `stride` bytes
                      apart */
  uint64_t stride; /* bytes; 0 unless `elements` */
  uint64_t apart;  /* bytes from the start of one to the start of the next, at least: the size of a line */
} UiSharedLine;

/* Looks at hot line `line` (a number of the profile). `names` (or NULL) has the types. The caller frees the result with
 * ui_shared_free(). */
UiSharedLine *ui_shared_line(const UiView *view, const UiNames *names, uint32_t line);
void ui_shared_free(UiSharedLine *line);

/* The uses of hot line `line`: the first, and in *end the one behind the last. They belong to the profile. */
const UiUse *ui_shared_uses(const UiProfile *profile, uint32_t line, const UiUse **end);

/* The part that a use of the line is to. It belongs to the line. */
const UiSharedPart *ui_shared_part_of(const UiView *view, const UiSharedLine *line, const UiUse *use);

/* Does one of the line's uses lie in the focus (NULL: everything)? */
bool ui_shared_has(const UiView *view, const UiFocus *focus, uint32_t line);

/* What one would do about a line, in a sentence or two, fit to print: "counters[0], counters[1] and 2 more are each
 * written by another processor: they should lie 64 bytes apart." Owned by the caller. */
char *ui_shared_remedy(const UiView *view, const UiSharedLine *line);
