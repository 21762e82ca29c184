/* spy_frames.c: see spy_frames.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/names/spy_frames.h"

#include "bins/bin_index.h"
#include "memspy/names/spy_code.h"
#include "plat/plat_array.h"

static spy_frame *frames;
static UInt n_frames, room;

static bool is_frame(const void *closure, uint32_t number) {
  const spy_frame *wanted = closure, *frame = &frames[number];
  return frame->address == wanted->address && frame->object == wanted->object && frame->bytes == wanted->bytes;
}

UInt spy_frame_of(Addr address, UInt bytes) {
  static bin_index index;
  uint64_t bias;
  spy_frame frame = {.object = spy_object_of(address, &bias), .bytes = bytes};
  frame.address = address - bias;
  const uint64_t hash = bin_hash_mix(bin_hash_mix(frame.object, frame.address), bytes);
  const UInt known = bin_index_find(&index, hash, is_frame, &frame);
  if (known != BIN_INDEX_NONE) return known;
  frames = plat_grow(frames, n_frames, &room, sizeof *frames);
  frames[n_frames] = frame;
  bin_index_add(&index, hash, n_frames);
  return n_frames++;
}

const spy_frame *spy_frame_get(UInt number) { return &frames[number]; }
UInt spy_frames_number(void) { return n_frames; }
