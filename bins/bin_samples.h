/* bin_samples.h: writes a file of samples, record by record, in the format of docs/samples-format.md.
 *
 * The caller must write the records in this order: the command, then events, objects, frames and samples. Records of
 * each kind are numbered 0, 1, 2, ... as they are written.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_text.h"

/* The first line of the file. */
#define BIN_SAMPLES_FORMAT "memspy-samples"
#define BIN_SAMPLES_VERSION 1
#define BIN_SAMPLES_WITH_DATA 2 /* the version of files with data and accesses */

/* Starts a file of samples of the program `program` ("": the program is unknown). */
void bin_samples_start(bin_text *text, bin_sink *sink, void *closure, unsigned version, const char *command);

/* The next functions write one record each. Strings are bytes of the program. */
void bin_samples_event(bin_text *text, const char *name, uint64_t period);
void bin_samples_object(bin_text *text, const char *path, const char *build_id);
void bin_samples_frame(bin_text *text, uint32_t object, uint64_t address);

/* Begins the record of a sample that was taken `samples` times. Then call bin_samples_in_frame() for each of its
 * frames, innermost first, and bin_text_end_line(). */
void bin_samples_begin(bin_text *text, uint32_t event, uint32_t process, uint32_t thread, uint64_t samples);
void bin_samples_in_frame(bin_text *text, uint32_t frame);
