/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_resolved.h: the second part of a profile file: names, types and source lines at the end of the run.
 *
 * `memspy run` and `memspy names` add it (ui/analysis/ui_resolve.h), so that the program's files are not needed later.
 * docs/profile-format.md describes it. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/model/ui_profile.h"

enum {
  UI_RESOLVED_VERSION = 3,
  UI_RESOLVED_MOST_LINES = 1 << 24, /* in a source file with text */
  UI_RESOLVED_MOST_BYTES = 1 << 30  /* the whole part, unpacked */
};

/* Most bytes of an element, or from its start to a field. */
#define UI_RESOLVED_LARGEST (UINT64_C(1) << 40)

/* The content of the part, as a GVariant. Texts, possibly not UTF-8, follow each other with a zero at the end of each,
 * which compresses best.
 *
 * All bins, by number: short, full and brief name (UiLabels), and the representative of equal ones. */
#define UI_RESOLVED_BINS "(ayayayau)"
/* All bins: whether the type is known, data type, variable, element (UiBinType), the element's bytes, and the number of
 * its list of fields + 1; 0: none. */
#define UI_RESOLVED_TYPES "(abayayayatau)"
/* Lists of fields: the length of each; names, types, offsets, sizes of all fields. */
#define UI_RESOLVED_FIELDS "(auayayatat)"
/* Source files, by number: the number, 1 if the file is newer than the program (else 0), and parts of its text: the
 * number of the first line, and lines that end with newlines. */
#define UI_RESOLVED_SOURCES "a(uua(uay))"
/* The program's own lines into which places in a library's file were inlined (ui/names/ui_user_lines.h), in the
 * order of places: the numbers of places and files, and the lines. Not in version 1. */
#define UI_RESOLVED_USER_LINES "(auauat)"
/* All bins, by number: the holders of their addresses (UiHolders). Not in versions 1 and 2. */
#define UI_RESOLVED_HOLDERS "(ayay)"
#define UI_RESOLVED_PARTS_1 UI_RESOLVED_BINS UI_RESOLVED_TYPES UI_RESOLVED_FIELDS UI_RESOLVED_SOURCES
#define UI_RESOLVED_PARTS_2 UI_RESOLVED_PARTS_1 UI_RESOLVED_USER_LINES
#define UI_RESOLVED_1 "(" UI_RESOLVED_PARTS_1 ")"
#define UI_RESOLVED_2 "(" UI_RESOLVED_PARTS_2 ")"
#define UI_RESOLVED "(" UI_RESOLVED_PARTS_2 UI_RESOLVED_HOLDERS ")"

/* The numbers of those parts in a UI_RESOLVED. */
enum {
  UI_RESOLVED_AT_BINS,
  UI_RESOLVED_AT_TYPES,
  UI_RESOLVED_AT_FIELDS,
  UI_RESOLVED_AT_SOURCES,
  UI_RESOLVED_AT_USER_LINES,
  UI_RESOLVED_AT_HOLDERS
};

/* Returns the *n texts of part number `part` of a tuple; they belong to the tuple. The caller frees the array. */
const char **ui_resolved_texts(GVariant *tuple, gsize part, gsize *n);

/* Returns the end line of the profile's records, with its newline, after which the part is added. Owned by the
 * caller. */
char *ui_resolved_end(const UiProfile *profile);

/* Returns whether a reader will accept the part after the records of the profile. If not, sets *error, which names
 * `path`. Writers call this before they add the part. */
bool ui_resolved_check(const UiProfile *profile, GVariant *resolved, const char *path, GError **error);

/* Returns the part as text for the file. Owned by the caller. */
GString *ui_resolved_text(const UiProfile *profile, GVariant *resolved);

/* Unpacks the part of a version up to UI_RESOLVED_VERSION, `size` bytes when unpacked, and checks it against the
 * records of the profile. Sets profile->resolved and returns NULL, or a message, owned by the caller. */
char *ui_resolved_take(UiProfile *profile, uint64_t version, const void *packed, gsize n, uint64_t size);
