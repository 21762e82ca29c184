/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_callgrind.c: writes a profile in the format of callgrind, for KCachegrind and callgrind_annotate.
 *
 * By code: the costs belong to source lines (with --instructions=yes, to instructions) of functions.
 *
 * By data: the costs belong to data. Each bin is a function without lines, in an object "(data)" and in a file that
 * has the name of the bin's kind. Each source line calls the bins to which it refers, once for each reference. The
 * self cost of a source line is only its instructions. So the tools show the costs of code as inclusive costs, the
 * costs of data as self costs, and the cells as callers and callees.
 *
 * By code, a profile with callers (without --callers=no) also has the calls between functions, with their inclusive
 * costs. In this case, functions include the functions that are inlined into them, and the file has only the events
 * that are recorded for call paths. With a --weight that call paths do not have, the file has no calls. Recursion
 * does not increase inclusive costs: a call of a function that is already open has no cost (view_callers.h).
 *
 * In all cases, the self costs add up to the profile's totals.
 *
 * The first occurrence of a name is "(number) name", and the others are "(number)". Without this, the tools would
 * parse a name that begins with a bracket, such as "(stack) main", as a number. */
#include <inttypes.h>
#include <string.h>

#include "ui/base/ui_number.h"
#include "ui/base/ui_text.h"
#include "ui/export/export.h"
#include "ui/profile/profile_of_samples.h"
#include "ui/view/view_callers.h"

/* An event type of callgrind. The names of the first five are known to the tools that read the format. */
typedef struct {
  const char *name, *summary;
  ViewMetric metric; /* VIEW_METRICS: instructions */
} Event;

/* All event types: first the sums, then the number of instructions, then the other metrics in their order. */
static const Event events[] = {
#define METRIC_SUM(symbol, first, second, key, title, head, event, summary, ...) \
  [VIEW_METRIC_##symbol] = {event, summary, VIEW_METRIC_##symbol},
#include "ui/view/view_metric_sums.def"
    [VIEW_METRIC_AFTER_SUMS] = {"Ir", "Instructions", VIEW_METRICS},
#define COUNT(symbol, name, record, kept, whole, unit, compared, key, title, head, event, summary, ...) \
  [VIEW_METRIC_##symbol + (VIEW_METRIC_##symbol >= VIEW_METRIC_AFTER_SUMS)] = {event, summary, VIEW_METRIC_##symbol},
#include "coherence/coh_counts.def"
};
enum { EVENTS = G_N_ELEMENTS(events) };

/* The name spaces of the format. Names are numbered separately in each name space. */
enum { OBJECTS, FILES, FUNCTIONS, SPACES };

typedef struct {
  const Export *export;
  FILE *file;
  /* event types in the order of output: the one that the user chose, then the others that the profile has */
  const Event *order[EVENTS];
  unsigned n_events;
  GHashTable *names[SPACES]; /* maps a name to its number, from 1 */
  bool addresses;            /* whether places are instructions */
  const GArray *calls;       /* result of view_callers_calls(); NULL: the profile has no callers */
  guint next_call;           /* index of the first call whose caller is not written yet */
} Writer;

/* Writes a line such as "ob=(3) name". The name contains no line breaks. */
static void put_name(Writer *writer, const char *key, unsigned space, const char *name) {
  const guint known = GPOINTER_TO_UINT(g_hash_table_lookup(writer->names[space], name));
  const guint number = known != 0 ? known : g_hash_table_size(writer->names[space]) + 1;
  fprintf(writer->file, "%s=(%u)", key, number);
  if (known == 0) {
    g_hash_table_insert(writer->names[space], g_strdup(name), GUINT_TO_POINTER(number));
    fprintf(writer->file, " %s", name);
  }
  putc('\n', writer->file);
}

static void put_path(Writer *writer, const char *key, unsigned space, const char *path) {
  g_autofree char *printable = ui_text_escaped_utf8(*path != '\0' ? path : "???");
  put_name(writer, key, space, printable);
}

/* Writes the values of all event types, without zeros at the end of the line. */
static void put_costs(const Writer *writer, const ProfileCounts *counts, uint64_t instructions) {
  uint64_t costs[EVENTS];
  unsigned n = 0;
  for (unsigned i = 0; i < writer->n_events; i++) {
    const ViewMetric metric = writer->order[i]->metric;
    costs[i] = metric == VIEW_METRICS ? instructions : view_metric_of(metric, counts);
    if (costs[i] != 0) n = i + 1;
  }
  if (n == 0) n = 1;
  for (unsigned i = 0; i < n; i++) {
    putc(' ', writer->file);
    ui_number_put(writer->file, costs[i]);
  }
  putc('\n', writer->file);
}

static void put_position(const Writer *writer, const ProfilePlace *place) {
  if (writer->addresses) fprintf(writer->file, "0x%" PRIx64 " ", place->address);
  fprintf(writer->file, "%" PRIu64, place->line);
}

static void put_header(Writer *writer) {
  const Profile *profile = writer->export->profile;
  g_autofree char *creator = ui_text_escaped_utf8(profile->creator);
  fprintf(writer->file, "# callgrind format\nversion: 1\ncreator: %s\npid: %" PRIu64 "\ncmd:", creator, profile->pid);
  for (const char *const *word = profile->command; *word != NULL; word++) {
    g_autofree char *printable = ui_text_escaped_utf8(*word);
    fprintf(writer->file, " %s", printable);
  }
  fprintf(writer->file, "\npart: 1\n");
  for (uint32_t i = 0; i < profile->n_options; i++) {
    g_autofree char *name = ui_text_escaped_utf8(profile->options[i].name);
    g_autofree char *value = ui_text_escaped_utf8(profile->options[i].value);
    fprintf(writer->file, "desc: Option: --%s=%s\n", name, value);
  }
  fprintf(writer->file, "positions: %sline\n", writer->addresses ? "instr " : "");
  for (unsigned i = 0; i < writer->n_events; i++)
    fprintf(writer->file, "event: %s : %s\n", writer->order[i]->name, writer->order[i]->summary);
  if (writer->export->profile->sampled)
    fputs("desc: Sampled: all costs are estimates for the whole run, from samples of it\n", writer->file);
  fputs("events:", writer->file);
  for (unsigned i = 0; i < writer->n_events; i++) fprintf(writer->file, " %s", writer->order[i]->name);
  fputs("\nsummary:", writer->file);
  put_costs(writer, &profile->totals.counts, profile->totals.instructions);
}

/* Writes the call of a bin. */
static void put_call(Writer *writer, const ProfilePlace *place, const ProfileCell *cell) {
  const uint64_t references = profile_counts_references(&cell->counts);
  put_name(writer, "cob", OBJECTS, "(data)");
  put_path(writer, "cfi", FILES, writer->export->profile->bins[cell->bin].kind);
  put_name(writer, "cfn", FUNCTIONS, export_name(writer->export, VIEW_DATA, cell->bin));
  fprintf(writer->file, "calls=%" PRIu64 " %s0\n", MAX(references, 1), writer->addresses ? "0x0 " : "");
  put_position(writer, place);
  put_costs(writer, &cell->counts, 0);
}

/* Writes the costs of a place and, by data, its calls of bins. */
static void put_place(Writer *writer, const ViewCells *cells, uint32_t number) {
  static const ProfileCounts none;
  const Profile *profile = writer->export->profile;
  const ProfilePlace *place = &profile->places[number];
  uint32_t first, end;
  view_cells_of_place(cells, number, &first, &end);
  ProfileCounts sum = none;
  for (uint32_t i = first; i < end && !writer->export->by_data; i++)
    profile_counts_add(&sum, &profile->cells[i].counts);
  if (place->instructions == 0 && first == end) return;
  put_position(writer, place);
  put_costs(writer, &sum, place->instructions);
  for (uint32_t i = first; i < end && writer->export->by_data; i++) put_call(writer, place, &profile->cells[i]);
}

/* Writes the calls that a function makes. `file`: the source file of the function. */
static void put_calls(Writer *writer, uint32_t number, uint32_t file) {
  const Profile *profile = writer->export->profile;
  const ProfileSegment *segment = &profile->segments[number];
  for (; writer->calls != NULL && writer->next_call < writer->calls->len; writer->next_call++) {
    const ViewCall *call = &g_array_index(writer->calls, ViewCall, writer->next_call);
    if (call->caller != number) return;
    const ProfileSegment *callee = &profile->segments[call->callee];
    const ProfilePlace unknown = {.file = segment->file, .line = segment->line};
    const ProfilePlace *place = call->place != 0 ? &profile->places[call->place - 1] : &unknown;
    if (place->file != file)
      put_path(writer, place->file == segment->file ? "fe" : "fi", FILES, profile->files[place->file].path);
    file = place->file;
    put_path(writer, "cob", OBJECTS, profile->objects[callee->object].path);
    put_path(writer, "cfi", FILES, profile->files[callee->file].path);
    put_name(writer, "cfn", FUNCTIONS, export_name(writer->export, VIEW_CODE, call->callee));
    fprintf(writer->file, "calls=%" PRIu64 " %s%" PRIu64 "\n", call->calls, writer->addresses ? "0x0 " : "",
            callee->line);
    put_position(writer, place);
    put_costs(writer, &call->all.counts, call->all.instructions);
  }
}

static void put_segment(Writer *writer, const ViewCells *cells, uint32_t number) {
  const Profile *profile = writer->export->profile;
  const uint32_t inlined_in = writer->export->whole ? profile->segments[number].inlined_in : 0;
  const ProfileSegment *segment = &profile->segments[inlined_in != 0 ? inlined_in - 1 : number];
  put_path(writer, "\nob", OBJECTS, profile->objects[segment->object].path);
  put_path(writer, "fl", FILES, profile->files[segment->file].path);
  put_name(writer, "fn", FUNCTIONS, export_name(writer->export, VIEW_CODE, number));
  uint32_t n, file = segment->file;
  const uint32_t *places = view_cells_places(cells, number, &n);
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t next = profile->places[places[i]].file;
    if (next != file) put_path(writer, next == segment->file ? "fe" : "fi", FILES, profile->files[next].path);
    file = next;
    put_place(writer, cells, places[i]);
  }
  put_calls(writer, number, file);
}

/* Writes the costs of the bins. In the exported file, each bin is a function, and the source lines that refer to the
 * bin call this function. */
static void put_bins(Writer *writer) {
  const Profile *profile = writer->export->profile;
  g_autofree ProfileCounts *sums = g_new0(ProfileCounts, profile->n_bins);
  for (uint32_t i = 0; i < profile->n_cells; i++)
    profile_counts_add(&sums[profile->cells[i].bin], &profile->cells[i].counts);
  for (uint32_t bin = 0; bin < profile->n_bins; bin++) {
    if (profile_counts_references(&sums[bin]) == 0) continue;
    put_name(writer, "\nob", OBJECTS, "(data)");
    put_path(writer, "fl", FILES, profile->bins[bin].kind);
    put_name(writer, "fn", FUNCTIONS, export_name(writer->export, VIEW_DATA, bin));
    fputs(writer->addresses ? "0x0 0" : "0", writer->file);
    put_costs(writer, &sums[bin], 0);
  }
}

static bool knows(const Writer *writer, const Event *event) {
  const Profile *profile = writer->export->profile;
  if (writer->calls != NULL && event->metric != VIEW_METRICS && !view_callers_know(event->metric)) return false;
  return event->metric == VIEW_METRICS ? !profile->of_samples : view_metric_known(profile, event->metric);
}

static void order_events(Writer *writer) {
  unsigned n = 0;
  for (unsigned i = 0; i < EVENTS; i++)
    if (events[i].metric == writer->export->weight && knows(writer, &events[i])) writer->order[n++] = &events[i];
  for (unsigned i = 0; i < EVENTS; i++)
    if (events[i].metric != writer->export->weight && knows(writer, &events[i])) writer->order[n++] = &events[i];
  writer->n_events = n;
}

void export_callgrind(const Export *export, FILE *file) {
  const Profile *profile = export->profile;
  Writer writer = {.export = export, .file = file};
  const bool has_calls = profile->has_callers && export->whole && !export->by_data && view_callers_know(export->weight);
  g_autoptr(ViewCallers) callers = has_calls ? view_callers_new(profile, export->view->axes[VIEW_CODE].rank_of) : NULL;
  g_autoptr(GArray) calls = has_calls ? view_callers_calls(callers) : NULL;
  writer.calls = calls;
  order_events(&writer);
  for (unsigned i = 0; i < SPACES; i++) writer.names[i] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (uint32_t i = 0; i < profile->n_places && !writer.addresses; i++)
    writer.addresses = profile->places[i].address != 0;
  put_header(&writer);
  ViewCells *cells = view_cells_new(profile, NULL, profile->n_segments, NULL, profile->n_bins);
  for (uint32_t i = 0; i < profile->n_segments; i++) {
    put_segment(&writer, cells, i);
    export_progress(i, profile->n_segments);
  }
  view_cells_free(cells);
  if (export->by_data) put_bins(&writer);
  fputs("\ntotals:", file);
  put_costs(&writer, &profile->totals.counts, profile->totals.instructions);
  for (unsigned i = 0; i < SPACES; i++) g_hash_table_destroy(writer.names[i]);
}
