/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_resolved.h: the second part of a profile file: names, types and source lines at the end of the run.
 *
 * `memspy run` and `memspy names` add it (ui/analysis/analysis_resolve.h), so that the program's files are not needed
 * later. docs/profile-format.md describes it. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/profile/profile.h"

enum {
  PROFILE_RESOLVED_VERSION = 3,
  PROFILE_RESOLVED_MOST_LINES = 1 << 24, /* maximum number of lines of a source file with text */
  PROFILE_RESOLVED_MOST_BYTES = 1 << 30  /* maximum size of the whole part in bytes, uncompressed */
};

/* The maximum size of an element, and the maximum offset of a field in an element, in bytes. */
#define PROFILE_RESOLVED_LARGEST (UINT64_C(1) << 40)

/* The content of the part, as a GVariant. An array of texts is one byte string, in which a zero byte ends each text,
 * because this compresses best. The texts are not always UTF-8.
 *
 * All bins in the order of their numbers: the short, full and brief names (ViewLabels), and the number of the bin that
 * represents all equal bins. */
#define PROFILE_RESOLVED_BINS "(ayayayau)"
/* All bins: whether the type is known, data type, variable, element (NameBinType), the element's bytes, and its list of
 * fields (number + 1; 0: none). */
#define PROFILE_RESOLVED_TYPES "(abayayayatau)"
/* Lists of fields: the length of each list; then the names, types, offsets and sizes of the fields of all lists. */
#define PROFILE_RESOLVED_FIELDS "(auayayatat)"
/* Source files in the order of their numbers. Each file has its number, a flag (1: the file is newer than the program),
 * and parts of its text. Each part has the number of its first line, and its lines, which end with newlines. */
#define PROFILE_RESOLVED_SOURCES "a(uua(uay))"
/* The program's own lines into which places in a library's file were inlined (ui/names/name_user_lines.h), in the
 * order of places: the numbers of places and files, and the lines. Not in version 1. */
#define PROFILE_RESOLVED_USER_LINES "(auauat)"
/* All bins in the order of their numbers: the variables that hold their addresses (NamePointers). Not in versions 1 and
 * 2. */
#define PROFILE_RESOLVED_HOLDERS "(ayay)"
#define PROFILE_RESOLVED_PARTS_1 \
  PROFILE_RESOLVED_BINS PROFILE_RESOLVED_TYPES PROFILE_RESOLVED_FIELDS PROFILE_RESOLVED_SOURCES
#define PROFILE_RESOLVED_PARTS_2 PROFILE_RESOLVED_PARTS_1 PROFILE_RESOLVED_USER_LINES
#define PROFILE_RESOLVED_1 "(" PROFILE_RESOLVED_PARTS_1 ")"
#define PROFILE_RESOLVED_2 "(" PROFILE_RESOLVED_PARTS_2 ")"
#define PROFILE_RESOLVED "(" PROFILE_RESOLVED_PARTS_2 PROFILE_RESOLVED_HOLDERS ")"

/* The numbers of those parts in a PROFILE_RESOLVED. */
enum {
  PROFILE_RESOLVED_AT_BINS,
  PROFILE_RESOLVED_AT_TYPES,
  PROFILE_RESOLVED_AT_FIELDS,
  PROFILE_RESOLVED_AT_SOURCES,
  PROFILE_RESOLVED_AT_USER_LINES,
  PROFILE_RESOLVED_AT_HOLDERS
};

/* Returns the *n texts of part number `part` of a tuple. The texts belong to the tuple; the caller frees the array. */
const char **profile_resolved_texts(GVariant *tuple, gsize part, gsize *n);

/* Returns the end line of the profile's records, including its newline. The part is added after this line. The caller
 * owns the result. */
char *profile_resolved_end(const Profile *profile);

/* Returns whether a reader will accept the part after the records of the profile. If not, sets *error, which names
 * `path`. Writers call this before they add the part. */
bool profile_resolved_check(const Profile *profile, GVariant *resolved, const char *path, GError **error);

/* Returns the part in compressed form. The caller frees it with g_bytes_unref(). */
GBytes *profile_resolved_pack(GVariant *resolved);

/* Returns the part as text for the file, from its compressed form. `size` is its size before compression, in bytes. The
 * caller owns the result. */
GString *profile_resolved_text_of(const Profile *profile, GBytes *packed, uint64_t size);

/* Returns the part as text for the file. The caller owns the result. */
GString *profile_resolved_text(const Profile *profile, GVariant *resolved);

/* Unpacks the part, whose version is at most PROFILE_RESOLVED_VERSION and whose unpacked size is `size` bytes. Checks
 * it against the records of the profile. On success, sets profile->resolved and returns NULL; otherwise returns a
 * message that the caller owns. */
char *profile_resolved_take(Profile *profile, uint64_t version, const void *packed, gsize n, uint64_t size);
