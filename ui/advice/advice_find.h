/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_find.h: bottlenecks: parts of the stall with one cause, in few groups of the matrix. Only for the files of
 * advice_make*.c. */
#pragma once

#include "ui/advice/advice_groups.h"
#include "ui/advice/advice_rules.h"
#include "ui/analysis/analysis_focus.h"
#include "ui/analysis/analysis_stall.h"
#include "ui/names/name_table.h"

/* The families of causes of stall. Each stall cycle of a cell belongs to one. */
typedef enum {
  ADVICE_FAMILY_SHARING, /* invalidation misses, upgrades, first references to data that processors pass on */
  ADVICE_FAMILY_NODES,   /* the additional latency of remote misses */
  ADVICE_FAMILY_CACHE,   /* first references and replacement misses */
  ADVICE_FAMILY_PAGES,   /* address translation */
  ADVICE_FAMILIES
} AdviceFamily;

typedef struct {
  const View *view;
  const NameTable *names;
  const AnalysisFocus *focus;
  const char *where; /* where to search for source files, in the syntax of analysis_source_text() */
  AnalysisLatencies latencies;
  ProfileCache cache;                /* first level */
  bool kinds;                        /* the profile divides replacement misses into capacity and conflict misses */
  unsigned processors;               /* number of processors with busy cycles, in the rank with the most of them */
  double stall;                      /* stall cycles in focus */
  uint64_t batches[PROFILE_BATCHES]; /* stall cycles in focus of each batch of a sampled run */
  AdviceGroups *groups;
  GHashTable *texts; /* AnalysisSourceText by number of the file */
} AdviceContext;

/* The limit below which the used words per miss are few: two fields of each element, and sometimes one more. */
#define ADVICE_FEW_WORDS 2.25

/* A source line of a bottleneck. */
typedef struct {
  uint32_t place, bin;  /* numbers in the profile, of the first cell on that line */
  double cycles;        /* stall cycles of the bottleneck on the whole line */
  double replacement;   /* those of replacement misses */
  ProfileCounts counts; /* sum of the cells on the line */
} AdviceTroublePlace;

/* One group's part of a bottleneck: evictions, or cycles. */
typedef struct {
  uint32_t group; /* number of a data group, or of a code group */
  uint64_t count;
} AdviceTroublePart;

typedef struct {
  AdviceFamily family;
  AdviceRuleId rule;
  bool by_code;                    /* the bottleneck is that of a code group, for all data; else that of a data group */
  uint32_t data;                   /* the data group, or the one with most of the cycles */
  uint32_t code;                   /* the code group, or the one with most of the cycles */
  uint32_t other;                  /* the other data group involved, or ADVICE_NONE */
  double cycles;                   /* stall cycles of the bottleneck */
  double batches[PROFILE_BATCHES]; /* the bottleneck's stall cycles in each batch of a sampled run */
  double misses;                   /* misses; for sharing, misses and upgrades; for translation, TLB misses */
  double cold;                     /* cycles of first references */
  double elsewhere;                /* part of `cold`: cycles of first references to lines that another processor fetched
                                      before */
  double replacement;              /* cycles of replacement misses */
  double copied;                   /* cycles in functions that copy or set memory */
  double locked;                   /* cycles in functions that take or release locks */
  ProfileCounts counts;            /* sum of the bottleneck's cells */
  uint64_t touched;                /* bytes of the data that were fetched at least once */
  uint64_t extent;                 /* upper bound of the bytes of the data and of their evictors */
  uint64_t backward; /* replacement misses of `other` that the data cause (mutual cross-interference); else 0 */
  uint64_t own;      /* replacement misses that the data cause themselves */
  GArray *evictors;  /* AdviceTroublePart: other data groups that evict the data, by falling misses */
  GArray *places;    /* AdviceTroublePlace: source lines, by falling cycles */
  GArray *codes;     /* AdviceTroublePart: code groups, by falling cycles */
  GArray *datas;     /* AdviceTroublePart: data groups, by falling cycles */
} AdviceTrouble;

/* Returns the bottlenecks in focus, by falling weight. GPtrArray of AdviceTrouble, owned by the caller. Their `rule` is
 * not set yet. */
GPtrArray *advice_find(const AdviceContext *context);

/* Returns the references of other code to the bottleneck's data for each miss of the functions that set memory; -1: these
 * functions have no misses. */
double advice_uses_of_set(const AdviceContext *context, const AdviceTrouble *trouble);

/* Returns the number of the hottest shared line that contains part of a data group, or ADVICE_NONE. */
uint32_t advice_hot_line(const AdviceContext *context, uint32_t data);
