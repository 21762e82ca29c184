/* bin_samples.c: see bin_samples.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_samples.h"

static void put_field(bin_text *text, uint64_t number) {
  bin_text_put(text, " ");
  bin_text_number(text, number);
}

static void put_string(bin_text *text, const char *string) {
  bin_text_put(text, " ");
  bin_text_quoted(text, string);
}

void bin_samples_start(bin_text *text, bin_sink *sink, void *closure, unsigned version, const char *command) {
  bin_text_start(text, sink, closure);
  bin_text_put(text, BIN_SAMPLES_FORMAT);
  put_field(text, version);
  bin_text_end_line(text);
  bin_text_put(text, "command");
  put_string(text, command);
  bin_text_end_line(text);
}

void bin_samples_event(bin_text *text, const char *name, uint64_t period) {
  bin_text_put(text, "event");
  put_string(text, name);
  put_field(text, period);
  bin_text_end_line(text);
}

void bin_samples_object(bin_text *text, const char *path, const char *build_id) {
  bin_text_put(text, "object");
  put_string(text, path);
  put_string(text, build_id);
  bin_text_end_line(text);
}

void bin_samples_frame(bin_text *text, uint32_t object, uint64_t address) {
  bin_text_put(text, "frame");
  put_field(text, object);
  put_field(text, address);
  bin_text_end_line(text);
}

void bin_samples_begin(bin_text *text, uint32_t event, uint32_t process, uint32_t thread, uint64_t samples) {
  bin_text_put(text, "sample");
  put_field(text, event);
  put_field(text, process);
  put_field(text, thread);
  put_field(text, samples);
}

void bin_samples_in_frame(bin_text *text, uint32_t frame) { put_field(text, frame); }
