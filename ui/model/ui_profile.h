/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_profile.h: a profile file in memory. See docs/profile-format.md for what the records mean.
 *
 * A UiProfile is what the file says, checked (and, of a sampled run, scaled up), and is not changed any more; what the
 * user renames or combines is in a UiView over it. */
#ifndef UI_UI_PROFILE_H
#define UI_UI_PROFILE_H

#include <glib.h>

#include "bins/bin_format.h"
#include "ui/base/ui_strip.h"
#include "ui/model/ui_counts.h"
#include "ui/model/ui_models.h"

/* Strings belong to the profile. They are bytes of the profiled program: not always valid UTF-8, and with
 * any control characters in them; ui_text.h makes them fit to print. */

typedef struct {
  const char *name, *value;
} UiOption;

/* What was simulated of a sampled run. */
typedef struct {
  uint64_t samples;
  uint64_t instructions; /* of the whole run */
  uint64_t sampled;      /* of those, in samples */
} UiSampling;

/* A part of the samples. */
typedef struct {
  uint64_t samples; /* at least 1 */
  uint64_t instructions;
} UiBatch;

/* That a profile may have: in time, and by phase. */
enum { UI_BATCHES_IN_TIME = 64, UI_BATCHES = BIN_PHASES_MOST };

/* An interval that represents a phase of a run that was sampled by phase. */
typedef struct {
  uint64_t phase;           /* its number, from 1 */
  uint64_t interval, begin; /* its number, from 0; the instructions of the run before it */
  uint64_t share;           /* of the run's instructions that it represents, in BIN_PHASE_WHOLE-ths */
  uint64_t weight;          /* by which the counts of the interval were multiplied */
  uint64_t instructions;    /* in the interval; 0: the run did not come to it */
} UiSampledPhase;

/* What a profile is made of of which nothing was simulated. */
typedef struct {
  const char *event;   /* that was sampled */
  uint64_t period;     /* of so many one; 0: unknown */
  uint64_t samples;    /* that were taken */
  uint64_t attributed; /* of those, to data */
  const char *method;
} UiEvents;

typedef struct {
  const char *path;     /* "": unknown */
  const char *build_id; /* hexadecimal; "": unknown */
  uint64_t bias;        /* run-time address minus link-time address, modulo 2^64 */
} UiObject;

typedef struct {
  const char *path; /* "": unknown */
} UiFile;

typedef struct {
  const char *name;
  uint32_t object; /* numbers of the records referred to, here and below */
  uint32_t file;
  uint64_t line; /* 0: unknown */
} UiSegment;

typedef struct {
  uint32_t segment;
  uint32_t file;
  uint64_t line;    /* 0: unknown */
  uint64_t address; /* link-time address of the one instruction that it is; 0: a whole line */
  uint64_t instructions;
} UiPlace;

/* An instruction that called or stored. */
typedef struct {
  uint32_t object;
  uint64_t address; /* link-time: of a call, where it returns to minus 1; of a store, its own */
  uint32_t place;
} UiCall;

/* Elements first .. first + count - 1 of UiProfile.frames. */
typedef struct {
  uint32_t first, count;
} UiFrames;

typedef struct {
  const char *kind;
  const char *name;
  uint64_t bytes;
  uint64_t blocks;
  UiFrames frames; /* innermost first */
} UiBin;

/* Where the variable lies that a static or tls bin is. */
typedef struct {
  uint32_t bin;
  uint32_t object;
  uint64_t address; /* link-time; of a tls bin, offset in the object's TLS segment */
  uint64_t bytes;
} UiVariable;

/* The part of a function's stack frame that a stack bin is. */
typedef struct {
  uint32_t bin;
  uint32_t segment;
  uint64_t below; /* bytes from the slot's first byte up to the canonical frame address; 0: unknown */
} UiSlot;

/* Where the address of a new block of a bin was stored. */
typedef struct {
  uint32_t bin;
  uint64_t order;  /* of the bin's receivers */
  uint32_t target; /* bin that was stored into */
  uint64_t offset; /* from the start of its block or variable; in a stack, bytes below the canonical frame address */
  uint32_t call;   /* the instruction */
  uint64_t inside; /* bytes behind the start of the block to which the address leads */
} UiReceiver;

/* A function or loop of a trace (bins/bin_table.h). */
typedef struct {
  const char *kind; /* "function" or "loop" */
  uint64_t around;  /* number of the scope around a loop + 1; 0: a function */
  uint32_t segment;
  uint32_t file;
  uint64_t line;               /* 0: unknown */
  uint64_t address, low, high; /* link-time: of its first instruction; it is in [low, high) */
} UiTraceScope;

/* The references of the cell of a place and a bin were at offset + k * stride in the blocks or variable of the bin. */
typedef struct {
  uint32_t place;
  uint32_t bin;
  uint64_t offset, stride; /* bytes */
} UiSpread;

/* What the references of a cell, all by one instruction, found in the cache and left there (bins/bin_references.h). */
typedef struct {
  uint32_t place; /* of the cell, here and below */
  uint32_t bin;
  const char *kind; /* "read", "write" or "modify" */
  uint64_t temporal_hits, spatial_hits;
  uint64_t evictions;  /* of lines that it had filled */
  uint64_t used_bytes; /* of those */
  uint64_t lost;       /* lines that it had touched, pushed out */
} UiReference;

typedef struct {
  uint32_t place; /* of the reference that lost lines */
  uint32_t bin;
  uint32_t evicting_place;
  uint32_t evicting_bin;
  uint64_t count;
} UiReferenceEvictor;

typedef struct {
  uint64_t threads;
  uint64_t instructions;
  uint64_t cycles; /* busy and idle */
  uint64_t busy_cycles;
  uint64_t idle_cycles;
  UiCounts counts;
} UiProcessor;

typedef struct {
  uint32_t place;
  uint32_t bin;
  UiCounts counts;
} UiCell;

/* Elements first .. first + count - 1 of UiProfile.numbers. */
typedef struct {
  uint32_t first, count;
} UiNumbers;

/* What the batches have of a cell, as they counted it: misses and stall cycles of each in turn. */
typedef struct {
  uint32_t place; /* of the cell */
  uint32_t bin;
  UiNumbers counts;
} UiBatchCell;

/* Instructions that missed when they were fetched (bins/bin_fetches.h). cold + replacement + invalidation + switched =
 * second_level + last_level + memory = misses. */
typedef struct {
  uint64_t misses;
  uint64_t cold, replacement, invalidation, switched;
  uint64_t second_level, last_level, memory; /* where their lines were found */
  uint64_t stall_cycles;
} UiFetchCounts;

typedef struct {
  uint32_t processor;
  uint64_t fetches;  /* instructions */
  uint64_t calls;    /* of the simulator */
  uint64_t runs;     /* of code blocks, that it saw */
  uint64_t switches; /* that emptied the cache */
  UiFetchCounts counts;
} UiIcache;

typedef struct {
  uint32_t place;
  UiFetchCounts counts;
} UiFetchMiss;

typedef struct {
  uint32_t place;   /* whose instructions missed */
  uint32_t segment; /* whose fetches pushed their lines out */
  uint64_t count;
} UiFetchEvictor;

typedef struct {
  uint32_t place; /* of the cell, here and below */
  uint32_t bin;
  uint32_t who; /* number of the evicting bin, or the storing segment */
  uint64_t count;
} UiBlame;

/* How lines were shared: see docs/profile-format.md for what an event is. */
typedef struct {
  uint64_t events;
  uint64_t lines;     /* kept */
  uint64_t forgotten; /* events that any other line had at most */
} UiSharing;

typedef struct {
  uint64_t address;
  uint64_t events;
  uint64_t missed; /* events that it had besides, at most */
  uint64_t true_sharing, false_sharing;
  uint64_t upgrades;
  uint64_t transfers;
  uint64_t unlisted; /* events that are in no use */
} UiHotLine;

typedef struct {
  uint32_t hot_line;
  uint32_t processor;
  uint64_t offset; /* in the line */
  uint32_t place;
  uint32_t bin;
  uint64_t start; /* address of the block or variable; 0: unknown */
  uint64_t reads, writes, modifies;
} UiUse;

/* A run in intervals of its time (bins/bin_timeline.h). */
typedef struct {
  uint64_t begin;     /* clock */
  uint64_t cycles;    /* of an interval */
  uint64_t intervals; /* at least 1; 0: the profile does not say what was when */
} UiTimeline;

/* What a processor did in an interval. */
typedef struct {
  uint32_t processor;
  uint64_t number; /* of the interval */
#define FIELD(unused, name) uint64_t name;
  BIN_INTERVAL_COUNTS(FIELD, )
#undef FIELD
} UiLaneInterval;

/* When the code of a segment did what to a bin: `counts` has of each interval with anything its number, the misses and
 * the stall cycles. */
typedef struct {
  uint32_t segment;
  uint32_t bin;
  UiNumbers counts;
} UiIntervalCell;

typedef struct {
  uint64_t instructions;
  uint64_t cycles;
  UiCounts counts;
} UiTotals;

/* A process of a message-passing program, of a profile that memspy merge made. */
typedef struct {
  uint64_t number;  /* its rank */
  const char *file; /* its own profile */
  uint64_t pid;
  uint64_t processors; /* so many behind those of the rank before */
} UiRank;

/* What a rank did in a segment, on a bin, and in a segment on a bin; `rank` is the number of the record. */
typedef struct {
  uint32_t rank;
  uint32_t segment;
  uint64_t cycles; /* of instructions, and what they and their fetches waited for */
  uint64_t misses, stall_cycles;
} UiRankCode;

typedef struct {
  uint32_t rank;
  uint32_t bin;
  uint64_t misses, stall_cycles;
} UiRankData;

typedef struct {
  uint32_t rank;
  uint32_t segment;
  uint32_t bin;
  uint64_t misses, stall_cycles;
} UiRankCell;

typedef struct {
  const char *creator;
  const char *const *command; /* words, ended by NULL */
  uint64_t pid;
  uint64_t time; /* seconds since 1970 */
  const char *label;
  const char *reason;
  const char *interleaving;
  uint64_t quantum; /* cycles that a thread runs ahead at most; 0: not limited */
  UiSharing sharing;
  UiTotals totals;
  UiTimeline timeline;
  bool has_models; /* the machine has models that most do not have: these count */
  UiModelCounts model_totals;

  /* Of a sampled run, all counts but those of batches are estimates for the whole run (ui_scale.h). */
  bool sampled, by_phase;
  UiSampling sampling;
  bool of_samples; /* made of samples of events (ui_of_samples.h): `sampled` too */
  UiEvents events;

  /* The records of each kind, by their numbers. */
  const UiOption *options;
  const UiBatch *batches; /* by phase, one for each of the phases' intervals, if some phase has several; none: the run
                             was not sampled, or no sample came to its end */
  const UiSampledPhase *phases; /* by where they begin */
  const UiStretch *stretches;   /* from the run's begin to its end; none: not known */
  const UiObject *objects;
  const UiFile *files;
  const UiSegment *segments;
  const UiPlace *places;
  const UiCall *calls;
  const UiBin *bins;
  const UiVariable *variables; /* by bin */
  const UiSlot *slots;         /* by bin */
  const UiReceiver *receivers; /* by bin, then order */
  const UiTraceScope *scopes;  /* of a trace's tables */
  const UiProcessor *processors;
  const UiCell *cells;                          /* by place, then bin */
  const UiBatchCell *batch_cells;               /* likewise */
  const UiBlame *evictors;                      /* bins, by place, bin, who */
  const UiBlame *invalidators;                  /* segments, by place, bin, who */
  const UiSpread *spreads;                      /* by place, then bin */
  const UiReference *references;                /* by place, then bin; none: they were not kept */
  const UiReferenceEvictor *reference_evictors; /* by place, bin, evicting place, evicting bin */
  const UiIcache *icaches;                      /* by processor; none: fetches were not simulated */
  const UiFetchMiss *fetch_misses;              /* by place */
  const UiFetchEvictor *fetch_evictors;         /* by place, then segment */
  const UiModelProcessor *model_processors;     /* by processor: all, if there are models */
  const UiModelCell *model_cells;               /* by place, then bin; only those with something */
  const UiHotLine *hot_lines;                   /* most events first */
  const UiUse *uses;                            /* by hot line, offset, processor, place, bin */
  const UiRank *ranks;                          /* by number; none: it is the profile of one process */
  const UiRankCode *rank_codes;                 /* by rank, then segment */
  const UiRankData *rank_data;                  /* by rank, then bin */
  const UiRankCell *rank_cells;                 /* by rank, segment, bin: all of such a pair, or none */
  const UiLaneInterval *intervals;              /* by processor, then number; only those in which something was */
  const UiIntervalCell *interval_cells;         /* by segment, then bin */
  uint32_t n_options, n_batches, n_batch_cells, n_phases, n_stretches, n_objects, n_files, n_segments, n_places,
      n_calls, n_bins, n_variables, n_slots, n_receivers, n_scopes, n_processors, n_cells, n_evictors, n_invalidators,
      n_spreads, n_references, n_reference_evictors, n_icaches, n_fetch_misses, n_fetch_evictors, n_hot_lines, n_uses,
      n_ranks, n_rank_codes, n_rank_data, n_rank_cells, n_intervals, n_interval_cells, n_model_cells,
      n_model_processors;
  const uint32_t *frames;  /* numbers of calls, that UiFrames point into */
  const uint64_t *numbers; /* that UiNumbers point into */
  bool of_ranks;           /* memspy merge made it */
  uint64_t n_lines, hash;  /* of the records, as their end line says */
  GPtrArray *left_out;     /* char *: cells that contradict themselves, and what in them does (ui_suspects.h) */
  GVariant *resolved;      /* names and lines of source that the file holds (ui_resolved.h); NULL: none */

  /* What the above points into; of no concern to others than ui_profile.c and ui_reader.c. */
  GArray *rows[BIN_RECORDS];
  GArray *frame_store, *number_store;
  GPtrArray *command_store;
  GStringChunk *strings;
} UiProfile;

/* Sets *error and returns false if cells were left out of the profile in file `path`: of what is summed up, compared
 * with limits or kept, no part may be missing. */
bool ui_profile_is_whole(const UiProfile *profile, const char *path, GError **error);

#define UI_PROFILE_ERROR ui_profile_error_quark()
GQuark ui_profile_error_quark(void);

typedef enum {
  UI_PROFILE_ERROR_READ,    /* the file cannot be read */
  UI_PROFILE_ERROR_INVALID, /* it is no profile, or a damaged one */
  UI_PROFILE_ERROR_VERSION  /* a newer or older memspy wrote it */
} UiProfileError;

/* Reads and checks the profile in file `path` (a pipe is fine too). Returns NULL and sets *error, with a
 * message that starts with file and line, when it cannot be read or one thing in it is wrong. The caller
 * frees the profile with ui_profile_free(). */
UiProfile *ui_profile_load(const char *path, GError **error);

/* The same with `n` bytes in memory; `name` stands for the file in messages. */
UiProfile *ui_profile_load_text(const char *name, const char *text, size_t n, GError **error);

/* Frees a profile; NULL is allowed. */
void ui_profile_free(UiProfile *profile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UiProfile, ui_profile_free)

/* Value of the option `name` in the run, or NULL when the profile does not have it. It belongs to the profile. */
const char *ui_profile_option(const UiProfile *profile, const char *name);

/* Whether the machine has several nodes, so that misses are local or remote. */
bool ui_profile_has_nodes(const UiProfile *profile);

/* Cycles of an instruction without stalls in the run (at least 1). */
uint64_t ui_profile_cpi(const UiProfile *profile);

/* The call in frame `index` (0: innermost) of a bin's call path, and its source line. Below bin->frames.count. */
const UiCall *ui_profile_frame(const UiProfile *profile, const UiBin *bin, uint32_t index);
const UiPlace *ui_profile_frame_place(const UiProfile *profile, const UiBin *bin, uint32_t index);

/* What there is of a bin: its variable, its slot (NULL: it is none), its receivers (*n of them, in order). */
const UiVariable *ui_profile_variable(const UiProfile *profile, uint32_t bin);
const UiSlot *ui_profile_slot(const UiProfile *profile, uint32_t bin);
const UiReceiver *ui_profile_receivers(const UiProfile *profile, uint32_t bin, uint32_t *n);

/* The spread of the cell of a place and a bin; NULL: it is not known. */
const UiSpread *ui_profile_spread(const UiProfile *profile, uint32_t place, uint32_t bin);

/* What the batches have of the cell; NULL: nothing. */
const UiBatchCell *ui_profile_batch_cell(const UiProfile *profile, uint32_t place, uint32_t bin);

/* What the instruction of the cell found in the cache; NULL: it was not kept. */
const UiReference *ui_profile_reference(const UiProfile *profile, uint32_t place, uint32_t bin);

/* What models of the machine counted of the cell; NULL: nothing. */
const UiModelCell *ui_profile_model_cell(const UiProfile *profile, uint32_t place, uint32_t bin);

/* What all processors' instruction caches did, summed up. */
UiIcache ui_profile_fetches(const UiProfile *profile);

/* Last component of the path of a source file or object; "???" when it is unknown. Points into `path`. */
const char *ui_profile_basename(const char *path);

/* For the reader: an empty profile, and the end of its filling, from when on the public fields hold. */
UiProfile *ui_profile_new(void);
void ui_profile_seal(UiProfile *profile);

#endif
