/* bin_writer.h: writes a profile file, record by record, in the format of docs/profile-format.md.
 *
 * The writer keeps the frame (first line, columns, end line with its checksum), the spelling of fields and
 * the order of records and columns; it asserts when the caller departs from bin_format.def.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_WRITER_H
#define BINS_BIN_WRITER_H

#include "bins/bin_format.h"
#include "bins/bin_text.h"

typedef struct bin_writer bin_writer;

/* Starts a profile of a kind, with parts (bin_format_parts): writes the first line and the columns. The caller ends it
 * with bin_writer_finish(). */
bin_writer *bin_writer_new(bin_sink *sink, void *closure, bin_format_kind kind, unsigned parts);

/* One record: begin, then its fields in the order of its columns, then end. Records come in the order of
 * bin_format.def; those with an ID column get it from the writer (0, 1, 2, ...): do not write it. */
void bin_writer_begin(bin_writer *writer, bin_record record);
void bin_writer_number(bin_writer *writer, uint64_t number);
void bin_writer_string(bin_writer *writer, const char *string);
void bin_writer_end(bin_writer *writer);

/* The lines that were ended so far, and the hash of all bytes: what the end line says if it comes next. */
void bin_writer_so_far(const bin_writer *writer, uint64_t *lines, uint64_t *hash);

/* Writes the end line and frees the writer. False when any byte could not be stored. */
bool bin_writer_finish(bin_writer *writer);

#endif
