/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_parts.c: reads and writes the files of shares. A file contains structures of this version of the
 * program, in their memory layout. Other versions use other file names, so they do not read the file. */
#include "ui/replay/replay_sweep_parts.h"

#include <string.h>

#include "ui/base/ui_error.h"
#include "ui/replay/replay_sweep_plan.h"

/* The beginning of the file of a share. After it come the numbers of the machines, their results, and the misses of
 * each cell on each machine, all as 64-bit words. */
typedef struct {
  char magic[8];
  uint64_t instructions, n_machines, n_cells;
} Head;

static const char magic[8] = "memsweep";

/* The content of a file in memory, with pointers to its sections. */
typedef struct {
  char *bytes;
  const Head *head;
  const uint64_t *machines;
  const ReplaySweepResult *results;
  const sweep_cell_misses *misses;
} Part;

struct ReplaySweepParts {
  GPtrArray *parts; /* Part */
  bool *known;
};

void replay_sweep_parts_note(ClusterParts *parts, const EventsTraceFile *trace, const sweep_plan *plan, const char *by,
                             bool slots) {
  cluster_parts_note_file(parts, trace->path);
  cluster_parts_note(parts, by != NULL ? by : "", by != NULL ? strlen(by) : 0);
  cluster_parts_note(parts, &slots, sizeof slots);
  for (unsigned i = 0; i < plan->n_machines; i++) /* size without the padding after the last field, since padding is
                                                     undefined */
    cluster_parts_note(parts, &plan->machines[i].config, offsetof(mach_config, conflicts) + sizeof(bool));
}

/* ---- writing ---- */

static void append(GString *bytes, const void *what, gsize n) { g_string_append_len(bytes, what, (gssize)n); }

bool replay_sweep_parts_write(ClusterParts *parts, ClusterShare share, const sweep_plan *plan,
                              const ReplaySweepCounts *counts, GError **error) {
  GString *bytes = g_string_new(NULL);
  Head head = {.instructions = counts->instructions, .n_cells = counts->n_cells};
  memcpy(head.magic, magic, sizeof magic);
  for (unsigned i = 0; i < plan->n_machines; i++) head.n_machines += counts->simulated[i];
  append(bytes, &head, sizeof head);
  for (uint64_t i = 0; i < plan->n_machines; i++)
    if (counts->simulated[i]) append(bytes, &i, sizeof i);
  for (unsigned i = 0; i < plan->n_machines; i++)
    if (counts->simulated[i]) append(bytes, &counts->results[i], sizeof *counts->results);
  for (uint64_t cell = 0; cell < counts->n_cells; cell++)
    for (unsigned i = 0; i < plan->n_machines; i++)
      if (counts->simulated[i]) append(bytes, &counts->misses[cell * plan->n_machines + i], sizeof *counts->misses);
  const bool good = cluster_parts_write(parts, share, bytes, error);
  g_string_free(bytes, TRUE);
  return good;
}

/* ---- reading ---- */

static void free_part(gpointer data) {
  Part *part = data;
  g_free(part->bytes);
  g_free(part);
}

/* Sets the pointers to the sections of a file. Returns false if the file is damaged. */
static bool lay_out(Part *part, gsize size, const sweep_plan *plan) {
  part->head = (const Head *)(const void *)part->bytes;
  if (size < sizeof *part->head || memcmp(part->head->magic, magic, sizeof magic) != 0) return false;
  const uint64_t n = part->head->n_machines, cells = part->head->n_cells;
  if (n > plan->n_machines || cells > UINT32_MAX) return false;
  part->machines = (const uint64_t *)(part->head + 1);
  part->results = (const ReplaySweepResult *)(const void *)(part->machines + n);
  part->misses = (const sweep_cell_misses *)(const void *)(part->results + n);
  const uint64_t whole = n * (sizeof *part->machines + sizeof *part->results + cells * sizeof *part->misses);
  if (size - sizeof *part->head != whole) return false;
  for (uint64_t i = 0; i < n; i++)
    if (part->machines[i] >= plan->n_machines) return false;
  return true;
}

static Part *read_part(const char *path, const sweep_plan *plan) {
  Part *part = g_new0(Part, 1);
  gsize size;
  if (g_file_get_contents(path, &part->bytes, &size, NULL) && lay_out(part, size, plan)) return part;
  free_part(part);
  return NULL;
}

ReplaySweepParts *replay_sweep_parts_read(ClusterParts *parts, const sweep_plan *plan) {
  ReplaySweepParts *read = g_new(ReplaySweepParts, 1);
  *read = (ReplaySweepParts){g_ptr_array_new_with_free_func(free_part), g_new0(bool, plan->n_machines)};
  g_autoptr(GPtrArray) paths = parts != NULL ? cluster_parts_list(parts) : g_ptr_array_new();
  for (guint i = 0; i < paths->len; i++) {
    Part *part = read_part(g_ptr_array_index(paths, i), plan);
    if (part == NULL) continue;
    g_ptr_array_add(read->parts, part);
    for (uint64_t m = 0; m < part->head->n_machines; m++) read->known[part->machines[m]] = true;
  }
  return read;
}

void replay_sweep_parts_free(ReplaySweepParts *read) {
  if (read == NULL) return;
  g_ptr_array_unref(read->parts);
  g_free(read->known);
  g_free(read);
}

const bool *replay_sweep_parts_known(const ReplaySweepParts *read) { return read->known; }

static void take_part(const Part *part, const sweep_plan *plan, ReplaySweepCounts *counts) {
  const uint64_t n = part->head->n_machines;
  counts->instructions = part->head->instructions;
  for (uint64_t i = 0; i < n; i++) {
    const uint64_t machine = part->machines[i];
    counts->results[machine] = part->results[i];
    for (uint64_t cell = 0; cell < counts->n_cells; cell++)
      counts->misses[cell * plan->n_machines + machine] = part->misses[cell * n + i];
  }
}

bool replay_sweep_parts_take(const ReplaySweepParts *read, const sweep_plan *plan, ReplaySweepCounts *counts,
                             GError **error) {
  for (guint i = 0; i < read->parts->len; i++) {
    const Part *part = g_ptr_array_index(read->parts, i);
    if (part->head->n_cells != counts->n_cells)
      return ui_error_set(error, REPLAY_SWEEP_ERROR, 0,
                          "--parts: a share has %" G_GUINT64_FORMAT " cells instead of %u: remove its file",
                          part->head->n_cells, counts->n_cells);
    take_part(part, plan, counts);
  }
  return true;
}
