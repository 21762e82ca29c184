/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_find.h: bottlenecks: parts of the stall with one cause, in few groups of the matrix. Only for the files of
 * ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_groups.h"
#include "ui/analysis/ui_advice_rules.h"
#include "ui/analysis/ui_focus.h"
#include "ui/analysis/ui_stall.h"
#include "ui/names/ui_names.h"

/* The families of causes of stall. Each stall cycle of a cell belongs to one. */
typedef enum {
  UI_FAMILY_SHARING, /* invalidation misses, upgrades, first references to data that processors pass on */
  UI_FAMILY_NODES,   /* the additional latency of remote misses */
  UI_FAMILY_CACHE,   /* first references and replacement misses */
  UI_FAMILY_PAGES,   /* address translation */
  UI_FAMILIES
} UiFamily;

typedef struct {
  const UiView *view;
  const UiNames *names;
  const UiFocus *focus;
  const char *where; /* where to search for source files, in the syntax of ui_source_text() */
  UiLatencies latencies;
  UiCache cache;                /* first level */
  bool kinds;                   /* the profile divides replacement misses into capacity and conflict misses */
  unsigned processors;          /* those with busy cycles, in the rank with most of them */
  double stall;                 /* stall cycles in focus */
  uint64_t batches[UI_BATCHES]; /* stall cycles in focus of each batch of a sampled run */
  UiAdviceGroups *groups;
  GHashTable *texts; /* UiSourceText by number of the file */
} UiAdviceContext;

/* A source line of a bottleneck. */
typedef struct {
  uint32_t place, bin; /* numbers in the profile, of the first cell on that line */
  double cycles;       /* stall cycles of the bottleneck on the whole line */
} UiTroublePlace;

/* One group's part of a bottleneck: evictions, or cycles. */
typedef struct {
  uint32_t group; /* number of a data group, or of a code group */
  uint64_t count;
} UiTroublePart;

typedef struct {
  UiFamily family;
  UiRule rule;
  bool by_code;               /* the bottleneck is that of a code group, for all data; else that of a data group */
  uint32_t data;              /* the data group, or the one with most of the cycles */
  uint32_t code;              /* the code group, or the one with most of the cycles */
  uint32_t other;             /* the other data group involved, or UI_ADVICE_NONE */
  double cycles;              /* stall cycles of the bottleneck */
  double batches[UI_BATCHES]; /* the bottleneck's stall cycles in each batch of a sampled run */
  double misses;              /* misses; with upgrades (sharing), or of the TLB (translation) */
  double cold;                /* cycles of first references */
  double elsewhere;           /* part of `cold`: first references to lines that another processor fetched before */
  double replacement;         /* cycles of replacement misses */
  double copied;              /* cycles in functions that copy or set memory */
  UiCounts counts;            /* sum of the bottleneck's cells */
  uint64_t touched;           /* bytes of the data that were fetched at least once */
  uint64_t extent;            /* bytes of the data and of their evictors, at most */
  uint64_t backward; /* replacement misses of `other` that the data cause (mutual cross-interference); else 0 */
  uint64_t own;      /* replacement misses that the data cause themselves */
  GArray *evictors;  /* UiTroublePart: other data groups that evict the data, by falling misses */
  GArray *places;    /* UiTroublePlace: source lines, by falling cycles */
  GArray *codes;     /* UiTroublePart: code groups, by falling cycles */
  GArray *datas;     /* UiTroublePart: data groups, by falling cycles */
} UiTrouble;

/* Returns the bottlenecks in focus, by falling weight. GPtrArray of UiTrouble, owned by the caller. Their `rule` is not
 * set yet. */
GPtrArray *ui_advice_find(const UiAdviceContext *context);

/* Returns the number of the hottest shared line that contains part of a data group, or UI_ADVICE_NONE. */
uint32_t ui_advice_hot_line(const UiAdviceContext *context, uint32_t data);
