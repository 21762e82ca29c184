/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_reader.h: the interface of a reader of another program's traces.
 *
 * A reader converts the records at input->at into calls of import_trace.h, and advances input->at. It keeps its state
 * in input->state. If several files are read, they take turns. The caller always continues with the file whose
 * input->time is the smallest; among equal times, it takes the file that has had the fewest turns. */
#pragma once

#include "ui/import/import_input.h"
#include "ui/import/import_trace.h"

enum { IMPORT_READER_MOST = 8 }; /* references of one record */

typedef enum { IMPORT_MORE, IMPORT_END, IMPORT_FAILED } ImportResult;

/* Reads records until `turn` records are read, input->time has increased (unless input->alone), or no bytes are
 * available; at least one record. Returns IMPORT_END at the end of the file, and IMPORT_FAILED with *error set
 * ("FILE:LINE: message", or "FILE: byte N: message") if a record is invalid or incomplete. `error` and `turn` are not
 * NULL. */
typedef ImportResult ImportReader(ImportInput *input, ImportTrace *trace, uint64_t turn, GError **error);

/* The result of a reader that got no more bytes. */
static inline ImportResult import_reader_end(const GError *error) { return error != NULL ? IMPORT_FAILED : IMPORT_END; }

#define FORMAT(name, summary) ImportReader import_##name;
#include "ui/import/import_readers.def"
