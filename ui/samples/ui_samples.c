/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/samples/ui_samples.h"

#include "bins/bin_index.h"
#include "bins/bin_samples.h"
#include "ui/base/ui_output.h"

G_DEFINE_QUARK(ui - samples - error - quark, ui_samples_error)

UiSamples *ui_samples_new(void) {
  UiSamples *samples = g_new0(UiSamples, 1);
  samples->command = "";
  samples->events = g_array_new(FALSE, FALSE, sizeof(UiSamplesEvent));
  samples->objects = g_array_new(FALSE, FALSE, sizeof(UiSamplesObject));
  samples->frames = g_array_new(FALSE, FALSE, sizeof(UiSamplesFrame));
  samples->samples = g_array_new(FALSE, FALSE, sizeof(UiSample));
  samples->names = g_string_chunk_new(1024);
  return samples;
}

void ui_samples_free(UiSamples *samples) {
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
  GArray *different; /* UiSamplesFrame */
  guint32 *numbers;  /* by frame in memory: its number in the file */
} Frames;

typedef struct {
  const GArray *different;
  UiSamplesFrame frame;
} Wanted;

static bool is_frame(const void *closure, uint32_t number) {
  const Wanted *wanted = closure;
  const UiSamplesFrame *frame = &g_array_index(wanted->different, UiSamplesFrame, number);
  return frame->object == wanted->frame.object && frame->address == wanted->frame.address;
}

static guint32 number_of(Frames *frames, const UiSamplesFrame *frame) {
  const Wanted wanted = {frames->different, *frame};
  const uint64_t hash = bin_hash_mix(bin_hash_mix(1, frame->object), frame->address);
  guint32 number = bin_index_find(&frames->index, hash, is_frame, &wanted);
  if (number != BIN_INDEX_NONE) return number;
  number = frames->different->len;
  g_array_append_val(frames->different, *frame);
  bin_index_add(&frames->index, hash, number);
  return number;
}

static void write_names(const UiSamples *samples, const Frames *frames, bin_text *text) {
  for (guint i = 0; i < samples->events->len; i++) {
    const UiSamplesEvent *event = &g_array_index(samples->events, UiSamplesEvent, i);
    bin_samples_event(text, event->name, event->period);
  }
  for (guint i = 0; i < samples->objects->len; i++) {
    const UiSamplesObject *object = &g_array_index(samples->objects, UiSamplesObject, i);
    bin_samples_object(text, object->path, object->build_id);
  }
  for (guint i = 0; i < frames->different->len; i++) {
    const UiSamplesFrame *frame = &g_array_index(frames->different, UiSamplesFrame, i);
    bin_samples_frame(text, frame->object, frame->address);
  }
}

static void write_samples(const UiSamples *samples, Frames *frames, bin_text *text) {
  frames->numbers = g_new(guint32, samples->frames->len + 1);
  for (guint i = 0; i < samples->samples->len; i++) {
    const UiSample *sample = &g_array_index(samples->samples, UiSample, i);
    for (guint32 f = sample->first; f < sample->first + sample->count; f++)
      frames->numbers[f] = number_of(frames, &g_array_index(samples->frames, UiSamplesFrame, f));
  }
  write_names(samples, frames, text);
  for (guint i = 0; i < samples->samples->len; i++) {
    const UiSample *sample = &g_array_index(samples->samples, UiSample, i);
    bin_samples_begin(text, sample->event, sample->process, sample->thread, sample->samples);
    for (guint32 f = 0; f < sample->count; f++) bin_samples_in_frame(text, frames->numbers[sample->first + f]);
    bin_text_end_line(text);
  }
}

bool ui_samples_write(const UiSamples *samples, const char *path, GError **error) {
  UiOutput out;
  if (!ui_output_start(&out, path, error)) return false;
  Frames frames = {.different = g_array_new(FALSE, FALSE, sizeof(UiSamplesFrame))};
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
