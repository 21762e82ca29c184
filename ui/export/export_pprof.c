/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_pprof.c: writes a profile in the format of pprof: the message Profile of profile.proto, compressed by gzip.
 *
 * A cell has one sample without the label `cause`, with the references and the stall of the cell. It also has a sample
 * for each cause of misses, with the number of these misses. So each value adds up to the profile's total. The location
 * of a sample is the place of the cell, with a line for each function into which the place is inlined. With --by=data,
 * the outermost location is the data.
 *
 * Counts by processor are not recorded for cells. If only one processor executed instructions, the samples have the
 * number of this processor as a label. */
#include <string.h>
#include <zlib.h>

#include "ui/base/ui_text.h"
#include "ui/export/export_stack.h"

/* The numbers of the fields in each message of profile.proto. */
enum { PROFILE_TYPE = 1, PROFILE_SAMPLE, PROFILE_MAPPING, PROFILE_LOCATION, PROFILE_FUNCTION, PROFILE_STRING };
enum { PROFILE_TIME = 9, PROFILE_COMMENT = 13, PROFILE_DEFAULT = 14 };
enum { TYPE_NAME = 1, TYPE_UNIT };
enum { SAMPLE_LOCATION = 1, SAMPLE_VALUE, SAMPLE_LABEL };
enum { LABEL_KEY = 1, LABEL_TEXT };
enum {
  MAPPING_ID = 1,
  MAPPING_FILE = 5,
  MAPPING_BUILD,
  MAPPING_FUNCTIONS,
  MAPPING_FILES,
  MAPPING_LINES,
  MAPPING_INLINED
};
enum { LOCATION_ID = 1, LOCATION_MAPPING, LOCATION_ADDRESS, LOCATION_LINE };
enum { LINE_FUNCTION = 1, LINE_NUMBER };
enum { FUNCTION_ID = 1, FUNCTION_NAME, FUNCTION_FILE = 4, FUNCTION_LINE };

enum { VALUES = 4 };

typedef struct {
  const Export *export;
  /* messages under construction: `inner` becomes a field of `part`, and `part` becomes a field of `out` */
  GByteArray *out, *part, *inner;
  GHashTable *strings;       /* maps a text to its number in the table of strings */
  GPtrArray *texts;          /* the table */
  ViewMetric values[VALUES]; /* the values of a sample */
  unsigned n_values;
  char *only; /* number of the only processor that executed instructions; NULL: several did */
} Pprof;

/* ---- Protocol Buffers ---- */

static void put_varint(GByteArray *out, uint64_t number) {
  uint8_t bytes[10];
  guint n = 0;
  for (; number >= 128; number >>= 7) bytes[n++] = (uint8_t)(number | 128);
  bytes[n++] = (uint8_t)number;
  g_byte_array_append(out, bytes, n);
}

/* Adds a field with a number. The number 0 is the default, so no field is written for it. */
static void put_number(GByteArray *out, unsigned field, uint64_t number) {
  if (number == 0) return;
  put_varint(out, (uint64_t)field << 3);
  put_varint(out, number);
}

static void put_bytes(GByteArray *out, unsigned field, const void *bytes, size_t n) {
  put_varint(out, (uint64_t)field << 3 | 2);
  put_varint(out, n);
  g_byte_array_append(out, bytes, (guint)n);
}

/* Adds a field whose value is a message, and then empties the message. */
static void put_message(GByteArray *out, unsigned field, GByteArray *message) {
  put_bytes(out, field, message->data, message->len);
  g_byte_array_set_size(message, 0);
}

/* Returns the number of a text in the table of strings. Adds the text if it is new. */
static uint64_t string_of(Pprof *pprof, const char *text) {
  gpointer number;
  if (g_hash_table_lookup_extended(pprof->strings, text, NULL, &number)) return GPOINTER_TO_UINT(number);
  char *copy = g_strdup(text);
  g_ptr_array_add(pprof->texts, copy);
  g_hash_table_insert(pprof->strings, copy, GUINT_TO_POINTER(pprof->texts->len - 1));
  return pprof->texts->len - 1;
}

static uint64_t escaped_string(Pprof *pprof, const char *text) {
  g_autofree char *printable = ui_text_escaped_utf8(text);
  return string_of(pprof, printable);
}

/* ---- tables ---- */

static const char *unit_of(ViewMetric metric) { return metric == VIEW_METRIC_STALL ? "cycles" : "count"; }

/* Chooses the values of a sample: misses, references and stall, as far as the profile has them, and also the metric of
 * the export. */
static void choose_values(Pprof *pprof) {
  const ViewMetric usual[] = {VIEW_METRIC_MISSES, VIEW_METRIC_REFERENCES, VIEW_METRIC_STALL};
  bool has_weight = false;
  for (unsigned i = 0; i < G_N_ELEMENTS(usual); i++) {
    if (!view_metric_known(pprof->export->profile, usual[i])) continue;
    has_weight |= usual[i] == pprof->export->weight;
    pprof->values[pprof->n_values++] = usual[i];
  }
  if (!has_weight) pprof->values[pprof->n_values++] = pprof->export->weight;
  for (unsigned i = 0; i < pprof->n_values; i++) {
    put_number(pprof->part, TYPE_NAME, string_of(pprof, view_metric_key(pprof->values[i])));
    put_number(pprof->part, TYPE_UNIT, string_of(pprof, unit_of(pprof->values[i])));
    put_message(pprof->out, PROFILE_TYPE, pprof->part);
  }
}

static void put_mappings(Pprof *pprof) {
  const Profile *profile = pprof->export->profile;
  for (uint32_t i = 0; i < profile->n_objects; i++) {
    put_number(pprof->part, MAPPING_ID, i + 1);
    put_number(pprof->part, MAPPING_FILE, escaped_string(pprof, profile->objects[i].path));
    put_number(pprof->part, MAPPING_BUILD, escaped_string(pprof, profile->objects[i].build_id));
    for (unsigned field = MAPPING_FUNCTIONS; field <= MAPPING_INLINED; field++) put_number(pprof->part, field, 1);
    put_message(pprof->out, PROFILE_MAPPING, pprof->part);
  }
}

/* A function has no system name: pprof cuts brackets out of a name that is the same as the system name. */
static void put_function(Pprof *pprof, uint64_t id, const char *name, const char *file, uint64_t line) {
  put_number(pprof->part, FUNCTION_ID, id);
  put_number(pprof->part, FUNCTION_NAME, string_of(pprof, name));
  put_number(pprof->part, FUNCTION_FILE, escaped_string(pprof, file));
  put_number(pprof->part, FUNCTION_LINE, line);
  put_message(pprof->out, PROFILE_FUNCTION, pprof->part);
}

/* Writes functions. Function i + 1 is segment i. With --by=data, the functions that stand for data follow. */
static void put_functions(Pprof *pprof) {
  const Profile *profile = pprof->export->profile;
  for (uint32_t i = 0; i < profile->n_segments; i++) {
    const ProfileSegment *segment = &profile->segments[i];
    put_function(pprof, (uint64_t)i + 1, export_name(pprof->export, VIEW_CODE, i), profile->files[segment->file].path,
                 segment->line);
  }
  for (uint32_t i = 0; pprof->export->by_data && i < profile->n_bins; i++)
    put_function(pprof, (uint64_t)profile->n_segments + i + 1, export_name(pprof->export, VIEW_DATA, i), "", 0);
}

static void put_line(Pprof *pprof, uint64_t function, uint64_t line) {
  put_number(pprof->inner, LINE_FUNCTION, function);
  put_number(pprof->inner, LINE_NUMBER, line);
  put_message(pprof->part, LOCATION_LINE, pprof->inner);
}

/* Writes locations. Location i + 1 is place i. With --by=data, the locations that stand for data follow. */
static void put_locations(Pprof *pprof) {
  const Profile *profile = pprof->export->profile;
  ExportPlaceFrame frames[EXPORT_STACK_MOST];
  for (uint32_t i = 0; i < profile->n_places; i++) {
    const unsigned n = export_stack_of(profile, i, frames, EXPORT_STACK_MOST);
    put_number(pprof->part, LOCATION_ID, (uint64_t)i + 1);
    put_number(pprof->part, LOCATION_MAPPING, (uint64_t)profile->segments[frames[0].segment].object + 1);
    put_number(pprof->part, LOCATION_ADDRESS, profile->places[i].address);
    for (unsigned j = 0; j < n; j++) put_line(pprof, (uint64_t)frames[j].segment + 1, frames[j].line);
    put_message(pprof->out, PROFILE_LOCATION, pprof->part);
  }
  for (uint32_t i = 0; pprof->export->by_data && i < profile->n_bins; i++) {
    put_number(pprof->part, LOCATION_ID, (uint64_t)profile->n_places + i + 1);
    put_line(pprof, (uint64_t)profile->n_segments + i + 1, 0);
    put_message(pprof->out, PROFILE_LOCATION, pprof->part);
  }
}

/* ---- samples ---- */

static void put_label(Pprof *pprof, const char *key, const char *text) {
  put_number(pprof->inner, LABEL_KEY, string_of(pprof, key));
  put_number(pprof->inner, LABEL_TEXT, string_of(pprof, text));
  put_message(pprof->part, SAMPLE_LABEL, pprof->inner);
}

static void put_sample(Pprof *pprof, const ProfileCell *cell, const uint64_t *values, const char *cause) {
  const Profile *profile = pprof->export->profile;
  uint64_t any = 0;
  for (unsigned i = 0; i < pprof->n_values; i++) any |= values[i];
  if (any == 0) return;
  put_varint(pprof->inner, (uint64_t)cell->place + 1);
  if (pprof->export->by_data) put_varint(pprof->inner, (uint64_t)profile->n_places + cell->bin + 1);
  put_message(pprof->part, SAMPLE_LOCATION, pprof->inner);
  for (unsigned i = 0; i < pprof->n_values; i++) put_varint(pprof->inner, values[i]);
  put_message(pprof->part, SAMPLE_VALUE, pprof->inner);
  put_label(pprof, "data", export_name(pprof->export, VIEW_DATA, cell->bin));
  put_label(pprof, "kind", profile->bins[cell->bin].kind);
  if (cause != NULL) put_label(pprof, "cause", cause);
  if (pprof->only != NULL) put_label(pprof, "processor", pprof->only);
  put_message(pprof->out, PROFILE_SAMPLE, pprof->part);
}

/* The causes into which the misses of a cell are divided. With --conflicts, replacement misses are divided into
 * capacity and conflict misses. The row of COH_COUNT_REPLACEMENT (`is_whole`) contains only the replacement misses that
 * are neither capacity nor conflict misses. */
static const struct {
  coh_count count;
  bool is_whole;
} causes[] = {{COH_COUNT_COLD, false},         {COH_COUNT_CAPACITY, false},      {COH_COUNT_CONFLICT, false},
              {COH_COUNT_TRUE_SHARING, false}, {COH_COUNT_FALSE_SHARING, false}, {COH_COUNT_REPLACEMENT, true}};

static uint64_t count_cause(const ProfileCounts *counts, size_t cause) {
  const uint64_t all = profile_counts_get(counts, causes[cause].count), parts = counts->capacity + counts->conflict;
  return !causes[cause].is_whole ? all : all > parts ? all - parts : 0;
}

/* Writes the samples of a cell. If the profile was made from samples, the causes of misses are unknown. */
static void put_cell(Pprof *pprof, const ProfileCell *cell) {
  const bool divides = !pprof->export->profile->of_samples;
  uint64_t values[VALUES], rest = profile_counts_misses(&cell->counts);
  for (size_t c = 0; divides && c < G_N_ELEMENTS(causes); c++) {
    const uint64_t misses = MIN(count_cause(&cell->counts, c), rest); /* estimates are rounded */
    for (unsigned i = 0; i < pprof->n_values; i++) values[i] = pprof->values[i] == VIEW_METRIC_MISSES ? misses : 0;
    put_sample(pprof, cell, values, profile_counts_name(causes[c].count));
    rest -= misses;
  }
  for (unsigned i = 0; i < pprof->n_values; i++)
    values[i] = pprof->values[i] == VIEW_METRIC_MISSES ? rest : view_metric_of(pprof->values[i], &cell->counts);
  put_sample(pprof, cell, values, NULL);
}

/* Returns, as text, the number of the only processor that executed instructions; NULL: there are several. The caller
 * frees the text. */
static char *find_only_processor(const Profile *profile) {
  uint32_t only = 0, n = 0;
  for (uint32_t i = 0; i < profile->n_processors; i++) {
    if (profile->processors[i].instructions == 0) continue;
    only = i;
    n++;
  }
  return n == 1 && !profile->of_samples ? g_strdup_printf("%u", only) : NULL;
}

/* ---- the file ---- */

static void put_rest(Pprof *pprof) {
  const Profile *profile = pprof->export->profile;
  g_autofree char *command = g_strjoinv(" ", (char **)profile->command);
  put_number(pprof->out, PROFILE_TIME, profile->time * 1000000000);
  put_number(pprof->out, PROFILE_COMMENT, escaped_string(pprof, profile->creator));
  put_number(pprof->out, PROFILE_COMMENT, escaped_string(pprof, command));
  if (profile->sampled) put_number(pprof->out, PROFILE_COMMENT, string_of(pprof, "All values are estimates."));
  put_number(pprof->out, PROFILE_DEFAULT, string_of(pprof, view_metric_key(pprof->export->weight)));
  for (guint i = 0; i < pprof->texts->len; i++) {
    const char *text = g_ptr_array_index(pprof->texts, i);
    put_bytes(pprof->out, PROFILE_STRING, text, strlen(text));
  }
}

/* Writes bytes in the format of gzip. Returns false if zlib fails. */
static bool write_packed(FILE *file, const GByteArray *bytes) {
  enum { GZIP = 16 + MAX_WBITS, MEMORY = 8 };
  z_stream stream = {.next_in = bytes->data, .avail_in = bytes->len};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK) return false;
  const uLong room = deflateBound(&stream, bytes->len);
  g_autofree uint8_t *packed = g_malloc(room);
  stream.next_out = packed;
  stream.avail_out = (uInt)room;
  const bool good = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  if (good) fwrite(packed, 1, stream.total_out, file);
  deflateEnd(&stream);
  return good;
}

void export_pprof(const Export *export, FILE *file) {
  const Profile *profile = export->profile;
  Pprof pprof = {.export = export,
                 .out = g_byte_array_new(),
                 .part = g_byte_array_new(),
                 .inner = g_byte_array_new(),
                 .strings = g_hash_table_new(g_str_hash, g_str_equal),
                 .texts = g_ptr_array_new_with_free_func(g_free),
                 .only = find_only_processor(profile)};
  (void)string_of(&pprof, ""); /* the table begins with it */
  choose_values(&pprof);
  put_mappings(&pprof);
  put_functions(&pprof);
  put_locations(&pprof);
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    put_cell(&pprof, &profile->cells[i]);
    export_progress(i, profile->n_cells);
  }
  put_rest(&pprof);
  if (!write_packed(file, pprof.out)) g_error("zlib cannot compress %u bytes", pprof.out->len);
  g_free(pprof.only);
  g_hash_table_unref(pprof.strings);
  g_ptr_array_unref(pprof.texts);
  g_byte_array_unref(pprof.out);
  g_byte_array_unref(pprof.part);
  g_byte_array_unref(pprof.inner);
}
