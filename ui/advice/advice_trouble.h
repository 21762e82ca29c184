/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_trouble.h: the bottlenecks, and the change of their cycles. A bottleneck is a part of the stall with one cause,
 * in one group of data or code. Only the files of ui/advice use this header. */
#pragma once

#include "ui/advice/advice_groups.h"
#include "ui/advice/advice_rules.h"
#include "ui/analysis/analysis_focus.h"
#include "ui/analysis/analysis_stall.h"
#include "ui/names/name_table.h"

/* The families of causes of stall. Each stall cycle of a cell belongs to one family. */
typedef enum {
  ADVICE_FAMILY_SHARING, /* invalidation misses, upgrades, and first references to data that processors pass to each
                            other */
  ADVICE_FAMILY_NODES,   /* the additional latency of misses on remote memory nodes */
  ADVICE_FAMILY_CACHE,   /* first references and replacement misses */
  ADVICE_FAMILY_PAGES,   /* address translation */
  ADVICE_FAMILIES
} AdviceFamily;

/* How functions that set or copy memory, and other code, refer to a data group. */
typedef struct {
  uint64_t set_misses;                  /* misses of functions that set memory */
  uint64_t loads, stores;               /* references of code other than functions that set memory */
  uint64_t copied_loads, copied_stores; /* the part of `loads` and `stores` in functions that copy memory */
} AdviceSetUses;

typedef struct {
  const View *view;
  const NameTable *names;
  const AnalysisFocus *focus;
  const char *where;           /* where to search for source files, in the syntax of analysis_source_text() */
  AnalysisLatencies latencies; /* whole latencies */
  ProfileCache cache;          /* first level */
  bool kinds;                  /* whether the profile divides replacement misses into capacity and conflict
                                        misses */
  unsigned processors;         /* number of busy processors, in the rank with the most of them */
  double stall;                /* stall cycles in focus, of all processors */
  bool by_latency;             /* whether bottlenecks are chosen by the latency of their misses, not by their stall */
  uint64_t batches[PROFILE_BATCHES]; /* stall cycles in focus, for each batch of a sampled run */
  AdviceGroups *groups;
  AdviceSetUses *uses; /* indexed by data group */
  GHashTable *texts;   /* number of a source file -> AnalysisSourceText */
} AdviceContext;

/* A number of used words per miss below this limit counts as small: the code uses two fields of each element, and
 * sometimes a third one. */
#define ADVICE_FEW_WORDS 2.25

/* Parts of the stall of a bottleneck, as the fields of AdviceTrouble with these names are parts of its `cycles`. */
typedef struct {
  double cold, elsewhere, replacement, copied, locked;
} AdviceWaited;

/* A source line of a bottleneck. */
typedef struct {
  uint32_t place, bin;  /* numbers in the profile, of the first cell on that line */
  double cycles;        /* part of the bottleneck's `cycles` on this line */
  double replacement;   /* those of replacement misses */
  double latency;       /* part of the bottleneck's `latency` on this line */
  double stall;         /* part of the bottleneck's `stall` on this line */
  double waited;        /* part of the stall of replacement misses on this line */
  ProfileCounts counts; /* sum of the cells on the line */
} AdviceTroublePlace;

/* The part of a bottleneck that belongs to one group, counted in evictions or in cycles. */
typedef struct {
  uint32_t group; /* number of a data group or of a code group */
  uint64_t count;
  uint64_t stall; /* if the part is counted in cycles, its stall */
} AdviceTroublePart;

typedef struct {
  AdviceFamily family;
  AdviceRuleId rule;
  bool by_code;                    /* whether the bottleneck belongs to a code group, for all data; otherwise it belongs
                                      to a data group */
  uint32_t data;                   /* number of the data group, or of the one with most of the cycles */
  uint32_t code;                   /* number of the code group, or of the one with most of the cycles */
  uint32_t other;                  /* number of the other data group involved, or ADVICE_NONE */
  double stall;                    /* stall cycles of the bottleneck */
  double latency;                  /* latency of its misses, in cycles */
  double cycles;                   /* equals `latency`; after advice_trouble_wait(), equals `stall`. The cycles
                                      below, and those of the places, are parts of this value */
  AdviceWaited waited;             /* parts of `stall`; advice_trouble_wait() uses them */
  double batches[PROFILE_BATCHES]; /* stall cycles of the bottleneck, for each batch of a sampled run */
  double misses;                   /* number of misses of the bottleneck; for sharing, including upgrades; for address
                                      translation, TLB misses */
  double cold;                     /* cycles of first references */
  double elsewhere;                /* the part of `cold` for lines that another processor fetched before */
  double replacement;              /* cycles of replacement misses */
  double copied;                   /* cycles in functions that copy or set memory */
  double locked;                   /* cycles in functions that take or release locks */
  ProfileCounts counts;            /* sum of the counts of all cells in the bottleneck */
  uint64_t touched;                /* bytes of the data in cache lines that were fetched at least once */
  uint64_t extent;                 /* upper bound of the bytes of the data and of the data that evict them */
  uint64_t backward; /* replacement misses of `other` that the data cause, if the interference is mutual; otherwise 0 */
  double allocation; /* part of `cycles` in malloc and free, for blocks of the data */
  uint64_t own;      /* replacement misses of the data that the data themselves cause */
  GArray *along;    /* uint32_t: other data groups that the same change repairs, whose bottlenecks have been merged into
                        this one */
  GArray *evictors; /* AdviceTroublePart: other data groups that evict the data, by decreasing misses */
  GArray *places;   /* AdviceTroublePlace: source lines, by decreasing cycles */
  GArray *codes;    /* AdviceTroublePart: code groups, by decreasing cycles */
  GArray *datas;    /* AdviceTroublePart: data groups, by decreasing cycles */
} AdviceTrouble;

/* Returns the source line of a bottleneck with the number `i`; 0: the line with the most cycles. */
static inline const AdviceTroublePlace *advice_place(const AdviceTrouble *trouble, guint i) {
  return &g_array_index(trouble->places, AdviceTroublePlace, i);
}

/* Sorts the source lines of a bottleneck by decreasing cycles, and lines with equal cycles by decreasing latency. */
void advice_trouble_sort_places(AdviceTrouble *trouble);

/* Sorts an array of AdviceTroublePart by decreasing counts. */
void advice_trouble_sort_parts(GArray *parts);

/* Replaces the latencies of a bottleneck, of its source lines and of its groups by the stall: the parts for which the
 * processors waited. Sorts the lines and groups by their stall. If bottlenecks are chosen by latency, keeps the shares
 * and the order of the latencies. Returns an upper bound of the stall that a change saves, if it saves `gain` cycles of
 * the latency. Call once, after the rule is set. */
double advice_trouble_wait(const AdviceContext *context, AdviceTrouble *trouble, double gain);

/* Adds the cycles, counts and source lines of the bottleneck `other` to the bottleneck `one`. Call only after
 * advice_trouble_wait() for both. */
void advice_trouble_join(const AdviceContext *context, AdviceTrouble *one, const AdviceTrouble *other);

/* Moves a part of the cycles of the bottleneck `other`, between 0 and 1, to the bottleneck `one`. `other` keeps the
 * rest of its cycles, misses and counts. `one` keeps its misses and counts, because they describe its own data. Returns
 * the moved cycles. Call only after advice_trouble_wait() for both. */
double advice_trouble_move(AdviceTrouble *one, AdviceTrouble *other, double part);
