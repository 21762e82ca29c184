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
#include "ui/samples/samples_perf_head.h"
#include "ui/samples/samples_perf_maps.h"
#include "ui/samples/samples_perf_objects.h"
#include "ui/samples/samples_perf_source.h"

enum { LINE_MOST = 1 << 20 /* bytes */ };

#define KERNEL_FIRST ((guint64)1 << 63)

/* The parsed line of a frame. */
typedef struct {
  gsize text; /* offset in `texts` */
  guint32 n, process, generation;
  bool is_inlined, is_kernels;
  bool is_named;   /* perf named its object */
  bool is_placed;  /* is_inlined: the object of the address was found */
  guint64 address; /* as printed */
  SamplesFrame frame;
} Known;

/* Consecutive lines of one address that perf marks "(inlined)". They belong to the frame of the address, whose line
 * follows. But perf also marks that line if the function has another name in the debug information than in the symbol
 * table. If no other line of the address follows, the last one is the frame. */
typedef struct {
  bool is_open;
  guint32 first, last; /* numbers in `known` */
} Inlined;

struct SamplesPerfImport {
  SamplesBuild *build;
  SamplesPerfObjects *objects;
  GHashTable *missing;  /* paths of files that were not found, which `objects` owns */
  GHashTable *unplaced; /* paths of files with frames of unknown address */
  guint64 unplaced_frames;
  guint64 nameless_frames;         /* frames marked inlined, of unknown objects */
  guint64 trace_errors;            /* lines with errors of an instruction trace */
  guint64 cut_text;                /* the line at which the text ends without an empty line; 0: none */
  GHashTable *periods;             /* event -> guint64 * */
  SamplesAllocations *allocations; /* NULL: none */
  guint64 timeless;                /* samples without a time, whose heap blocks are unknown */
  char *command;                   /* NULL: none yet */

  /* The current recording: */
  const char *name;
  const SamplesPerfLayout *layout;
  guint periods_seen[2]; /* numbers of heads without processor and time: those without a period, and those with a
                            period */
  guint64 last_line;
  ProfileLines *lines;
  SamplesPerfMaps *maps;
  bool has_offsets; /* perf prints offsets in call paths */
  bool has_paths;   /* a sample had a call path */
  GArray *known;
  GString *texts;
  bin_index index; /* index of `known` */

  /* The current sample: */
  bool is_open; /* its call path follows */
  bool may_end; /* it is complete without one */
  SamplesSample sample;
  GArray *frames;
  bool in_kernel; /* the last frame is in the kernel */
  Inlined inlined;
};

SamplesPerfImport *samples_perf_import_new(const char *symfs) {
  SamplesPerfImport *import = g_new0(SamplesPerfImport, 1);
  import->build = samples_build_new();
  import->objects = samples_perf_objects_new(symfs);
  import->missing = g_hash_table_new(g_str_hash, g_str_equal);
  import->unplaced = g_hash_table_new(g_str_hash, g_str_equal);
  import->periods = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  import->known = g_array_new(FALSE, FALSE, sizeof(Known));
  import->texts = g_string_new(NULL);
  import->frames = g_array_new(FALSE, FALSE, sizeof(SamplesFrame));
  return import;
}

bool samples_perf_import_list(SamplesPerfImport *import, const char *name, const char *text, GError **error) {
  return samples_perf_objects_take_list(import->objects, name, text, error);
}

void samples_perf_import_allocations(SamplesPerfImport *import, SamplesAllocations *allocations) {
  import->allocations = allocations;
}

bool samples_perf_import_has_allocations(const SamplesPerfImport *import) { return import->allocations != NULL; }

void samples_perf_import_period(SamplesPerfImport *import, const char *event, guint64 period) {
  g_hash_table_insert(import->periods, g_strdup(event), g_memdup2(&period, sizeof period));
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

/* Returns the file that a frame names; NULL: none, as for code that was generated at run time. */
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
  if (samples_perf_maps_find(import->maps, import->sample.process, frame->address, &offset) == object)
    return samples_perf_object_at_offset(object, offset, address);
  return place_alone(import, object, frame, address);
}

/* Returns the file of a frame. This is the mapped file if the frame names the path of this file or no path; otherwise,
 * it is the file that the frame names. (If a file was rebuilt, a process can still have the old one mapped.) */
static SamplesPerfObject *object_of(SamplesPerfImport *import, const SamplesPerfFrame *frame) {
  guint64 offset;
  SamplesPerfObject *named = file_of(import, &frame->object);
  SamplesPerfObject *mapped = samples_perf_maps_find(import->maps, import->sample.process, frame->address, &offset);
  if (named == NULL) return frame->object.n == 0 ? mapped : NULL;
  return mapped != NULL && samples_perf_object_has_path_of(mapped, named) ? mapped : named;
}

/* Returns whether a path is that of a kernel, or of a module of a kernel. */
static bool is_kernels_file(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash != NULL ? slash + 1 : path;
  return strcmp(name, "vmlinux") == 0 || (g_str_has_prefix(name, "vmlinux-") && g_ascii_isdigit(name[8])) ||
         g_str_has_suffix(name, ".ko") || strstr(name, ".ko.") != NULL;
}

/* Returns whether a frame is in the kernel, according to the name of its object or to its address. (On some processors,
 * kernel addresses are low, and old versions of perf print offsets.) */
static bool is_in_kernel(const SamplesPerfFrame *frame) {
  const bool is_high = frame->address >= KERNEL_FIRST;
  if (frame->object.n == 0) return is_high;
  g_autofree char *name = g_strndup(frame->object.bytes, frame->object.n);
  if (is_high) return strcmp(name, "[vsyscall]") != 0;
  return *name == '/' ? is_kernels_file(name)
                      : g_str_has_prefix(name, "[kernel") || g_str_has_prefix(name, "[guest.kernel");
}

static SamplesFrame resolve(SamplesPerfImport *import, const SamplesPerfFrame *frame) {
  guint64 address = 0;
  if (is_in_kernel(frame)) return (SamplesFrame){samples_build_object(import->build, "[kernel]", ""), frame->address};
  SamplesPerfObject *object = object_of(import, frame);
  if (object == NULL) return unknown_frame(import, frame->address);
  if (place(import, object, frame, &address)) return frame_in(import, object, address);
  g_hash_table_add(import->unplaced, (gpointer)samples_perf_object_path(object));
  import->unplaced_frames++;
  return unknown_frame(import, frame->address);
}

/* Finds the instruction of an inlined frame. perf marks such a frame as inlined, and prints no object for it. */
static bool resolve_inlined(SamplesPerfImport *import, const SamplesPerfFrame *frame, SamplesFrame *found) {
  guint64 offset, address = 0;
  const guint32 process = import->sample.process;
  SamplesPerfObject *object = samples_perf_maps_find(import->maps, process, frame->address, &offset);
  if (object != NULL && !samples_perf_object_at_offset(object, offset, &address)) object = NULL;
  if (object == NULL && frame->has_symbol_offset)
    object = samples_perf_maps_find_symbol(import->maps, process, frame, &address);
  *found = object != NULL ? frame_in(import, object, address) : unknown_frame(import, frame->address);
  return object != NULL;
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
  return known->n == wanted->n && known->process == import->sample.process &&
         known->generation == samples_perf_maps_generation(import->maps) &&
         memcmp(import->texts->str + known->text, wanted->text, wanted->n) == 0;
}

static uint64_t hash_of(const Wanted *wanted) {
  uint64_t hash = bin_hash_mix(wanted->import->sample.process, samples_perf_maps_generation(wanted->import->maps)),
           word = 0;
  guint32 at = 0;
  for (; at + sizeof word <= wanted->n; at += (guint32)sizeof word) {
    memcpy(&word, wanted->text + at, sizeof word);
    hash = bin_hash_mix(hash, word);
  }
  word = 0;
  memcpy(&word, wanted->text + at, wanted->n - at);
  return bin_hash_mix(hash, word);
}

static guint32 remember(SamplesPerfImport *import, const Wanted *wanted, const SamplesPerfFrame *frame, uint64_t hash) {
  Known known = {.text = import->texts->len,
                 .n = wanted->n,
                 .process = import->sample.process,
                 .generation = samples_perf_maps_generation(import->maps),
                 .is_inlined = frame->is_inlined,
                 .is_kernels = is_in_kernel(frame),
                 .is_named = frame->object.n != 0,
                 .address = frame->address};
  if (frame->is_inlined && !known.is_kernels)
    known.is_placed = resolve_inlined(import, frame, &known.frame);
  else
    known.frame = resolve(import, frame);
  g_string_append_len(import->texts, wanted->text, wanted->n);
  bin_index_add(&import->index, hash, import->known->len);
  g_array_append_val(import->known, known);
  return import->known->len - 1;
}

static const Known *known_at(const SamplesPerfImport *import, guint32 number) {
  return &g_array_index(import->known, Known, number);
}

/* Appends a frame. A return address is decremented, so that it is in the calling instruction: the next instruction can
 * be in another line or function. The address where the program entered the kernel is no return address. If a caller of
 * a program has an address of the kernel, this value is not an address: it is an arbitrary value at the end of a stack,
 * since the kernel does not call programs. */
static void append_frame(SamplesPerfImport *import, const Known *known) {
  const bool is_first = import->frames->len == 0;
  const bool is_end = known->is_kernels && !known->is_named && !is_first && !import->in_kernel;
  SamplesFrame frame = is_end ? unknown_frame(import, known->address) : known->frame;
  const bool called = !is_first && (known->is_kernels || !import->in_kernel);
  if (called && frame.address != 0) frame.address--;
  import->in_kernel = known->is_kernels && !is_end;
  g_array_append_val(import->frames, frame);
}

/* Ends lines of inlined functions that no line of their address followed: the last one is a frame. */
static void end_inlined(SamplesPerfImport *import) {
  if (!import->inlined.is_open) return;
  const Known *known = known_at(import, import->inlined.last);
  import->inlined.is_open = false;
  import->nameless_frames += !known->is_placed && !known->is_kernels;
  append_frame(import, known);
}

/* Takes the line of a frame. A line that repeats the first inlined function begins another frame (of a recursion). */
static void take_known(SamplesPerfImport *import, guint32 number) {
  const Known *known = known_at(import, number);
  Inlined *inlined = &import->inlined;
  if (inlined->is_open &&
      (known_at(import, inlined->first)->address != known->address || (known->is_inlined && number == inlined->first)))
    end_inlined(import);
  if (!known->is_inlined) {
    inlined->is_open = false;
    append_frame(import, known);
    return;
  }
  if (!inlined->is_open) inlined->first = number;
  inlined->is_open = true;
  inlined->last = number;
}

static bool take_frame(SamplesPerfImport *import, const char *line, const char *end, GError **error) {
  const Wanted wanted = {import, line, (guint32)(end - line)};
  const uint64_t hash = hash_of(&wanted);
  uint32_t number = bin_index_find(&import->index, hash, is_known, &wanted);
  if (number == BIN_INDEX_NONE) {
    SamplesPerfFrame frame;
    const char *wrong = NULL;
    if (!samples_perf_frame(line, end, import->layout, &frame, &wrong))
      return fail(import, wrong != NULL ? wrong : "expected a frame of the call path, or an empty line after it",
                  error);
    number = remember(import, &wanted, &frame, hash);
  }
  take_known(import, number);
  return true;
}

/* ---- samples ---- */

static void end_sample(SamplesPerfImport *import) {
  end_inlined(import);
  if (import->frames->len == 0) {
    const SamplesFrame nowhere = unknown_frame(import, 0);
    g_array_append_val(import->frames, nowhere);
  }
  samples_build_add(import->build, &import->sample, (const SamplesFrame *)(gpointer)import->frames->data,
                    import->frames->len);
  import->is_open = false;
}

/* Returns the data of a recorded allocation. */
static guint32 data_of_block(SamplesPerfImport *import, const SamplesRecorderSlot *slot) {
  const guint32 nowhere = samples_build_object(import->build, "", "");
  SamplesFrame frames[SAMPLES_RECORDER_FRAMES];
  guint n = 0;
  if (slot->kind == SAMPLES_RECORDER_STACK)
    return samples_build_data(import->build, SAMPLES_DATA_STACK, nowhere, 0, NULL, 0);
  for (; n < SAMPLES_RECORDER_FRAMES && slot->frames[n] != 0; n++) {
    const SamplesPerfFrame frame = {.address = slot->frames[n] - 1}; /* in the calling instruction */
    frames[n] = resolve(import, &frame);
  }
  return samples_build_data(import->build, SAMPLES_DATA_HEAP, nowhere, 0, frames, n);
}

/* Returns the data at an address. */
static guint32 data_at(SamplesPerfImport *import, const SamplesPerfHead *head) {
  const guint32 process = import->sample.process;
  SamplesPerfPlace place = {.kind = SAMPLES_DATA_UNKNOWN};
  if (head->address != 0) place = samples_perf_maps_find_data(import->maps, process, head->address);
  if (import->allocations != NULL && !head->has_time) import->timeless++;
  if (import->allocations != NULL && head->has_time && place.kind != SAMPLES_DATA_STATIC) {
    const SamplesRecorderSlot *slot = samples_allocations_find(import->allocations, process, head->time, head->address);
    if (slot != NULL) return data_of_block(import, slot);
  }
  const char *path = place.object != NULL ? samples_perf_object_path(place.object) : "";
  const char *build_id = place.object != NULL ? samples_perf_object_build_id(place.object) : "";
  const guint32 object = samples_build_object(import->build, path, build_id);
  return samples_build_data(import->build, place.kind, object, place.address, NULL, 0);
}

/* Sets the access of a sample. perf also prints the address 0 and an empty source for counters that report neither. */
static void set_access(SamplesPerfImport *import, const SamplesPerfHead *head) {
  SamplesSample *sample = &import->sample;
  if (head->has_source) sample->access = samples_perf_source(head->source);
  if (head->address == 0 && sample->access.operation == SAMPLES_NOT_REPORTED) return;
  sample->access.data = data_at(import, head) + 1;
  sample->latency = head->has_latency ? head->latency : 0;
}

static guint32 event_of(SamplesPerfImport *import, const SamplesPerfHead *head) {
  g_autofree char *event = g_strndup(head->event.bytes, head->event.n);
  const guint64 *fixed = g_hash_table_lookup(import->periods, event);
  return samples_build_event(import->build, event, head->period == 0 && fixed != NULL ? *fixed : head->period);
}

static void begin_sample(SamplesPerfImport *import, const SamplesPerfHead *head) {
  const guint32 process = head->process != 0 ? head->process : samples_perf_maps_process(import->maps, head->thread);
  import->sample = (SamplesSample){.event = event_of(import, head), .process = process, .thread = head->thread};
  set_access(import, head);
  import->is_open = true;
  import->may_end = head->may_lack_frames;
  import->in_kernel = import->inlined.is_open = false;
  g_array_set_size(import->frames, 0);
  if (import->command == NULL) import->command = g_strndup(head->command.bytes, head->command.n);
}

/* In heads without processor and time, perf's period can be a thread, and a thread can be a period or the end of a
 * command. So these numbers are unknown if some heads have a period and some have none. */
static bool is_ambiguous(SamplesPerfImport *import, const SamplesPerfHead *head) {
  if (import->layout->is_named || head->has_cpu || head->has_time || head->process != 0) return false;
  import->periods_seen[head->period != 0]++;
  return import->periods_seen[0] != 0 && import->periods_seen[1] != 0;
}

static bool is_blank(const char *line, const char *end) {
  while (line < end && (*line == ' ' || *line == '\t')) line++;
  return line == end;
}

/* Returns whether a line is a frame of a call path. */
static bool is_frame_line(const SamplesPerfImport *import, const char *line, const char *end) {
  SamplesPerfFrame frame;
  const char *wrong = NULL;
  return is_blank(line, line + 1) && samples_perf_frame(line, end, import->layout, &frame, &wrong);
}

static bool fail_head(const SamplesPerfImport *import, const char *line, const char *end, GError **error) {
  if (is_frame_line(import, line, end))
    return fail(import, "this frame is in no sample: the line with the thread and the event is missing before it",
                error);
  return fail(import,
              "not a line of perf script: expected a sample, such as "
              "'prog 123/123 17.123456: 1000 cycles:u: 55d04f3e1139 f+0x9 (/bin/prog)'; --fields=LIST "
              "names other fields of the text, as for perf script -F",
              error);
}

static bool take_head(SamplesPerfImport *import, const char *line, const char *end, GError **error) {
  SamplesPerfHead head;
  const char *wrong = NULL;
  if (!samples_perf_head(line, end, import->layout, &head, &wrong))
    return wrong != NULL ? fail(import, wrong, error) : fail_head(import, line, end, error);
  if (is_ambiguous(import, &head))
    return fail(import,
                "some samples have one number before the event, and others two; name the fields of the text: "
                "--fields=LIST, as for perf script -F",
                error);
  begin_sample(import, &head);
  if (head.frame == NULL) return true;
  if (!take_frame(import, head.frame, end, error)) return false;
  end_sample(import);
  return true;
}

/* Counts an error that perf met in an instruction trace. */
static bool take_trace_error(SamplesPerfImport *import, const char *line, const char *end) {
  static const char prefix[] = " instruction trace error type ";
  const bool is_error = (size_t)(end - line) >= sizeof prefix - 1 && memcmp(line, prefix, sizeof prefix - 1) == 0;
  import->trace_errors += is_error;
  return is_error;
}

/* Returns whether a line has fields that follow the frames. perf begins the line of a frame with a tab. */
static bool is_after(const SamplesPerfImport *import, const char *line, const char *end) {
  SamplesPerfHead head;
  const char *wrong = NULL;
  if (!samples_perf_fields_have_after(import->layout) || *line == '\t') return false;
  return import->is_open || !samples_perf_head(line, end, import->layout, &head, &wrong);
}

static bool take_line(SamplesPerfImport *import, const char *line, const char *end, GError **error) {
  if (is_blank(line, end)) {
    if (import->is_open) end_sample(import);
    return true;
  }
  if (import->is_open && import->may_end && !is_frame_line(import, line, end)) end_sample(import);
  import->may_end = false;
  if (import->is_open) {
    import->has_paths = true;
    return is_after(import, line, end) || take_frame(import, line, end, error);
  }
  if (*line == '#' || take_trace_error(import, line, end) || is_after(import, line, end)) return true;
  SamplesPerfEvent event;
  bool good;
  if (!samples_perf_event(line, end, &event, &good)) return take_head(import, line, end, error);
  if (!good) return fail(import, "this event is not in perf's format", error);
  samples_perf_maps_apply(import->maps, &event);
  return true;
}

/* Ends a text. The call path at its end is complete as far as perf printed it, unless the last line was cut: a whole
 * line ends with the object, if perf printed objects. */
static bool end_text(SamplesPerfImport *import, char last, GError **error) {
  if (profile_lines_is_cut(import->lines) && last != ')')
    return fail_at(import, import->last_line, "the file is cut short: this line has no end", error);
  if (import->is_open) {
    if (!import->may_end || import->has_paths) import->cut_text = import->last_line;
    end_sample(import);
  }
  return true;
}

static bool take_lines(SamplesPerfImport *import, GError **error) {
  size_t n;
  const char *line;
  GError *wrong = NULL;
  char last = '\0'; /* the last byte of the text */
  while ((line = profile_lines_next(import->lines, LINE_MOST, &n, &wrong)) != NULL) {
    import->last_line = profile_lines_number(import->lines);
    if (memchr(line, '\0', n) != NULL)
      return fail(import, "there is a zero byte: this is not text of perf script", error);
    if (n != 0) last = line[n - 1];
    if (!take_line(import, line, line + n, error)) return false;
  }
  if (wrong == NULL) return end_text(import, last, error);
  if (profile_lines_number(import->lines) == 1) {
    g_error_free(wrong);
    return fail(import, "this is not text of perf script", error);
  }
  g_propagate_error(error, wrong);
  return false;
}

bool samples_perf_import_text(SamplesPerfImport *import, const char *name, int fd, const SamplesPerfLayout *layout,
                              GError **error) {
  import->name = name;
  import->lines = profile_lines_of_fd(name, fd, error);
  if (import->lines == NULL) return false;
  profile_lines_allow_cut(import->lines);
  import->layout = layout;
  import->maps = samples_perf_maps_new(import->objects);
  import->is_open = import->may_end = import->has_offsets = import->has_paths = false;
  import->periods_seen[0] = import->periods_seen[1] = 0;
  import->last_line = 1;
  const bool good = take_lines(import, error);
  profile_lines_close(import->lines);
  samples_perf_maps_free(import->maps);
  bin_index_clear(&import->index);
  g_array_set_size(import->known, 0);
  g_string_truncate(import->texts, 0);
  return good;
}

/* ---- the end ---- */

static gint compare_names(gconstpointer a, gconstpointer b) { return strcmp(a, b); }

/* Returns a text that lists the first few paths of a set. The caller owns the text. */
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

static void add_notes_of_allocations(const SamplesPerfImport *import, GPtrArray *notes) {
  if (samples_allocations_is_empty(import->allocations))
    g_ptr_array_add(notes, g_strdup("no allocations were recorded, so heap blocks are unknown data or mappings: the "
                                    "program is static or set-user-ID, the path of the recorder has a blank or colon, "
                                    "or a limit on memory (ulimit -v) is too low"));
  if (samples_allocations_is_full(import->allocations))
    g_ptr_array_add(notes, g_strdup("the file of allocations was full: later heap blocks are unknown data"));
  if (import->timeless != 0)
    g_ptr_array_add(notes, g_strdup_printf("%" G_GUINT64_FORMAT " samples have no time, so their heap blocks are "
                                           "unknown data or mappings",
                                           import->timeless));
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
  if (import->nameless_frames != 0)
    g_ptr_array_add(notes,
                    g_strdup_printf("%" G_GUINT64_FORMAT " frames are marked '(inlined)', with no frame of their "
                                    "object after them; their object is unknown (perf script --no-inline "
                                    "prints it)",
                                    import->nameless_frames));
  if (import->trace_errors != 0)
    g_ptr_array_add(notes, g_strdup_printf("%" G_GUINT64_FORMAT " lines report errors of an instruction trace: samples "
                                           "are missing there",
                                           import->trace_errors));
  if (import->cut_text != 0)
    g_ptr_array_add(notes, g_strdup_printf("line %" G_GUINT64_FORMAT " is the last one, without an empty line after "
                                           "it: the last call path may lack outer callers",
                                           import->cut_text));
  if (import->allocations != NULL) add_notes_of_allocations(import, notes);
  g_ptr_array_add(notes, NULL);
  return (char **)g_ptr_array_free(notes, FALSE);
}

static void drop_parts(SamplesPerfImport *import) {
  samples_allocations_free(import->allocations);
  samples_perf_objects_free(import->objects);
  g_hash_table_destroy(import->missing);
  g_hash_table_destroy(import->unplaced);
  g_hash_table_destroy(import->periods);
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
