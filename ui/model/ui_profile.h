/* ui_profile.h: a profile file in memory. See docs/profile-format.md for what the records mean.
 *
 * A UiProfile is what the file says, checked, and is not changed any more; what the user renames or
 * combines is in a UiView over it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_PROFILE_H
#define UI_UI_PROFILE_H

#include <glib.h>

#include "bins/bin_format.h"
#include "ui/model/ui_counts.h"

/* Strings belong to the profile. They are bytes of the profiled program: not always valid UTF-8, and with
 * any control characters in them; ui_text.h makes them fit to print. */

typedef struct {
  const char *name, *value;
} UiOption;

typedef struct {
  const char *path; /* "": unknown */
} UiObject;

typedef struct {
  const char *path; /* "": unknown */
} UiFile;

typedef struct {
  const char *name;
  uint32_t object; /* numbers of the records referred to, here and below */
  uint32_t file;
  uint64_t line; /* 0: unknown */
} UiSegment;

typedef struct {
  uint32_t segment;
  uint32_t file;
  uint64_t line; /* 0: unknown */
  uint64_t instructions;
} UiPlace;

/* Elements first .. first + count - 1 of UiProfile.frames. */
typedef struct {
  uint32_t first, count;
} UiFrames;

typedef struct {
  const char *kind;
  const char *name;
  uint64_t bytes;
  uint64_t blocks;
  UiFrames frames; /* innermost first */
} UiBin;

typedef struct {
  uint64_t threads;
  uint64_t instructions;
  uint64_t cycles; /* busy and idle */
  uint64_t busy_cycles;
  uint64_t idle_cycles;
  UiCounts counts;
} UiProcessor;

typedef struct {
  uint32_t place;
  uint32_t bin;
  UiCounts counts;
} UiCell;

typedef struct {
  uint32_t place; /* of the cell, here and below */
  uint32_t bin;
  uint32_t who; /* number of the evicting bin, or the storing segment */
  uint64_t count;
} UiBlame;

/* How lines were shared: see docs/profile-format.md for what an event is. */
typedef struct {
  uint64_t events;
  uint64_t lines;     /* kept */
  uint64_t forgotten; /* events that any other line had at most */
} UiSharing;

typedef struct {
  uint64_t address;
  uint64_t events;
  uint64_t missed; /* events that it had besides, at most */
  uint64_t true_sharing, false_sharing;
  uint64_t upgrades;
  uint64_t transfers;
  uint64_t unlisted; /* events that no use tells of */
} UiHotLine;

typedef struct {
  uint32_t hot_line;
  uint32_t processor;
  uint64_t offset; /* in the line */
  uint32_t place;
  uint32_t bin;
  uint64_t start; /* address of the block or variable; 0: unknown */
  uint64_t reads, writes, modifies;
} UiUse;

typedef struct {
  uint64_t instructions;
  uint64_t cycles;
  UiCounts counts;
} UiTotals;

typedef struct {
  const char *creator;
  const char *const *command; /* words, ended by NULL */
  uint64_t pid;
  uint64_t time; /* seconds since 1970 */
  const char *label;
  const char *reason;
  const char *interleaving;
  uint64_t quantum; /* cycles that a thread runs ahead at most; 0: nobody sees to it */
  UiSharing sharing;
  UiTotals totals;

  /* The records of each kind, by their numbers. */
  const UiOption *options;
  const UiObject *objects;
  const UiFile *files;
  const UiSegment *segments;
  const UiPlace *places;
  const UiBin *bins;
  const UiProcessor *processors;
  const UiCell *cells;       /* by place, then bin */
  const UiBlame *evictors;   /* bins, by place, bin, who */
  const UiBlame *invalidators; /* segments, by place, bin, who */
  const UiHotLine *hot_lines; /* most events first */
  const UiUse *uses;         /* by hot line, offset, processor, place, bin */
  uint32_t n_options, n_objects, n_files, n_segments, n_places, n_bins, n_processors, n_cells, n_evictors,
      n_invalidators, n_hot_lines, n_uses;
  const uint32_t *frames; /* place numbers, that UiFrames point into */

  /* What the above points into; of no concern to others than ui_profile.c and ui_reader.c. */
  GArray *rows[BIN_RECORDS];
  GArray *frame_store;
  GPtrArray *command_store;
  GStringChunk *strings;
} UiProfile;

#define UI_PROFILE_ERROR ui_profile_error_quark()
GQuark ui_profile_error_quark(void);

typedef enum {
  UI_PROFILE_ERROR_READ,    /* the file cannot be read */
  UI_PROFILE_ERROR_INVALID, /* it is no profile, or a damaged one */
  UI_PROFILE_ERROR_VERSION  /* a newer or older memspy wrote it */
} UiProfileError;

/* Reads and checks the profile in file `path` (a pipe is fine too). Returns NULL and sets *error, with a
 * message that starts with file and line, when it cannot be read or one thing in it is wrong. The caller
 * frees the profile with ui_profile_free(). */
UiProfile *ui_profile_load(const char *path, GError **error);

/* Frees a profile; NULL is allowed. */
void ui_profile_free(UiProfile *profile);

/* Value of the option `name` in the run, or NULL when the profile does not tell. It belongs to the profile. */
const char *ui_profile_option(const UiProfile *profile, const char *name);

/* Whether the machine has several nodes, so that misses are local or remote. */
bool ui_profile_has_nodes(const UiProfile *profile);

/* Cycles of an instruction without stalls in the run (at least 1). */
uint64_t ui_profile_cpi(const UiProfile *profile);

/* Last component of the path of a source file or object; "???" when it is unknown. Points into `path`. */
const char *ui_profile_basename(const char *path);

/* For the reader: an empty profile, and the end of its filling, from when on the public fields hold. */
UiProfile *ui_profile_new(void);
void ui_profile_seal(UiProfile *profile);

#endif
