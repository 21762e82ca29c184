/* bin_format.c: the tables of bin_format.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_format.h"

#include "plat/plat.h"

static const bin_record_format records[BIN_RECORDS] = {
#define RECORD(symbol, keyword, many, help)                                                             \
  [BIN_RECORD_##symbol] = {keyword,           (1 & (many)) != 0,  (2 & (many)) != 0, (4 & (many)) != 0, \
                           (8 & (many)) != 0, (16 & (many)) != 0, (many) / 32,       help},
#define COLUMN(symbol, type, name, help)
#include "bins/bin_format.def"
};

static const bin_column_format columns[] = {
#define RECORD(symbol, keyword, many, help)
#define COLUMN(symbol, type, name, help) {BIN_RECORD_##symbol, BIN_TYPE_##type, name, help},
#include "bins/bin_format.def"
};

const bin_record_format *bin_format_record(bin_record record) {
  plat_assert(record < BIN_RECORDS);
  return &records[record];
}

bool bin_format_may_have(bin_format_kind kind, bin_record record) {
  const bin_record_format *format = bin_format_record(record);
  const bool is_of_some_kind = format->sampled || format->of_ranks || format->by_phase || format->of_samples;
  if (format->part == BIN_FORMAT_WITH_CALLERS) return kind == BIN_FORMAT_OF_RUN;
  if (format->part == BIN_FORMAT_WITH_TIME) return kind == BIN_FORMAT_OF_RUN || kind == BIN_FORMAT_TIMED;
  if (!is_of_some_kind) return true;
  switch (kind) {
    case BIN_FORMAT_SAMPLED: return format->sampled;
    case BIN_FORMAT_OF_RANKS: return format->of_ranks;
    case BIN_FORMAT_BY_PHASE: return format->by_phase;
    case BIN_FORMAT_OF_SAMPLES: return format->of_samples;
    default: return false;
  }
}

bool bin_format_has(bin_format_kind kind, unsigned parts, bin_record record) {
  const unsigned part = bin_format_record(record)->part;
  return bin_format_may_have(kind, record) && (part & parts) == part;
}

bin_format_parts bin_format_part_of(bin_type type) {
  switch (type) {
    case BIN_TYPE_INLINED: return BIN_FORMAT_WITH_INLINED;
    case BIN_TYPE_STAGED: return BIN_FORMAT_WITH_STAGES;
    default: return BIN_FORMAT_PLAIN;
  }
}

bool bin_format_has_column(unsigned parts, bin_type type) {
  const bin_format_parts part = bin_format_part_of(type);
  return (parts & part) == part;
}

bool bin_format_is_list(bin_type type) {
  return type == BIN_TYPE_STRS || type == BIN_TYPE_CALLS || type == BIN_TYPE_U64S;
}

const bin_column_format *bin_format_columns(bin_record record, unsigned *count) {
  const unsigned total = sizeof columns / sizeof columns[0];
  unsigned first = 0;
  while (first < total && columns[first].record != record) first++;
  unsigned last = first;
  while (last < total && columns[last].record == record) last++;
  *count = last - first;
  return &columns[first];
}

uint64_t bin_format_hash(uint64_t hash, const char *bytes, size_t n) {
  for (size_t i = 0; i < n; i++) hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3u;
  return hash;
}
