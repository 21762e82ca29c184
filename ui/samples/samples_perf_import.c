/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_perf_import.c: The link-time address of a frame follows from the first of these that the text has:
 *  - "(FILE+0x12)": the offset in the file;
 *  - an event that mapped the file at the address;
 *  - an address that can only be an offset in the file: newer versions of perf print these in call paths;
 *  - an address of a program with a fixed load address;
 *  - symbol and offset, looked up in the file.
 * Frames repeat, so each line of a frame is parsed once; a table finds the result by the text. */
#include "ui/samples/samples_perf_import.h"

#include <string.h>

#include "bins/bin_index.h"
#include "ui/base/ui_error.h"
#include "ui/base/ui_text.h"
#include "ui/profile/profile_lines.h"
#include "ui/samples/samples_build.h"
#include "ui/samples/samples_perf_line.h"
#include "ui/samples/samples_perf_maps.h"
#include "ui/samples/samples_perf_objects.h"

enum { LINE_MOST = 1 << 20 /* bytes */ };

#define KERNEL_FIRST ((guint64)1 << 63)

/* The parsed line of a frame. */
typedef struct {
  gsize text; /* offset in `texts` */
  guint32 n, process, generation;
  bool is_inlined, is_kernels;
  SamplesFrame frame;
} Known;

struct SamplesPerfImport {
  SamplesBuild *build;
  SamplesPerfObjects *objects;
  GHashTable *missing;  /* paths of files that were not found, which `objects` owns */
  GHashTable *unplaced; /* paths of files with frames of unknown address */
  guint64 unplaced_frames;
  char *command; /* NULL: none yet */

  /* The current recording: */
  const char *name;
  guint64 last_line;
  ProfileLines *lines;
  SamplesPerfMaps *maps;
  bool has_offsets; /* perf prints offsets in call paths */
  GArray *known;
  GString *texts;
  bin_index index; /* index of `known` */

  /* The current sample: */
  bool is_open; /* its call path follows */
  guint32 event, process, thread;
  guint64 period;
  GArray *frames;
  bool in_kernel; /* the last frame is in the kernel */
};

SamplesPerfImport *samples_perf_import_new(const char *symfs) {
  SamplesPerfImport *import = g_new0(SamplesPerfImport, 1);
  import->build = samples_build_new();
  import->objects = samples_perf_objects_new(symfs);
  import->missing = g_hash_table_new(g_str_hash, g_str_equal);
  import->unplaced = g_hash_table_new(g_str_hash, g_str_equal);
  import->known = g_array_new(FALSE, FALSE, sizeof(Known));
  import->texts = g_string_new(NULL);
  import->frames = g_array_new(FALSE, FALSE, sizeof(SamplesFrame));
  return import;
}

bool samples_perf_import_list(SamplesPerfImport *import, const char *name, const char *text, GError **error) {
  return samples_perf_objects_take_list(import->objects, name, text, error);
}

static bool fail_at(const SamplesPerfImport *import, guint64 line, const char *message, GError **error) {
  return ui_error_set(error, SAMPLES_ERROR, SAMPLES_ERROR_INVALID, "%s:%" G_GUINT64_FORMAT ": %s", import->name, line,
                      message);
}

static bool fail(const SamplesPerfImport *import, const char *message, GError **error) {
  return fail_at(import, profile_lines_number(import->lines), message, error);
}

/* ---- addresses ---- */

static SamplesFrame unknown_frame(SamplesPerfImport *import, guint64 address) {
  return (SamplesFrame){samples_build_object(import->build, "", ""), address};
}

static SamplesFrame frame_in(SamplesPerfImport *import, SamplesPerfObject *object, guint64 address) {
  const char *path = samples_perf_object_path(object);
  if (!samples_perf_object_is_found(object)) g_hash_table_add(import->missing, (gpointer)path);
  return (SamplesFrame){samples_build_object(import->build, path, samples_perf_object_build_id(object)), address};
}

/* The file that a frame names; NULL: none, as for code that was generated at run time. */
static SamplesPerfObject *file_of(SamplesPerfImport *import, const SamplesPerfText *object) {
  static const char made[] = "/tmp/perf-";
  if (object->n == 0 || object->bytes[0] != '/' || (object->n > 1 && object->bytes[1] == '/')) return NULL;
  if (object->n > sizeof made && memcmp(object->bytes, made, sizeof made - 1) == 0) return NULL;
  return samples_perf_objects_get(import->objects, object->bytes, object->n);
}

/* Returns the link-time address of a frame without a mapping. The printed address can be an offset in the file, an
 * address of a program with a fixed load address, or both. */
static bool place_alone(SamplesPerfImport *import, SamplesPerfObject *object, const SamplesPerfFrame *frame,
                        guint64 *address) {
  guint64 by_offset, by_symbol;
  const bool is_fixed = samples_perf_object_is_fixed_at(object, frame->address);
  const bool in_file = samples_perf_object_is_found(object)
                           ? samples_perf_object_at_offset(object, frame->address, &by_offset)
                           : (by_offset = frame->address) < (guint64)1 << 40;
  const bool has_symbol = frame->has_symbol_offset && (!in_file || is_fixed) &&
                          samples_perf_object_at_symbol(object, frame->symbol.bytes, frame->symbol.n,
                                                        frame->symbol_offset, &by_symbol);
  if (is_fixed && in_file && has_symbol && by_symbol == by_offset) {
    *address = by_offset;
  } else if (is_fixed && !(in_file && import->has_offsets && !(has_symbol && by_symbol == frame->address))) {
    *address = frame->address;
  } else if (in_file) {
    import->has_offsets |= !is_fixed && samples_perf_object_is_found(object);
    *address = by_offset;
  } else if (has_symbol) {
    *address = by_symbol;
  } else {
    return false;
  }
  return true;
}

/* Returns the link-time address of a frame in a file. */
static bool place(SamplesPerfImport *import, SamplesPerfObject *object, const SamplesPerfFrame *frame,
                  guint64 *address) {
  guint64 offset;
  if (frame->has_object_offset) return samples_perf_object_at_offset(object, frame->object_offset, address);
  if (samples_perf_maps_find(import->maps, import->process, frame->address, &offset) == object)
    return samples_perf_object_at_offset(object, offset, address);
  return place_alone(import, object, frame, address);
}

/* Returns the file of a frame: the mapped one if the frame names its path or none, else the named one. (If a file was
 * rebuilt, a process can still have the old one mapped.) */
static SamplesPerfObject *object_of(SamplesPerfImport *import, const SamplesPerfFrame *frame) {
  guint64 offset;
  SamplesPerfObject *named = file_of(import, &frame->object);
  SamplesPerfObject *mapped = samples_perf_maps_find(import->maps, import->process, frame->address, &offset);
  if (named == NULL) return frame->object.n == 0 ? mapped : NULL;
  return mapped != NULL && samples_perf_object_has_path_of(mapped, named) ? mapped : named;
}

static SamplesFrame resolve(SamplesPerfImport *import, const SamplesPerfFrame *frame) {
  guint64 address = 0;
  if (frame->address >= KERNEL_FIRST)
    return (SamplesFrame){samples_build_object(import->build, "[kernel]", ""), frame->address};
  SamplesPerfObject *object = object_of(import, frame);
  if (object == NULL) return unknown_frame(import, frame->address);
  if (place(import, object, frame, &address)) return frame_in(import, object, address);
  g_hash_table_add(import->unplaced, (gpointer)samples_perf_object_path(object));
  import->unplaced_frames++;
  return unknown_frame(import, frame->address);
}

/* ---- the table of parsed frames ---- */

typedef struct {
  const SamplesPerfImport *import;
  const char *text;
  guint32 n;
} Wanted;

static bool is_known(const void *closure, uint32_t number) {
  const Wanted *wanted = closure;
  const SamplesPerfImport *import = wanted->import;
  const Known *known = &g_array_index(import->known, Known, number);
  return known->n == wanted->n && known->process == import->process &&
         known->generation == samples_perf_maps_generation(import->maps) &&
         memcmp(import->texts->str + known->text, wanted->text, wanted->n) == 0;
}

static uint64_t hash_of(const Wanted *wanted) {
  uint64_t hash = bin_hash_mix(wanted->import->process, samples_perf_maps_generation(wanted->import->maps)), word = 0;
  guint32 at = 0;
  for (; at + sizeof word <= wanted->n; at += (guint32)sizeof word) {
    memcpy(&word, wanted->text + at, sizeof word);
    hash = bin_hash_mix(hash, word);
  }
  word = 0;
  memcpy(&word, wanted->text + at, wanted->n - at);
  return bin_hash_mix(hash, word);
}

static Known remember(SamplesPerfImport *import, const Wanted *wanted, const SamplesPerfFrame *frame, uint64_t hash) {
  Known known = {.text = import->texts->len,
                 .n = wanted->n,
                 .process = import->process,
                 .generation = samples_perf_maps_generation(import->maps),
                 .is_inlined = frame->is_inlined,
                 .is_kernels = frame->address >= KERNEL_FIRST};
  if (!frame->is_inlined) known.frame = resolve(import, frame);
  g_string_append_len(import->texts, wanted->text, wanted->n);
  bin_index_add(&import->index, hash, import->known->len);
  g_array_append_val(import->known, known);
  return known;
}

/* Appends a frame. A return address is decremented, so that it is in the calling instruction: the next instruction can
 * be in another line or function. The address where the program entered the kernel is no return address. */
static void append_frame(SamplesPerfImport *import, const Known *known) {
  SamplesFrame frame = known->frame;
  const guint n = import->frames->len;
  if (known->is_inlined) return;
  const bool called = n != 0 && (known->is_kernels || !import->in_kernel);
  if (called && frame.address != 0) frame.address--;
  import->in_kernel = known->is_kernels;
  g_array_append_val(import->frames, frame);
}

static bool take_frame(SamplesPerfImport *import, const char *line, const char *end, GError **error) {
  const Wanted wanted = {import, line, (guint32)(end - line)};
  const uint64_t hash = hash_of(&wanted);
  const uint32_t number = bin_index_find(&import->index, hash, is_known, &wanted);
  if (number != BIN_INDEX_NONE) {
    append_frame(import, &g_array_index(import->known, Known, number));
    return true;
  }
  SamplesPerfFrame frame;
  const char *wrong = NULL;
  if (!samples_perf_frame(line, end, &frame, &wrong))
    return fail(import, wrong != NULL ? wrong : "expected a frame of the call path, or an empty line after it", error);
  const Known known = remember(import, &wanted, &frame, hash);
  append_frame(import, &known);
  return true;
}

/* ---- samples ---- */

static void end_sample(SamplesPerfImport *import) {
  if (import->frames->len == 0) {
    const SamplesFrame nowhere = unknown_frame(import, 0);
    g_array_append_val(import->frames, nowhere);
  }
  samples_build_add(import->build, import->event, import->period, import->process, import->thread,
                    (const SamplesFrame *)(gpointer)import->frames->data, import->frames->len);
  import->is_open = false;
}

static void begin_sample(SamplesPerfImport *import, const SamplesPerfHead *head) {
  g_autofree char *event = g_strndup(head->event.bytes, head->event.n);
  import->event = samples_build_event(import->build, event);
  import->process = head->process != 0 ? head->process : samples_perf_maps_process(import->maps, head->thread);
  import->thread = head->thread;
  import->period = head->period;
  import->is_open = true;
  g_array_set_size(import->frames, 0);
  if (import->command == NULL) import->command = g_strndup(head->command.bytes, head->command.n);
}

static bool take_head(SamplesPerfImport *import, const char *line, const char *end, GError **error) {
  SamplesPerfHead head;
  const char *wrong = NULL;
  if (!samples_perf_head(line, end, &head, &wrong))
    return fail(import,
                wrong != NULL ? wrong
                              : "not a line of perf script: expected a sample, such as "
                                "'prog 123/123 17.123456: 1000 cycles:u: 55d04f3e1139 f+0x9 (/bin/prog)'",
                error);
  begin_sample(import, &head);
  if (!head.has_frame) return true;
  if (!take_frame(import, head.event.bytes + head.event.n + 1, end, error)) return false;
  end_sample(import);
  return true;
}

static bool is_blank(const char *line, const char *end) {
  while (line < end && (*line == ' ' || *line == '\t')) line++;
  return line == end;
}

static bool take_line(SamplesPerfImport *import, const char *line, const char *end, GError **error) {
  if (is_blank(line, end)) {
    if (import->is_open) end_sample(import);
    return true;
  }
  if (import->is_open) return take_frame(import, line, end, error);
  if (*line == '#') return true;
  SamplesPerfEvent event;
  bool good;
  if (!samples_perf_event(line, end, &event, &good)) return take_head(import, line, end, error);
  if (!good) return fail(import, "this event is not in perf's format", error);
  samples_perf_maps_apply(import->maps, &event);
  return true;
}

static bool take_lines(SamplesPerfImport *import, GError **error) {
  size_t n;
  const char *line;
  GError *wrong = NULL;
  while ((line = profile_lines_next(import->lines, LINE_MOST, &n, &wrong)) != NULL) {
    if (memchr(line, '\0', n) != NULL)
      return fail(import, "there is a zero byte: this is not text of perf script", error);
    if (!take_line(import, line, line + n, error)) return false;
  }
  if (wrong != NULL && profile_lines_number(import->lines) == 1 && !profile_lines_is_cut(import->lines)) {
    g_error_free(wrong);
    return fail(import, "this is not text of perf script", error);
  }
  if (wrong != NULL) g_propagate_error(error, wrong);
  return wrong == NULL &&
         (!import->is_open ||
          fail_at(import, profile_lines_number(import->lines) - 1,
                  "the file is cut short: there is no empty line after the call path of the last sample", error));
}

bool samples_perf_import_text(SamplesPerfImport *import, const char *name, int fd, GError **error) {
  import->name = name;
  import->lines = profile_lines_of_fd(name, fd, error);
  if (import->lines == NULL) return false;
  import->maps = samples_perf_maps_new(import->objects);
  import->is_open = import->has_offsets = false;
  const bool good = take_lines(import, error);
  import->last_line = MAX(profile_lines_number(import->lines), 2) - 1;
  profile_lines_close(import->lines);
  samples_perf_maps_free(import->maps);
  bin_index_clear(&import->index);
  g_array_set_size(import->known, 0);
  g_string_truncate(import->texts, 0);
  return good;
}

/* ---- the end ---- */

static gint compare_names(gconstpointer a, gconstpointer b) { return strcmp(a, b); }

/* A list of the first few of a set of paths. Owned by the caller. */
static char *some_of(GHashTable *paths) {
  enum { NAMED = 3 };
  GList *all = g_list_sort(g_hash_table_get_keys(paths), compare_names);
  GString *text = g_string_new(NULL);
  guint n = 0;
  for (const GList *path = all; path != NULL && n < NAMED; path = path->next, n++) {
    g_autofree char *printable = ui_text_escaped(path->data);
    g_string_append_printf(text, "%s%s", n != 0 ? ", " : "", printable);
  }
  if (g_hash_table_size(paths) > n) g_string_append_printf(text, " and %u more", g_hash_table_size(paths) - n);
  g_list_free(all);
  return g_string_free(text, FALSE);
}

char **samples_perf_import_notes(const SamplesPerfImport *import) {
  GPtrArray *notes = g_ptr_array_new();
  if (g_hash_table_size(import->missing) != 0) {
    g_autofree char *files = some_of(import->missing);
    g_ptr_array_add(notes, g_strdup_printf("not found, or with another build id: %s; their addresses are taken as "
                                           "offsets in the file (--symfs=DIR sets the folder of the files)",
                                           files));
  }
  if (g_hash_table_size(import->unplaced) != 0) {
    g_autofree char *files = some_of(import->unplaced);
    g_ptr_array_add(notes,
                    g_strdup_printf("%" G_GUINT64_FORMAT " different frames have an address outside of all known "
                                    "mappings of their file: %s (perf script --show-mmap-events prints mappings)",
                                    import->unplaced_frames, files));
  }
  g_ptr_array_add(notes, NULL);
  return (char **)g_ptr_array_free(notes, FALSE);
}

static void drop_parts(SamplesPerfImport *import) {
  samples_perf_objects_free(import->objects);
  g_hash_table_destroy(import->missing);
  g_hash_table_destroy(import->unplaced);
  g_array_free(import->known, TRUE);
  g_string_free(import->texts, TRUE);
  g_array_free(import->frames, TRUE);
  g_free(import->command);
  g_free(import);
}

Samples *samples_perf_import_finish(SamplesPerfImport *import, GError **error) {
  Samples *samples = samples_build_finish(import->build, import->command != NULL ? import->command : "");
  if (samples->total == 0) {
    fail_at(import, import->last_line, "the text ends without a sample", error);
    g_clear_pointer(&samples, samples_free);
  }
  drop_parts(import);
  return samples;
}

void samples_perf_import_free(SamplesPerfImport *import) {
  samples_free(samples_build_finish(import->build, ""));
  drop_parts(import);
}
