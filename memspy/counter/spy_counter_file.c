/* spy_counter_file.c: see spy_counter_file.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/counter/spy_counter_file.h"

#include "bins/bin_samples.h"
#include "memspy/core/spy_file.h"
#include "memspy/counter/spy_counter.h"
#include "memspy/names/spy_frames.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

/* For each record of the table, the record's number in the file + 1; 0: it was not written yet. An instruction can have
 * two frames: one as the innermost instruction, and one as a call. */
typedef struct {
  UInt *objects, *frames;
  UInt n_objects, n_frames;
} numbers;

/* Returns the index in `frames` of frame `i` of a sample. */
static UInt index_of(UInt frame, UInt i) { return 2 * frame + (i != 0); }

static bool sink(void *closure, const char *bytes, size_t n) { return spy_file_write(closure, bytes, n); }

/* Writes the objects of samples. */
static void write_objects(bin_text *text, numbers *have, const spy_counter_sampled *samples, UInt n,
                          const UInt *frames) {
  for (UInt s = 0; s < n; s++)
    for (UInt i = 0; i < samples[s].n; i++) {
      const UInt object = spy_frame_get(frames[samples[s].first + i])->object;
      if (have->objects[object] != 0) continue;
      have->objects[object] = ++have->n_objects;
      const bin_object *row = bin_table_get_object(spy_table, object);
      bin_samples_object(text, row->path, row->build_id);
    }
}

static void write_frames(bin_text *text, numbers *have, const spy_counter_sampled *samples, UInt n,
                         const UInt *frames) {
  for (UInt s = 0; s < n; s++)
    for (UInt i = 0; i < samples[s].n; i++) {
      const UInt number = frames[samples[s].first + i];
      const spy_frame *frame = spy_frame_get(number);
      if (have->frames[index_of(number, i)] != 0) continue;
      have->frames[index_of(number, i)] = ++have->n_frames;
      const UInt to_last_byte = i != 0 && frame->bytes != 0 ? frame->bytes - 1 : 0;
      bin_samples_frame(text, have->objects[frame->object] - 1, frame->address + to_last_byte);
    }
}

static void write_samples(bin_text *text, const numbers *have, const spy_counter_sampled *samples, UInt n,
                          const UInt *frames) {
  for (UInt s = 0; s < n; s++) {
    bin_samples_begin(text, 0, samples[s].processor, 0, samples[s].times);
    for (UInt i = 0; i < samples[s].n; i++)
      bin_samples_in_frame(text, have->frames[index_of(frames[samples[s].first + i], i)] - 1);
    bin_text_end_line(text);
  }
}

static void write_all(bin_text *text) {
  UInt n;
  const UInt *frames;
  const spy_counter_sampled *samples = spy_counter_samples(&n, &frames);
  numbers have = {.objects = VG_(calloc)("spy.samples", bin_table_objects(spy_table) + 1, sizeof(UInt)),
                  .frames = VG_(calloc)("spy.samples", 2 * spy_frames_number() + 1, sizeof(UInt))};
  write_objects(text, &have, samples, n, frames);
  write_frames(text, &have, samples, n, frames);
  write_samples(text, &have, samples, n, frames);
  VG_(free)(have.objects);
  VG_(free)(have.frames);
}

void spy_counter_say_lost(void) {
  const ULong lost = spy_counter_lost();
  if (lost != 0)
    VG_(umsg)("%llu samples are not in the file: their threads ended before the instruction of the skid\n", lost);
}

Bool spy_counter_write(const HChar *name) {
  const spy_counting *counting = &spy_options_get()->counting;
  spy_file *file = spy_file_create("file of samples", name);
  if (!file) return False;
  bin_text *text = VG_(malloc)("spy.samples.text", sizeof *text);
  bin_samples_start(text, sink, file, BIN_SAMPLES_VERSION, VG_(args_the_exename) ? VG_(args_the_exename) : "");
  bin_samples_event(text, spy_counted_name(counting->event), counting->period);
  write_all(text);
  const Bool good = bin_text_finish(text);
  VG_(free)(text);
  return spy_file_close(file, good, "");
}
