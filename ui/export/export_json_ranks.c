/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/export/export_json_ranks.h"

#include "ui/view/view_ranks.h"

/* The next record to write, for each kind of record. */
typedef struct {
  const ProfileRankCode *code;
  const ProfileRankData *data;
  const ProfileRankCell *cell;
} Next;

static void put_code(UiJson *json, const Profile *profile, uint32_t rank, Next *next) {
  ui_json_begin_array(json, "code");
  for (; next->code < profile->rank_codes + profile->n_rank_codes && next->code->rank == rank; next->code++) {
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "segment", next->code->segment);
    ui_json_number(json, "cycles", next->code->cycles);
    ui_json_number(json, "misses", next->code->misses);
    ui_json_number(json, "stall_cycles", next->code->stall_cycles);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_data(UiJson *json, const Profile *profile, uint32_t rank, Next *next) {
  ui_json_begin_array(json, "data");
  for (; next->data < profile->rank_data + profile->n_rank_data && next->data->rank == rank; next->data++) {
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "bin", next->data->bin);
    ui_json_number(json, "misses", next->data->misses);
    ui_json_number(json, "stall_cycles", next->data->stall_cycles);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_cells(UiJson *json, const Profile *profile, uint32_t rank, Next *next) {
  ui_json_begin_array(json, "cells");
  for (; next->cell < profile->rank_cells + profile->n_rank_cells && next->cell->rank == rank; next->cell++) {
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "segment", next->cell->segment);
    ui_json_number(json, "bin", next->cell->bin);
    ui_json_number(json, "misses", next->cell->misses);
    ui_json_number(json, "stall_cycles", next->cell->stall_cycles);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

void export_json_ranks(UiJson *json, const Profile *profile, bool with_cells) {
  if (!profile->of_ranks) return;
  g_autofree ViewRankTotals *totals = view_ranks_totals(profile);
  Next next = {profile->rank_codes, profile->rank_data, profile->rank_cells};
  ui_json_begin_array(json, "ranks");
  for (uint32_t r = 0; r < profile->n_ranks; r++) {
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "number", profile->ranks[r].number);
    ui_json_string(json, "file", profile->ranks[r].file);
    ui_json_number(json, "pid", profile->ranks[r].pid);
    ui_json_number(json, "processors", profile->ranks[r].processors);
    ui_json_number(json, "busy_cycles", totals[r].busy_cycles);
    ui_json_number(json, "mpi_cycles", totals[r].mpi_cycles);
    ui_json_number(json, "idle_cycles", totals[r].idle_cycles);
    ui_json_number(json, "references", profile_counts_references(&totals[r].counts));
    ui_json_number(json, "misses", profile_counts_misses(&totals[r].counts));
    ui_json_number(json, "stall_cycles", totals[r].counts.stall_cycles);
    put_code(json, profile, r, &next);
    put_data(json, profile, r, &next);
    if (with_cells) put_cells(json, profile, r, &next);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}
