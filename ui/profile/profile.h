/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile.h: a profile file in memory. docs/profile-format.md explains the records.
 *
 * A Profile is the checked content of the file, scaled up if the run was sampled. It is immutable; the user's names and
 * combinations are in a View of the profile. */
#pragma once

#include <glib.h>

#include "bins/bin_format.h"
#include "machine/mach_config.h"
#include "ui/base/ui_strip.h"
#include "ui/profile/profile_counts.h"
#include "ui/profile/profile_models.h"

/* Strings belong to the profile. They are bytes of the profiled program, possibly invalid UTF-8 or with control
 * characters; ui_text.h makes them printable. */

typedef struct {
  const char *name, *value;
} ProfileOption;

/* The simulated part of a sampled run of the program. */
typedef struct {
  uint64_t samples;
  uint64_t instructions; /* instructions of the whole run */
  uint64_t sampled;      /* instructions in samples */
} ProfileSampling;

/* A part of the samples. */
typedef struct {
  uint64_t samples; /* at least 1 */
  uint64_t instructions;
} ProfileBatch;

/* The maximum number of batches of a profile: of a run sampled in time, and of a run sampled by phase. */
enum { PROFILE_BATCHES_IN_TIME = 64, PROFILE_BATCHES = BIN_PHASES_MOST };

/* An interval that represents a phase of a run that was sampled by phase. */
typedef struct {
  uint64_t phase;           /* number of the phase, from 1 */
  uint64_t interval, begin; /* interval: its number, from 0; begin: number of instructions before the interval */
  uint64_t share;           /* share of the run's instructions that the interval represents, in units of
                               1/BIN_PHASE_WHOLE */
  uint64_t weight;          /* factor of the interval's counts */
  uint64_t instructions;    /* number of instructions in the interval; 0: the run did not reach the interval */
} ProfileSampledPhase;

/* The source of a profile that was made without simulation. */
typedef struct {
  const char *event;   /* the sampled event */
  uint64_t period;     /* events per sample; 0: unknown */
  uint64_t samples;    /* number of samples taken */
  uint64_t attributed; /* number of samples attributed to data */
  const char *method;
} ProfileEvents;

/* The counts of a profile made of samples. */
typedef enum {
  PROFILE_EVENTS_ONLY,         /* the events, as read misses */
  PROFILE_ACCESSES,            /* as above, plus the references, the misses on modified lines, the misses by node, and
                                  the stall */
  PROFILE_ACCESSES_AND_SERVERS /* also the servers of misses */
} ProfileDetail;

typedef struct {
  uint64_t spread; /* if the period varied: the sum of the squares of the periods, divided by the sum of the periods;
                      otherwise 0 */
  uint64_t detail; /* ProfileDetail */
} ProfileEventKind;

typedef struct {
  const char *path;     /* "": unknown */
  const char *build_id; /* hexadecimal; "": unknown */
  uint64_t bias;        /* run-time address minus link-time address, modulo 2^64 */
} ProfileObject;

typedef struct {
  const char *path; /* "": unknown */
} ProfileFile;

typedef struct {
  const char *name;
  uint32_t object; /* here and below, a member with the name of a kind of record is the number of such a record */
  uint32_t file;
  uint64_t line;       /* 0: unknown */
  uint32_t inlined_in; /* number of the segment that contains this inlined function, + 1; 0: not inlined */
} ProfileSegment;

typedef struct {
  uint32_t segment;
  uint32_t file;
  uint64_t line;    /* 0: unknown */
  uint64_t address; /* link-time address, if the place is a single instruction; 0: the place is a whole source line */
  uint64_t instructions;
  uint32_t stage; /* number of the innermost stage in which the place was executed + 1; 0: outside of all stages. Each
                     stage has places of its own, so several places can have the same code */
} ProfilePlace;

/* A stage of the run, which the program named (bins/bin_stages.h). */
typedef struct {
  uint32_t outer; /* number of the stage inside which this one begins + 1; 0: none */
  const char *name;
  uint64_t begun;  /* how often it began */
  uint64_t cycles; /* from each beginning to its end */
} ProfileStage;

/* A call or store instruction. */
typedef struct {
  uint32_t object;
  uint64_t address; /* link-time address: for a call, its return address minus 1; for a store, the address of the
                       instruction */
  uint32_t place;
} ProfileCall;

/* The elements first .. first + count - 1 of Profile.frames. */
typedef struct {
  uint32_t first, count;
} ProfileFrames;

typedef struct {
  const char *kind;
  const char *name;
  uint64_t bytes;
  uint64_t blocks;
  ProfileFrames frames; /* innermost first */
} ProfileBin;

/* The location of the variable of a static or tls bin. */
typedef struct {
  uint32_t bin;
  uint32_t object;
  uint64_t address; /* link-time address; for a tls bin, offset in the object's TLS segment */
  uint64_t bytes;
} ProfileVariable;

/* A part of a function's stack frame that is a stack bin. */
typedef struct {
  uint32_t bin;
  uint32_t segment;
  uint64_t below; /* distance in bytes from the slot's start to the canonical frame address; 0: unknown */
} ProfileSlot;

/* A location in which the address of a new block of a bin was stored. */
typedef struct {
  uint32_t bin;
  uint64_t order;  /* the position of this receiver among the receivers of the bin */
  uint32_t target; /* bin that contains the location */
  uint64_t offset; /* distance in bytes from the start of the target's block or variable; in a stack, number of bytes
                      below the canonical frame address */
  uint32_t call;   /* the storing instruction */
  uint64_t inside; /* offset of the stored address in the new block */
} ProfileReceiver;

/* A function or loop of a trace (bins/bin_table.h). */
typedef struct {
  const char *kind; /* "function" or "loop" */
  uint64_t around;  /* number of the scope around a loop + 1; 0: a function */
  uint32_t segment;
  uint32_t file;
  uint64_t line;               /* 0: unknown */
  uint64_t address, low, high; /* link-time addresses: of the first instruction, and the bounds [low, high) of the
                                  scope */
} ProfileTraceScope;

/* The offsets of a cell's references in the blocks or the variable of the bin. They have the form offset + k *
 * stride. */
typedef struct {
  uint32_t place;
  uint32_t bin;
  uint64_t offset, stride; /* bytes */
} ProfileSpread;

/* The cache use by the references of a cell, which are all made by one instruction (bins/bin_references.h). */
typedef struct {
  uint32_t place; /* place of the cell (also in the structs below) */
  uint32_t bin;
  const char *kind; /* "read", "write" or "modify" */
  uint64_t temporal_hits, spatial_hits;
  uint64_t evictions;  /* number of evicted lines that the reference had filled */
  uint64_t used_bytes; /* number of used bytes in these lines */
  uint64_t lost;       /* number of evicted lines that the reference had touched */
} ProfileReference;

typedef struct {
  uint32_t place; /* the reference that lost lines */
  uint32_t bin;
  uint32_t evicting_place;
  uint32_t evicting_bin;
  uint64_t count;
} ProfileReferenceEvictor;

typedef struct {
  uint64_t threads;
  uint64_t instructions;
  uint64_t cycles; /* busy and idle */
  uint64_t busy_cycles;
  uint64_t idle_cycles;
  ProfileCounts counts;
} ProfileProcessor;

typedef struct {
  uint32_t place;
  uint32_t bin;
  ProfileCounts counts;
} ProfileCell;

/* The elements first .. first + count - 1 of Profile.numbers. */
typedef struct {
  uint32_t first, count;
} ProfileNumbers;

/* The misses and the stall cycles of a cell in each batch. */
typedef struct {
  uint32_t place; /* place of the cell */
  uint32_t bin;
  ProfileNumbers counts;
} ProfileBatchCell;

/* The misses of instruction fetches (bins/bin_fetches.h), with cold + replacement + invalidation + switched =
 * second_level + last_level + memory = misses. */
typedef struct {
#define FIELD(unused, name, help) uint64_t name;
  BIN_FETCH_COUNTS(FIELD, )
#undef FIELD
} ProfileFetchCounts;

typedef struct {
  uint32_t processor;
  uint64_t fetches;  /* instructions */
  uint64_t calls;    /* calls of the simulator */
  uint64_t runs;     /* simulated code blocks */
  uint64_t switches; /* number of context switches that emptied the cache */
  ProfileFetchCounts counts;
} ProfileIcache;

typedef struct {
  uint32_t place;
  ProfileFetchCounts counts;
} ProfileFetchMiss;

typedef struct {
  uint32_t place;   /* place of the misses */
  uint32_t segment; /* segment of the evicting fetches */
  uint64_t count;
} ProfileFetchEvictor;

typedef struct {
  uint32_t place; /* place of the cell */
  uint32_t bin;
  uint32_t who; /* number of the evicting bin, or of the storing segment */
  uint64_t count;
} ProfileEvictors;

/* The sharing of cache lines. docs/profile-format.md defines events. */
typedef struct {
  uint64_t events;
  uint64_t lines;     /* number of lines kept */
  uint64_t forgotten; /* upper bound of the events of any other line */
} ProfileSharing;

typedef struct {
  uint64_t address;
  uint64_t events;
  uint64_t missed; /* upper bound of the line's events that are not in `events` */
  uint64_t true_sharing, false_sharing;
  uint64_t upgrades;
  uint64_t transfers;
  uint64_t unlisted; /* events without a ProfileUse */
} ProfileHotLine;

typedef struct {
  uint32_t hot_line;
  uint32_t processor;
  uint64_t offset; /* offset in the line */
  uint32_t place;
  uint32_t bin;
  uint64_t start; /* address of the block or variable that contains the byte; 0: unknown */
  uint64_t reads, writes, modifies;
} ProfileUse;

/* The division of a run into intervals of time (bins/bin_timeline.h). */
typedef struct {
  uint64_t begin;     /* clock */
  uint64_t cycles;    /* per interval */
  uint64_t intervals; /* number of intervals, at least 1; 0: the profile has no intervals */
} ProfileTimeline;

/* Counts of a processor in an interval. */
typedef struct {
  uint32_t processor;
  uint64_t number; /* number of the interval */
#define FIELD(unused, name, help) uint64_t name;
  BIN_INTERVAL_COUNTS(FIELD, FIELD, )
#undef FIELD
} ProfileLaneInterval;

/* The numbers that ProfileIntervalCell.counts has for each interval, in this order. */
enum { PROFILE_INTERVAL_NUMBER, PROFILE_INTERVAL_MISSES, PROFILE_INTERVAL_STALL, PROFILE_INTERVAL_KINDS };

/* The activity of a segment's code on a bin over time. `counts` has the numbers above for each interval in which they
 * are not zero. */
typedef struct {
  uint32_t segment;
  uint32_t bin;
  ProfileNumbers counts;
} ProfileIntervalCell;

/* A calling context (bins/bin_contexts.h), with the counts of its own function. */
typedef struct {
  uint64_t caller;  /* number of the calling context + 1; 0: a thread began in this context */
  uint32_t segment; /* not inlined */
  const char *way;  /* "call", "jump", "signal" or "start" */
  uint64_t place;   /* number of the place of the call + 1; 0: none, or unknown */
  uint64_t calls;   /* without folded calls */
  uint64_t instructions, reads, writes;
} ProfileContext;

/* The calls from a context to a context that was already open (folded calls). */
typedef struct {
  uint32_t from;
  uint64_t place; /* number of the place of the call + 1; 0: none, or unknown */
  const char *way;
  uint32_t to;
  uint64_t calls;
} ProfileContextFold;

typedef struct {
  uint32_t context;
  uint32_t place;
  uint32_t bin;
  uint64_t read_misses, write_misses, memory, stall_cycles;
} ProfileContextCell;

typedef struct {
  uint64_t instructions;
  uint64_t cycles;
  ProfileCounts counts;
} ProfileTotals;

/* A process of a message-passing program, in a profile of memspy merge. */
typedef struct {
  uint64_t number;  /* its rank */
  const char *file; /* its own profile */
  uint64_t pid;
  uint64_t processors; /* number of the rank's processor records, which come after those of the previous rank */
} ProfileRank;

/* The next three structs have the counts of a rank: in a segment, on a bin, and in a segment on a bin. `rank` is the
 * index of the rank's ProfileRank. */
typedef struct {
  uint32_t rank;
  uint32_t segment;
  uint64_t cycles; /* cycles of the instructions, plus the stall of their references and fetches */
  uint64_t misses, stall_cycles;
} ProfileRankCode;

typedef struct {
  uint32_t rank;
  uint32_t bin;
  uint64_t misses, stall_cycles;
} ProfileRankData;

typedef struct {
  uint32_t rank;
  uint32_t segment;
  uint32_t bin;
  uint64_t misses, stall_cycles;
} ProfileRankCell;

typedef struct {
  const char *creator;
  const char *const *command; /* words, ended by NULL */
  uint64_t pid;
  uint64_t time; /* seconds since 1970 */
  const char *label;
  const char *reason;
  const char *interleaving;
  uint64_t quantum; /* maximum number of cycles by which a thread runs ahead of the others; 0: unlimited */
  ProfileSharing sharing;
  ProfileTotals totals;
  ProfileTimeline timeline;
  bool has_models;            /* whether the machine has optional models with counts */
  bool has_inlined;           /* whether at least one segment is an inlined function */
  bool has_callers;           /* whether the profile has calling contexts */
  uint64_t contexts_left_out; /* number of calls that stayed in the context of their caller */
  ProfileModelCounts model_totals;

  /* If `sampled`, all counts except those of batches are estimates for the whole run (profile_scale.h). */
  bool sampled, by_phase;
  ProfileSampling sampling;
  bool of_samples; /* whether the profile is made of samples of events (profile_of_samples.h); if so, `sampled` is also
                      set */
  ProfileEvents events;
  ProfileEventKind event_kind;

  /* The records of each kind: arrays that are indexed by the numbers of the records. */
  const ProfileOption *options;
  const ProfileBatch *batches;       /* none if the run was not sampled, or if no sample was completed. In a run that
                                        was sampled by phase: one for each interval, if some phase has several
                                        intervals */
  const ProfileSampledPhase *phases; /* sorted by start */
  const UiStretch *stretches;        /* in the order of time, from the run's start to its end; none if they are
                                        unknown */
  const ProfileObject *objects;
  const ProfileFile *files;
  const ProfileSegment *segments;
  const ProfileStage *stages; /* none if the program named none */
  const ProfilePlace *places;
  const ProfileCall *calls;
  const ProfileBin *bins;
  const ProfileVariable *variables; /* sorted by bin */
  const ProfileSlot *slots;         /* sorted by bin */
  const ProfileReceiver *receivers; /* sorted by bin, then order */
  const ProfileTraceScope *scopes;  /* from a trace's tables */
  const ProfileProcessor *processors;
  const ProfileCell *cells;                          /* sorted by place, then bin */
  const ProfileBatchCell *batch_cells;               /* sorted by place, then bin */
  const ProfileEvictors *evictors;                   /* counts of evicting bins; sorted by place, bin, `who` */
  const ProfileEvictors *invalidators;               /* counts of storing segments; sorted by place, bin, `who` */
  const ProfileSpread *spreads;                      /* sorted by place, then bin */
  const ProfileReference *references;                /* sorted by place, then bin; none if they were not recorded */
  const ProfileReferenceEvictor *reference_evictors; /* sorted by place, bin, evicting place, evicting bin */
  const ProfileIcache *icaches;                      /* sorted by processor; none if fetches were not simulated */
  const ProfileFetchMiss *fetch_misses;              /* sorted by place */
  const ProfileFetchEvictor *fetch_evictors;         /* sorted by place, then segment */
  const ProfileModelProcessor *model_processors;     /* sorted by processor; all processors, if there are models */
  const ProfileModelCell *model_cells;               /* sorted by place, then bin; only nonzero ones */
  const ProfileHotLine *hot_lines;                   /* most events first */
  const ProfileUse *uses;                            /* sorted by hot line, offset, processor, place, bin */
  const ProfileRank *ranks;                          /* sorted by number; none in a profile of one process */
  const ProfileRankCode *rank_codes;                 /* sorted by rank, then segment */
  const ProfileRankData *rank_data;                  /* sorted by rank, then bin */
  const ProfileRankCell *rank_cells;                 /* sorted by rank, segment, bin; each pair of segment and bin has
                                                        all ranks or none */
  const ProfileLaneInterval *intervals;              /* sorted by processor, then number; only nonzero ones */
  const ProfileIntervalCell *interval_cells;         /* sorted by segment, then bin */
  const ProfileContext *contexts;                    /* each context comes after its caller, and is followed by all
                                                        contexts below it */
  const ProfileContextFold *context_folds;           /* sorted by caller */
  const ProfileContextCell *context_cells;           /* sorted by context, place, bin; only nonzero ones */
  uint32_t n_options, n_batches, n_batch_cells, n_phases, n_stretches, n_objects, n_files, n_segments, n_stages,
      n_places, n_calls, n_bins, n_variables, n_slots, n_receivers, n_scopes, n_processors, n_cells, n_evictors,
      n_invalidators, n_spreads, n_references, n_reference_evictors, n_icaches, n_fetch_misses, n_fetch_evictors,
      n_hot_lines, n_uses, n_ranks, n_rank_codes, n_rank_data, n_rank_cells, n_intervals, n_interval_cells,
      n_model_cells, n_model_processors, n_contexts, n_context_folds, n_context_cells;
  const uint32_t *frames;  /* numbers of calls, for ProfileFrames */
  const uint64_t *numbers; /* for ProfileNumbers */
  bool of_ranks;           /* made by memspy merge */
  uint64_t n_lines, hash;  /* number of the lines with records, and their hash, from the end line of the file */
  GPtrArray *left_out;     /* char *: descriptions of the omitted cells and of their contradictions
                              (profile_suspects.h) */
  GVariant *resolved;      /* names and source lines in the file (profile_resolved.h); NULL: the file has none */

  /* The memory of the arrays above. Only profile.c and profile_reader.c use it. */
  GArray *rows[BIN_RECORDS];
  GArray *frame_store, *number_store;
  GPtrArray *command_store;
  GStringChunk *strings;
} Profile;

/* Returns false and sets *error if cells were left out of the profile in file `path`: sums, comparisons with limits,
 * and archives must be complete. */
bool profile_is_whole(const Profile *profile, const char *path, GError **error);

#define PROFILE_ERROR profile_error_quark()
GQuark profile_error_quark(void);

typedef enum {
  PROFILE_ERROR_READ,    /* the file cannot be read */
  PROFILE_ERROR_INVALID, /* the file is not a profile, or is damaged */
  PROFILE_ERROR_VERSION  /* a newer or older memspy wrote the file */
} ProfileError;

/* Reads and checks the profile in file or pipe `path`. Returns NULL and sets *error, with a message that starts with
 * file and line, if it cannot be read or is invalid. The caller frees the profile with profile_free(). */
Profile *profile_load(const char *path, GError **error);

/* As profile_load(), for a profile of `n` bytes in memory. Messages call the file `name`. */
Profile *profile_load_text(const char *name, const char *text, size_t n, GError **error);

/* Frees a profile; `profile` can be NULL. */
void profile_free(Profile *profile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Profile, profile_free)

/* Returns the value of option `name` of the run, or NULL if the profile does not have it. Profiles of earlier versions
 * list the option `processor` only if the processors have windows. The value belongs to the profile. */
const char *profile_option(const Profile *profile, const char *name);

/* Returns whether the machine has several nodes, so that misses are local or remote. */
bool profile_has_nodes(const Profile *profile);

/* Returns the duration of an instruction without stalls in ticks (MACH_TICKS), at least 1. */
uint32_t profile_step(const Profile *profile);

/* Returns the function that contains a segment: the segment itself, unless it is inlined. */
const ProfileSegment *profile_function(const Profile *profile, uint32_t segment);

/* The next two functions return the call in frame `index` of a bin's call path, and the source line of this call. Frame
 * 0 is the innermost one; `index` is below bin->frames.count. */
const ProfileCall *profile_frame(const Profile *profile, const ProfileBin *bin, uint32_t index);
const ProfilePlace *profile_frame_place(const Profile *profile, const ProfileBin *bin, uint32_t index);

/* The next functions return a bin's variable and a bin's slot (NULL: the bin has none), and a bin's receivers, in
 * order. The last one sets *n to the number of receivers. */
const ProfileVariable *profile_variable(const Profile *profile, uint32_t bin);
const ProfileSlot *profile_slot(const Profile *profile, uint32_t bin);
const ProfileReceiver *profile_receivers(const Profile *profile, uint32_t bin, uint32_t *n);

/* Returns the offsets of the cell's references, or NULL if they are unknown. */
const ProfileSpread *profile_spread(const Profile *profile, uint32_t place, uint32_t bin);

/* Returns the cell's counts by batch, or NULL if there are none. */
const ProfileBatchCell *profile_batch_cell(const Profile *profile, uint32_t place, uint32_t bin);

/* Returns the cache use of the cell's instruction, or NULL if it was not recorded. */
const ProfileReference *profile_reference(const Profile *profile, uint32_t place, uint32_t bin);

/* Returns the cell's counts of models, or NULL if there are none. */
const ProfileModelCell *profile_model_cell(const Profile *profile, uint32_t place, uint32_t bin);

/* Returns the sum of the counts of all processors' instruction caches. */
ProfileIcache profile_fetches(const Profile *profile);

/* Returns the last component of the path of a source file or object; "???" if unknown. Points into `path`. */
const char *profile_basename(const char *path);

/* The next two functions are for the reader. The first creates an empty profile. The second completes it, so that the
 * public fields are valid. */
Profile *profile_new(void);
void profile_seal(Profile *profile);
