/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/view/view_ranks.h"

#include <string.h>

/* Prefixes of the names of object files that belong to OpenMPI and MPICH, and to the libraries that these use. */
static const char *const mpi_objects[] = {"libmpi",  "libmpich",  "libopen-pal", "libopen-rte", "libprrte",  "libpmix",
                                          "libpmi",  "libmca_",   "mca_",        "libucp",      "libuct",    "libucs",
                                          "libucm",  "libfabric", "libpsm",      "libibverbs",  "libhwloc",  "libevent",
                                          "libpmpi", "libopa",    "libmunge",    "libnl-",      "librdmacm", "libmpl"};

bool view_ranks_is_mpi(const Profile *profile, uint32_t segment) {
  const ProfileSegment *of = &profile->segments[segment];
  const char *object = profile_basename(profile->objects[of->object].path);
  for (size_t i = 0; i < G_N_ELEMENTS(mpi_objects); i++)
    if (g_str_has_prefix(object, mpi_objects[i])) return true;
  return g_str_has_prefix(of->name, "MPI_") || g_str_has_prefix(of->name, "PMPI_");
}

bool view_ranks_add_bytes(const ProfileBin *bin) {
  return strcmp(bin->kind, "heap") == 0 || strcmp(bin->kind, "mmap") == 0;
}

uint32_t *view_ranks_of_bins(const Profile *profile) {
  uint32_t *ranks = g_new0(uint32_t, MAX(profile->n_bins, 1));
  for (uint32_t i = 0; i < profile->n_rank_data; i++) ranks[profile->rank_data[i].bin]++;
  for (uint32_t b = 0; b < profile->n_bins; b++) ranks[b] = MAX(ranks[b], 1);
  return ranks;
}

uint32_t view_ranks_processor(const Profile *profile, uint32_t processor) {
  for (uint32_t r = 0; r < profile->n_ranks && processor >= profile->ranks[r].processors; r++)
    processor -= (uint32_t)profile->ranks[r].processors;
  return processor;
}

ViewRankTotals *view_ranks_totals(const Profile *profile) {
  ViewRankTotals *totals = g_new0(ViewRankTotals, MAX(profile->n_ranks, 1));
  const ProfileProcessor *processor = profile->processors;
  for (uint32_t r = 0; r < profile->n_ranks; r++)
    for (uint64_t n = profile->ranks[r].processors; n > 0; n--, processor++) {
      profile_counts_add(&totals[r].counts, &processor->counts);
      totals[r].busy_cycles += processor->busy_cycles;
      totals[r].idle_cycles += processor->idle_cycles;
      totals[r].cycles = MAX(totals[r].cycles, processor->cycles);
    }
  for (uint32_t i = 0; i < profile->n_rank_codes; i++) {
    const ProfileRankCode *code = &profile->rank_codes[i];
    if (view_ranks_is_mpi(profile, code->segment)) totals[code->rank].mpi_cycles += code->cycles;
  }
  return totals;
}

static bool is_picked(const View *view, ViewAxisKind axis, const ViewSelection *selection, uint32_t number) {
  return selection == NULL || selection->picked[view->axes[axis].rank_of[number]];
}

/* Returns the stall of the selected cells in all ranks together. */
static uint64_t stall_of(const View *view, const ViewSelection *code, const ViewSelection *data) {
  const Profile *profile = view->profile;
  uint64_t stall = 0;
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const ProfileCell *cell = &profile->cells[i];
    if (is_picked(view, VIEW_CODE, code, profile->places[cell->place].segment) &&
        is_picked(view, VIEW_DATA, data, cell->bin))
      stall += cell->counts.stall_cycles;
  }
  return stall;
}

static void add(ViewRankFigures *figures, uint64_t misses, uint64_t stall_cycles, uint64_t cycles, uint64_t *missing) {
  figures->misses += misses;
  figures->stall_cycles += stall_cycles;
  figures->cycles += cycles;
  *missing -= stall_cycles;
}

ViewRankFigures *view_ranks_figures(const View *view, const ViewSelection *code, const ViewSelection *data,
                                    uint64_t *missing) {
  const Profile *profile = view->profile;
  ViewRankFigures *figures = g_new0(ViewRankFigures, MAX(profile->n_ranks, 1));
  *missing = stall_of(view, code, data);
  for (uint32_t i = 0; i < profile->n_rank_codes && data == NULL; i++) {
    const ProfileRankCode *of = &profile->rank_codes[i];
    if (is_picked(view, VIEW_CODE, code, of->segment))
      add(&figures[of->rank], of->misses, of->stall_cycles, of->cycles, missing);
  }
  for (uint32_t i = 0; i < profile->n_rank_data && data != NULL && code == NULL; i++) {
    const ProfileRankData *of = &profile->rank_data[i];
    if (is_picked(view, VIEW_DATA, data, of->bin)) add(&figures[of->rank], of->misses, of->stall_cycles, 0, missing);
  }
  for (uint32_t i = 0; i < profile->n_rank_cells && data != NULL && code != NULL; i++) {
    const ProfileRankCell *of = &profile->rank_cells[i];
    if (is_picked(view, VIEW_CODE, code, of->segment) && is_picked(view, VIEW_DATA, data, of->bin))
      add(&figures[of->rank], of->misses, of->stall_cycles, 0, missing);
  }
  return figures;
}

ViewRankRange view_ranks_range(const uint64_t *first, size_t size, uint32_t n) {
  ViewRankRange range = {.least = UINT64_MAX};
  for (uint32_t i = 0; i < n; i++) {
    const uint64_t value = *(const uint64_t *)(const void *)((const char *)first + i * size);
    if (value > range.most) range.rank = i;
    range.most = MAX(range.most, value);
    range.least = MIN(range.least, value);
    range.mean += (double)value / n;
  }
  return range;
}

uint32_t view_ranks_find(const Profile *profile, uint64_t number) {
  uint32_t r = 0;
  while (r < profile->n_ranks && profile->ranks[r].number != number) r++;
  return r;
}
