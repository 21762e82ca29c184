/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_profile.h: a profile file in memory. docs/profile-format.md explains the records.
 *
 * A UiProfile is the checked content of the file (scaled up, if the run was sampled), and immutable; the user's names
 * and combinations are in a UiView over it. */
#pragma once

#include <glib.h>

#include "bins/bin_format.h"
#include "ui/base/ui_strip.h"
#include "ui/model/ui_counts.h"
#include "ui/model/ui_models.h"

/* Strings belong to the profile. They are bytes of the profiled program, possibly invalid UTF-8 or with control
 * characters; ui_text.h makes them printable. */

typedef struct {
  const char *name, *value;
} UiOption;

/* The simulated part of a sampled run. */
typedef struct {
  uint64_t samples;
  uint64_t instructions; /* in the whole run */
  uint64_t sampled;      /* instructions in samples */
} UiSampling;

/* A part of the samples. */
typedef struct {
  uint64_t samples; /* at least 1 */
  uint64_t instructions;
} UiBatch;

/* Most batches of a profile: in time, and by phase. */
enum { UI_BATCHES_IN_TIME = 64, UI_BATCHES = BIN_PHASES_MOST };

/* An interval that represents a phase of a run that was sampled by phase. */
typedef struct {
  uint64_t phase;           /* its number, from 1 */
  uint64_t interval, begin; /* its number, from 0; instructions of the run before it */
  uint64_t share;           /* represented part of the run's instructions, in BIN_PHASE_WHOLE-ths */
  uint64_t weight;          /* factor of the interval's counts */
  uint64_t instructions;    /* in the interval; 0: the run did not reach it */
} UiSampledPhase;

/* Source of a profile without simulation. */
typedef struct {
  const char *event;   /* the sampled event */
  uint64_t period;     /* events per sample; 0: unknown */
  uint64_t samples;    /* taken */
  uint64_t attributed; /* to data */
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
  uint64_t address; /* link-time address, if it is a single instruction; 0: a whole line */
  uint64_t instructions;
} UiPlace;

/* A call or store instruction. */
typedef struct {
  uint32_t object;
  uint64_t address; /* link-time: return address minus 1 of a call; address of a store */
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

/* Location of the variable of a static or tls bin. */
typedef struct {
  uint32_t bin;
  uint32_t object;
  uint64_t address; /* link-time; tls bin: offset in the object's TLS segment */
  uint64_t bytes;
} UiVariable;

/* Part of a function's stack frame, of a stack bin. */
typedef struct {
  uint32_t bin;
  uint32_t segment;
  uint64_t below; /* bytes from the slot's start to the canonical frame address; 0: unknown */
} UiSlot;

/* Place where the address of a new block of a bin was stored. */
typedef struct {
  uint32_t bin;
  uint64_t order;  /* the position of this receiver in the bin */
  uint32_t target; /* bin of the store */
  uint64_t offset; /* from the start of its block or variable; in a stack, bytes below the canonical frame address */
  uint32_t call;   /* the instruction */
  uint64_t inside; /* offset of the stored address in the block */
} UiReceiver;

/* A function or loop of a trace (bins/bin_table.h). */
typedef struct {
  const char *kind; /* "function" or "loop" */
  uint64_t around;  /* number of the scope around a loop + 1; 0: a function */
  uint32_t segment;
  uint32_t file;
  uint64_t line;               /* 0: unknown */
  uint64_t address, low, high; /* link-time; first instruction, in [low, high) */
} UiTraceScope;

/* Offsets of the references of a cell in the bin's blocks or variable: offset + k * stride. */
typedef struct {
  uint32_t place;
  uint32_t bin;
  uint64_t offset, stride; /* bytes */
} UiSpread;

/* Cache use by the references of a cell, all of one instruction (bins/bin_references.h). */
typedef struct {
  uint32_t place; /* the cell's, here and below */
  uint32_t bin;
  const char *kind; /* "read", "write" or "modify" */
  uint64_t temporal_hits, spatial_hits;
  uint64_t evictions;  /* evicted lines that it had filled */
  uint64_t used_bytes; /* in those lines */
  uint64_t lost;       /* evicted lines that it had touched */
} UiReference;

typedef struct {
  uint32_t place; /* the reference that lost lines */
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

/* A cell's counts by batch: misses and stall cycles of each batch. */
typedef struct {
  uint32_t place; /* the cell's */
  uint32_t bin;
  UiNumbers counts;
} UiBatchCell;

/* Misses of instruction fetches (bins/bin_fetches.h). cold + replacement + invalidation + switched = second_level +
 * last_level + memory = misses. */
typedef struct {
#define FIELD(unused, name, help) uint64_t name;
  BIN_FETCH_COUNTS(FIELD, )
#undef FIELD
} UiFetchCounts;

typedef struct {
  uint32_t processor;
  uint64_t fetches;  /* instructions */
  uint64_t calls;    /* calls of the simulator */
  uint64_t runs;     /* simulated code blocks */
  uint64_t switches; /* context switches that emptied the cache */
  UiFetchCounts counts;
} UiIcache;

typedef struct {
  uint32_t place;
  UiFetchCounts counts;
} UiFetchMiss;

typedef struct {
  uint32_t place;   /* the misses' */
  uint32_t segment; /* the evicting fetches' */
  uint64_t count;
} UiFetchEvictor;

typedef struct {
  uint32_t place; /* the cell's, here and below */
  uint32_t bin;
  uint32_t who; /* number of the evicting bin, or the storing segment */
  uint64_t count;
} UiBlame;

/* Sharing of lines; docs/profile-format.md defines events. */
typedef struct {
  uint64_t events;
  uint64_t lines;     /* kept */
  uint64_t forgotten; /* most events of any other line */
} UiSharing;

typedef struct {
  uint64_t address;
  uint64_t events;
  uint64_t missed; /* most additional events */
  uint64_t true_sharing, false_sharing;
  uint64_t upgrades;
  uint64_t transfers;
  uint64_t unlisted; /* events without a UiUse */
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
  uint64_t cycles;    /* per interval */
  uint64_t intervals; /* at least 1; 0: the profile has no intervals */
} UiTimeline;

/* Counts of a processor in an interval. */
typedef struct {
  uint32_t processor;
  uint64_t number; /* of the interval */
#define FIELD(unused, name, help) uint64_t name;
  BIN_INTERVAL_COUNTS(FIELD, FIELD, )
#undef FIELD
} UiLaneInterval;

/* Activity of a segment's code on a bin over time: `counts` has the number, the misses and the stall cycles of each
 * nonzero interval. */
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

/* A process of a message-passing program, in a profile of memspy merge. */
typedef struct {
  uint64_t number;  /* its rank */
  const char *file; /* its own profile */
  uint64_t pid;
  uint64_t processors; /* number of its records, after those of the previous rank */
} UiRank;

/* Counts of a rank in a segment, on a bin, and in a segment on a bin; `rank` is the index of its UiRank. */
typedef struct {
  uint32_t rank;
  uint32_t segment;
  uint64_t cycles; /* instruction cycles and the stall of their references and fetches */
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
  uint64_t quantum; /* most cycles that a thread runs ahead; 0: unlimited */
  UiSharing sharing;
  UiTotals totals;
  UiTimeline timeline;
  bool has_models; /* the machine has optional models with counts */
  UiModelCounts model_totals;

  /* If sampled, all counts except those of batches are estimates for the whole run (ui_scale.h). */
  bool sampled, by_phase;
  UiSampling sampling;
  bool of_samples; /* made of samples of events (ui_of_samples.h): `sampled` too */
  UiEvents events;

  /* The records of each kind, by their numbers. */
  const UiOption *options;
  const UiBatch *batches;       /* by phase, one for each interval, if some phase has several; none: not sampled, or no
                                   sample was completed */
  const UiSampledPhase *phases; /* by their start */
  const UiStretch *stretches;   /* from the run's start to its end; none: not known */
  const UiObject *objects;
  const UiFile *files;
  const UiSegment *segments;
  const UiPlace *places;
  const UiCall *calls;
  const UiBin *bins;
  const UiVariable *variables; /* by bin */
  const UiSlot *slots;         /* by bin */
  const UiReceiver *receivers; /* by bin, then order */
  const UiTraceScope *scopes;  /* from a trace's tables */
  const UiProcessor *processors;
  const UiCell *cells;                          /* by place, then bin */
  const UiBatchCell *batch_cells;               /* by place, then bin */
  const UiBlame *evictors;                      /* bins, by place, bin, who */
  const UiBlame *invalidators;                  /* segments, by place, bin, who */
  const UiSpread *spreads;                      /* by place, then bin */
  const UiReference *references;                /* by place, then bin; none: not recorded */
  const UiReferenceEvictor *reference_evictors; /* by place, bin, evicting place, evicting bin */
  const UiIcache *icaches;                      /* by processor; none: not simulated */
  const UiFetchMiss *fetch_misses;              /* by place */
  const UiFetchEvictor *fetch_evictors;         /* by place, then segment */
  const UiModelProcessor *model_processors;     /* by processor: all, if there are models */
  const UiModelCell *model_cells;               /* by place, then bin; nonzero ones */
  const UiHotLine *hot_lines;                   /* most events first */
  const UiUse *uses;                            /* by hot line, offset, processor, place, bin */
  const UiRank *ranks;                          /* by number; none: a profile of one process */
  const UiRankCode *rank_codes;                 /* by rank, then segment */
  const UiRankData *rank_data;                  /* by rank, then bin */
  const UiRankCell *rank_cells;                 /* by rank, segment, bin; for each pair, all ranks or none */
  const UiLaneInterval *intervals;              /* by processor, then number; nonzero ones */
  const UiIntervalCell *interval_cells;         /* by segment, then bin */
  uint32_t n_options, n_batches, n_batch_cells, n_phases, n_stretches, n_objects, n_files, n_segments, n_places,
      n_calls, n_bins, n_variables, n_slots, n_receivers, n_scopes, n_processors, n_cells, n_evictors, n_invalidators,
      n_spreads, n_references, n_reference_evictors, n_icaches, n_fetch_misses, n_fetch_evictors, n_hot_lines, n_uses,
      n_ranks, n_rank_codes, n_rank_data, n_rank_cells, n_intervals, n_interval_cells, n_model_cells,
      n_model_processors;
  const uint32_t *frames;  /* numbers of calls, for UiFrames */
  const uint64_t *numbers; /* for UiNumbers */
  bool of_ranks;           /* made by memspy merge */
  uint64_t n_lines, hash;  /* the records', from their end line */
  GPtrArray *left_out;     /* char *: omitted cells with their contradiction (ui_suspects.h) */
  GVariant *resolved;      /* names and source lines in the file (ui_resolved.h); NULL: none */

  /* Storage of the above; private to ui_profile.c and ui_reader.c. */
  GArray *rows[BIN_RECORDS];
  GArray *frame_store, *number_store;
  GPtrArray *command_store;
  GStringChunk *strings;
} UiProfile;

/* Returns false and sets *error if cells were left out of the profile in file `path`: sums, comparisons with limits
 * and archives must be complete. */
bool ui_profile_is_whole(const UiProfile *profile, const char *path, GError **error);

#define UI_PROFILE_ERROR ui_profile_error_quark()
GQuark ui_profile_error_quark(void);

typedef enum {
  UI_PROFILE_ERROR_READ,    /* the file cannot be read */
  UI_PROFILE_ERROR_INVALID, /* it is not a profile, or damaged */
  UI_PROFILE_ERROR_VERSION  /* a newer or older memspy wrote it */
} UiProfileError;

/* Reads and checks the profile in file or pipe `path`. Returns NULL and sets *error, with a message that starts with
 * file and line, if it cannot be read or is invalid. The caller frees the profile with ui_profile_free(). */
UiProfile *ui_profile_load(const char *path, GError **error);

/* As ui_profile_load(), for `n` bytes in memory; messages call the file `name`. */
UiProfile *ui_profile_load_text(const char *name, const char *text, size_t n, GError **error);

/* Frees a profile; NULL is allowed. */
void ui_profile_free(UiProfile *profile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UiProfile, ui_profile_free)

/* Returns the value of option `name` of the run, or NULL if the profile does not have it. It belongs to the profile. */
const char *ui_profile_option(const UiProfile *profile, const char *name);

/* Returns whether the machine has several nodes, so that misses are local or remote. */
bool ui_profile_has_nodes(const UiProfile *profile);

/* Returns the cycles of an instruction without stalls (at least 1). */
uint64_t ui_profile_cpi(const UiProfile *profile);

/* Return the call in frame `index` (0: innermost; below bin->frames.count) of a bin's call path, and its source
 * line. */
const UiCall *ui_profile_frame(const UiProfile *profile, const UiBin *bin, uint32_t index);
const UiPlace *ui_profile_frame_place(const UiProfile *profile, const UiBin *bin, uint32_t index);

/* Return a bin's variable or slot (NULL: none), and its *n receivers, in order. */
const UiVariable *ui_profile_variable(const UiProfile *profile, uint32_t bin);
const UiSlot *ui_profile_slot(const UiProfile *profile, uint32_t bin);
const UiReceiver *ui_profile_receivers(const UiProfile *profile, uint32_t bin, uint32_t *n);

/* Returns the offsets of the cell's references; NULL: not known. */
const UiSpread *ui_profile_spread(const UiProfile *profile, uint32_t place, uint32_t bin);

/* Returns the cell's counts by batch; NULL: none. */
const UiBatchCell *ui_profile_batch_cell(const UiProfile *profile, uint32_t place, uint32_t bin);

/* Returns the cache use of the cell's instruction; NULL: not recorded. */
const UiReference *ui_profile_reference(const UiProfile *profile, uint32_t place, uint32_t bin);

/* Returns the cell's counts of models; NULL: none. */
const UiModelCell *ui_profile_model_cell(const UiProfile *profile, uint32_t place, uint32_t bin);

/* Returns the sum over all processors' instruction caches. */
UiIcache ui_profile_fetches(const UiProfile *profile);

/* Returns the last component of the path of a source file or object; "???" if unknown. Points into `path`. */
const char *ui_profile_basename(const char *path);

/* For the reader: create an empty profile, and complete it; then the public fields are valid. */
UiProfile *ui_profile_new(void);
void ui_profile_seal(UiProfile *profile);
