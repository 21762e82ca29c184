/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/model/ui_layout.h"

#include <string.h>

#include "coherence/plat.h"

/* Place of a column: its offset in the record's row, or in UiProfile for a record that occurs once. */
typedef struct {
  bin_record record;
  const char *name;
  size_t offset;
} Slot;

/* clang-format off */
#define ONCE(record, name, field) {BIN_RECORD_##record, name, offsetof(UiProfile, field)}
#define ROW(record, type, field) {BIN_RECORD_##record, #field, offsetof(type, field)}
#define BLAME(record, name)                                                                 \
  ROW(record, UiBlame, place), ROW(record, UiBlame, bin), ROW(record, UiBlame, count), \
      {BIN_RECORD_##record, name, offsetof(UiBlame, who)}
#define TYPE_OF_ICACHE UiIcache
#define TYPE_OF_FETCH_MISS UiFetchMiss
#define FETCHES(record, name, help) {BIN_RECORD_##record, #name, offsetof(TYPE_OF_##record, counts.name)},
#define COUNTED(record, name, help) ROW(record, UiLaneInterval, name),

static const Slot slots[] = {
    ONCE(CREATOR, "text", creator),
    ONCE(COMMAND, "argv", command_store),
    ONCE(PID, "pid", pid),
    ONCE(TIME, "seconds", time),
    ONCE(LABEL, "text", label),
    ONCE(REASON, "text", reason),
    ONCE(INTERLEAVING, "text", interleaving),
    ONCE(INTERLEAVING, "quantum", quantum),
    ROW(OPTION, UiOption, name),
    ROW(OPTION, UiOption, value),
    ONCE(SAMPLING, "samples", sampling.samples),
    ONCE(SAMPLING, "instructions", sampling.instructions),
    ONCE(SAMPLING, "sampled", sampling.sampled),
    ROW(BATCH, UiBatch, samples),
    ROW(BATCH, UiBatch, instructions),
    ROW(PHASE, UiSampledPhase, phase),
    ROW(PHASE, UiSampledPhase, interval),
    ROW(PHASE, UiSampledPhase, begin),
    ROW(PHASE, UiSampledPhase, share),
    ROW(PHASE, UiSampledPhase, weight),
    ROW(PHASE, UiSampledPhase, instructions),
    ROW(STRETCH, UiStretch, phase),
    ROW(STRETCH, UiStretch, instructions),
    ONCE(SAMPLES, "event", events.event),
    ONCE(SAMPLES, "period", events.period),
    ONCE(SAMPLES, "samples", events.samples),
    ONCE(SAMPLES, "attributed", events.attributed),
    ONCE(SAMPLES, "method", events.method),
    ROW(OBJECT, UiObject, path),
    ROW(OBJECT, UiObject, build_id),
    ROW(OBJECT, UiObject, bias),
    ROW(FILE, UiFile, path),
    ROW(SEGMENT, UiSegment, name),
    ROW(SEGMENT, UiSegment, object),
    ROW(SEGMENT, UiSegment, file),
    ROW(SEGMENT, UiSegment, line),
    ROW(PLACE, UiPlace, segment),
    ROW(PLACE, UiPlace, file),
    ROW(PLACE, UiPlace, line),
    ROW(PLACE, UiPlace, address),
    ROW(PLACE, UiPlace, instructions),
    ROW(CALL, UiCall, object),
    ROW(CALL, UiCall, address),
    ROW(CALL, UiCall, place),
    ROW(BIN, UiBin, kind),
    ROW(BIN, UiBin, name),
    ROW(BIN, UiBin, bytes),
    ROW(BIN, UiBin, blocks),
    ROW(BIN, UiBin, frames),
    ROW(VARIABLE, UiVariable, bin),
    ROW(VARIABLE, UiVariable, object),
    ROW(VARIABLE, UiVariable, address),
    ROW(VARIABLE, UiVariable, bytes),
    ROW(SLOT, UiSlot, bin),
    ROW(SLOT, UiSlot, segment),
    ROW(SLOT, UiSlot, below),
    ROW(RECEIVER, UiReceiver, bin),
    ROW(RECEIVER, UiReceiver, order),
    ROW(RECEIVER, UiReceiver, target),
    ROW(RECEIVER, UiReceiver, offset),
    ROW(RECEIVER, UiReceiver, call),
    ROW(RECEIVER, UiReceiver, inside),
    ROW(SCOPE, UiTraceScope, kind),
    ROW(SCOPE, UiTraceScope, around),
    ROW(SCOPE, UiTraceScope, segment),
    ROW(SCOPE, UiTraceScope, file),
    ROW(SCOPE, UiTraceScope, line),
    ROW(SCOPE, UiTraceScope, address),
    ROW(SCOPE, UiTraceScope, low),
    ROW(SCOPE, UiTraceScope, high),
    ROW(PROCESSOR, UiProcessor, threads),
    ROW(PROCESSOR, UiProcessor, instructions),
    ROW(PROCESSOR, UiProcessor, cycles),
    ROW(PROCESSOR, UiProcessor, busy_cycles),
    ROW(PROCESSOR, UiProcessor, idle_cycles),
    ROW(CELL, UiCell, place),
    ROW(CELL, UiCell, bin),
    ROW(BATCH_CELL, UiBatchCell, place),
    ROW(BATCH_CELL, UiBatchCell, bin),
    ROW(BATCH_CELL, UiBatchCell, counts),
    BLAME(EVICTOR, "evicting_bin"),
    BLAME(INVALIDATOR, "storing_segment"),
    ROW(SPREAD, UiSpread, place),
    ROW(SPREAD, UiSpread, bin),
    ROW(SPREAD, UiSpread, offset),
    ROW(SPREAD, UiSpread, stride),
    ROW(REFERENCE, UiReference, place),
    ROW(REFERENCE, UiReference, bin),
    ROW(REFERENCE, UiReference, kind),
    ROW(REFERENCE, UiReference, temporal_hits),
    ROW(REFERENCE, UiReference, spatial_hits),
    ROW(REFERENCE, UiReference, evictions),
    ROW(REFERENCE, UiReference, used_bytes),
    ROW(REFERENCE, UiReference, lost),
    ROW(REFERENCE_EVICTOR, UiReferenceEvictor, place),
    ROW(REFERENCE_EVICTOR, UiReferenceEvictor, bin),
    ROW(REFERENCE_EVICTOR, UiReferenceEvictor, evicting_place),
    ROW(REFERENCE_EVICTOR, UiReferenceEvictor, evicting_bin),
    ROW(REFERENCE_EVICTOR, UiReferenceEvictor, count),
    ROW(ICACHE, UiIcache, processor),
    ROW(ICACHE, UiIcache, fetches),
    ROW(ICACHE, UiIcache, calls),
    ROW(ICACHE, UiIcache, runs),
    ROW(ICACHE, UiIcache, switches),
    BIN_FETCH_COUNTS(FETCHES, ICACHE)
    ROW(FETCH_MISS, UiFetchMiss, place),
    BIN_FETCH_COUNTS(FETCHES, FETCH_MISS)
    ROW(FETCH_EVICTOR, UiFetchEvictor, place),
    {BIN_RECORD_FETCH_EVICTOR, "evicting_segment", offsetof(UiFetchEvictor, segment)},
    ROW(FETCH_EVICTOR, UiFetchEvictor, count),
    ROW(MODEL_PROCESSOR, UiModelProcessor, processor),
    ROW(MODEL_CELL, UiModelCell, place),
    ROW(MODEL_CELL, UiModelCell, bin),
#define MODEL_COUNT(symbol, name, ...)                                           \
  {BIN_RECORD_MODEL_CELL, #name, offsetof(UiModelCell, counts.name)},           \
      {BIN_RECORD_MODEL_PROCESSOR, #name, offsetof(UiModelProcessor, counts.name)}, \
      ONCE(MODEL_TOTALS, #name, model_totals.name),
#include "coherence/coh_counts.def"
    ONCE(SHARING, "events", sharing.events),
    ONCE(SHARING, "lines", sharing.lines),
    ONCE(SHARING, "forgotten", sharing.forgotten),
    ROW(HOT_LINE, UiHotLine, address),
    ROW(HOT_LINE, UiHotLine, events),
    ROW(HOT_LINE, UiHotLine, missed),
    ROW(HOT_LINE, UiHotLine, true_sharing),
    ROW(HOT_LINE, UiHotLine, false_sharing),
    ROW(HOT_LINE, UiHotLine, upgrades),
    ROW(HOT_LINE, UiHotLine, transfers),
    ROW(HOT_LINE, UiHotLine, unlisted),
    ROW(USE, UiUse, hot_line),
    ROW(USE, UiUse, processor),
    ROW(USE, UiUse, offset),
    ROW(USE, UiUse, place),
    ROW(USE, UiUse, bin),
    ROW(USE, UiUse, start),
    ROW(USE, UiUse, reads),
    ROW(USE, UiUse, writes),
    ROW(USE, UiUse, modifies),
    ROW(TOTALS, UiTotals, instructions),
    ROW(TOTALS, UiTotals, cycles),
    ROW(RANK, UiRank, number),
    ROW(RANK, UiRank, file),
    ROW(RANK, UiRank, pid),
    ROW(RANK, UiRank, processors),
    ROW(RANK_CODE, UiRankCode, rank),
    ROW(RANK_CODE, UiRankCode, segment),
    ROW(RANK_CODE, UiRankCode, cycles),
    ROW(RANK_CODE, UiRankCode, misses),
    ROW(RANK_CODE, UiRankCode, stall_cycles),
    ROW(RANK_DATA, UiRankData, rank),
    ROW(RANK_DATA, UiRankData, bin),
    ROW(RANK_DATA, UiRankData, misses),
    ROW(RANK_DATA, UiRankData, stall_cycles),
    ROW(RANK_CELL, UiRankCell, rank),
    ROW(RANK_CELL, UiRankCell, segment),
    ROW(RANK_CELL, UiRankCell, bin),
    ROW(RANK_CELL, UiRankCell, misses),
    ROW(RANK_CELL, UiRankCell, stall_cycles),
    ONCE(TIMELINE, "begin", timeline.begin),
    ONCE(TIMELINE, "cycles", timeline.cycles),
    ONCE(TIMELINE, "intervals", timeline.intervals),
    ROW(INTERVAL, UiLaneInterval, processor),
    ROW(INTERVAL, UiLaneInterval, number),
    BIN_INTERVAL_COUNTS(COUNTED, COUNTED, INTERVAL)
    ROW(INTERVAL_CELL, UiIntervalCell, segment),
    ROW(INTERVAL_CELL, UiIntervalCell, bin),
    ROW(INTERVAL_CELL, UiIntervalCell, counts),
};
/* clang-format on */

/* Offsets of the UiCounts of records. */
static const struct {
  bin_record record;
  size_t offset;
} counts[] = {{BIN_RECORD_PROCESSOR, offsetof(UiProcessor, counts)},
              {BIN_RECORD_CELL, offsetof(UiCell, counts)},
              {BIN_RECORD_TOTALS, offsetof(UiTotals, counts)}};

size_t ui_layout_counts(bin_record record) {
  for (size_t i = 0; i < G_N_ELEMENTS(counts); i++)
    if (counts[i].record == record) return counts[i].offset;
  return UI_LAYOUT_NONE;
}

size_t ui_layout_offset(bin_record record, const bin_column_format *column) {
  for (size_t s = 0; s < G_N_ELEMENTS(slots); s++)
    if (slots[s].record == record && strcmp(slots[s].name, column->name) == 0) return slots[s].offset;
  const size_t all = ui_layout_counts(record);
  for (unsigned i = 0; all != UI_LAYOUT_NONE && i < UI_COUNTS; i++)
    if (strcmp(ui_counts_name(i), column->name) == 0) return all + i * sizeof(uint64_t);
  plat_assert(column->type == BIN_TYPE_ID);
  return 0;
}
