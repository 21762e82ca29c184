/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_find.h: troubles: parts of the stall that have one reason, found in few groups of the matrix. Only for the
 * files of ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_groups.h"
#include "ui/analysis/ui_advice_rules.h"
#include "ui/analysis/ui_focus.h"
#include "ui/analysis/ui_stall.h"
#include "ui/names/ui_names.h"

/* What the processors wait for. The parts of a cell's stall: each cycle is in one. */
typedef enum {
  UI_FAMILY_SHARING, /* what other processors stored, or have too: invalidations, upgrades */
  UI_FAMILY_NODES,   /* what remote misses wait more */
  UI_FAMILY_CACHE,   /* first references and replacements */
  UI_FAMILY_PAGES,   /* translation of addresses */
  UI_FAMILIES
} UiFamily;

typedef struct {
  const UiView *view;
  const UiNames *names;
  const UiFocus *focus;
  const char *where; /* where source files are looked for, as ui_source_text() takes it */
  UiLatencies latencies;
  UiCache cache;                /* first level */
  bool kinds;                   /* replacement misses are distinguished: capacity, conflict */
  unsigned processors;          /* that did something, in the rank that has most of them */
  double stall;                 /* cycles in focus */
  uint64_t batches[UI_BATCHES]; /* what the batches of a sampled run have of them */
  UiAdviceGroups *groups;
  GHashTable *texts; /* by number of a file: UiSourceText */
} UiAdviceContext;

/* Code with a part of a trouble. */
typedef struct {
  uint32_t place, bin; /* numbers of the profile: of the cell with the most stall on that line */
  double cycles;       /* of the whole line */
} UiTroublePlace;

/* The part of a trouble that one group has: evictions, or cycles. */
typedef struct {
  uint32_t group; /* of data, or of code */
  uint64_t count;
} UiTroublePart;

typedef struct {
  UiFamily family;
  UiRule rule;
  bool by_code;               /* it is about a group of code, whatever the data; else about a group of data */
  uint32_t data;              /* the group, or the one with the most of it */
  uint32_t code;              /* likewise */
  uint32_t other;             /* group of data that is involved too, or UI_ADVICE_NONE */
  double cycles;              /* that it explains */
  double batches[UI_BATCHES]; /* what the batches of a sampled run have of that */
  double misses;              /* (or upgrades; or those of TLBs) */
  double cold;                /* of the cycles, for first references */
  double elsewhere;           /* of these, for first references to what another processor has fetched */
  double replacement;         /* of the cycles, for replacements */
  double copied;              /* of the cycles, in functions that copy or set memory */
  UiCounts counts;            /* of all cells concerned */
  uint64_t touched;           /* bytes of the data concerned that were fetched at all */
  uint64_t extent;            /* bytes of the data concerned, and of those that push them out, at most */
  uint64_t backward; /* replacement misses of `other` that the data caused (cross-interference of two); else 0 */
  uint64_t own;      /* replacement misses that the data concerned caused themselves */
  GArray *evictors;  /* UiTroublePart: the others, most first */
  GArray *places;    /* UiTroublePlace: lines of the source, most first */
  GArray *codes;     /* UiTroublePart: groups of code concerned, by cycles, most first */
  GArray *datas;     /* UiTroublePart: groups of data concerned, by cycles, most first */
} UiTrouble;

/* Finds the troubles in focus, the greatest first: few that explain much. GPtrArray of UiTrouble, owned by the caller.
 * Their rules are not set yet. */
GPtrArray *ui_advice_find(const UiAdviceContext *context);

/* Number of the hottest shared line that has uses of a group of data, or UI_ADVICE_NONE. */
uint32_t ui_advice_hot_line(const UiAdviceContext *context, uint32_t data);
