/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/samples/samples.h"

#include "bins/bin_index.h"
#include "bins/bin_samples.h"
#include "ui/base/ui_output.h"

G_DEFINE_QUARK(ui - samples - error - quark, samples_error)

Samples *samples_new(void) {
  Samples *samples = g_new0(Samples, 1);
  samples->command = "";
  samples->events = g_array_new(FALSE, FALSE, sizeof(SamplesEvent));
  samples->objects = g_array_new(FALSE, FALSE, sizeof(SamplesObject));
  samples->frames = g_array_new(FALSE, FALSE, sizeof(SamplesFrame));
  samples->samples = g_array_new(FALSE, FALSE, sizeof(SamplesSample));
  samples->names = g_string_chunk_new(1024);
  return samples;
}

void samples_free(Samples *samples) {
  if (samples == NULL) return;
  g_array_free(samples->events, TRUE);
  g_array_free(samples->objects, TRUE);
  g_array_free(samples->frames, TRUE);
  g_array_free(samples->samples, TRUE);
  g_string_chunk_free(samples->names);
  g_free(samples);
}

/* ---- writing ---- */

/* The frames of the file: equal frames in memory are one. */
typedef struct {
  bin_index index;
  GArray *different; /* SamplesFrame */
  guint32 *numbers;  /* by frame in memory: its number in the file */
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

static void write_samples(const Samples *samples, Frames *frames, bin_text *text) {
  frames->numbers = g_new(guint32, samples->frames->len + 1);
  for (guint i = 0; i < samples->samples->len; i++) {
    const SamplesSample *sample = &g_array_index(samples->samples, SamplesSample, i);
    for (guint32 f = sample->first; f < sample->first + sample->count; f++)
      frames->numbers[f] = number_of(frames, &g_array_index(samples->frames, SamplesFrame, f));
  }
  write_names(samples, frames, text);
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
  bin_samples_start(text, ui_output_bytes, out.file, samples->command);
  write_samples(samples, &frames, text);
  bin_text_finish(text); /* ui_output_finish() reports failed writes */
  g_free(text);
  g_free(frames.numbers);
  bin_index_clear(&frames.index);
  g_array_free(frames.different, TRUE);
  return ui_output_finish(&out, error);
}
