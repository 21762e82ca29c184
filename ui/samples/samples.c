/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/samples/samples.h"

#include "bins/bin_index.h"
#include "bins/bin_samples.h"
#include "ui/base/ui_output.h"

G_DEFINE_QUARK(ui - samples - error - quark, samples_error)

const char *samples_data_word(SamplesDataKind kind) {
  static const char *const words[SAMPLES_DATA_KINDS] = {
#define DATA_KIND(symbol, word, help) [SAMPLES_DATA_##symbol] = word,
#include "ui/samples/samples_words.def"
  };
  return words[kind];
}

const char *samples_operation_word(SamplesOperation operation) {
  static const char *const words[SAMPLES_OPERATIONS] = {
#define OPERATION(symbol, word, help) [SAMPLES_##symbol] = word,
#include "ui/samples/samples_words.def"
  };
  return words[operation];
}

const char *samples_source_word(SamplesSource source) {
  static const char *const words[SAMPLES_SOURCES] = {
#define SOURCE(symbol, word, help) [SAMPLES_FROM_##symbol] = word,
#include "ui/samples/samples_words.def"
  };
  return words[source];
}

Samples *samples_new(void) {
  Samples *samples = g_new0(Samples, 1);
  samples->command = "";
  samples->events = g_array_new(FALSE, FALSE, sizeof(SamplesEvent));
  samples->first_event = g_array_new(FALSE, FALSE, sizeof(guint32));
  samples->objects = g_array_new(FALSE, FALSE, sizeof(SamplesObject));
  samples->frames = g_array_new(FALSE, FALSE, sizeof(SamplesFrame));
  samples->data = g_array_new(FALSE, FALSE, sizeof(SamplesData));
  samples->samples = g_array_new(FALSE, FALSE, sizeof(SamplesSample));
  samples->events_by_name = g_hash_table_new(NULL, NULL);
  samples->names = g_string_chunk_new(1024);
  return samples;
}

void samples_free(Samples *samples) {
  if (samples == NULL) return;
  g_array_free(samples->events, TRUE);
  g_array_free(samples->first_event, TRUE);
  g_array_free(samples->objects, TRUE);
  g_array_free(samples->frames, TRUE);
  g_array_free(samples->data, TRUE);
  g_array_free(samples->samples, TRUE);
  g_hash_table_destroy(samples->events_by_name);
  g_string_chunk_free(samples->names);
  g_free(samples);
}

guint32 samples_add_event(Samples *samples, const char *name, guint64 period) {
  const guint32 number = samples->events->len;
  const SamplesEvent event = {g_string_chunk_insert_const(samples->names, name), period};
  const guint known = GPOINTER_TO_UINT(g_hash_table_lookup(samples->events_by_name, event.name));
  const guint32 first = known != 0 ? known - 1 : number;
  if (known == 0) g_hash_table_insert(samples->events_by_name, (gpointer)event.name, GUINT_TO_POINTER(number + 1));
  g_array_append_val(samples->events, event);
  g_array_append_val(samples->first_event, first);
  return number;
}

guint32 samples_first_event(const Samples *samples, guint32 i) {
  return i < samples->first_event->len ? g_array_index(samples->first_event, guint32, i) : i;
}

static const SamplesEvent *event_of(const Samples *samples, const SamplesSample *sample) {
  return &g_array_index(samples->events, SamplesEvent, sample->event);
}

bool samples_is_of(const Samples *samples, const SamplesSample *sample, guint32 first) {
  return samples_first_event(samples, sample->event) == first;
}

double samples_events(const Samples *samples, const SamplesSample *sample) {
  return (double)sample->samples * (double)MAX(event_of(samples, sample)->period, 1);
}

SamplesPeriods samples_periods(const Samples *samples, guint32 first) {
  SamplesPeriods sums = {.samples = 0};
  guint64 one = 0; /* the period of the first sample */
  for (guint i = 0; i < samples->samples->len; i++) {
    const SamplesSample *sample = &g_array_index(samples->samples, SamplesSample, i);
    const guint64 period = event_of(samples, sample)->period;
    if (!samples_is_of(samples, sample, first)) continue;
    sums.varies |= sums.samples != 0 && period != one;
    one = period;
    sums.is_known |= period != 0;
    sums.samples += sample->samples;
    sums.events += samples_events(samples, sample);
    sums.squares += samples_events(samples, sample) * (double)MAX(period, 1);
  }
  sums.mean = sums.samples != 0 ? sums.events / (double)sums.samples : 1;
  return sums;
}

/* ---- writing ---- */

/* The frames of the file. Equal frames in memory become one frame in the file. */
typedef struct {
  bin_index index;
  GArray *different; /* SamplesFrame */
  guint32 *numbers;  /* indexed by frame in memory: number of the frame in the file */
} Frames;

typedef struct {
  const GArray *different;
  SamplesFrame frame;
} Wanted;

static bool is_frame(const void *closure, uint32_t number) {
  const Wanted *wanted = closure;
  const SamplesFrame *frame = &g_array_index(wanted->different, SamplesFrame, number);
  return frame->object == wanted->frame.object && frame->address == wanted->frame.address;
}

static guint32 number_of(Frames *frames, const SamplesFrame *frame) {
  const Wanted wanted = {frames->different, *frame};
  const uint64_t hash = bin_hash_mix(bin_hash_mix(1, frame->object), frame->address);
  guint32 number = bin_index_find(&frames->index, hash, is_frame, &wanted);
  if (number != BIN_INDEX_NONE) return number;
  number = frames->different->len;
  g_array_append_val(frames->different, *frame);
  bin_index_add(&frames->index, hash, number);
  return number;
}

static void write_names(const Samples *samples, const Frames *frames, bin_text *text) {
  for (guint i = 0; i < samples->events->len; i++) {
    const SamplesEvent *event = &g_array_index(samples->events, SamplesEvent, i);
    bin_samples_event(text, event->name, event->period);
  }
  for (guint i = 0; i < samples->objects->len; i++) {
    const SamplesObject *object = &g_array_index(samples->objects, SamplesObject, i);
    bin_samples_object(text, object->path, object->build_id);
  }
  for (guint i = 0; i < frames->different->len; i++) {
    const SamplesFrame *frame = &g_array_index(frames->different, SamplesFrame, i);
    bin_samples_frame(text, frame->object, frame->address);
  }
}

static void number_frames(const Samples *samples, Frames *frames, guint32 first, guint32 n) {
  for (guint32 f = first; f < first + n; f++)
    frames->numbers[f] = number_of(frames, &g_array_index(samples->frames, SamplesFrame, f));
}

static void write_data(const Samples *samples, const Frames *frames, bin_text *text) {
  for (guint i = 0; i < samples->data->len; i++) {
    const SamplesData *data = &g_array_index(samples->data, SamplesData, i);
    bin_text_put(text, "data ");
    bin_text_put(text, samples_data_word(data->kind));
    bin_samples_in_frame(text, data->object);
    bin_text_put(text, " ");
    bin_text_number(text, data->address);
    for (guint32 f = 0; f < data->count; f++) bin_samples_in_frame(text, frames->numbers[data->first + f]);
    bin_text_end_line(text);
  }
}

/* Writes the access of sample number i. */
static void write_access(const SamplesSample *sample, guint i, bin_text *text) {
  const SamplesAccess *access = &sample->access;
  const guint64 numbers[] = {access->remote, access->modified, sample->latency};
  bin_text_put(text, "access");
  bin_samples_in_frame(text, i);
  bin_samples_in_frame(text, access->data - 1);
  bin_text_put(text, " ");
  bin_text_put(text, samples_operation_word(access->operation));
  bin_text_put(text, " ");
  bin_text_put(text, samples_source_word(access->source));
  for (guint k = 0; k < G_N_ELEMENTS(numbers); k++) {
    bin_text_put(text, " ");
    bin_text_number(text, numbers[k]);
  }
  bin_text_end_line(text);
}

static void write_accesses(const Samples *samples, bin_text *text) {
  for (guint i = 0; i < samples->samples->len; i++) {
    const SamplesSample *sample = &g_array_index(samples->samples, SamplesSample, i);
    if (sample->access.data != 0) write_access(sample, i, text);
  }
}

static void write_samples(const Samples *samples, Frames *frames, bin_text *text) {
  frames->numbers = g_new(guint32, samples->frames->len + 1);
  for (guint i = 0; i < samples->samples->len; i++) {
    const SamplesSample *sample = &g_array_index(samples->samples, SamplesSample, i);
    number_frames(samples, frames, sample->first, sample->count);
  }
  for (guint i = 0; i < samples->data->len; i++) {
    const SamplesData *data = &g_array_index(samples->data, SamplesData, i);
    number_frames(samples, frames, data->first, data->count);
  }
  write_names(samples, frames, text);
  write_data(samples, frames, text);
  for (guint i = 0; i < samples->samples->len; i++) {
    const SamplesSample *sample = &g_array_index(samples->samples, SamplesSample, i);
    bin_samples_begin(text, sample->event, sample->process, sample->thread, sample->samples);
    for (guint32 f = 0; f < sample->count; f++) bin_samples_in_frame(text, frames->numbers[sample->first + f]);
    bin_text_end_line(text);
  }
}

bool samples_write(const Samples *samples, const char *path, GError **error) {
  UiOutput out;
  if (!ui_output_start(&out, path, error)) return false;
  Frames frames = {.different = g_array_new(FALSE, FALSE, sizeof(SamplesFrame))};
  bin_text *text = g_new(bin_text, 1);
  bin_samples_start(text, ui_output_bytes, out.file,
                    samples->data->len != 0 ? BIN_SAMPLES_WITH_DATA : BIN_SAMPLES_VERSION, samples->command);
  write_samples(samples, &frames, text);
  write_accesses(samples, text);
  bin_text_finish(text); /* ui_output_finish() reports failed writes */
  g_free(text);
  g_free(frames.numbers);
  bin_index_clear(&frames.index);
  g_array_free(frames.different, TRUE);
  return ui_output_finish(&out, error);
}
