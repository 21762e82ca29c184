/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_groups.h: groups for advice: columns that are one data structure of the program, and rows that belong to
 * the allocator or the dynamic linker. Only for the files of ui_advice*.c. */
#pragma once

#include "ui/model/ui_machine.h"
#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"

/* Columns that one finding is about: one variable, the parts of one container, or all blocks of one type. */
typedef struct {
  char *name;            /* escaped for printing */
  uint32_t main;         /* rank on UI_DATA of the column with the most stall */
  uint32_t bin;          /* number in the profile: the first bin of the group's first column */
  uint32_t columns;      /* number of columns */
  bool known;            /* a variable or a type names the data, not only the allocating function */
  const UiBinType *type; /* type of `bin`; owned by the UiNames; NULL: unknown */
  bool linked;           /* elements have pointers to their own type: list, tree, chain */
  bool apart;            /* each element is a small heap block */
  bool heap, stack;
  uint32_t ranks;   /* ranks of a message-passing program that have the data; 1 for other programs */
  uint64_t bytes;   /* sum of all blocks ever allocated, in all ranks; 0: unknown */
  uint64_t blocks;  /* number of all blocks ever allocated, in all ranks; a variable counts once per rank */
  uint64_t touched; /* bytes of the lines fetched at least once, at most `bytes`; mean of ranks; 0: none, unknown */
  uint64_t extent;  /* bytes that the data occupy at most; mean of the ranks; small blocks: all, as malloc touches
                       many lines first */
  double fetches;   /* misses per touched line; 0: unknown */
  double shared;    /* mean number of processors that fetch a line of the data; 0: unknown */
  UiCounts counts;  /* sum over the columns of the whole view */
} UiDataGroup;

typedef enum {
  UI_CODE_OWN,      /* one row */
  UI_CODE_UNKNOWN,  /* one row, without a name */
  UI_CODE_LOADER,   /* all rows of the dynamic linker */
  UI_CODE_ALLOCATOR /* all rows of malloc, free and what they call */
} UiCodeKind;

typedef struct {
  UiCodeKind kind;
  char *name;   /* escaped for printing */
  bool copies;  /* the function copies or sets memory for its callers */
  uint32_t row; /* rank on UI_CODE of the first row */
} UiCodeGroup;

typedef struct {
  GArray *data;        /* UiDataGroup */
  GArray *code;        /* UiCodeGroup */
  uint32_t *of_column; /* index into `data`, by rank on UI_DATA */
  uint32_t *of_row;    /* index into `code`, by rank on UI_CODE */
} UiAdviceGroups;

/* Returns groups of the rows and columns of a view. `names` (or NULL) supplies the types; `cache` is the first level.
 * The caller frees the groups with ui_advice_groups_free(). */
UiAdviceGroups *ui_advice_groups(const UiView *view, const UiNames *names, const UiCache *cache);
void ui_advice_groups_free(UiAdviceGroups *groups);

static inline const UiDataGroup *ui_advice_data(const UiAdviceGroups *groups, uint32_t group) {
  return &g_array_index(groups->data, UiDataGroup, group);
}

static inline const UiCodeGroup *ui_advice_code(const UiAdviceGroups *groups, uint32_t group) {
  return &g_array_index(groups->code, UiCodeGroup, group);
}

/* Returns whether the function copies or sets memory for its caller: memcpy, memset and similar, or std::vector's
 * move of its elements to a larger block. */
bool ui_advice_copies(const char *function);
