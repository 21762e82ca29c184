/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/attribute/attr_profile.h"

#include <math.h>
#include <string.h>

#include "bins/bin_table.h"
#include "ui/analysis/analysis_resolve.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_text.h"
#include "ui/names/name_kept_names.h"
#include "ui/profile/profile_of_samples.h"
#include "ui/profile/profile_resolved.h"
#include "ui/profile/profile_write.h"

typedef struct {
  const AttrAttribution *attribution;
  const AttrOrigin *origin;
  Profile *profile;     /* under construction */
  GHashTable *files;    /* path -> number + 1 */
  GHashTable *segments; /* function -> number + 1 */
  guint32 *object_of;   /* indexed by object of the samples: the object's number in the profile + 1; 0: it has none
                           yet */
  guint32 no_object;    /* number + 1 of the object for code that is only known from its source; 0: none yet */
  guint32 *place_of;    /* indexed by place of the attribution: the place's number in the profile + 1; 0: it has none
                           yet */
  guint32 *bin_of;      /* indexed by variable; G_MAXUINT32: it has no cell */
  GArray *variables;    /* guint32, by bin */
  double period;        /* mean period of the samples */
} Making;

/* ---- code ---- */

static const char *text_of(Making *making, const char *text) {
  return g_string_chunk_insert_const(making->profile->strings, text);
}

static guint32 append(Making *making, bin_record record, const void *row) {
  GArray *rows = making->profile->rows[record];
  g_array_append_vals(rows, row, 1);
  return rows->len - 1;
}

static guint32 object_of(Making *making, guint32 number) {
  const SamplesObject *of = &g_array_index(making->origin->samples->objects, SamplesObject, number);
  if (making->object_of[number] == 0) {
    const ProfileObject object = {text_of(making, of->path), text_of(making, of->build_id), 0};
    making->object_of[number] = append(making, BIN_RECORD_OBJECT, &object) + 1;
  }
  return making->object_of[number] - 1;
}

/* Returns the object for code that is only known from its source. */
static guint32 unknown_object(Making *making) {
  const GArray *objects = making->origin->samples->objects;
  for (guint i = 0; i < objects->len; i++)
    if (*g_array_index(objects, SamplesObject, i).path == '\0') return object_of(making, i);
  if (making->no_object == 0) {
    static const ProfileObject none = {"", "", 0};
    making->no_object = append(making, BIN_RECORD_OBJECT, &none) + 1;
  }
  return making->no_object - 1;
}

static guint32 file_of(Making *making, const char *path) {
  const char *text = text_of(making, path);
  const guint found = GPOINTER_TO_UINT(g_hash_table_lookup(making->files, text));
  if (found != 0) return found - 1;
  const ProfileFile file = {text};
  const guint32 number = append(making, BIN_RECORD_FILE, &file);
  g_hash_table_insert(making->files, (gpointer)text, GUINT_TO_POINTER(number + 1));
  return number;
}

/* Returns the key of a segment: the function, or else the object and the symbol. */
static const void *segment_key(Making *making, const AttrPlace *place) {
  if (place->function != NULL) return place->function;
  g_autofree char *name = g_strdup_printf("%" G_GUINT32_FORMAT " %s", place->object, place->symbol);
  return text_of(making, name);
}

/* Returns the segment of a place. Code without a symbol is one segment for each object. */
static guint32 segment_of(Making *making, const AttrPlace *place) {
  const UsesFunction *function = place->function;
  const char *symbol = *place->symbol != '\0' ? place->symbol : "???";
  const void *key = segment_key(making, place);
  const guint found = GPOINTER_TO_UINT(g_hash_table_lookup(making->segments, key));
  if (found != 0) return found - 1;
  const ProfileSegment segment = {.name = text_of(making, function != NULL ? function->name : symbol),
                                  .object = object_of(making, place->object),
                                  .file = file_of(making, function != NULL ? function->file : ""),
                                  .line = function != NULL ? function->first : 0};
  const guint32 number = append(making, BIN_RECORD_SEGMENT, &segment);
  g_hash_table_insert(making->segments, (gpointer)key, GUINT_TO_POINTER(number + 1));
  return number;
}

static void add_places(Making *making) {
  const GArray *cells = making->attribution->cells;
  for (guint i = 0; i < cells->len; i++) {
    const guint32 number = g_array_index(cells, AttrCell, i).place;
    const AttrPlace *of = &g_array_index(making->attribution->places, AttrPlace, number);
    if (making->place_of[number] != 0) continue;
    const ProfilePlace place = {.segment = segment_of(making, of),
                                .file = file_of(making, of->function != NULL ? of->function->file : ""),
                                .line = of->line};
    making->place_of[number] = append(making, BIN_RECORD_PLACE, &place) + 1;
  }
}

/* ---- data ---- */

static gint compare_variables(gconstpointer a, gconstpointer b, gpointer closure) {
  const AttrVariables *variables = closure;
  const AttrProgramVariable *x = attr_variables_get(variables, *(const guint32 *)a);
  const AttrProgramVariable *y = attr_variables_get(variables, *(const guint32 *)b);
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  const int order = strcmp(x->name, y->name);
  return order != 0 ? order : strcmp(x->owner, y->owner);
}

/* Chooses the variables with cells, in the order of bins; the first one represents unknown data. */
static void choose_variables(Making *making) {
  const AttrVariables *variables = making->origin->variables;
  const guint32 none = ATTR_VARIABLE_NONE;
  making->bin_of = g_new(guint32, attr_variables_count(variables));
  memset(making->bin_of, 0xff, attr_variables_count(variables) * sizeof(guint32));
  making->bin_of[none] = 0;
  g_array_append_val(making->variables, none);
  for (guint i = 0; i < making->attribution->cells->len; i++) {
    const guint32 number = g_array_index(making->attribution->cells, AttrCell, i).variable;
    if (making->bin_of[number] != G_MAXUINT32) continue;
    making->bin_of[number] = 0;
    g_array_append_val(making->variables, number);
  }
  g_array_sort_with_data(making->variables, compare_variables, (gpointer)variables);
  for (guint i = 0; i < making->variables->len; i++) making->bin_of[g_array_index(making->variables, guint32, i)] = i;
}

/* Adds the call that allocated a block, of which only the line is known. */
static void add_allocation(Making *making, const AttrProgramVariable *variable, ProfileBin *bin) {
  const guint32 file = file_of(making, variable->file);
  const ProfileSegment segment = {.name = "???", .object = unknown_object(making), .file = file};
  const ProfilePlace place = {.segment = append(making, BIN_RECORD_SEGMENT, &segment),
                              .file = file,
                              .line = variable->line};
  const ProfileCall call = {segment.object, 0, append(making, BIN_RECORD_PLACE, &place)};
  const guint32 number = append(making, BIN_RECORD_CALL, &call);
  bin->frames = (ProfileFrames){making->profile->frame_store->len, 1};
  g_array_append_val(making->profile->frame_store, number);
}

static void add_bins(Making *making) {
  static const bin_kind kinds[ATTR_VARIABLE_KINDS] = {BIN_UNKNOWN, BIN_HEAP, BIN_STATIC, BIN_STACK, BIN_MMAP};
  for (guint i = 0; i < making->variables->len; i++) {
    const AttrProgramVariable *variable = attr_variables_get(making->origin->variables,
                                                             g_array_index(making->variables, guint32, i));
    ProfileBin bin = {.kind = bin_kind_name(kinds[variable->kind]), .name = ""};
    if (variable->kind == ATTR_VARIABLE_STATIC || variable->kind == ATTR_VARIABLE_MAPPING)
      bin.name = text_of(making, variable->name);
    if (variable->kind == ATTR_VARIABLE_STACK) bin.name = text_of(making, variable->owner);
    if (variable->kind == ATTR_VARIABLE_HEAP && variable->line != 0) add_allocation(making, variable, &bin);
    append(making, BIN_RECORD_BIN, &bin);
  }
}

/* ---- counts ---- */

static gint compare_cells(gconstpointer a, gconstpointer b) {
  const ProfileCell *x = a, *y = b;
  if (x->place != y->place) return x->place < y->place ? -1 : 1;
  return x->bin < y->bin ? -1 : x->bin > y->bin;
}

/* Adds the cells. Estimates are rounded so that their sum is that of all samples. */
static void add_cells(Making *making, guint64 all) {
  const GArray *from = making->attribution->cells;
  const double period = making->period;
  double sum = 0;
  guint64 before = 0;
  for (guint i = 0; i < from->len; i++) {
    const AttrCell *of = &g_array_index(from, AttrCell, i);
    sum += of->samples;
    const guint64 behind = i + 1 == from->len ? all : MIN((guint64)floor(sum * period + 0.5), all);
    const ProfileCell cell = {making->place_of[of->place] - 1, making->bin_of[of->variable],
                              profile_of_samples_counts(behind - before)};
    if (behind > before) append(making, BIN_RECORD_CELL, &cell);
    before = MAX(behind, before);
  }
  g_array_sort(making->profile->rows[BIN_RECORD_CELL], compare_cells);
}

/* Returns the number of threads with samples. */
static guint count_threads(const Samples *samples, guint32 event) {
  g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < samples->samples->len; i++) {
    const SamplesSample *sample = &g_array_index(samples->samples, SamplesSample, i);
    const gint64 key = (gint64)((guint64)sample->process << 32 | sample->thread);
    if (samples_is_of(samples, sample, event)) g_hash_table_add(seen, g_memdup2(&key, sizeof key));
  }
  return g_hash_table_size(seen);
}

/* Sums up the events of all samples. Returns false if the sum does not fit. */
static bool count_events(const AttrOrigin *origin, guint64 *all) {
  const Samples *samples = origin->samples;
  guint64 stalls = 0;
  *all = 0;
  for (guint i = 0; i < samples->samples->len; i++) {
    const SamplesSample *sample = &g_array_index(samples->samples, SamplesSample, i);
    const guint64 period = MAX(g_array_index(samples->events, SamplesEvent, sample->event).period, 1);
    guint64 events, stall;
    if (!samples_is_of(samples, sample, origin->event)) continue;
    if (__builtin_mul_overflow(sample->samples, period, &events) || __builtin_add_overflow(*all, events, all) ||
        __builtin_mul_overflow(sample->latency, period, &stall) || __builtin_add_overflow(stalls, stall, &stalls))
      return false;
  }
  return true;
}

/* Adds the cells of samples of accesses. Returns their sum. */
static ProfileCounts add_accesses(Making *making) {
  const GArray *from = making->attribution->cells;
  guint64 sums[PROFILE_COUNTS] = {0};
  for (guint i = 0; i < from->len; i++) {
    const AttrCell *of = &g_array_index(from, AttrCell, i);
    ProfileCell cell = {making->place_of[of->place] - 1, making->bin_of[of->variable], {0}};
    memcpy(&cell.counts, of->counts, sizeof of->counts);
    append(making, BIN_RECORD_CELL, &cell);
    for (guint k = 0; k < PROFILE_COUNTS; k++) sums[k] += of->counts[k];
  }
  g_array_sort(making->profile->rows[BIN_RECORD_CELL], compare_cells);
  ProfileCounts all = {0};
  memcpy(&all, sums, sizeof sums);
  return all;
}

static bool add_counts(Making *making, GError **error) {
  Profile *profile = making->profile;
  guint64 all;
  if (!count_events(making->origin, &all)) {
    g_set_error(error, PROFILE_ERROR, PROFILE_ERROR_INVALID,
                "the samples or their latencies, times the period, do not fit in 64 bits");
    return false;
  }
  const bool is_plain = making->attribution->detail == PROFILE_EVENTS_ONLY;
  ProfileProcessor processor = {.threads = count_threads(making->origin->samples, making->origin->event)};
  if (is_plain) add_cells(making, all);
  processor.counts = is_plain ? profile_of_samples_counts(all) : add_accesses(making);
  append(making, BIN_RECORD_PROCESSOR, &processor);
  profile->totals.counts = processor.counts;
  return true;
}

/* ---- the run ---- */

static void add_command(Making *making) {
  const char *program = making->origin->samples->command;
  if (*program != '\0') g_ptr_array_add(making->profile->command_store, (gpointer)text_of(making, program));
}

/* Returns the process of all samples of the event, or 0 if there are several processes. */
static guint64 process_of(const AttrOrigin *origin) {
  const GArray *samples = origin->samples->samples;
  guint64 process = 0;
  bool any = false;
  for (guint i = 0; i < samples->len; i++) {
    const SamplesSample *sample = &g_array_index(samples, SamplesSample, i);
    if (!samples_is_of(origin->samples, sample, origin->event)) continue;
    if (any && process != sample->process) return 0;
    process = sample->process;
    any = true;
  }
  return process;
}

/* Returns the method of samples, of which some have addresses. */
static const char *with_address(Making *making, const char *method) {
  const AttrAttribution *attribution = making->attribution;
  if (attribution->by_address + 0.5 > (double)attribution->samples) return "address";
  g_autofree char *both = g_strconcat("address+", method, NULL);
  return text_of(making, both);
}

static void add_run(Making *making) {
  const AttrOrigin *origin = making->origin;
  const SamplesEvent *event = &g_array_index(origin->samples->events, SamplesEvent, origin->event);
  Profile *profile = making->profile;
  profile->of_samples = profile->sampled = true;
  profile->creator = "memspy " VERSION;
  profile->label = "";
  profile->reason = "samples";
  profile->interleaving = "slices";
  profile->pid = process_of(origin);
  profile->time = origin->time;
  const SamplesPeriods periods = samples_periods(origin->samples, origin->event);
  making->period = periods.mean;
  profile->events = (ProfileEvents){
      text_of(making, event->name), periods.is_known ? (guint64)floor(making->period + 0.5) : 0,
      making->attribution->samples,
      MIN((guint64)floor(making->attribution->attributed + 0.5), making->attribution->samples),
      text_of(making, making->attribution->by_address > 0 ? with_address(making, origin->method) : origin->method)};
  profile->event_kind = (ProfileEventKind){periods.varies ? (guint64)ceil(periods.squares / periods.events) : 0,
                                           making->attribution->detail};
  for (guint i = 0; i < origin->n_settings; i++) {
    const ProfileOption option = {text_of(making, origin->settings[i].name),
                                  text_of(making, origin->settings[i].value)};
    append(making, BIN_RECORD_OPTION, &option);
  }
}

/* ---- names ---- */

/* Returns whether a heap block has that name. */
static bool has_heap(const Making *making, const char *name) {
  for (guint i = 0; i < making->variables->len; i++) {
    const AttrProgramVariable *one = attr_variables_get(making->origin->variables,
                                                        g_array_index(making->variables, guint32, i));
    if (one->kind == ATTR_VARIABLE_HEAP && strcmp(one->name, name) == 0) return true;
  }
  return false;
}

/* Returns the names of bins, by the rules of docs/naming.md: "x" is the data to which x points. */
static ViewLabels labels_of(const Making *making) {
  const guint n = making->variables->len;
  ViewLabels labels = {g_new0(char *, n + 1), g_new0(char *, n + 1), g_new0(char *, n + 1), NULL};
  for (guint i = 0; i < n; i++) {
    const AttrProgramVariable *variable = attr_variables_get(making->origin->variables,
                                                             g_array_index(making->variables, guint32, i));
    g_autofree char *name = attr_variables_name(variable);
    const bool itself = variable->kind == ATTR_VARIABLE_STATIC && has_heap(making, name);
    labels.names[i] = g_strconcat(name, itself ? ATTR_VARIABLES_ITSELF : "", NULL);
    labels.full[i] = g_strdup(labels.names[i]);
    labels.brief[i] = g_strdup(itself || variable->kind == ATTR_VARIABLE_UNKNOWN ? "" : variable->name);
  }
  return labels;
}

/* Returns the names, without source lines, as a PROFILE_RESOLVED. Owned by the caller. */
static GVariant *resolve_names(const Making *making) {
  ViewLabels labels = labels_of(making);
  const guint n = making->variables->len;
  g_autofree const NameBinType **types = g_new0(const NameBinType *, n);
  g_autoptr(GArray) users = g_array_new(FALSE, FALSE, sizeof(NameUserLine));
  GVariantBuilder resolved, sources;
  g_variant_builder_init(&resolved, G_VARIANT_TYPE(PROFILE_RESOLVED));
  g_variant_builder_init(&sources, G_VARIANT_TYPE(PROFILE_RESOLVED_SOURCES));
  name_kept_names_put(&resolved, &labels, types, n);
  g_variant_builder_add_value(&resolved, g_variant_builder_end(&sources));
  g_variant_builder_add_value(&resolved, name_kept_names_put_user_lines(users));
  g_autofree NamePointers *holders = g_new(NamePointers, n);
  for (guint i = 0; i < n; i++)
    holders[i] = attr_variables_holders(making->origin->variables, g_array_index(making->variables, guint32, i));
  g_variant_builder_add_value(&resolved, name_kept_names_put_holders(holders, n));
  g_strfreev(labels.names);
  g_strfreev(labels.full);
  g_strfreev(labels.brief);
  return g_variant_ref_sink(g_variant_builder_end(&resolved));
}

/* Returns the part of the file with names and source lines. Returns NULL and sets *error if a reader of the file would
 * refuse that part. The caller owns the text. */
static GString *names_text(const Making *making, const char *path, GError **error) {
  Profile *profile = making->profile;
  g_autoptr(GVariant) own = resolve_names(making);
  profile->resolved = own;
  NameTable *names = name_table_new(profile, true);
  name_table_user_lines(names); /* reads, only once, the lines that are in the profile */
  profile->resolved = NULL;     /* lines are read from the files */
  g_autoptr(GVariant) all = analysis_resolve(profile, names);
  name_table_free(names);
  return profile_resolved_check(profile, all, path, error) ? profile_resolved_text(profile, all) : NULL;
}

/* ---- the file ---- */

static bool write_file(const Making *making, const char *path, GError **error) {
  Profile *profile = making->profile;
  UiOutput output;
  if (!ui_output_start(&output, path, error)) return false;
  bin_writer *writer = bin_writer_new(ui_output_bytes, output.file, BIN_FORMAT_OF_SAMPLES, BIN_FORMAT_PLAIN);
  for (unsigned record = 0; record < BIN_RECORDS; record++)
    if (bin_format_has(BIN_FORMAT_OF_SAMPLES, BIN_FORMAT_PLAIN, record)) profile_write_records(writer, profile, record);
  bin_writer_so_far(writer, &profile->n_lines, &profile->hash);
  bin_writer_finish(writer); /* ui_output_finish() reports failed writes */
  GString *names = names_text(making, path, error);
  if (names == NULL) {
    ui_output_drop(&output);
    return false;
  }
  fwrite(names->str, 1, names->len, output.file);
  g_string_free(names, TRUE);
  return ui_output_finish(&output, error);
}

bool attr_profile(const AttrAttribution *attribution, const AttrOrigin *origin, const char *path, GError **error) {
  Making making = {.attribution = attribution, .origin = origin, .profile = profile_new()};
  making.files = g_hash_table_new(g_str_hash, g_str_equal);
  making.segments = g_hash_table_new(NULL, NULL);
  making.object_of = g_new0(guint32, origin->samples->objects->len + 1);
  making.place_of = g_new0(guint32, attribution->places->len + 1);
  making.variables = g_array_new(FALSE, FALSE, sizeof(guint32));
  add_run(&making);
  add_command(&making);
  choose_variables(&making);
  add_places(&making);
  add_bins(&making);
  bool good = add_counts(&making, error);
  if (good) profile_seal(making.profile);
  good = good && write_file(&making, path, error);
  g_hash_table_destroy(making.files);
  g_hash_table_destroy(making.segments);
  g_free(making.object_of);
  g_free(making.place_of);
  g_free(making.bin_of);
  g_array_unref(making.variables);
  profile_free(making.profile);
  return good;
}
