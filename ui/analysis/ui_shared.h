/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_shared.h: how processors share a cache line: which processors use which parts of it, and which parts to pad. */
#pragma once

#include "ui/analysis/ui_focus.h"
#include "ui/names/ui_names.h"

enum {
  UI_SHARED_PROCESSORS = 64
}; /* processors of a rank, at most; their numbers count from the rank's first processor */

/* A part of a line: a known field or element; else the bytes from a used offset to the next part. */
typedef struct {
  uint64_t offset; /* bytes from the start of the line; 0 if the field begins in an earlier line */
  uint64_t size;   /* size in bytes of the whole field or element; 0: unknown */
  uint32_t bin;    /* number in the profile */
  uint32_t column; /* rank on UI_DATA of that bin */
  uint64_t start;  /* address of the block or variable; 0: unknown */
  uint64_t within; /* bytes from the start of the block or variable to the field or part; undefined if start is 0 */
  const UiField *field;                      /* owned by the UiNames; NULL: no field */
  char *name;                                /* "counters[2].hits", "counters+16": escaped for printing */
  size_t bin_name;                           /* length of the bin's name at the start of `name` */
  uint64_t readers;                          /* bit p: processor p had loads there */
  uint64_t writers;                          /* bit p: processor p had stores or read-modify-writes there */
  uint64_t reads, writes, modifies;          /* events */
  uint64_t written_by[UI_SHARED_PROCESSORS]; /* stores and read-modify-writes, by processor */
  uint64_t used_by[UI_SHARED_PROCESSORS];    /* all events, by processor */
} UiSharedPart;

/* The kind of sharing of a line. */
typedef enum {
  UI_SHARED_FALSE, /* mostly false sharing: different processors use different parts */
  UI_SHARED_TRUE,  /* mostly true sharing: processors pass values to each other */
  UI_SHARED_OTHER  /* mostly upgrades or transfers, with few invalidation misses */
} UiSharedKind;

typedef struct {
  uint32_t line; /* number of a hot line of the profile */
  UiSharedKind kind;
  GArray *parts;   /* UiSharedPart, by offset, then bin */
  GArray *pad;     /* guint, ascending: indices of parts that should lie `apart` bytes apart, since one processor
                      writes one and another processor uses another; empty unless kind is UI_SHARED_FALSE */
  bool elements;   /* the parts to pad are elements of one array, `stride` bytes apart, or equally regular parts of
                      an unknown type */
  uint64_t stride; /* bytes; 0 unless `elements` */
  uint64_t apart;  /* least distance in bytes between the starts of two parts: the line size */
} UiSharedLine;

/* Returns the analysis of hot line `line` (a number in the profile). `names` (or NULL) supplies the types. The caller
 * frees it with ui_shared_free(). */
UiSharedLine *ui_shared_line(const UiView *view, const UiNames *names, uint32_t line);
void ui_shared_free(UiSharedLine *line);

/* Returns the first use of hot line `line`, and sets *end to the position after the last. The profile owns them. */
const UiUse *ui_shared_uses(const UiProfile *profile, uint32_t line, const UiUse **end);

/* Returns the part of the line that a use refers to. The line owns it. */
const UiSharedPart *ui_shared_part_of(const UiView *view, const UiSharedLine *line, const UiUse *use);

/* Returns whether any use of the line is in focus (NULL: all). */
bool ui_shared_has(const UiView *view, const UiFocus *focus, uint32_t line);

/* Returns the remedy for a line, in one or two sentences, escaped for printing: "Different processors use counters[0],
 * counters[1] and 2 more: they should lie 64 bytes apart." Owned by the caller. */
char *ui_shared_remedy(const UiView *view, const UiSharedLine *line);
