/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_groups.h: groups for advice: columns that are one data structure of the program, and rows that belong to
 * the allocator or the dynamic linker. Only for the files of advice_make*.c. */
#pragma once

#include "ui/names/name_table.h"
#include "ui/profile/profile_machine.h"
#include "ui/view/view.h"

/* Columns that one finding is about: one variable, the parts of one container, or all blocks of one type. */
typedef struct {
  char *name;              /* escaped for printing */
  uint32_t main;           /* rank on VIEW_DATA of the column with the most stall */
  uint32_t bin;            /* number in the profile: the first bin of the group's first column */
  uint32_t columns;        /* number of columns */
  bool known;              /* a variable or a type names the data, not only the allocating function */
  const NameBinType *type; /* type of `bin`; owned by the NameTable; NULL: unknown */
  bool linked;             /* elements have pointers to their own type: list, tree, chain */
  bool apart;              /* the data are many heap blocks, each of them small or one struct */
  bool heap, stack;
  uint32_t ranks;       /* ranks of a message-passing program that have the data; 1 for other programs */
  uint64_t bytes;       /* sum of all blocks ever allocated, in all ranks; 0: unknown */
  uint64_t blocks;      /* number of all blocks ever allocated, in all ranks; a variable counts once per rank */
  uint64_t touched;     /* bytes of the lines fetched at least once, at most `bytes`; mean of ranks; 0: none, unknown */
  uint64_t extent;      /* upper bound of the bytes that the data occupy, mean of the ranks; for small blocks, all
                           bytes, because malloc is the first to touch many of their lines */
  double fetches;       /* misses per touched line; 0: unknown */
  double shared;        /* mean number of processors that fetch a line of the data; 0: unknown */
  ProfileCounts counts; /* sum over the columns of the whole view */
} AdviceDataGroup;

typedef enum {
  ADVICE_CODE_OWN,      /* one row */
  ADVICE_CODE_UNKNOWN,  /* one row, without a name */
  ADVICE_CODE_LOADER,   /* all rows of the dynamic linker */
  ADVICE_CODE_ALLOCATOR /* all rows of malloc, free and the functions that they call */
} AdviceCodeKind;

typedef struct {
  AdviceCodeKind kind;
  char *name;   /* escaped for printing */
  bool copies;  /* the function copies or sets memory for its callers */
  bool locks;   /* the function takes or releases locks (advice_locks.h) */
  uint32_t row; /* rank on VIEW_CODE of the first row */
} AdviceCodeGroup;

typedef struct {
  GArray *data;        /* AdviceDataGroup */
  GArray *code;        /* AdviceCodeGroup */
  uint32_t *of_column; /* index into `data`, by rank on VIEW_DATA */
  uint32_t *of_row;    /* index into `code`, by rank on VIEW_CODE */
} AdviceGroups;

/* Returns groups of the rows and columns of a view. `names` (or NULL) supplies the types; `cache` is the first level.
 * The caller frees the groups with advice_groups_free(). */
AdviceGroups *advice_groups(const View *view, const NameTable *names, const ProfileCache *cache);
void advice_groups_free(AdviceGroups *groups);

/* Returns whether the function sets memory for its caller: memset or a similar function. */
bool advice_sets(const char *function);

/* Returns whether a field of the type is a pointer to that type. */
bool advice_is_link(const NameBinType *type, const NameField *field);

static inline const AdviceDataGroup *advice_data(const AdviceGroups *groups, uint32_t group) {
  return &g_array_index(groups->data, AdviceDataGroup, group);
}

static inline const AdviceCodeGroup *advice_code(const AdviceGroups *groups, uint32_t group) {
  return &g_array_index(groups->code, AdviceCodeGroup, group);
}

/* Returns whether the function copies or sets memory for its caller: memcpy, memset or a similar function, or
 * std::vector's function that moves its elements to a larger block. */
bool advice_copies(const char *function);
