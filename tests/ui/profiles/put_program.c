/* put_program.c: see put_program.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/ui/profiles/put_program.h"

#include <glib.h>

#include "tests/ui/profiles/put_records.h"
#include "tests/ui/profiles/put_sampling.h"

static GArray *segment_objects, *place_segments; /* objects of segments, segments of places; by number */
static uint64_t instructions;                    /* instructions of all places */

void put_program_start(void) {
  segment_objects = g_array_new(FALSE, FALSE, sizeof(unsigned));
  place_segments = g_array_new(FALSE, FALSE, sizeof(unsigned));
  instructions = 0;
}

void put_program_end(void) {
  g_array_unref(segment_objects);
  g_array_unref(place_segments);
}

void put_object(const char *path) { put_object_with(path, "", 0); }

void put_object_with(const char *path, const char *build_id, uint64_t bias) {
  put_sampling();
  put_begin(BIN_RECORD_OBJECT);
  put_string(path);
  put_string(build_id);
  put_number(bias);
  put_end();
}

void put_file(const char *path) { put_text(BIN_RECORD_FILE, path); }

void put_segment(const char *name, unsigned object, unsigned file, uint64_t line) {
  put_begin(BIN_RECORD_SEGMENT);
  put_string(name);
  put_number(object);
  put_number(file);
  put_number(line);
  put_number(0); /* not inlined */
  put_end();
  g_array_append_val(segment_objects, object);
}

void put_place(unsigned segment, unsigned file, uint64_t line, uint64_t executed) {
  put_instruction(segment, file, line, 0, executed);
}

void put_instruction(unsigned segment, unsigned file, uint64_t line, uint64_t address, uint64_t executed) {
  PUT_NUMBERS(PLACE, segment, file, line, address, executed, 0 /* outside of all stages */);
  g_array_append_val(place_segments, segment);
  instructions += executed;
}

unsigned put_places(void) { return place_segments->len; }

unsigned put_object_of_place(unsigned place) {
  return g_array_index(segment_objects, unsigned, g_array_index(place_segments, unsigned, place));
}

uint64_t put_instructions(void) { return instructions; }

void put_calls(void) {
  for (unsigned i = 0; i < put_places(); i++) PUT_NUMBERS(CALL, put_object_of_place(i), 0x1000 + 16 * i, i);
}

void put_scope(const char *kind, uint64_t around, unsigned segment, unsigned file, uint64_t line,
               const uint64_t addresses[3]) {
  put_begin(BIN_RECORD_SCOPE);
  put_string(kind);
  put_number(around);
  put_number(segment);
  put_number(file);
  put_number(line);
  for (int i = 0; i < 3; i++) put_number(addresses[i]);
  put_end();
}

void put_bin(const char *kind, const char *name, uint64_t bytes, uint64_t blocks, const int *frames) {
  put_sampling();
  put_begin(BIN_RECORD_BIN);
  put_string(kind);
  put_string(name);
  put_number(bytes);
  put_number(blocks);
  for (; frames != NULL && *frames >= 0; frames++) put_number((uint64_t)*frames);
  put_end();
}
