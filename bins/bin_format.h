/* bin_format.h: the records and columns of a profile file, as data. Made from bin_format.def.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kind of a profile. The number is the version in the profile's first line. Kinds have different versions, so that
 * an older memspy refuses a profile of a sampled run. Otherwise, it would take the counts of the samples for those of
 * the whole run. */
typedef enum {
  BIN_FORMAT_OF_RUN = 5,
  BIN_FORMAT_SAMPLED = 6,
  BIN_FORMAT_OF_RANKS = 7,
  BIN_FORMAT_BY_PHASE = 8,   /* profile of a run that was sampled by phase */
  BIN_FORMAT_OF_SAMPLES = 9, /* profile made from samples of a run that was not simulated */
  BIN_FORMAT_TIMED = 10      /* profile of a run with counts by time, as older versions wrote it */
} bin_format_kind;

/* Optional parts of a profile of any kind, as bits. A profile declares the records or the column of a part only if it has them. */
typedef enum {
  BIN_FORMAT_PLAIN = 0,
  BIN_FORMAT_WITH_MODELS = 1,
  BIN_FORMAT_WITH_TIME = 2,
  BIN_FORMAT_WITH_INLINED = 4, /* a part that adds a column; see BIN_TYPE_INLINED */
  BIN_FORMAT_WITH_CALLERS = 8,
  BIN_FORMAT_WITH_STAGES = 16 /* a part that also adds columns; see BIN_TYPE_STAGED */
} bin_format_parts;

/* The unit of shares of phases: the share of a phase that is the whole run. */
enum { BIN_PHASE_WHOLE = 1000000000 };

/* The maximum number of intervals that represent phases. */
enum { BIN_PHASES_MOST = 128 };

/* clang-format off */
/* The columns of the misses of instruction fetches, in order: X(with, name, help) for each field of
 * bin_fetch_counts. */
#define BIN_FETCH_COUNTS(X, with)                                                                                      \
  X(with, misses, "instructions with at least one line that was not in the cache")                                     \
  X(with, cold, "misses on a line that was never in the cache")                                                        \
  X(with, replacement, "misses on a line that had been evicted")                                                       \
  X(with, invalidation, "misses on a line whose code had changed")                                                     \
  X(with, switched, "misses after a context switch emptied the cache")                                                 \
  X(with, second_level, "misses that the processor's own L2 supplied")                                                 \
  X(with, last_level, "misses that the node's last level supplied")                                                    \
  X(with, memory, "misses that memory supplied")                                                                       \
  X(with, stall_cycles, "stall cycles of the misses")
/* The columns of what a processor did in an interval, in order: X(with, name, help) for each field of bin_interval;
 * COUNT(with, name, help) if the field is also a field of coh_counts. */
#define BIN_INTERVAL_COUNTS(X, COUNT, with)                                                                            \
  X(with, cycles, "cycles by which the processor's clock advanced")                                                    \
  X(with, idle_cycles, "cycles in which the processor had no thread that could run")                                   \
  COUNT(with, stall_cycles, "cycles in which references waited")                                                       \
  X(with, fetch_cycles, "cycles in which instruction fetches waited, with --I1; all other cycles execute instructions") \
  X(with, misses, "read_misses + write_misses")                                                                        \
  COUNT(with, replacement, "replacement misses")                                                                       \
  COUNT(with, invalidation, "invalidation misses; all other misses are cold or replacement misses")                    \
  COUNT(with, second_level, "misses that the processor's own L2 supplied")                                             \
  COUNT(with, last_level, "misses that the node's last level supplied")                                                \
  COUNT(with, transfers, "misses that another processor's cache supplied; memory supplied all others")                 \
  COUNT(with, upgrades, "references that stored to a shared line")
/* clang-format on */

/* The maximum number of intervals, and the maximum number of pairs of code and data that have a row. */
enum { BIN_INTERVALS = 500, BIN_TIMELINE_ROWS = 256 };

typedef enum {
  BIN_TYPE_U64,
  BIN_TYPE_ID,
  BIN_TYPE_REF_OBJECT,
  BIN_TYPE_REF_FILE,
  BIN_TYPE_REF_SEGMENT,
  BIN_TYPE_REF_PLACE,
  BIN_TYPE_REF_CALL,
  BIN_TYPE_REF_BIN,
  BIN_TYPE_REF_PROCESSOR,
  BIN_TYPE_REF_HOT_LINE,
  BIN_TYPE_REF_RANK,
  BIN_TYPE_REF_CONTEXT,
  BIN_TYPE_STR,
  BIN_TYPE_STRS,
  BIN_TYPE_CALLS,
  BIN_TYPE_U64S,
  BIN_TYPE_INLINED, /* such a column is only in profiles with BIN_FORMAT_WITH_INLINED */
  BIN_TYPE_STAGED,  /* such a column is only in profiles with BIN_FORMAT_WITH_STAGES */
  BIN_TYPE_LAST
} bin_type;

typedef enum {
#define RECORD(symbol, keyword, many, help) BIN_RECORD_##symbol,
#define COLUMN(symbol, type, name, help)
#include "bins/bin_format.def"
  BIN_RECORDS
} bin_record;

typedef struct {
  const char *keyword;
  bool many;        /* whether a profile can have any number of such records; otherwise it has exactly one */
  bool sampled;     /* whether profiles of sampled runs have such records */
  bool of_ranks;    /* whether profiles of several ranks have such records */
  bool by_phase;    /* whether profiles of runs sampled by phase have such records */
  bool of_samples;  /* whether profiles made from samples have such records */
  unsigned part;    /* if none of the flags above is set: profiles of any kind have such records if they have this part
                       (bin_format_parts) */
  const char *help; /* phrase that states in the documentation what the record describes */
} bin_record_format;

typedef struct {
  bin_record record;
  bin_type type;
  const char *name;
  const char *help;
} bin_column_format;

/* Returns the format of one kind of record. */
const bin_record_format *bin_format_record(bin_record record);

/* Returns whether profiles of a kind can have such records. If the record belongs to a part, only profiles with this
 * part have them. */
bool bin_format_may_have(bin_format_kind kind, bin_record record);

/* Returns whether a profile of a kind with these parts (bin_format_parts) declares such records. */
bool bin_format_has(bin_format_kind kind, unsigned parts, bin_record record);

/* Returns the part that columns of a type belong to; BIN_FORMAT_PLAIN: all profiles have them. */
bin_format_parts bin_format_part_of(bin_type type);

/* Returns whether a profile with these parts declares columns of a type. */
bool bin_format_has_column(unsigned parts, bin_type type);

/* Returns whether a column of a type takes all fields up to the end of the line. */
bool bin_format_is_list(bin_type type);

/* Returns the columns of a kind of record, in order, and sets *count to their number. */
const bin_column_format *bin_format_columns(bin_record record, unsigned *count);

/* The start of the first line of a file of basic-block vectors (docs/phases-format.md), and the prefix of the file's
 * last two lines. (Readers skip lines that do not begin with T.) */
#define BIN_VECTORS_COMMENT "# "
#define BIN_VECTORS_FIRST BIN_VECTORS_COMMENT "basic-block vectors of memspy,"

/* Returns the 64-bit FNV-1a hash of the bytes so far and `n` more bytes. The hash of no bytes is BIN_FORMAT_HASH. The
 * end line has this hash as its checksum. */
#define BIN_FORMAT_HASH 0xcbf29ce484222325u
uint64_t bin_format_hash(uint64_t hash, const char *bytes, size_t n);
