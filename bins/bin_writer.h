/* bin_writer.h: writes a profile file, record by record, in the format of docs/profile-format.md.
 *
 * The writer produces the frame (first line, columns, end line with its checksum), the syntax of fields, and IDs. It
 * asserts that records and columns are in the order of bin_format.def.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_format.h"
#include "bins/bin_text.h"

typedef struct bin_writer bin_writer;

/* Starts a profile of a kind, with parts (bin_format_parts), and writes the first line and the lines with the columns.
 * End the profile with bin_writer_finish(). */
bin_writer *bin_writer_new(bin_sink *sink, void *closure, bin_format_kind kind, unsigned parts);

/* One record: begin, then its fields in the order of its columns, then end. Records follow the order of bin_format.def.
 * The writer sets ID columns (0, 1, 2, ...): do not write them. Columns of type LAST at the end can be left out: 0. */
void bin_writer_begin(bin_writer *writer, bin_record record);
void bin_writer_number(bin_writer *writer, uint64_t number);
void bin_writer_string(bin_writer *writer, const char *string);
void bin_writer_end(bin_writer *writer);

/* Sets *lines to the number of lines, and *hash to the hash of all bytes up to here, as an end line at this point would
 * contain them. */
void bin_writer_so_far(const bin_writer *writer, uint64_t *lines, uint64_t *hash);

/* Writes the end line and frees the writer. Returns false if the sink failed. */
bool bin_writer_finish(bin_writer *writer);
