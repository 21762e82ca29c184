/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/profile/profile_layout.h"

#include <string.h>

#include "plat/plat.h"

/* Place of a column: its offset in the record's row, or in Profile for a record that occurs once. */
typedef struct {
  bin_record record;
  const char *name;
  size_t offset;
} Slot;

/* clang-format off */
#define ONCE(record, name, field) {BIN_RECORD_##record, name, offsetof(Profile, field)}
#define ROW(record, type, field) {BIN_RECORD_##record, #field, offsetof(type, field)}
#define ROWS_1(record, type, field) ROW(record, type, field),
#define ROWS_2(record, type, field, ...) ROW(record, type, field), ROWS_1(record, type, __VA_ARGS__)
#define ROWS_3(record, type, field, ...) ROW(record, type, field), ROWS_2(record, type, __VA_ARGS__)
#define ROWS_4(record, type, field, ...) ROW(record, type, field), ROWS_3(record, type, __VA_ARGS__)
#define ROWS_5(record, type, field, ...) ROW(record, type, field), ROWS_4(record, type, __VA_ARGS__)
#define ROWS_6(record, type, field, ...) ROW(record, type, field), ROWS_5(record, type, __VA_ARGS__)
#define ROWS_7(record, type, field, ...) ROW(record, type, field), ROWS_6(record, type, __VA_ARGS__)
#define ROWS_8(record, type, field, ...) ROW(record, type, field), ROWS_7(record, type, __VA_ARGS__)
#define ROWS_9(record, type, field, ...) ROW(record, type, field), ROWS_8(record, type, __VA_ARGS__)
#define ROWS_N(_1, _2, _3, _4, _5, _6, _7, _8, _9, rows, ...) rows
/* ROWs of up to nine fields. */
#define ROWS(record, type, ...)                                                                              \
  ROWS_N(__VA_ARGS__, ROWS_9, ROWS_8, ROWS_7, ROWS_6, ROWS_5, ROWS_4, ROWS_3, ROWS_2, ROWS_1, )(record, type, \
                                                                                              __VA_ARGS__)
#define BLAME(record, name)                                                                 \
  ROW(record, ProfileEvictors, place), ROW(record, ProfileEvictors, bin), ROW(record, ProfileEvictors, count), \
      {BIN_RECORD_##record, name, offsetof(ProfileEvictors, who)}
#define TYPE_OF_ICACHE ProfileIcache
#define TYPE_OF_FETCH_MISS ProfileFetchMiss
#define FETCHES(record, name, help) {BIN_RECORD_##record, #name, offsetof(TYPE_OF_##record, counts.name)},
#define COUNTED(record, name, help) ROW(record, ProfileLaneInterval, name),

static const Slot slots[] = {
    ONCE(CREATOR, "text", creator),
    ONCE(COMMAND, "argv", command_store),
    ONCE(PID, "pid", pid),
    ONCE(TIME, "seconds", time),
    ONCE(LABEL, "text", label),
    ONCE(REASON, "text", reason),
    ONCE(INTERLEAVING, "text", interleaving),
    ONCE(INTERLEAVING, "quantum", quantum),
    ROWS(OPTION, ProfileOption, name, value)
    ONCE(SAMPLING, "samples", sampling.samples),
    ONCE(SAMPLING, "instructions", sampling.instructions),
    ONCE(SAMPLING, "sampled", sampling.sampled),
    ROWS(BATCH, ProfileBatch, samples, instructions)
    ROWS(PHASE, ProfileSampledPhase, phase, interval, begin, share, weight, instructions)
    ROWS(STRETCH, UiStretch, phase, instructions)
    ONCE(SAMPLES, "event", events.event),
    ONCE(SAMPLES, "period", events.period),
    ONCE(SAMPLES, "samples", events.samples),
    ONCE(SAMPLES, "attributed", events.attributed),
    ONCE(SAMPLES, "method", events.method),
    ONCE(SAMPLES, "spread", event_kind.spread),
    ONCE(SAMPLES, "detail", event_kind.detail),
    ROWS(OBJECT, ProfileObject, path, build_id, bias)
    ROWS(FILE, ProfileFile, path)
    ROWS(SEGMENT, ProfileSegment, name, object, file, line, inlined_in)
    ROWS(STAGE, ProfileStage, outer, name, begun, cycles)
    ROWS(PLACE, ProfilePlace, segment, file, line, address, instructions, stage)
    ROWS(CALL, ProfileCall, object, address, place)
    ROWS(BIN, ProfileBin, kind, name, bytes, blocks, frames)
    ROWS(VARIABLE, ProfileVariable, bin, object, address, bytes)
    ROWS(SLOT, ProfileSlot, bin, segment, below)
    ROWS(RECEIVER, ProfileReceiver, bin, order, target, offset, call, inside)
    ROWS(SCOPE, ProfileTraceScope, kind, around, segment, file, line, address, low, high)
    ROWS(PROCESSOR, ProfileProcessor, threads, instructions, cycles, busy_cycles, idle_cycles)
    ROWS(CELL, ProfileCell, place, bin)
    ROWS(BATCH_CELL, ProfileBatchCell, place, bin, counts)
    BLAME(EVICTOR, "evicting_bin"),
    BLAME(INVALIDATOR, "storing_segment"),
    ROWS(SPREAD, ProfileSpread, place, bin, offset, stride)
    ROWS(REFERENCE, ProfileReference, place, bin, kind, temporal_hits, spatial_hits, evictions, used_bytes, lost)
    ROWS(REFERENCE_EVICTOR, ProfileReferenceEvictor, place, bin, evicting_place, evicting_bin, count)
    ROWS(ICACHE, ProfileIcache, processor, fetches, calls, runs, switches)
    BIN_FETCH_COUNTS(FETCHES, ICACHE)
    ROWS(FETCH_MISS, ProfileFetchMiss, place)
    BIN_FETCH_COUNTS(FETCHES, FETCH_MISS)
    ROWS(FETCH_EVICTOR, ProfileFetchEvictor, place)
    {BIN_RECORD_FETCH_EVICTOR, "evicting_segment", offsetof(ProfileFetchEvictor, segment)},
    ROWS(FETCH_EVICTOR, ProfileFetchEvictor, count)
    ROWS(MODEL_PROCESSOR, ProfileModelProcessor, processor)
    ROWS(MODEL_CELL, ProfileModelCell, place, bin)
#define MODEL_COUNT(symbol, name, ...)                                           \
  {BIN_RECORD_MODEL_CELL, #name, offsetof(ProfileModelCell, counts.name)},           \
      {BIN_RECORD_MODEL_PROCESSOR, #name, offsetof(ProfileModelProcessor, counts.name)}, \
      ONCE(MODEL_TOTALS, #name, model_totals.name),
#include "coherence/coh_counts.def"
    ONCE(SHARING, "events", sharing.events),
    ONCE(SHARING, "lines", sharing.lines),
    ONCE(SHARING, "forgotten", sharing.forgotten),
    ROWS(HOT_LINE, ProfileHotLine, address, events, missed, true_sharing, false_sharing, upgrades, transfers, unlisted)
    ROWS(USE, ProfileUse, hot_line, processor, offset, place, bin, start, reads, writes, modifies)
    ROWS(TOTALS, ProfileTotals, instructions, cycles)
    ROWS(RANK, ProfileRank, number, file, pid, processors)
    ROWS(RANK_CODE, ProfileRankCode, rank, segment, cycles, misses, stall_cycles)
    ROWS(RANK_DATA, ProfileRankData, rank, bin, misses, stall_cycles)
    ROWS(RANK_CELL, ProfileRankCell, rank, segment, bin, misses, stall_cycles)
    ONCE(TIMELINE, "begin", timeline.begin),
    ONCE(TIMELINE, "cycles", timeline.cycles),
    ONCE(TIMELINE, "intervals", timeline.intervals),
    ROWS(INTERVAL, ProfileLaneInterval, processor, number)
    BIN_INTERVAL_COUNTS(COUNTED, COUNTED, INTERVAL)
    ROWS(INTERVAL_CELL, ProfileIntervalCell, segment, bin, counts)
    ONCE(CONTEXTS, "left_out", contexts_left_out),
    ROWS(CONTEXT, ProfileContext, caller, segment, way, place, calls, instructions, reads, writes)
    ROWS(CONTEXT_FOLD, ProfileContextFold, from, place, way, to, calls)
    ROWS(CONTEXT_CELL, ProfileContextCell, context, place, bin, read_misses, write_misses, memory, stall_cycles)
};
/* clang-format on */

/* Offsets of the ProfileCounts of records. */
static const struct {
  bin_record record;
  size_t offset;
} counts[] = {{BIN_RECORD_PROCESSOR, offsetof(ProfileProcessor, counts)},
              {BIN_RECORD_CELL, offsetof(ProfileCell, counts)},
              {BIN_RECORD_TOTALS, offsetof(ProfileTotals, counts)}};

size_t profile_layout_counts(bin_record record) {
  for (size_t i = 0; i < G_N_ELEMENTS(counts); i++)
    if (counts[i].record == record) return counts[i].offset;
  return PROFILE_LAYOUT_NONE;
}

size_t profile_layout_offset(bin_record record, const bin_column_format *column) {
  for (size_t s = 0; s < G_N_ELEMENTS(slots); s++)
    if (slots[s].record == record && strcmp(slots[s].name, column->name) == 0) return slots[s].offset;
  const size_t all = profile_layout_counts(record);
  for (unsigned i = 0; all != PROFILE_LAYOUT_NONE && i < PROFILE_COUNTS; i++)
    if (strcmp(profile_counts_name(i), column->name) == 0) return all + i * sizeof(uint64_t);
  plat_assert(column->type == BIN_TYPE_ID);
  return 0;
}
