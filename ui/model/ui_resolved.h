/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_resolved.h: the second part of a profile file: names, types and lines of source, as they were when the run ended.
 *
 * `memspy run` and `memspy names` add it (ui/analysis/ui_resolve.h), so that nobody needs the program's files later.
 * docs/profile-format.md describes it. */
#ifndef UI_UI_RESOLVED_H
#define UI_UI_RESOLVED_H

#include <glib.h>
#include <stdbool.h>

#include "ui/model/ui_profile.h"

enum {
  UI_RESOLVED_VERSION = 3,
  UI_RESOLVED_MOST_LINES = 1 << 24, /* of a source file of which text is kept */
  UI_RESOLVED_MOST_BYTES = 1 << 30  /* of the whole part, unpacked */
};

/* Most bytes of an element, or from its start to a field. */
#define UI_RESOLVED_LARGEST (UINT64_C(1) << 40)

/* What the part holds, as a GVariant. Texts, which need not be UTF-8, stand one behind the other with a zero at the end
 * of each: that packs best.
 *
 * Of all bins, by number: short, full and brief name (UiLabels), and the bin that stands for those that are the
 * same thing. */
#define UI_RESOLVED_BINS "(ayayayau)"
/* Of all bins: whether anything is known of its type, its data type, variable, element (UiBinType), the
 * element's bytes, and the number of its list of fields + 1; 0: none. */
#define UI_RESOLVED_TYPES "(abayayayatau)"
/* Lists of fields: how many fields each has; of all of them names, types, offsets, sizes. */
#define UI_RESOLVED_FIELDS "(auayayatat)"
/* Source files, by number of the file: the number, 1 if the file is newer than the program (else 0), and parts of its
 * text: the number of the first line, and lines that newlines end. */
#define UI_RESOLVED_SOURCES "a(uua(uay))"
/* Lines of the program's own into which places in a library's file were inlined (ui/names/ui_user_lines.h), in the
 * order of places: the numbers of places and files, and the lines. Not in version 1. */
#define UI_RESOLVED_USER_LINES "(auauat)"
/* Of all bins, by number: what holds their addresses (UiHolders). Not in versions 1 and 2. */
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

/* The texts of part number `part` of a tuple, *n of them; they belong to the tuple. The caller frees the array. */
const char **ui_resolved_texts(GVariant *tuple, gsize part, gsize *n);

/* The end line of the profile's records, with its newline: where the part is added. Owned by the caller. */
char *ui_resolved_end(const UiProfile *profile);

/* Whether a reader will accept the part after the records of that profile. If not, sets *error, which names `path`. A
 * writer calls this before it adds the part. */
bool ui_resolved_check(const UiProfile *profile, GVariant *resolved, const char *path, GError **error);

/* The part, as it stands in the file behind that line. Owned by the caller. */
GString *ui_resolved_text(const UiProfile *profile, GVariant *resolved);

/* Takes the packed bytes of the part apart, of a version up to UI_RESOLVED_VERSION, that unpacked are `size` bytes, and
 * checks them against the records of the profile. Sets profile->resolved and returns NULL, or says what is wrong: owned
 * by the caller. */
char *ui_resolved_take(UiProfile *profile, uint64_t version, const void *packed, gsize n, uint64_t size);

#endif
