/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_groups.h: what belongs together for advice: columns that are one thing to the programmer, and rows that are
 * none of the programmer's. Only for the files of ui_advice*.c. */
#pragma once

#include "ui/model/ui_machine.h"
#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"

/* Columns that one finding can be about: one variable, the parts of one container, or all blocks of one type. */
typedef struct {
  char *name;            /* fit to print */
  uint32_t main;         /* rank on UI_DATA of the column with the most stall */
  uint32_t bin;          /* number of the profile: a bin of that column */
  uint32_t columns;      /* how many */
  bool known;            /* by a variable or a type, not only by the function that allocated */
  const UiBinType *type; /* of that bin; belongs to the names; NULL: unknown */
  bool linked;           /* its elements have pointers to others of their type: list, tree, chain */
  bool apart;            /* its elements are small blocks of the heap, each of its own */
  bool heap, stack;
  uint32_t ranks;   /* of a message-passing program, that have it; of any other 1 */
  uint64_t bytes;   /* of all blocks there ever were, in all ranks; 0: unknown */
  uint64_t blocks;  /* likewise */
  uint64_t touched; /* bytes of the lines that were fetched at all, of `bytes` at most, in one rank on average; 0: none,
                       or not known, here and below */
  uint64_t extent;  /* bytes that it took at most, likewise: of small blocks, malloc touches many lines first */
  double fetches;   /* misses for each line that was touched */
  double shared;    /* processors that fetch a line of it on average */
  UiCounts counts;  /* over the whole view */
} UiDataGroup;

typedef enum {
  UI_CODE_OWN,      /* a row by itself */
  UI_CODE_UNKNOWN,  /* likewise, without a name */
  UI_CODE_LOADER,   /* all rows of the dynamic linker */
  UI_CODE_ALLOCATOR /* all rows of malloc, free and what they call */
} UiCodeKind;

typedef struct {
  UiCodeKind kind;
  char *name;   /* fit to print */
  bool copies;  /* it copies or sets memory for others */
  uint32_t row; /* rank on UI_CODE of the row, or of the one with the most stall */
} UiCodeGroup;

typedef struct {
  GArray *data;        /* UiDataGroup */
  GArray *code;        /* UiCodeGroup */
  uint32_t *of_column; /* number of the group, by rank on UI_DATA */
  uint32_t *of_row;    /* by rank on UI_CODE */
} UiAdviceGroups;

/* Groups the rows and columns of a view. `names` (or NULL) has the types; `cache` is the first level. The caller frees
 * the groups with ui_advice_groups_free(). */
UiAdviceGroups *ui_advice_groups(const UiView *view, const UiNames *names, const UiCache *cache);
void ui_advice_groups_free(UiAdviceGroups *groups);

static inline const UiDataGroup *ui_advice_data(const UiAdviceGroups *groups, uint32_t group) {
  return &g_array_index(groups->data, UiDataGroup, group);
}

static inline const UiCodeGroup *ui_advice_code(const UiAdviceGroups *groups, uint32_t group) {
  return &g_array_index(groups->code, UiCodeGroup, group);
}

/* Is it a function that copies or sets memory for its caller: memcpy, memset and their kin, or the one of std::vector
 * that moves its elements to a larger block? */
bool ui_advice_copies(const char *function);
