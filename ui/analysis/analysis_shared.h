/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_shared.h: analyses how processors share a cache line: which processors use which parts of the line, and
 * which parts should be padded. */
#pragma once

#include "ui/analysis/analysis_focus.h"
#include "ui/names/name_table.h"

enum {
  ANALYSIS_SHARED_PROCESSORS = 64
}; /* maximum number of processors of a rank, counted from the rank's first processor */

/* A part of a cache line: a field or an element. If the type is unknown, a part extends from one used offset to the
 * next. */
typedef struct {
  uint64_t offset;        /* in bytes from the start of the cache line; 0 if the field begins in an earlier line */
  uint64_t size;          /* size in bytes of the whole field or element; 0: unknown */
  uint32_t bin;           /* number of the part's bin in the profile */
  uint32_t column;        /* rank on VIEW_DATA of the part's bin */
  uint64_t start;         /* address of the block or variable that contains the part; 0: unknown */
  uint64_t within;        /* in bytes, from the start of the block or variable to the part; undefined if `start` is 0 */
  const NameField *field; /* owned by the NameTable; NULL: the part is not a field */
  char *name;             /* name of the part, such as "counters[2].hits" or "counters+16"; escaped for printing */
  size_t bin_name;        /* length in bytes of the bin's name, with which `name` begins */
  uint64_t readers;       /* bit p: whether processor p loaded from the part */
  uint64_t writers;       /* bit p: whether processor p had stores or read-modify-writes to the part */
  uint64_t reads, writes, modifies;                /* events */
  uint64_t written_by[ANALYSIS_SHARED_PROCESSORS]; /* number of stores and read-modify-writes, by processor */
  uint64_t used_by[ANALYSIS_SHARED_PROCESSORS];    /* number of all events, by processor */
} AnalysisSharedPart;

/* The main kind of sharing of a cache line. */
typedef enum {
  ANALYSIS_SHARED_FALSE, /* mostly false sharing: different processors use different parts */
  ANALYSIS_SHARED_TRUE,  /* mostly true sharing: processors pass values to each other */
  ANALYSIS_SHARED_OTHER  /* mostly upgrades or transfers, with few invalidation misses */
} AnalysisSharedKind;

typedef struct {
  uint32_t line; /* number of the hot line in the profile */
  AnalysisSharedKind kind;
  GArray *parts;   /* AnalysisSharedPart, by offset, then bin */
  GArray *pad;     /* guint, ascending: indices of the parts that should lie `apart` bytes apart, because different
                      processors write and use them; empty unless kind is ANALYSIS_SHARED_FALSE */
  bool elements;   /* the parts to pad are elements of one array, `stride` bytes apart, or equally regular parts of
                      an unknown type */
  bool blocks;     /* the parts to pad are in several heap blocks, each of which only one processor uses */
  char *inner;     /* the parts to pad are elements of this array, a field of one struct: "stats"; NULL: none; then
                      `elements` is set, and `stride` is that of the field's elements */
  uint64_t stride; /* bytes; 0 unless `elements` */
  bool common;     /* several processors write each of the elements: locks, for example; false unless `elements` */
  uint64_t part;   /* if each processor uses a part of the array with several elements: distance in bytes between the
                      parts of two successive processors; 0: there are no such parts */
  const NameBinType *type; /* type of the data that contain the first part to pad; NULL: unknown, or nothing to pad */
  uint64_t apart;          /* least distance in bytes between the starts of two parts: the line size */
} AnalysisSharedLine;

/* Analyses hot line number `line` in the profile. `names` (or NULL) supplies the types. The caller frees the result
 * with analysis_shared_free(). */
AnalysisSharedLine *analysis_shared_line(const View *view, const NameTable *names, uint32_t line);
void analysis_shared_free(AnalysisSharedLine *line);

/* Returns the first use of hot line number `line`, and sets *end to the position after its last use. The profile owns
 * the uses. */
const ProfileUse *analysis_shared_uses(const Profile *profile, uint32_t line, const ProfileUse **end);

/* Returns the part of the cache line that a use refers to. `line` owns the part. */
const AnalysisSharedPart *analysis_shared_part_of(const View *view, const AnalysisSharedLine *line,
                                                  const ProfileUse *use);

/* Returns whether any use of the cache line is in focus (NULL: all cells). */
bool analysis_shared_has(const View *view, const AnalysisFocus *focus, uint32_t line);

/* Returns the remedy for a cache line in one or two sentences, escaped for printing, such as "Different processors use
 * counters[0], counters[1] and 2 more: they should lie 64 bytes apart." The caller owns the text. */
char *analysis_shared_remedy(const View *view, const AnalysisSharedLine *line);
