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
    ROWS(OPTION, UiOption, name, value)
    ONCE(SAMPLING, "samples", sampling.samples),
    ONCE(SAMPLING, "instructions", sampling.instructions),
    ONCE(SAMPLING, "sampled", sampling.sampled),
    ROWS(BATCH, UiBatch, samples, instructions)
    ROWS(PHASE, UiSampledPhase, phase, interval, begin, share, weight, instructions)
    ROWS(STRETCH, UiStretch, phase, instructions)
    ONCE(SAMPLES, "event", events.event),
    ONCE(SAMPLES, "period", events.period),
    ONCE(SAMPLES, "samples", events.samples),
    ONCE(SAMPLES, "attributed", events.attributed),
    ONCE(SAMPLES, "method", events.method),
    ROWS(OBJECT, UiObject, path, build_id, bias)
    ROWS(FILE, UiFile, path)
    ROWS(SEGMENT, UiSegment, name, object, file, line)
    ROWS(PLACE, UiPlace, segment, file, line, address, instructions)
    ROWS(CALL, UiCall, object, address, place)
    ROWS(BIN, UiBin, kind, name, bytes, blocks, frames)
    ROWS(VARIABLE, UiVariable, bin, object, address, bytes)
    ROWS(SLOT, UiSlot, bin, segment, below)
    ROWS(RECEIVER, UiReceiver, bin, order, target, offset, call, inside)
    ROWS(SCOPE, UiTraceScope, kind, around, segment, file, line, address, low, high)
    ROWS(PROCESSOR, UiProcessor, threads, instructions, cycles, busy_cycles, idle_cycles)
    ROWS(CELL, UiCell, place, bin)
    ROWS(BATCH_CELL, UiBatchCell, place, bin, counts)
    BLAME(EVICTOR, "evicting_bin"),
    BLAME(INVALIDATOR, "storing_segment"),
    ROWS(SPREAD, UiSpread, place, bin, offset, stride)
    ROWS(REFERENCE, UiReference, place, bin, kind, temporal_hits, spatial_hits, evictions, used_bytes, lost)
    ROWS(REFERENCE_EVICTOR, UiReferenceEvictor, place, bin, evicting_place, evicting_bin, count)
    ROWS(ICACHE, UiIcache, processor, fetches, calls, runs, switches)
    BIN_FETCH_COUNTS(FETCHES, ICACHE)
    ROWS(FETCH_MISS, UiFetchMiss, place)
    BIN_FETCH_COUNTS(FETCHES, FETCH_MISS)
    ROWS(FETCH_EVICTOR, UiFetchEvictor, place)
    {BIN_RECORD_FETCH_EVICTOR, "evicting_segment", offsetof(UiFetchEvictor, segment)},
    ROWS(FETCH_EVICTOR, UiFetchEvictor, count)
    ROWS(MODEL_PROCESSOR, UiModelProcessor, processor)
    ROWS(MODEL_CELL, UiModelCell, place, bin)
#define MODEL_COUNT(symbol, name, ...)                                           \
  {BIN_RECORD_MODEL_CELL, #name, offsetof(UiModelCell, counts.name)},           \
      {BIN_RECORD_MODEL_PROCESSOR, #name, offsetof(UiModelProcessor, counts.name)}, \
      ONCE(MODEL_TOTALS, #name, model_totals.name),
#include "coherence/coh_counts.def"
    ONCE(SHARING, "events", sharing.events),
    ONCE(SHARING, "lines", sharing.lines),
    ONCE(SHARING, "forgotten", sharing.forgotten),
    ROWS(HOT_LINE, UiHotLine, address, events, missed, true_sharing, false_sharing, upgrades, transfers, unlisted)
    ROWS(USE, UiUse, hot_line, processor, offset, place, bin, start, reads, writes, modifies)
    ROWS(TOTALS, UiTotals, instructions, cycles)
    ROWS(RANK, UiRank, number, file, pid, processors)
    ROWS(RANK_CODE, UiRankCode, rank, segment, cycles, misses, stall_cycles)
    ROWS(RANK_DATA, UiRankData, rank, bin, misses, stall_cycles)
    ROWS(RANK_CELL, UiRankCell, rank, segment, bin, misses, stall_cycles)
    ONCE(TIMELINE, "begin", timeline.begin),
    ONCE(TIMELINE, "cycles", timeline.cycles),
    ONCE(TIMELINE, "intervals", timeline.intervals),
    ROWS(INTERVAL, UiLaneInterval, processor, number)
    BIN_INTERVAL_COUNTS(COUNTED, COUNTED, INTERVAL)
    ROWS(INTERVAL_CELL, UiIntervalCell, segment, bin, counts)
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
